/** The asks that ended processes have left, and what becomes of each: decided once the host can be asked. */
import type { AskEntry, HostView, Journal, LeftDelivery, RestartDecision } from './journal/types.ts'
import { decideRestart, recordOf } from './restart.ts'
import type { AskUserQuestionItem, Timestamp } from './types.ts'

/** What the host says about one call. */
export interface CallRecord {
  readonly state: HostView
  readonly questions?: readonly AskUserQuestionItem[]
}

export interface LeftoverPorts {
  readonly journal: Journal
  readonly now: () => Timestamp
  /** Never rejects; `unreadable` when the host can't tell now. */
  readonly view: (session: string, call: string) => Promise<CallRecord>
  readonly takesAnswers: () => boolean
  /** Called once for each ask that goes on: it is continued again, or its answer is to be delivered. */
  readonly restore: (left: LeftAsk) => void
}

/** An ask that goes on after its process. */
export interface LeftAsk {
  readonly entry: AskEntry
  readonly decision: Exclude<RestartDecision, { kind: 'over' }>
  readonly questions?: readonly AskUserQuestionItem[]
}

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
    await Promise.all(Array.from(asks).map((ask) => {
      const entry = state.ask(ask)
      return entry && this.decideOne(entry)
    }))
  }

  /** What a surface had shown of them and has not finished. */
  deliveries(surface: string): readonly LeftDelivery[] {
    return this.ports.journal.leftovers().flatMap(({ ask, session, deliveries }) => {
      const decision = this.decisions.get(ask)
      if (decision === undefined) return []
      return deliveries.flatMap(({ surface: owner, place, data, at }): LeftDelivery[] => {
        if (owner !== surface || data === undefined) return []
        return [{ ask, place, data, at, decision, ...(session === undefined ? {} : { session }) }]
      })
    })
  }

  private async decideOne(entry: AskEntry): Promise<void> {
    const { ask, session, call } = entry
    const record: CallRecord = session === undefined || call === undefined ? { state: 'absent' } : await this.ports.view(session, call)
    const view = { call: record.state, takesAnswers: this.ports.takesAnswers(), now: this.ports.now() }
    const decision = decideRestart(entry, view)
    const line = recordOf(entry, decision, view)
    if (line) this.ports.journal.append(line)
    this.decisions.set(ask, decision)
    if (decision.kind === 'over') {
      if (entry.phase === 'over' && line === undefined && record.state === 'unreadable' && session !== undefined) this.doubt(session, ask)
      return
    }
    const questions = record.questions ?? entry.questions
    this.ports.restore({ entry: this.ports.journal.state().ask(ask) ?? entry, decision, ...(questions ? { questions } : {}) })
  }

  private doubt(session: string, ask: string): void {
    const asks = this.doubtful.get(session) ?? new Set()
    this.doubtful.set(session, asks.add(ask))
  }
}
