/** A gate that is shut as long as anybody holds it. */
import { createDeferred, type Deferred } from './deferred.ts'

export interface Gate {
  /** Shuts the gate until the returned function is called; calling it again changes nothing. */
  hold(): () => void
  /** Resolves as soon as nobody holds the gate. */
  opened(): Promise<void>
}

export function createGate(): Gate {
  let holders = 0
  let next: Deferred<void> | undefined
  const opened = async (): Promise<void> => {
    if (holders === 0) return
    next ??= createDeferred()
    await next.promise
    // Somebody may hold it anew.
    await opened()
  }
  return {
    hold: () => {
      let isHolding = true
      holders += 1
      return () => {
        if (!isHolding) return
        isHolding = false
        holders -= 1
        if (holders > 0) return
        next?.resolve()
        next = undefined
      }
    },
    opened,
  }
}
