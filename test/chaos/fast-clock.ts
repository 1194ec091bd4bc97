/** The clock of a run: real time, a number of times faster, that waits for a process which gets no turn; its wall clock can be made to jump. */
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
/** Real milliseconds between two looks at the timers. */
const TICK_MS = 3
/** The most that passes between two looks, however long they are apart: on a busy machine nobody's patience runs out for that. */
const LONGEST_STEP_MS = 120

interface Timer {
  readonly at: number
  readonly callback: () => void
}

export function createFastClock(speed: number): FastClock {
  const epoch = Date.now()
  const timers = new Set<Timer>()
  let looked = performance.now()
  let passed = 0
  let offset = 0
  let ticking: NodeJS.Timeout | undefined

  const monotonic = (): number => {
    const real = performance.now()
    passed += Math.min((real - looked) * speed, LONGEST_STEP_MS)
    looked = real
    return passed
  }
  const tick = (): void => {
    const now = monotonic()
    for (const timer of [...timers].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)) {
      // One that came before may have taken it back.
      if (timers.delete(timer)) timer.callback()
    }
    rest()
  }
  /** Ticks only while somebody waits: a clock keeps no process alive. */
  const rest = (): void => {
    if (timers.size > 0) ticking ??= setInterval(tick, TICK_MS)
    else {
      clearInterval(ticking)
      ticking = undefined
    }
  }
  const after = (ms: number, callback: () => void): (() => void) => {
    if (ms === CLEANUP_MS) {
      const timeout = setTimeout(callback, ms)
      return () => clearTimeout(timeout)
    }
    const timer: Timer = { at: monotonic() + ms, callback }
    timers.add(timer)
    rest()
    return () => {
      timers.delete(timer)
      rest()
    }
  }

  return {
    monotonic, after,
    now: () => Math.floor(epoch + offset + monotonic()),
    monotonicEpoch: () => Math.floor(epoch + monotonic()),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const aborted = (): void => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      })
      signal?.addEventListener('abort', aborted, { once: true })
    }),
    jump: (ms) => { offset += ms },
  }
}
