/** The clock of a run: real time, a number of times faster, whose wall clock can be made to jump. */
import type { LiveClock } from '../../router/host/live-rounds.ts'

export interface FastClock extends LiveClock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since the epoch on a machine whose clock doesn't jump. */
  monotonicEpoch(): number
  /** Moves the wall clock by so many milliseconds; the monotonic one goes on. */
  jump(ms: number): void
}

/** How long surfaces and router wait for real sockets when they end; kept in real time. */
const CLEANUP_MS = 2_000

export function createFastClock(speed: number): FastClock {
  const began = performance.now()
  const epoch = Date.now()
  let offset = 0
  const monotonic = (): number => (performance.now() - began) * speed
  const realMs = (ms: number): number => (ms === CLEANUP_MS ? ms : ms / speed)
  return {
    monotonic,
    monotonicEpoch: () => Math.floor(epoch + monotonic()),
    now: () => Math.floor(epoch + offset + monotonic()),
    after: (ms, callback) => {
      const timer = setTimeout(callback, realMs(ms))
      return () => clearTimeout(timer)
    },
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const aborted = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      }, realMs(ms))
      signal?.addEventListener('abort', aborted, { once: true })
    }),
    jump: (ms) => { offset += ms },
  }
}
