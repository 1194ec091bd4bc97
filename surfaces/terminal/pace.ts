/** When news is painted: a moment after it came, with all that comes until then, and not before the last frame is out. */

/** Milliseconds that news waits for more of it. */
export const FRAME = 33

export interface PaceOptions {
  readonly after: (ms: number, callback: () => void) => () => void
  readonly paint: () => void
}

export interface Pace {
  /** Something has to be painted soon; keys are not to wait for it. */
  soon(): void
  /** A frame goes out, with everything there is. The returned function is called when its bytes have left. */
  began(): () => void
  /** Nothing is painted any more. */
  stop(): void
}

export function createPace({ after, paint }: PaceOptions): Pace {
  let cancel: (() => void) | undefined
  let underWay = 0
  /** News waits for the frame before it: a slow line would only hold more and more of them. */
  let owed = false

  function rest(): void {
    cancel?.()
    cancel = undefined
    owed = false
  }

  return {
    soon() {
      if (owed) return
      cancel ??= after(FRAME, () => {
        cancel = undefined
        if (underWay === 0) paint()
        else owed = true
      })
    },
    began() {
      rest()
      underWay += 1
      return () => {
        underWay -= 1
        if (!owed || underWay > 0) return
        owed = false
        paint()
      }
    },
    stop: rest,
  }
}
