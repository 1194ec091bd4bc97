/** The journal of one run: one file for all runs of a home, appended to before anybody hears what happened. */
import { statSync } from 'node:fs'
import { labelOf } from '../errors.ts'
import { claimLock, type LockPorts } from '../process-lock.ts'
import type { Timestamp } from '../types.ts'
import { Appender } from './appender.ts'
import { carryOver } from './carry.ts'
import { Ledger } from './ledger.ts'
import { hasWords, redact, writeLine } from './line.ts'
import { type JournalText, readJournal } from './reading.ts'
import { restate } from './restate.ts'
import { rotate, rotationFiles } from './rotation.ts'
import type { AskEntry, Journal, JournalLine, JournalRecord, KeptJournal } from './types.ts'

export interface JournalOptions extends KeptJournal, Pick<LockPorts, 'pid' | 'startOf'> {
  /** Made when it is missing, for this user alone. */
  readonly folder: string
  /** The id of this run, unique for ever. */
  readonly run: string
  readonly now: () => Timestamp
  /** Runs a task a moment later, so that no verdict waits for a new file; returns the cancellation. Default: at once. */
  readonly later?: (task: () => void) => () => void
}

/** What no restart needs is thrown away sooner. */
const MAX_BYTES_OFF = 256_000
/** Lines that wait for a disk that takes nothing. */
const MAX_UNWRITTEN = 1_000
/** An old file beyond that is not read: all that a restart needs was carried into the new one. */
const MAX_OLD = 32_000_000
const LOCK_TRIES = 40
const LOCK_PAUSE_MS = 10

/** Opens the file, takes over what ended runs have left, and says that this run has started. Never throws. */
export function createJournal(options: JournalOptions): Journal {
  return new FileJournal(options)
}

class FileJournal implements Journal {
  readonly run: string
  private readonly options: JournalOptions
  private readonly files: ReturnType<typeof rotationFiles>
  private readonly appender: Appender
  private readonly ledger = new Ledger()
  private readonly left: readonly string[]
  private unwritten: string[] = []
  private limit: number
  /** Takes back the new file that is to be begun. */
  private cancel: (() => void) | undefined
  private lines = 0
  /** An earlier run has written words. */
  private hasOldWords = false
  private hasTold = false
  private isClosed = false

  constructor(options: JournalOptions) {
    this.options = options
    this.run = options.run
    this.files = rotationFiles(options.folder)
    this.appender = new Appender(this.files.current, { sync: options.sync, reopened: () => this.saidAnew() })
    this.limit = options.mode === 'off' ? Math.min(options.maxBytes, MAX_BYTES_OFF) : options.maxBytes
    const release = this.lock(LOCK_TRIES)
    try {
      this.load()
      this.left = release ? this.orphans() : []
      const adopted = this.left.filter((ask) => !isOver(this.ledger.ask(ask)))
      this.append(this.started(), ...(adopted.length > 0 ? [{ kind: 'adopted', asks: adopted } as const] : []))
      if (release && options.mode === 'off') this.compact()
      else if (release && options.mode === 'ids' && this.hasOldWords) this.wipe()
    } finally {
      release?.()
    }
  }

  append(...records: readonly JournalRecord[]): void {
    if (this.isClosed) return
    const at = this.options.now()
    for (const record of records) {
      const written = redact(record, this.options.mode)
      const line: JournalLine = { ...written, v: 1, run: this.run, n: ++this.lines, at }
      this.unwritten.push(textOf(line, written))
      this.ledger.apply(line)
    }
    this.flush()
  }

  state(): Ledger {
    return this.ledger
  }

  leftovers(): readonly AskEntry[] {
    return this.left.flatMap((ask) => this.ledger.ask(ask) ?? [])
  }

  close(): void {
    if (this.isClosed) return
    this.append({ kind: 'stopped' })
    this.isClosed = true
    this.cancel?.()
    if (this.options.mode === 'off') this.tryCompact()
    this.appender.close()
  }

  private flush(): void {
    try {
      const size = this.appender.append(this.unwritten.join(''))
      this.unwritten = []
      if (size > this.limit) this.compactLater()
    } catch (error) {
      // Kept for the next time: what follows makes no sense without it.
      this.unwritten.splice(0, this.unwritten.length - MAX_UNWRITTEN)
      this.tell(error)
    }
  }

  /** What a restart needs of this run, where the file was removed: a new one that was begun as it should knows the run. */
  private saidAnew(): string {
    if (readJournal([this.files.current]).lines.some(({ run }) => run === this.run)) return ''
    const { mode, now } = this.options
    const asks = Array.from(this.ledger.asks()).filter((entry) => entry.run === this.run && this.ledger.isNeeded(entry))
    const records = [
      { ...this.started(), at: now() },
      ...asks.flatMap((entry) => restate(entry)),
      ...this.ledger.seenEvents().map((event) => ({ kind: 'event', ...event, at: now() } as const)),
    ]
    return records.map((record) => {
      const written = redact(record, mode)
      return writeLine({ run: this.run, n: ++this.lines, at: record.at }, written)
    }).join('')
  }

  private started(): JournalRecord {
    const { pid, startOf } = this.options
    return { kind: 'started', pid, start: startOf(pid) ?? 'unknown' }
  }

  private compactLater(): void {
    const { later } = this.options
    if (later === undefined) this.tryCompact()
    else {
      this.cancel ??= later(() => {
        this.cancel = undefined
        this.tryCompact()
      })
    }
  }

  private load(): void {
    try {
      for (const line of this.read().lines) {
        this.ledger.apply(line)
        this.hasOldWords ||= hasWords(line)
      }
      this.hasOldWords ||= this.isOldHuge()
    } catch (error) {
      this.tell(error)
    }
  }

  private read(): JournalText {
    return readJournal(this.isOldHuge() ? [this.files.current] : [this.files.old, this.files.current])
  }

  private isOldHuge(): boolean {
    return (statSync(this.files.old, { throwIfNoEntry: false })?.size ?? 0) > MAX_OLD
  }

  /** What runs that are over have left to be done. */
  private orphans(): readonly string[] {
    const found: string[] = []
    for (const entry of this.ledger.asks()) if (!this.isAlive(entry.run) && this.ledger.isNeeded(entry)) found.push(entry.ask)
    return found
  }

  private isAlive(id: string): boolean {
    if (id === this.run) return !this.isClosed
    const run = this.ledger.run(id)
    if (run === undefined || run.isStopped) return false
    const start = this.options.startOf(run.pid)
    return start !== undefined && (start === run.start || start === 'unknown' || run.start === 'unknown')
  }

  /** One process at a time; where another is at it, this one does without. */
  private tryCompact(): void {
    const release = this.lock(1)
    if (release === undefined) return
    try {
      this.compact()
    } finally {
      release()
    }
  }

  /** The caller holds the lock. */
  private compact(): void {
    try {
      this.startAnew()
    } catch {
      // The old file goes on, and may take as much again before the next attempt: nothing is lost by that.
      this.limit *= 2
    }
  }

  private startAnew(): void {
    const { mode } = this.options
    let size = 0
    rotate(this.files, mode, () => {
      const { lines, foreign } = this.read()
      const all = new Ledger()
      for (const line of lines) all.apply(line)
      const kept = carryOver(lines, all, mode, (run) => this.isAlive(run))
      const text = [...(mode === 'off' ? [] : foreign.slice(-MAX_UNWRITTEN).map((row) => `${row}\n`)), ...kept.map((line) => writeLine(line, line))].join('')
      size = text.length
      return text
    })
    // What must be kept may be more than what may be written: then the file has to grow before it is looked through again.
    this.limit = Math.max(this.limit, size * 2)
  }

  /** Leaves every line and no word of what runs with more to say have written. The caller holds the lock. */
  private wipe(): void {
    try {
      rotate(this.files, 'off', () => {
        const { lines, foreign } = this.read()
        return [...foreign.map((row) => `${row}\n`), ...lines.map((line) => writeLine(line, redact(line, 'ids')))].join('')
      })
    } catch (error) {
      this.tell(error)
    }
  }

  private lock(tries: number): (() => void) | undefined {
    for (let attempt = 1; ; attempt += 1) {
      const lock = claimLock({ file: `${this.options.folder}/journal.lock`, pid: this.options.pid, startOf: this.options.startOf })
      if (lock.kind === 'owner') return lock.release
      if (lock.kind === 'unguarded' || attempt >= tries) return undefined
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS)
    }
  }

  private tell(error: unknown): void {
    if (this.hasTold) return
    this.hasTold = true
    this.options.log(`The journal ${this.files.current} can't be written (${labelOf(error)}): after a restart nothing is known of open questions. Make room, or let this user write there.`)
  }
}

/** Hosts may send fields that no JSON can hold: then nobody can be told what was asked, but that it was. */
function textOf(line: JournalLine, written: JournalRecord): string {
  try {
    return writeLine(line, written)
  } catch {
    return writeLine(line, redact(written, 'ids'))
  }
}

/** Only the host can say more about an ask that is over: whoever can ask it, may. */
function isOver(entry: AskEntry | undefined): boolean {
  return entry === undefined || (entry.phase === 'over' && entry.deliveries.every(({ data }) => data === undefined))
}
