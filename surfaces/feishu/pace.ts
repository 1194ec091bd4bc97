/** Turns at an even pace, for work that must not come all at once. */
import type { Sleep } from './retry.ts'

/** Resolves when it is the caller's turn, in the order of calling. Never rejects; when `signal` aborts, all turns come at once. */
export type Pace = () => Promise<void>

export function createPace({ perSecond, sleep, signal }: { readonly perSecond: number; readonly sleep: Sleep; readonly signal: AbortSignal }): Pace {
  let next = Promise.resolve()
  return () => {
    const turn = next
    next = turn.then(() => sleep(1000 / perSecond, signal)).catch(() => { /* aborted: whoever waits looks at the signal */ })
    return turn
  }
}
