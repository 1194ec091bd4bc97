/** Slices of callbacks: asks are opened and clicks signed outside the clock, then all clicks come in at once. */
import { quantile, type Sample } from '../pairs.ts'
import type { Caller } from './caller.ts'
import type { Target } from './callback.ts'

/** What is clicked. `finished` resolves when everything that follows from the clicks is done. */
export interface CallbackSide {
  readonly url: string
  readonly open: (count: number) => Promise<readonly Target[]>
  readonly finished?: () => Promise<void>
}

export interface BurstSample extends Sample {
  /** Milliseconds of all callbacks on the clock, and of this process on the processors. */
  readonly wall: number
  readonly cpu: number
  /** Milliseconds of one callback. */
  readonly p50: number
}

/** Asks that are open at the start of a burst; they go on being answered until none is left. */
export const WINDOW = 256

/** What stands in each product's answer. */
const ACCEPTED = 'Your answer counts'

export function burstSlice(caller: Caller, side: CallbackSide, bursts: number, latencies: number[] = []): () => Promise<BurstSample> {
  return async () => {
    let [wall, cpu] = [0, 0]
    const own: number[] = []
    for (let burst = 0; burst < bursts; burst += 1) {
      await caller.prepare(side.url, await side.open(WINDOW))
      const before = process.cpuUsage()
      const start = performance.now()
      const done = await caller.burst(ACCEPTED)
      await side.finished?.()
      // Where more than the answers is waited for, it is this process that knows when all is done.
      wall += side.finished ? performance.now() - start : done.wall
      const { user, system } = process.cpuUsage(before)
      cpu += (user + system) / 1_000
      own.push(...done.latencies)
    }
    latencies.push(...own)
    return { wall, cpu, p50: quantile(own, 0.5) }
  }
}

/** Targets that nobody has opened: the baseline asks nobody. */
export function unopened(): (count: number) => Promise<readonly Target[]> {
  let asks = 0
  return (count) => Promise.resolve(Array.from({ length: count }, () => ({ ask: `ask-${++asks}`, message: `om_${asks}` })))
}
