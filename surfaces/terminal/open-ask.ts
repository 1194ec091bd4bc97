/** An ask that this screen shows, or has still to show the end of. */
import type { AskRound, AskUserQuestionAnswer, Countdown, Outcome } from '../../router/types.ts'
import { isContinued } from './panel.ts'
import type { Panel } from './panel.ts'
import type { WaitNews } from './wait.ts'

export interface OpenAsk {
  readonly round: AskRound
  readonly resolve: (answer: AskUserQuestionAnswer) => void
  readonly reject: (error: Error) => void
  /** Stops listening to the clock. */
  readonly unlisten: () => void
  outcome?: Outcome
  /** An act of this screen is being decided. */
  isActing?: boolean
}

/**
 * Calls `settled` in the tick in which the round ends for this screen; at once where it has. What that throws goes to
 * `failed`: it must not reach the process through the round's signal.
 */
export function whenOver({ signal }: AskRound, settled: (outcome: Outcome) => void, failed: (error: unknown) => void): void {
  const over = (): void => {
    try {
      settled(signal.reason)
    } catch (error) {
      failed(error)
    }
  }
  if (signal.aborted) over()
  else signal.addEventListener('abort', over, { once: true })
}

/** The session that asks, and what tells it apart. */
export function sourceOf(session: string | undefined, originOf?: (session: string) => string | undefined): { session?: string; origin?: string } {
  const origin = session === undefined ? undefined : originOf?.(session)
  return { ...(session === undefined ? {} : { session }), ...(origin === undefined ? {} : { origin }) }
}

/** What the clock of an ask says now; nothing where there is none, the host has not told yet, or it has stopped for good. */
export function clockOf(clock: Countdown | undefined): WaitNews {
  const remaining = clock?.remaining()
  if (clock === undefined || remaining === undefined) return { kind: 'endless' }
  switch (clock.state) {
    case 'counting':
    case 'held':
      return { kind: clock.state, remaining }
    case 'starting':
    case 'over':
      return { kind: 'endless' }
  }
}

/** Whether the round has nothing on the screen any more: its panel has gone, or goes on without it. */
export function isGone(panels: readonly Panel[], id: string): boolean {
  return panels.every((panel) => panel.id !== id || isContinued(panel))
}

/** The end of the ask can be seen. The value is ignored by then; only an answer can be given as one. */
export function collapse({ round, outcome, resolve, reject }: OpenAsk): void {
  round.report('collapsed')
  if (outcome?.kind === 'answered') resolve(outcome.answer)
  else reject(new Error(`the ask ended: ${outcome?.kind ?? 'unknown'}`))
}
