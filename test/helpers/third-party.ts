/** A surface as third parties write them, driven by the test: `{ name, claim, ask, settled? }`. */
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../../router/types.ts'

export interface Shown {
  readonly request: AskUserQuestionRequest
  readonly round: AskRound
  readonly resolve: (answer: AskUserQuestionAnswer) => void
  readonly reject: (error: unknown) => void
}

export interface ThirdParty extends AskSurface {
  /** Asks in the order in which they came. */
  readonly shown: Shown[]
  /** Names of the winners it was told of. */
  readonly told: string[]
}

export interface ThirdPartyOptions {
  readonly claim?: AskSurface['claim']
  readonly ask?: AskSurface['ask']
  /** `false` leaves `settled` out. */
  readonly settled?: false | ((by: string) => void)
}

export function thirdParty(name: string, options: ThirdPartyOptions = {}): ThirdParty {
  const shown: Shown[] = []
  const told: string[] = []
  const surface: ThirdParty = {
    name,
    shown,
    told,
    claim: options.claim ?? (() => true),
    ask: options.ask ?? ((request, round) => new Promise((resolve, reject) => {
      shown.push({ request, round, resolve, reject })
    })),
  }
  if (options.settled === false) return surface
  const settled = options.settled
  return Object.assign(surface, {
    settled: (_request: AskUserQuestionRequest, by: string) => {
      told.push(by)
      settled?.(by)
    },
  })
}

/** The ask of most tests: one single-select question. */
export const DATABASE = {
  questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }] }],
} satisfies AskUserQuestionRequest

/** An answer to `DATABASE`. */
export function database(label: string): AskUserQuestionAnswer {
  return { answers: [{ id: 'db', selected: [label] }] }
}
