/** A round with one surface, for routers that know nothing of rounds: they hand over a request and await a promise. */
import { AskError, codeOf, errorOf } from './errors.ts'
import { newRound, transition, type Round, type RoundEvent } from './round.ts'
import { onAbort } from './signals.ts'
import type { Actor, AskRound, AskUserQuestionAnswer, AskUserQuestionRequest, Outcome, Timestamp, Verdict } from './types.ts'
import { type Act, verdictIn, verdictOn } from './verdict.ts'

export interface SoloPorts {
  now(): Timestamp
  /** A new ask id, unique for ever. */
  mintId(): string
}

/** There is one surface, so any key will do. */
const KEY = 0

/**
 * The request's signal and `settleElsewhere` are all that it hears of the other places. A verdict `won` is therefore
 * this round's own: a router that took another answer in the same tick says so afterwards, to no effect here.
 */
export class SoloRound implements AskRound {
  readonly id: string
  readonly outcome: Promise<Outcome>
  /** What the router awaits: the answer, or the reason why none comes from here. */
  readonly answer: Promise<AskUserQuestionAnswer>
  private readonly surface: string
  private readonly ports: SoloPorts
  private readonly end = new AbortController()
  private readonly unlisten: () => void
  private round: Round
  private resolveOutcome: (outcome: Outcome) => void = () => {}
  private resolveAnswer: (answer: AskUserQuestionAnswer) => void = () => {}
  private rejectAnswer: (error: unknown) => void = () => {}

  /** `request.signal` must not be aborted yet. `answer` must be awaited or caught. */
  constructor(surface: string, { questions, signal }: AskUserQuestionRequest, ports: SoloPorts) {
    this.id = ports.mintId()
    this.surface = surface
    this.ports = ports
    this.outcome = new Promise((resolve) => { this.resolveOutcome = resolve })
    this.answer = new Promise((resolve, reject) => {
      this.resolveAnswer = resolve
      this.rejectAnswer = reject
    })
    ;[this.round] = transition(newRound(questions), { kind: 'opened', candidates: [{ key: KEY, claims: true }], at: ports.now() })
    this.unlisten = signal ? onAbort(signal, () => this.withdraw(signal.reason)) : () => {}
  }

  get signal(): AbortSignal {
    return this.end.signal
  }

  submit(answer: AskUserQuestionAnswer, actor?: Omit<Actor, 'surface'>): Verdict {
    return this.act({ kind: 'submitted', key: KEY, answer, actor: { ...actor, surface: this.surface }, at: this.ports.now() })
  }

  dismiss(actor?: Omit<Actor, 'surface'>): Verdict {
    return this.act({ kind: 'dismissed', key: KEY, actor: { ...actor, surface: this.surface }, at: this.ports.now() })
  }

  /** Nobody keeps a record of steps here. */
  report(): void {}

  /** The surface's own promise resolved: an answer, unless a human's act came first. */
  resolved(answer: AskUserQuestionAnswer): void {
    const verdict = this.submit(answer)
    if (verdict.kind === 'refused') this.rejected(new AskError(`${this.surface}: ${verdict.reason}`, 'BAD_ANSWER'))
  }

  /** The surface's own promise rejected: a human's dismissal, or a failure that ends this round. */
  rejected(error: unknown): void {
    if (codeOf(error) === 'ASK_CANCELLED') this.dismiss()
    else this.dispatch({ kind: 'surface-failed', key: KEY, error, at: this.ports.now() })
  }

  /** Another place of the router won. What was answered there, the router does not tell. */
  settleElsewhere(by: string): void {
    if (this.round.phase === 'closed') return
    // Rejected before it closes: an answer that nobody gave must never come out of here.
    this.rejectAnswer(new AskError(`the question was settled elsewhere, by ${by}`, 'ASK_ABORTED'))
    this.close({ kind: 'answered', answer: { answers: [] }, actor: { surface: by }, at: this.ports.now() })
  }

  private withdraw(reason: unknown): void {
    const at = this.ports.now()
    if (codeOf(reason) === 'ASK_TIMED_OUT') this.dispatch({ kind: 'timed-out', continued: false, at })
    else this.dispatch({ kind: 'aborted', cause: 'withdrawn', reason, at })
  }

  private act(act: Act): Verdict {
    return verdictOn(act, this.dispatch(act))
  }

  private dispatch(event: RoundEvent): Verdict | undefined {
    const [round, effects] = transition(this.round, event)
    this.round = round
    for (const effect of effects) if (effect.kind === 'settle') this.close(effect.outcome)
    return verdictIn(effects)
  }

  private close(outcome: Outcome): void {
    this.round = { phase: 'closed', outcome }
    this.unlisten()
    if (outcome.kind === 'answered') this.resolveAnswer(outcome.answer)
    else this.rejectAnswer(errorOf(outcome))
    this.end.abort(outcome)
    this.resolveOutcome(outcome)
  }
}
