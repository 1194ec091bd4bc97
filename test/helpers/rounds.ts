/** Rounds on injected time and ids, with everything they report. */
import { Rounds } from '../../router/rounds.ts'
import type { Step } from '../../router/types.ts'

export interface RoundsUnderTest {
  readonly rounds: Rounds
  readonly steps: Step[]
  /** Errors that a surface threw where it must not. */
  readonly contained: { surface: string; error: unknown }[]
  /** Timers that are set. */
  readonly timers: Set<() => void>
  /** Moves the clock. */
  tick(ms: number): void
}

export function createRounds(): RoundsUnderTest {
  const steps: Step[] = []
  const contained: RoundsUnderTest['contained'] = []
  const timers = new Set<() => void>()
  let now = 1_000
  let id = 0
  const rounds = new Rounds({
    now: () => now,
    monotonic: () => now,
    journal: { append: () => {} },
    mintId: () => `ask-${++id}`,
    after: (_ms, callback) => {
      timers.add(callback)
      return () => timers.delete(callback)
    },
    step: (step) => steps.push(step),
    contain: (surface, error) => contained.push({ surface, error }),
  })
  return { rounds, steps, contained, timers, tick: (ms) => { now += ms } }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** The rejection of a promise, as a value. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('the promise was expected to reject')
}
