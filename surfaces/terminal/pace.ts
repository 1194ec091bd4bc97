/** When a frame is painted. News: a moment after it came, with all that comes until then, and not before the last frame is out. */

/** Milliseconds that news waits for more of it. */
export const FRAME = 33

export type Due = 'soon' | 'now'

export interface PaceOptions {
  readonly after: (ms: number, callback: () => void) => () => void
  readonly paint: () => void
}

export interface Pace {
  /** Something has to be painted; keys are not to wait for what is due soon. */
  due(when: Due): void
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

  function soon(): void {
    if (owed) return
    cancel ??= after(FRAME, () => {
      cancel = undefined
      if (underWay === 0) paint()
      else owed = true
    })
  }

  return {
    due(when) {
      if (when === 'soon') soon()
      else paint()
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
