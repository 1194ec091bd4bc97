/** Asks whose window has closed and that still take an answer: who is told of them, who was first, what the host said. */
import { copyPlain } from './copy.ts'
import type { Journal, JournalRecord } from './journal/types.ts'
import { afterLate, CONTINUED, ruleOn, type LateState, type Reply } from './late-ask.ts'
import { deliver, READY_LIMIT, type Delivered } from './late-delivery.ts'
import type { LateHost } from './late-host.ts'
import type { Registration } from './seat.ts'
import type { Actor, AskUserQuestionAnswer, AskUserQuestionItem, ContinuedAsk, LateResult, LateVerdict, Step, Timestamp } from './types.ts'

export interface LatePorts {
  now(): Timestamp
  /** Milliseconds that never jump. */
  monotonic(): number
  after(ms: number, callback: () => void): () => void
  readonly journal: Pick<Journal, 'append'>
  step(step: Step): void
  contain(source: string, error: unknown): void
}

/** What is known of an ask when its window has closed. */
export interface LateAsk {
  /** The round's id. */
  readonly id: string
  readonly session: string
  readonly callId: string
  readonly questions?: readonly AskUserQuestionItem[]
  readonly since: Timestamp
}

interface Entry {
  readonly ask: LateAsk
  questions: readonly AskUserQuestionItem[] | undefined
  state: LateState
  /** Until when, on the monotonic clock, the host may not list the call yet. */
  readonly readyBy: number
  /** An answer of an ended process is on its way: nobody is told before it is known what becomes of that. */
  isQuiet: boolean
  /** Each aborts with the `LateEnd`. One for each surface that is there, so that one that leaves takes its listeners along. */
  readonly ends: Map<Registration, AbortController>
}

/** Asks that are over and remembered, so that a late act hears who was first. */
const REMEMBERED = 1_000

/** One for all asks of a router; a host or a surface that throws is contained. `close` ends its waiting. */
export class LateReplies {
  private readonly ports: LatePorts
  private readonly entries = new Map<string, Entry>()
  private readonly bySession = new Map<string, Set<Entry>>()
  /** Entries that are over, oldest first. */
  private readonly over = new Set<Entry>()
  private readonly registrations = new Set<Registration>()
  private readonly pauses = new Set<() => void>()
  private host: LateHost | undefined
  private isClosed = false

  constructor(ports: LatePorts) {
    this.ports = ports
  }

  /** From now on answers go to `host`. @returns takes it away. */
  connect(host: LateHost): () => void {
    this.host = host
    return () => {
      if (this.host === host) this.host = undefined
    }
  }

  /** A surface registered: it hears of all that is continued. */
  join(registration: Registration): void {
    this.registrations.add(registration)
    for (const entry of Array.from(this.entries.values())) if (entry.state.phase !== 'over' && !entry.isQuiet) this.announce(entry, registration)
  }

  leave(registration: Registration): void {
    this.registrations.delete(registration)
    for (const { ends } of this.entries.values()) ends.delete(registration)
  }

  /** The window of a round has closed, or a process that ended has left an ask in this state. `asked`: who is told; default all. */
  open(ask: LateAsk, asked: Iterable<Registration> = this.registrations): void {
    if (this.entries.has(ask.id)) return
    const entry = this.add(ask)
    if (entry.state.phase === 'over') return
    for (const registration of Array.from(asked)) this.announce(entry, registration)
  }

  /**
   * Brings an answer to the host that an ended process had accepted. The surfaces hear of the ask when that is done: as
   * one that has ended, or that is continued.
   * @returns what became of it; undefined when there was nothing to send any more, or no time. Never rejects.
   */
  async redeliver(ask: LateAsk, answer: AskUserQuestionAnswer, actor: Actor): Promise<LateResult | undefined> {
    if (this.entries.has(ask.id)) return undefined
    const entry = this.add(ask)
    entry.isQuiet = true
    const verdict = this.submit(ask.id, answer, actor)
    const result = verdict.kind === 'accepted' ? await verdict.result : verdict.kind === 'refused' && !this.isClosed ? this.unfit(ask.id) : undefined
    entry.isQuiet = false
    for (const registration of Array.from(this.registrations)) this.announce(entry, registration)
    return result
  }

  /** The host asks something else under this call by now. */
  private unfit(ask: string): LateResult {
    this.ports.journal.append({ kind: 'late', ask, step: 'failed', code: 'BAD_ANSWER' })
    return { kind: 'failed', code: 'BAD_ANSWER' }
  }

  private add(ask: LateAsk): Entry {
    // The wall clock may have been set since the window closed, either way.
    const patience = Math.min(READY_LIMIT, Math.max(0, ask.since + READY_LIMIT - this.ports.now()))
    const entry: Entry = { ask, questions: ask.questions, state: CONTINUED, readyBy: this.ports.monotonic() + patience, isQuiet: false, ends: new Map() }
    // Before it is listed: what is learned here is part of the first telling.
    this.look(entry)
    this.entries.set(ask.id, entry)
    const same = this.bySession.get(ask.session)
    if (same) same.add(entry)
    else this.bySession.set(ask.session, new Set([entry]))
    return entry
  }

  /** Answers for `actor`, as a surface does through its `ContinuedAsk`. An unknown ask is closed. */
  submit(id: string, answer: AskUserQuestionAnswer, actor: Actor): LateVerdict {
    const at = this.ports.now()
    const entry = this.entries.get(id)
    if (entry === undefined) return { kind: 'lost', end: { kind: 'closed', why: 'gone', at } }
    // Nothing is sent or written any more: an answer that is accepted now would be lost.
    if (this.isClosed && entry.state.phase === 'continued') return { kind: 'refused', code: 'UNREADABLE', reason: 'the router is going away; open the session, then answer' }
    // What the host knows by now: a question that another client has answered, or words that were not on record.
    this.look(entry)
    const ruling = ruleOn(entry.state, entry.questions, { kind: 'submitted', answer, actor, at })
    if (ruling.kind !== 'taken') return ruling
    entry.state = afterLate(entry.state, ruling)
    this.ports.journal.append({ kind: 'late', ask: id, step: 'accepted', actor: ruling.reply.actor, answer: ruling.reply.answer })
    this.step(entry, 'accepted', actor.surface)
    return { kind: 'accepted', result: this.send(entry, ruling.reply) }
  }

  /** Something has happened in a session, or it was opened: its asks are held against the host's record. */
  observe(session: string): void {
    for (const entry of Array.from(this.bySession.get(session) ?? [])) this.look(entry)
  }

  /** A reply that waited to be read was thrown away: the question can be answered anew. */
  discarded(session: string, callId: string): void {
    for (const entry of Array.from(this.bySession.get(session) ?? [])) {
      if (entry.ask.callId !== callId || entry.state.phase !== 'over') continue
      entry.state = afterLate(entry.state, { kind: 'discarded' })
      this.over.delete(entry)
      this.ports.journal.append({ kind: 'late', ask: entry.ask.id, step: 'failed', code: 'NO_SESSION' })
      this.step(entry, 'discarded')
      for (const registration of Array.from(this.registrations)) this.announce(entry, registration)
    }
  }

  /** Asks that can be answered now, oldest first. */
  list(): readonly LateAsk[] {
    return [...this.entries.values()].filter(({ state }) => state.phase !== 'over').map(({ ask }) => ask)
  }

  /** Waits for nothing any more: answers that the host isn't ready for fail, and stay answerable after a restart. */
  close(): void {
    this.isClosed = true
    this.host = undefined
    for (const resume of Array.from(this.pauses)) resume()
  }

  /** Reads the host's record of a call that can be answered: learns its questions, and that it is over. */
  private look(entry: Entry): void {
    const { ask, state } = entry
    if (state.phase !== 'continued' || this.host === undefined) return
    const view = this.viewOf(this.host, ask)
    if (entry.questions === undefined && view.questions !== undefined) {
      entry.questions = copyPlain(view.questions)
      if (this.entries.has(ask.id) && !entry.isQuiet) for (const registration of Array.from(this.registrations)) this.announce(entry, registration)
    }
    if (view.state === 'settled') this.shut(entry, 'settled-elsewhere')
    // A call that a program makes is listed only once it is continued: absent at first means nothing.
    else if (view.state === 'absent' && this.ports.monotonic() >= entry.readyBy) this.shut(entry, 'gone')
  }

  private viewOf(host: LateHost, { session, callId }: LateAsk): ReturnType<LateHost['view']> {
    try {
      return host.view(session, callId)
    } catch (error) {
      this.ports.contain('host', error)
      return { state: 'unreadable' }
    }
  }

  private shut(entry: Entry, why: 'settled-elsewhere' | 'gone'): void {
    if (entry.state.phase !== 'continued') return
    entry.state = afterLate(entry.state, { kind: 'closed', why, at: this.ports.now() })
    this.ports.journal.append({ kind: 'late', ask: entry.ask.id, step: 'closed', code: why })
    this.step(entry, why)
    this.conclude(entry)
  }

  private async send(entry: Entry, { answer, actor }: Reply): Promise<LateResult> {
    const { id, session, callId } = entry.ask
    const delivered = await deliver(this.host, { session, callId, readyBy: entry.readyBy, answer: copyPlain(answer) }, {
      monotonic: () => this.ports.monotonic(),
      pause: (ms) => this.pause(ms),
      contain: (error) => this.ports.contain('host', error),
    })
    entry.state = afterLate(entry.state, delivered.kind === 'delivered' ? delivered : { ...delivered, at: this.ports.now() })
    this.ports.journal.append(...this.recordsOf(id, delivered, entry.state))
    this.step(entry, delivered.kind === 'delivered' ? 'delivered' : delivered.code, actor.surface)
    this.conclude(entry)
    return delivered.kind === 'delivered' ? { kind: 'delivered' } : { kind: 'failed', code: delivered.code }
  }

  private recordsOf(ask: string, delivered: Delivered, state: LateState): JournalRecord[] {
    if (delivered.kind === 'delivered') return [{ kind: 'late', ask, step: 'delivered' }]
    const closed = state.phase === 'over' && state.end.kind === 'closed' ? [{ kind: 'late', ask, step: 'closed', code: state.end.why } as const] : []
    return [{ kind: 'late', ask, step: 'failed', code: delivered.code }, ...closed]
  }

  /** Tells the surfaces where it is over, and forgets the oldest that are. */
  private conclude(entry: Entry): void {
    if (entry.state.phase !== 'over') return
    this.over.add(entry)
    const ends = [...entry.ends.values()]
    // A surface that hears of it again, when it can be answered anew, gets another.
    entry.ends.clear()
    for (const end of ends) end.abort(entry.state.end)
    const [oldest] = this.over
    if (oldest && this.over.size > REMEMBERED) this.forget(oldest)
  }

  private forget(entry: Entry): void {
    const { id, session } = entry.ask
    const same = this.bySession.get(session)
    this.over.delete(entry)
    this.entries.delete(id)
    same?.delete(entry)
    if (same?.size === 0) this.bySession.delete(session)
  }

  private announce(entry: Entry, registration: Registration): void {
    const { surface, name } = registration
    if (!this.registrations.has(registration)) return
    try {
      const told: unknown = surface.continued?.(this.seen(entry, registration))
      // A surface may hand back a promise where none is due: its rejection must not reach the process.
      Promise.resolve(told).catch((error: unknown) => this.ports.contain(name, error))
    } catch (error) {
      this.ports.contain(name, error)
    }
  }

  /** The ask as one surface sees it; its questions are a copy of its own. */
  private seen({ ask, questions, ends, state }: Entry, registration: Registration): ContinuedAsk {
    const { id, session, callId, since } = ask
    const end = ends.get(registration) ?? new AbortController()
    if (state.phase === 'over') end.abort(state.end)
    else ends.set(registration, end)
    return {
      id, session, callId, since,
      ...(questions === undefined ? {} : { questions: copyPlain(questions) }),
      signal: end.signal,
      submit: (answer, actor) => this.submit(id, answer, { ...actor, surface: registration.name }),
    }
  }

  /** Resolves with false when there is nothing to wait for any more. */
  private pause(ms: number): Promise<boolean> {
    if (this.isClosed) return Promise.resolve(false)
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        this.pauses.delete(done)
        resolve(!this.isClosed)
      }
      const cancel = this.ports.after(ms, done)
      this.pauses.add(done)
    })
  }

  private step({ ask }: Entry, detail: string, surface?: string): void {
    try {
      this.ports.step({ step: 'late', ask: ask.id, detail, at: this.ports.now(), ...(surface === undefined ? {} : { surface }) })
    } catch (error) {
      this.ports.contain(surface ?? 'router', error)
    }
  }
}
