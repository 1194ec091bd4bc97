/** A gate that is shut as long as anybody holds it. */
import { createDeferred } from './deferred.ts'

export interface Gate {
  /** Shuts the gate until the returned function is called; calling it again changes nothing. */
  hold(): () => void
  /** Resolves as soon as nobody holds the gate. */
  opened(): Promise<void>
}

export function createGate(): Gate {
  const holders = new Set<symbol>()
  let next = createDeferred<void>()
  return {
    hold: () => {
      const holder = Symbol('holder')
      holders.add(holder)
      return () => {
        if (!holders.delete(holder) || holders.size > 0) return
        next.resolve()
        next = createDeferred<void>()
      }
    },
    opened: async () => {
      while (holders.size > 0) await next.promise
    },
  }
}
