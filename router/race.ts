/** Runs one round: feeds events to the pure transition and performs its effects, in order, in the same tick. */
import { Callers, type Leaver } from './callers.ts'
import { Deferral } from './deferral.ts'
import { AskError, codeOf, labelOf } from './errors.ts'
import type { Journal } from './journal/types.ts'
import type { LateAsk } from './late-replies.ts'
import { askedRecord, recordsOf } from './record.ts'
import { isDeferring, isShown, newRound, transition, type Candidate, type Effect, type Round, type RoundEvent, type SurfaceKey } from './round.ts'
import { type Registration, Seat, type SeatPorts, startAsk } from './seat.ts'
import type { AbortCause, Actor, AskOrder, AskUserQuestionAnswer, AskUserQuestionRequest, Outcome, Step, Timestamp, Verdict } from './types.ts'
import { type Act, verdictIn, verdictOn } from './verdict.ts'
import { Window, type HostWindow } from './window.ts'

export interface RacePorts {
  now(): Timestamp
  /** Milliseconds that never jump. */
  monotonic(): number
  /** Calls back after `ms`; returns the cancellation. */
  after(ms: number, callback: () => void): () => void
  readonly journal: Pick<Journal, 'append'>
  /** In which order surfaces are asked now; without it all together. */
  readonly order?: () => AskOrder
  /** Each step of the ask, as it happens. */
  step(step: Step): void
  /** A surface or the host threw where it must not. */
  contain(surface: string, error: unknown): void
  /** The round has its outcome; called once, before any surface is told. */
  closed(race: Race): void
  /** The window has closed, and the ask goes on without its tool call. Called after all surfaces were told of the end. */
  continued(ask: LateAsk, asked: readonly Registration[]): void
  /** An `ask` promise settled. */
  released(registration: Registration): void
}

/** Owns one round until its outcome. Foreign code that throws is contained, and never stops an effect halfway. */
export class Race implements SeatPorts {
  readonly id: string
  /** Undefined where everybody is asked together. */
  readonly deferral?: Deferral
  private readonly request: AskUserQuestionRequest
  private readonly ports: RacePorts
  private readonly seats = new Map<SurfaceKey, Seat>()
  private readonly callers = new Callers()
  /** Surfaces that came and went while the claims were being read: foreign code runs then. Undefined afterwards. */
  private moves: { readonly joined: Set<Registration>; readonly left: Set<SurfaceKey> } | undefined
  private readonly window: Window | undefined
  private readonly continues: boolean
  private round: Round

  /** `request.questions` is the router's own snapshot: answers are held against it, and no surface gets it. */
  constructor(id: string, request: AskUserQuestionRequest, ports: RacePorts, host?: HostWindow) {
    this.id = id
    this.request = request
    this.ports = ports
    this.continues = host?.continues ?? false
    this.window = host?.attach && this.windowOf(host.attach)
    this.round = newRound(request.questions, request.wait?.timed)
    const order = ports.order?.()
    // Nobody is kept waiting on a clock that only the host knows. No surface has the key 0.
    if (order && order.mode !== 'together' && (this.window || !request.wait?.timed)) this.deferral = new Deferral(order, ports, () => void this.dispatch({ kind: 'due' }), this.window?.seen(0, 'router'))
  }

  /**
   * Asks the surfaces that claim the ask, or all when none does, and the companion in any case. Called once, after the
   * first `wait`.
   */
  open(registrations: Iterable<Registration>, companion?: Registration): void {
    const moves = { joined: new Set<Registration>(), left: new Set<SurfaceKey>() }
    this.moves = moves
    this.ports.journal.append(askedRecord(this.id, this.request))
    const candidates: Candidate[] = []
    for (const registration of registrations) candidates.push(this.candidate(registration))
    this.step('opened', undefined, `${this.request.questions.length} questions, ${candidates.length} surfaces`)
    for (const { key, claims } of candidates) if (claims) this.step('claimed', this.nameOf(key))
    if (companion) this.seat(companion)
    this.moves = undefined
    const present = moves.left.size === 0 ? candidates : candidates.filter(({ key }) => !moves.left.has(key))
    this.dispatch({ kind: 'opened', candidates: present, at: this.ports.now(), ...(companion ? { companion: companion.key } : {}) })
    for (const registration of moves.joined) this.join(registration)
  }

  /**
   * The outcome for one caller: the answer, or a rejection with an `AskError` or a surface's own error.
   * When the last caller's signal aborts, the round is over; `signal` must not be aborted yet.
   */
  wait(signal: AbortSignal | undefined): Promise<AskUserQuestionAnswer> {
    return this.callers.wait(signal, (leaver) => this.abandon(leaver))
  }

  /** A surface registered while the round is open. */
  join(registration: Registration): void {
    if (this.moves) {
      this.moves.joined.add(registration)
      return
    }
    if (this.seats.has(registration.key)) return
    const candidate = this.candidate(registration)
    if (candidate.claims) this.step('claimed', registration.name)
    this.dispatch({ kind: 'joined', candidate })
  }

  /** A surface unregistered: a failure of its own. */
  leave(registration: Registration): void {
    if (this.moves) {
      this.moves.joined.delete(registration)
      this.moves.left.add(registration.key)
      return
    }
    this.dispatch({ kind: 'left', key: registration.key, at: this.ports.now() })
  }

  abort(cause: AbortCause, reason?: unknown): void {
    this.dispatch({ kind: 'aborted', cause, reason, at: this.ports.now() })
  }

  submit({ registration: { key } }: Seat, answer: unknown, actor: Actor): Verdict {
    return this.act({ kind: 'submitted', key, answer, actor, at: this.ports.now() })
  }

  dismiss({ registration: { key } }: Seat, actor: Actor): Verdict {
    return this.act({ kind: 'dismissed', key, actor, at: this.ports.now() })
  }

  report({ registration }: Seat, step: 'shown' | 'collapsed', detail?: string): void {
    this.step(step, registration.name, detail)
  }

  contain({ registration }: Seat, error: unknown): void {
    this.ports.contain(registration.name, error)
  }

  private candidate(registration: Registration): Candidate {
    const claims = this.seat(registration).claims()
    const turn = this.deferral?.turnOf(registration)
    return turn === undefined ? { key: registration.key, claims } : { key: registration.key, claims, turn }
  }

  private seat(registration: Registration): Seat {
    const { key, name } = registration
    const seat = new Seat(this.id, registration, this.request, this, this.window?.seen(key, name))
    this.seats.set(key, seat)
    return seat
  }

  private act(act: Act): Verdict {
    return verdictOn(act, this.dispatch(act))
  }

  private dispatch(event: RoundEvent): Verdict | undefined {
    const [round, effects] = transition(this.round, event)
    this.round = round
    const verdict = verdictIn(effects)
    const records = recordsOf(this.id, event, effects)
    // Before the verdict is returned or anybody is told: what was said is kept even if the process ends here.
    if (records.length > 0) this.ports.journal.append(...records)
    if (verdict && 'actor' in event) this.step('acted', event.actor.surface, verdict.kind)
    for (const effect of effects) if (effect.kind !== 'reply') this.perform(effect)
    if (this.window) this.mind(this.window, event)
    this.deferral?.look(isDeferring(this.round))
    return verdict
  }

  /** A surface that is out of the round holds no clock; without any, the clock is the host's again. */
  private mind(window: Window, event: RoundEvent): void {
    if (this.round.phase === 'closed') return
    if ('key' in event && this.round.standings.get(event.key) !== 'asked') window.drop(event.key)
    window.occupy(isShown(this.round))
  }

  private windowOf(attach: NonNullable<HostWindow['attach']>): Window {
    return new Window({
      monotonic: () => this.ports.monotonic(),
      after: (ms, callback) => this.ports.after(ms, callback),
      attach,
      isAsked: (key) => this.round.phase === 'open' && this.round.standings.get(key) === 'asked',
      expired: () => this.timeOut(),
      held: (surface, how) => this.step('held', surface, how),
      contain: (source, error) => this.ports.contain(source, error),
    })
  }

  private timeOut(): void {
    this.dispatch({ kind: 'timed-out', continued: this.continues, at: this.ports.now() })
  }

  private perform(effect: Exclude<Effect, { kind: 'reply' }>): void {
    switch (effect.kind) {
      case 'ask':
        for (const key of effect.keys) this.ask(key)
        return
      case 'defer':
        for (const key of effect.keys) this.step('deferred', this.nameOf(key), `${this.deferral?.delaySeconds ?? 0} s`)
        return
      case 'release':
        this.step('failed', this.nameOf(effect.key), 'SURFACE_LEFT')
        this.seats.get(effect.key)?.conclude(effect.outcome, 'loser')
        return
      case 'settle':
        this.settle(effect.outcome, effect.winner)
    }
  }

  private ask(key: SurfaceKey): void {
    const seat = this.seats.get(key)
    // A surface that answered while its neighbours were being asked has closed the round under this loop.
    if (seat === undefined || this.round.phase === 'closed' || this.round.standings.get(key) !== 'asked') return
    const { registration } = seat
    seat.isAsked = true
    registration.pending += 1
    startAsk(registration.surface, seat.request, seat).then(
      (answer) => this.ended(seat, 'resolved', answer),
      (error: unknown) => this.ended(seat, 'rejected', error),
    )
  }

  /** The `ask` promise has settled; if the surface has acted through its seat before, this finds the round closed. */
  private ended(seat: Seat, how: 'resolved' | 'rejected', value: unknown): void {
    const { registration } = seat
    try {
      if (this.round.phase === 'closed') return
      if (how === 'resolved') this.resolved(seat, value)
      else this.rejected(seat, value, this.round.companion)
    } catch (error) {
      this.ports.contain(registration.name, error)
    } finally {
      registration.pending -= 1
      this.ports.released(registration)
    }
  }

  /** A surface may answer by resolving. */
  private resolved(seat: Seat, answer: unknown): void {
    const { key, name } = seat.registration
    const verdict = this.act({ kind: 'submitted', key, answer, actor: { surface: name }, at: this.ports.now() })
    if (verdict.kind === 'refused') this.failed(seat, new AskError(`${name}: ${verdict.reason}`, 'BAD_ANSWER'))
  }

  private rejected(seat: Seat, error: unknown, companion: SurfaceKey | undefined): void {
    const code = codeOf(error)
    const { key } = seat.registration
    if (code === 'ASK_CANCELLED') seat.dismiss()
    else if (code === 'NO_PROVIDER') this.dispatch({ kind: 'stood-aside', key, at: this.ports.now() })
    else if (code === 'ASK_TIMED_OUT' && this.request.wait?.timed && key === companion) this.dispatch({ kind: 'ran-out', key, continued: this.continues, at: this.ports.now() })
    else this.failed(seat, error)
  }

  private failed({ registration: { key, name } }: Seat, error: unknown): void {
    this.step('failed', name, labelOf(error))
    this.dispatch({ kind: 'surface-failed', key, error, at: this.ports.now() })
  }

  private settle(outcome: Outcome, winner?: SurfaceKey): void {
    this.ports.closed(this)
    this.step('settled', undefined, outcome.kind)
    this.callers.finishAll(outcome)
    this.window?.close()
    const winnerName = winner === undefined ? undefined : this.nameOf(winner)
    for (const [key, seat] of this.seats) {
      if (seat.isAsked) seat.conclude(outcome, key === winner ? 'winner' : 'loser', winnerName)
    }
    if (outcome.kind === 'timed-out' && outcome.continued) this.goOn(outcome.at)
  }

  private goOn(since: Timestamp): void {
    const { agent, wait, questions } = this.request
    if (agent === undefined || wait === undefined) return
    const asked = [...this.seats.values()].filter(({ isAsked }) => isAsked).map(({ registration }) => registration)
    this.ports.continued({ id: this.id, session: agent.session.id, callId: wait.callId, questions, since }, asked)
  }

  private abandon({ isLast, reason, leave }: Leaver): void {
    const at = this.ports.now()
    const timedOut = codeOf(reason) === 'ASK_TIMED_OUT'
    if (!isLast) leave(timedOut ? { kind: 'timed-out', continued: false, at } : { kind: 'aborted', cause: 'withdrawn', reason, at })
    else if (timedOut) this.timeOut()
    else this.abort('withdrawn', reason)
  }

  private nameOf(key: SurfaceKey): string {
    return this.seats.get(key)?.registration.name ?? 'unknown'
  }

  /** Whoever listens to the steps is foreign code, too: what it throws must not stop the round halfway. */
  private step(step: Step['step'], surface?: string, detail?: string): void {
    try {
      this.announce(step, surface, detail)
    } catch (error) {
      this.ports.contain(surface ?? 'router', error)
    }
  }

  private announce(step: Step['step'], surface?: string, detail?: string): void {
    const at = this.ports.now()
    if (surface === undefined) this.ports.step(detail === undefined ? { step, ask: this.id, at } : { step, ask: this.id, at, detail })
    else this.ports.step(detail === undefined ? { step, ask: this.id, at, surface } : { step, ask: this.id, at, surface, detail })
  }
}
