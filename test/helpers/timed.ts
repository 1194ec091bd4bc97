/** Rounds on a clock that a test moves, and a host that lends them its wait. */
import type { HostWindow } from '../../router/window.ts'
import type { JournalRecord } from '../../router/journal/types.ts'
import { Rounds } from '../../router/rounds.ts'
import type { AskUserQuestionRequest, Step } from '../../router/types.ts'
import { createClock, type TestClock } from './clock.ts'
import { DATABASE } from './third-party.ts'

export const WINDOW_MS = 60_000

export interface TimedRounds {
  readonly rounds: Rounds
  readonly clock: TestClock
  /** How far the wall clock was set from the monotonic one, in milliseconds. */
  readonly wall: { offset: number }
  readonly steps: Step[]
  readonly records: JournalRecord[]
  readonly contained: { source: string; error: unknown }[]
}

export function createTimedRounds(): TimedRounds {
  const clock = createClock()
  const wall = { offset: 0 }
  const [steps, records, contained]: [Step[], JournalRecord[], TimedRounds['contained']] = [[], [], []]
  let id = 0
  const rounds = new Rounds({
    now: () => clock.now() + wall.offset,
    monotonic: clock.now,
    after: clock.after,
    mintId: () => `ask-${++id}`,
    journal: { append: (...lines) => { records.push(...lines) } },
    step: (step) => steps.push(step),
    contain: (source, error) => contained.push({ source, error }),
  })
  return { rounds, clock, wall, steps, records, contained }
}

/** A host's wait: its deadline stands, and it counts who claims it. */
export interface LentWindow extends HostWindow {
  /** Claims held now. */
  readonly claims: number
  /** Claims that were ever made. */
  readonly made: number
}

export function lendWindow(clock: TestClock, { ms = WINDOW_MS, continues = true }: { ms?: number; continues?: boolean } = {}): LentWindow {
  const deadline = clock.now() + ms
  const window = {
    continues,
    claims: 0,
    made: 0,
    async *attach() {
      window.claims += 1
      window.made += 1
      try {
        yield { remainingMs: Math.max(0, deadline - clock.now()) }
      } finally {
        window.claims -= 1
      }
    },
  }
  return window
}

let calls = 0

/** A timed ask of one single-select question, each with a call of its own. */
export function timedAsk(session = 's1'): AskUserQuestionRequest & { readonly wait: { callId: string; timed: true } } {
  return { ...DATABASE, agent: { id: session, session: { id: session } }, wait: { callId: `call-${++calls}`, timed: true } }
}
