/** The asks that ended processes have left, and what becomes of each: decided once the host can be asked. */
import { canReturn } from './journal/entry.ts'
import type { AskEntry, Journal, LeftDelivery, RestartDecision } from './journal/types.ts'
import type { CallView } from './late-host.ts'
import { decideRestart, recordOf } from './restart.ts'
import type { AskUserQuestionItem, Timestamp } from './types.ts'

export interface LeftoverPorts {
  readonly journal: Journal
  readonly now: () => Timestamp
  /** Never rejects; `unreadable` when the host can't tell now. */
  readonly view: (session: string, call: string) => Promise<CallView>
  readonly takesAnswers: () => boolean
  /** Whether a session that can't be read can be opened for an answer that waits for it. */
  readonly canOpen: boolean
  /** Called once for each ask that goes on: it is continued again, or its answer is to be delivered. */
  readonly restore: (left: LeftAsk) => void
}

/** An ask that goes on after its process. */
export interface LeftAsk {
  readonly entry: AskEntry
  readonly decision: Exclude<RestartDecision, { kind: 'over' }>
  readonly questions?: readonly AskUserQuestionItem[]
}

/** Each ask gets one decision. One that the host cannot be asked about stays in doubt until its session is readable. */
export class Leftovers {
  private readonly ports: LeftoverPorts
  private readonly decisions = new Map<string, RestartDecision>()
  /** Ends that the host could not be asked about, by session. */
  private readonly doubtful = new Map<string, Set<string>>()
  /** Resolves when every leftover has its decision. */
  readonly decided: Promise<void>
  private settle: () => void = () => {}

  constructor(ports: LeftoverPorts) {
    this.ports = ports
    this.decided = new Promise((resolve) => {
      this.settle = resolve
    })
  }

  /** Decides about all; once the host is up. Never rejects as long as `view` doesn't. */
  async decide(): Promise<void> {
    await Promise.all(this.ports.journal.leftovers().map((entry) => this.decideOne(entry)))
    this.settle()
  }

  /** Whether an end waits for its session to be opened. */
  hasDoubts(): boolean {
    return this.doubtful.size > 0
  }

  /** A session has become readable. Resolves when its doubtful ends are decided. */
  async reconsider(session: string): Promise<void> {
    const asks = this.doubtful.get(session)
    if (asks === undefined) return
    this.doubtful.delete(session)
    const state = this.ports.journal.state()
    const entries = Array.from(asks).flatMap((ask) => state.ask(ask) ?? [])
    await Promise.all(entries.map((entry) => this.decideOne(entry)))
  }

  /** Asks a host that may take its time about the ends in doubt. Never rejects as long as `view` doesn't. */
  async lookAgain(view: LeftoverPorts['view']): Promise<void> {
    const state = this.ports.journal.state()
    const entries = Array.from(this.doubtful.values()).flatMap((asks) => Array.from(asks).flatMap((ask) => state.ask(ask) ?? []))
    await Promise.all(entries.map(async ({ ask, session, call }) => {
      if (session === undefined || call === undefined) return
      const record = await view(session, call)
      const entry = state.ask(ask)
      // Its session may have been opened meanwhile.
      if (entry === undefined || !this.doubtful.get(session)?.delete(ask)) return
      if (this.doubtful.get(session)?.size === 0) this.doubtful.delete(session)
      this.conclude(entry, record)
    }))
  }

  /**
   * What a surface had shown of them and has not finished; and of this process's own asks, which a surface that was taken
   * down and comes back has left in the same way.
   */
  deliveries(surface: string): readonly LeftDelivery[] {
    const { journal } = this.ports
    const left = journal.leftovers()
    const known = new Set(left.map(({ ask }) => ask))
    const own = Array.from(journal.state().asks()).filter(({ ask, origin }) => origin === journal.run && !known.has(ask))
    return [...left, ...own].flatMap((entry) => {
      const { ask, session, project, questions, deliveries } = entry
      const decision = known.has(ask) ? this.decisions.get(ask) : decisionOfOwn(entry)
      if (decision === undefined) return []
      return deliveries.flatMap(({ surface: owner, place, data, at }): LeftDelivery[] => {
        if (owner !== surface || data === undefined) return []
        return [{
          ask, place, data, at, decision,
          ...(session === undefined ? {} : { session }),
          ...(project === undefined ? {} : { project }),
          ...(questions === undefined ? {} : { questions }),
        }]
      })
    })
  }

  private async decideOne(entry: AskEntry): Promise<void> {
    const { session, call } = entry
    this.conclude(entry, session === undefined || call === undefined ? { state: 'absent' } : await this.ports.view(session, call))
  }

  private conclude(entry: AskEntry, record: CallView): void {
    const { ask, session } = entry
    const view = { call: record.state, takesAnswers: this.ports.takesAnswers(), now: this.ports.now() }
    const decision = decideRestart(entry, view)
    const line = recordOf(entry, decision, view)
    if (line) this.ports.journal.append(line)
    this.decisions.set(ask, decision)
    if (session !== undefined && record.state === 'unreadable' && this.mustWait(entry, decision)) {
      this.doubt(session, ask)
      return
    }
    if (decision.kind === 'over') return
    const questions = record.questions ?? entry.questions
    this.ports.restore({ entry: this.ports.journal.state().ask(ask) ?? entry, decision, ...(questions ? { questions } : {}) })
  }

  /** Until the session is opened: an end that the host may not know, and an answer that can't be brought to it. */
  private mustWait(entry: AskEntry, { kind }: RestartDecision): boolean {
    return kind === 'over' ? canReturn(entry) : kind === 'redeliver' && !this.ports.canOpen
  }

  private doubt(session: string, ask: string): void {
    const asks = this.doubtful.get(session) ?? new Set()
    this.doubtful.set(session, asks.add(ask))
  }
}

/** An ask that this process has closed itself, or that goes on in it. */
function decisionOfOwn({ phase, end }: AskEntry): LeftDelivery['decision'] | undefined {
  switch (phase) {
    case 'open':
      return { kind: 'open' }
    case 'continued':
    case 'sending':
      return { kind: 'continued' }
    case 'over':
      return end && { kind: 'over', end }
  }
}
