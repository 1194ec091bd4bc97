/** Everything that the lines of a journal say, bounded. No file and no clock: the same lines give the same ledger. */
import { type AskLine, canReturn, foldAsk } from './entry.ts'
import type { Timestamp } from '../types.ts'
import type { AskEntry, JournalLine, JournalState, RunEntry } from './types.ts'

/** Ended asks that are remembered, and for how long. */
export const MAX_ENDED = 2_000
const ENDED_MS = 14 * 24 * 3_600_000
/** Asks that can still be answered; the oldest are forgotten beyond that. */
const MAX_ANSWERABLE = 5_000
/** Events that are known when they come again. */
export const MAX_EVENTS = 5_000
const MAX_RUNS = 1_000

/** An end that is older than this when its run writes its last line has reached the host. */
const SETTLING_MS = 60_000

/** Asks are tidied when that many have ended or come since the last time, so that each costs next to nothing. */
const TIDY_EVERY = 200

/** What is over is forgotten after a while and beyond a number, oldest first; what somebody may still answer is bounded too. */
export class Ledger implements JournalState {
  private readonly entries = new Map<string, AskEntry>()
  private readonly runs = new Map<string, RunEntry>()
  /** In the order in which they were last seen. */
  private readonly events = new Set<string>()
  private latest: Timestamp = 0
  private untidied = 0

  ask(id: string): AskEntry | undefined {
    return this.entries.get(id)
  }

  asks(): Iterable<AskEntry> {
    return this.entries.values()
  }

  run(id: string): RunEntry | undefined {
    return this.runs.get(id)
  }

  seen(surface: string, event: string): boolean {
    return this.events.has(eventKey(surface, event))
  }

  /** Each as its surface and its id, in the order in which they were last seen. */
  seenEvents(): readonly { readonly surface: string; readonly id: string }[] {
    return Array.from(this.events, (key) => ({ surface: key.slice(0, key.indexOf('\n')), id: key.slice(key.indexOf('\n') + 1) }))
  }

  /** Whether a later start has something to do for this ask. */
  isNeeded(entry: AskEntry): boolean {
    return entry.phase !== 'over' || entry.deliveries.some(({ data }) => data !== undefined) || this.isUnsettled(entry)
  }

  /** Whether the process may have ended before the host took in how this ask had ended. A late answer waits for the agent to read it, however long that takes. */
  isUnsettled(entry: AskEntry): boolean {
    const { lastAt = Number.POSITIVE_INFINITY } = this.runs.get(entry.origin) ?? {}
    return canReturn(entry) && (entry.end?.kind === 'replied' || endOf(entry) >= lastAt - SETTLING_MS)
  }

  apply(line: JournalLine): void {
    // Not the greatest of all: one line from a clock that was years ahead would make every end an old one.
    this.latest = line.at
    const run = this.runs.get(line.run)
    if (run) this.runs.set(line.run, { ...run, lastAt: line.at, isStopped: run.isStopped || line.kind === 'stopped' })
    switch (line.kind) {
      case 'started':
        if (run === undefined) this.runs.set(line.run, { run: line.run, pid: line.pid, start: line.start, isStopped: false, lastAt: line.at })
        keepNewest(this.runs, MAX_RUNS)
        return
      case 'stopped':
        return
      case 'adopted':
        for (const id of line.asks) this.adopt(id, line.run)
        return
      case 'event':
        this.remember(eventKey(line.surface, line.id))
        return
      case 'asked':
      case 'delivery':
      case 'acted':
      case 'settled':
      case 'late':
      case 'decided':
        this.applyToAsk(line)
    }
  }

  /** Forgets the oldest of what has ended and of what is too much. */
  tidy(): void {
    this.untidied = 0
    const ended: AskEntry[] = []
    const answerable: AskEntry[] = []
    for (const entry of this.entries.values()) (entry.phase === 'over' ? ended : answerable).push(entry)
    for (const { ask } of answerable.slice(0, -MAX_ANSWERABLE)) this.entries.delete(ask)
    const byEnd = ended.toSorted((one, other) => endOf(one) - endOf(other))
    for (const { ask } of byEnd.slice(0, -MAX_ENDED)) this.entries.delete(ask)
    for (const entry of byEnd) if (endOf(entry) < this.latest - ENDED_MS) this.entries.delete(entry.ask)
  }

  private applyToAsk(line: AskLine): void {
    const before = this.entries.get(line.ask)
    const after = foldAsk(before, line)
    if (after === undefined) return
    this.entries.set(line.ask, after)
    if (before !== undefined && (after.phase !== 'over' || before.phase === 'over')) return
    this.untidied += 1
    if (this.untidied >= TIDY_EVERY) this.tidy()
  }

  private adopt(id: string, run: string): void {
    const entry = this.entries.get(id)
    if (entry) this.entries.set(id, { ...entry, run })
  }

  private remember(key: string): void {
    this.events.delete(key)
    this.events.add(key)
    for (const oldest of this.events) {
      if (this.events.size <= MAX_EVENTS) return
      this.events.delete(oldest)
    }
  }
}

function eventKey(surface: string, event: string): string {
  return `${surface}\n${event}`
}

function endOf({ end, at }: AskEntry): Timestamp {
  return end?.at ?? at
}

function keepNewest<Key, Value>(map: Map<Key, Value>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return
    map.delete(key)
  }
}
