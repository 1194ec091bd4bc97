/** A surface's seat in one round: the request object it sees and the `AskRound` it acts through. */
import { copyPlain } from './copy.ts'
import type { SurfaceKey } from './round.ts'
import type { Actor, AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest, Countdown, Outcome, Side, Verdict } from './types.ts'

/** One registration of a surface. */
export interface Registration {
  readonly key: SurfaceKey
  readonly surface: AskSurface
  /** The surface's name when it registered. */
  readonly name: string
  /** The side that the surface named when it registered. */
  readonly side?: Side
  /** `ask` promises of this surface that have not settled yet. */
  pending: number
}

/** What a seat may do to its round; the same for all of a round. */
export interface SeatPorts {
  submit(seat: Seat, answer: unknown, actor: Actor): Verdict
  dismiss(seat: Seat, actor: Actor): Verdict
  report(seat: Seat, step: 'shown' | 'collapsed', detail?: string): void
  /** The surface threw where it must not; nobody else is affected. */
  contain(seat: Seat, error: unknown): void
}

/** What a surface may wait for beside its request is made when first read: most use one of them, and a round may have many seats. */
export class Seat implements AskRound {
  readonly id: string
  readonly registration: Registration
  /** Whether the surface has been asked; one that never was is told of no end. */
  isAsked = false
  /** The one object for `claim`, `ask` and `settled`; its `signal` is ours. */
  readonly request: AskUserQuestionRequest
  readonly countdown?: Countdown
  private readonly ports: SeatPorts
  /** Of the request's signal. */
  private readonly withdrawal = new AbortController()
  private hasShown = false
  private hasCollapsed = false
  private over: Outcome | undefined
  private end: AbortController | undefined
  private ended: Promise<Outcome> | undefined
  private resolveEnded: ((outcome: Outcome) => void) | undefined

  constructor(id: string, registration: Registration, asked: AskUserQuestionRequest, ports: SeatPorts, countdown?: Countdown) {
    this.id = id
    this.registration = registration
    this.request = requestOf(asked, this.withdrawal.signal)
    this.ports = ports
    if (countdown) this.countdown = countdown
  }

  get signal(): AbortSignal {
    if (this.end === undefined) {
      this.end = new AbortController()
      if (this.over !== undefined) this.end.abort(this.over)
    }
    return this.end.signal
  }

  get outcome(): Promise<Outcome> {
    this.ended ??= this.over === undefined
      ? new Promise((resolve) => { this.resolveEnded = resolve })
      : Promise.resolve(this.over)
    return this.ended
  }

  submit(answer: AskUserQuestionAnswer, actor?: Omit<Actor, 'surface'>): Verdict {
    return this.ports.submit(this, answer, { ...actor, surface: this.registration.name })
  }

  dismiss(actor?: Omit<Actor, 'surface'>): Verdict {
    return this.ports.dismiss(this, { ...actor, surface: this.registration.name })
  }

  report(step: 'shown' | 'collapsed', detail?: string): void {
    if (step === 'shown' ? this.hasShown : this.hasCollapsed) return
    if (step === 'shown') this.hasShown = true
    else this.hasCollapsed = true
    this.ports.report(this, step, detail)
  }

  /** Whether the surface says this ask is its own; a throw or a promise counts as no. */
  claims(): boolean {
    try {
      const claim: unknown = this.registration.surface.claim(this.request)
      return this.isSettledLater(claim) ? false : Boolean(claim)
    } catch (error) {
      this.ports.contain(this, error)
      return false
    }
  }

  /**
   * Tells the surface, once, that the round is over for it. `winner` is the name of the other surface that ended it.
   * A surface without `settled` is told of another's win by the abort of its request; the winner's own is left alone.
   */
  conclude(outcome: Outcome, role: 'winner' | 'loser', winner?: string): void {
    if (this.over !== undefined) return
    this.over = outcome
    if (role === 'loser' && !(winner !== undefined && this.settle(winner))) this.withdrawal.abort(outcome)
    this.end?.abort(outcome)
    this.resolveEnded?.(outcome)
  }

  /** Whether the surface has a `settled` to be told by; one that throws was told. */
  private settle(winner: string): boolean {
    try {
      const { surface } = this.registration
      if (surface.settled === undefined) return false
      const settled: unknown = surface.settled(this.request, winner)
      this.isSettledLater(settled)
    } catch (error) {
      this.ports.contain(this, error)
    }
    return true
  }

  /** Third parties may hand us a promise where none is due: its rejection must not reach the process. */
  private isSettledLater(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || !('then' in value)) return false
    Promise.resolve(value).catch((error: unknown) => this.ports.contain(this, error))
    return true
  }
}

/** Copied for each seat: a surface that sorts, trims or translates in place changes nobody else's ask. */
function requestOf(asked: AskUserQuestionRequest, signal: AbortSignal): AskUserQuestionRequest {
  // These two at once: what is added to a copy that a spread makes gives each request an own kind of object.
  const request: AskUserQuestionRequest = { questions: copyPlain(asked.questions), signal }
  for (const name in asked) if (name !== 'questions' && name !== 'signal' && name !== '__proto__') Reflect.set(request, name, Reflect.get(asked, name))
  if (asked.wait) request.wait = { ...asked.wait }
  return request
}

/** Asks a surface. A synchronous throw and a value that isn't a promise are a rejection and a resolution like any other. */
export function startAsk(surface: AskSurface, request: AskUserQuestionRequest, round: AskRound): Promise<AskUserQuestionAnswer> {
  try {
    return Promise.resolve(surface.ask(request, round))
  } catch (error) {
    return Promise.reject(error)
  }
}
