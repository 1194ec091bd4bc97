/** Rounds that ask in an order, on a clock that a test moves. */
import type { JournalRecord } from '../../router/journal/types.ts'
import { Rounds } from '../../router/rounds.ts'
import type { AskOrder, AskSurface, Step } from '../../router/types.ts'
import { createClock, type TestClock } from './clock.ts'
import { thirdParty, type ThirdParty, type ThirdPartyOptions } from './third-party.ts'

export interface OrderedRounds {
  readonly rounds: Rounds
  readonly clock: TestClock
  readonly steps: Step[]
  readonly records: JournalRecord[]
  readonly contained: { source: string; error: unknown }[]
  /** Chooses another order, as a person does. */
  choose(order: AskOrder): void
}

export function createOrderedRounds(order: AskOrder): OrderedRounds {
  const clock = createClock()
  const [steps, records, contained]: [Step[], JournalRecord[], OrderedRounds['contained']] = [[], [], []]
  let current = order
  let id = 0
  const rounds = new Rounds({
    now: clock.now, monotonic: clock.now, after: clock.after,
    order: () => current,
    mintId: () => `ask-${++id}`,
    journal: { append: (...lines) => { records.push(...lines) } },
    step: (step) => steps.push(step),
    contain: (source, error) => contained.push({ source, error }),
  })
  return {
    rounds, clock, steps, records, contained,
    choose: (next) => {
      current = next
      rounds.reorder(next)
    },
  }
}

/** A third party that stands on a side. */
export function onSide(side: AskSurface['side'], name: string, { idle, ...options }: ThirdPartyOptions & { readonly idle?: () => number } = {}): ThirdParty {
  return Object.assign(thirdParty(name, options), { ...(side ? { side } : {}), ...(idle ? { idle } : {}) })
}
