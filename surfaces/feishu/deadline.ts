/** Up to when a timed ask is waited for, as far as that can be told when its card is made. */
import type { Countdown, Timestamp } from '../../router/types.ts'
import { createDeferred } from './deferred.ts'
import type { Sleep } from './retry.ts'

/** Milliseconds that a card waits for the host to tell how long it waits. */
const DEADLINE_WAIT = 50

/** Undefined where the host has not told in time, and while somebody holds the clock. */
export async function readDeadline(countdown: Countdown, { now, sleep }: { readonly now: () => Timestamp; readonly sleep: Sleep }): Promise<Timestamp | undefined> {
  if (countdown.state === 'starting') {
    const waiting = new AbortController()
    const told = createDeferred<void>()
    const stop = countdown.onChange(() => told.resolve())
    await Promise.race([told.promise, sleep(DEADLINE_WAIT, waiting.signal).catch(() => { /* aborted below, or the surface closes */ })])
    stop()
    waiting.abort()
  }
  const left = countdown.remaining()
  return countdown.state === 'counting' && left !== undefined ? now() + left : undefined
}
