/** An ask that this screen shows, or has still to show the end of. */
import type { AskRound, AskUserQuestionAnswer, Outcome } from '../../router/types.ts'

export interface OpenAsk {
  readonly round: AskRound
  readonly resolve: (answer: AskUserQuestionAnswer) => void
  readonly reject: (error: Error) => void
  outcome?: Outcome
}

/** The end of the ask can be seen. The value is ignored by then; only an answer can be given as one. */
export function collapse({ round, outcome, resolve, reject }: OpenAsk): void {
  round.report('collapsed')
  if (outcome?.kind === 'answered') resolve(outcome.answer)
  else reject(new Error(`the ask ended: ${outcome?.kind ?? 'unknown'}`))
}
