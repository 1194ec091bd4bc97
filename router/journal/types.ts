/** The journal's vocabulary: what is written about asks, and what is known from it after a restart. */
import type { AbortCause, Actor, AskUserQuestionAnswer, AskUserQuestionItem, LateFailure, Outcome, Timestamp, Verdict } from '../types.ts'

/**
 * `full`: everything. `ids`: who, where and when, but no words: no questions, answers, names or folders. `off`: as
 * `ids`, and what no restart needs is thrown away.
 */
export type JournalMode = 'full' | 'ids' | 'off'

/** One thing that happened. Each is one line of the file, in a `JournalLine`. */
export type JournalRecord =
  | StartedRecord
  /** The run has ended as it should. */
  | { readonly kind: 'stopped' }
  | AskedRecord
  | DeliveryRecord
  /** An act and what it got; appended together with what it brought about. */
  | { readonly kind: 'acted'; readonly ask: string; readonly actor: Actor; readonly verdict: Verdict['kind'] }
  | SettledRecord
  | LateRecord
  | DecidedRecord
  /** This run takes care of the asks that an ended one has left. */
  | { readonly kind: 'adopted'; readonly asks: readonly string[] }
  /** An event from outside that has had its effect: it has none when it comes again. */
  | { readonly kind: 'event'; readonly surface: string; readonly id: string }

/** The first record of a run, which is one life of the router in one process. */
export interface StartedRecord {
  readonly kind: 'started'
  readonly pid: number
  /** When the process started, in the system's own unit; a process id alone is given out again. */
  readonly start: string
}

/** An ask was opened. */
export interface AskedRecord {
  readonly kind: 'asked'
  readonly ask: string
  readonly session?: string
  /** The folder of the session; a word. */
  readonly project?: string
  /** The tool call by which the host keys the ask; such an ask may be answered late. */
  readonly call?: string
  readonly timed: boolean
  readonly count: number
  readonly questions?: readonly AskUserQuestionItem[]
}

/** What a surface must find again to change or end what it has shown: ids, never words. */
export type DeliveryData = { readonly [field: string]: string | number | boolean | null | DeliveryData | readonly (string | number)[] }

/** What the first run after an ended one has decided about an ask of that one. */
export interface DecidedRecord {
  readonly kind: 'decided'
  readonly ask: string
  readonly decision: RestartDecision['kind']
  /** Of `over`, where the ask had no end yet. */
  readonly why?: 'restarted' | 'settled-elsewhere' | 'gone'
}

/** A surface has shown, or is about to show, an ask in one place. A later record of the same place replaces it. */
export interface DeliveryRecord {
  readonly kind: 'delivery'
  readonly ask: string
  readonly surface: string
  /** Tells the places of one ask and surface apart, in the surface's own terms. */
  readonly place: string
  /** Absent: nothing more is to be done there. */
  readonly data?: DeliveryData
}

/** The round has its outcome. */
export interface SettledRecord {
  readonly kind: 'settled'
  readonly ask: string
  readonly outcome: Outcome['kind']
  readonly actor?: Actor
  /** Of a time-out: an answer is still taken. */
  readonly continued?: boolean
  /** Of an abort. */
  readonly cause?: AbortCause
  readonly answer?: AskUserQuestionAnswer
}

/** A step of a late answer. `closed`: no answer is taken any more. */
export interface LateRecord {
  readonly kind: 'late'
  readonly ask: string
  readonly step: 'accepted' | 'delivered' | 'failed' | 'closed'
  readonly actor?: Actor
  readonly answer?: AskUserQuestionAnswer
  /** Of `failed`, and of `closed` why. */
  readonly code?: LateFailure | 'settled-elsewhere' | 'gone'
}

/** A record as it stands in the file. */
export type JournalLine = JournalRecord & {
  readonly v: 1
  readonly run: string
  /** Counts the lines of its run, from 1: a line that stands in two files is one line. */
  readonly n: number
  readonly at: Timestamp
}

/** Where an ask stands. */
export type AskPhase = 'open' | 'continued' | 'sending' | 'over'

/** How an ask ended. */
export type AskEnd =
  | { readonly kind: 'settled'; readonly outcome: Outcome['kind']; readonly cause?: AbortCause; readonly actor?: Actor; readonly answer?: AskUserQuestionAnswer; readonly at: Timestamp }
  | { readonly kind: 'replied'; readonly actor?: Actor; readonly answer?: AskUserQuestionAnswer; readonly at: Timestamp }
  | { readonly kind: 'closed'; readonly why: 'settled-elsewhere' | 'gone'; readonly at: Timestamp }
  /** Its process ended, and nobody can answer it any more. */
  | { readonly kind: 'restarted'; readonly at: Timestamp }

/** What is known of one ask. */
export interface AskEntry {
  readonly ask: string
  /** The run that asked. */
  readonly origin: string
  /** The run that takes care of it. */
  readonly run: string
  readonly phase: AskPhase
  readonly at: Timestamp
  readonly session?: string
  readonly project?: string
  readonly call?: string
  readonly timed: boolean
  readonly questions?: readonly AskUserQuestionItem[]
  /** When the window closed; present from then on. */
  readonly since?: Timestamp
  /** Present while `sending`: the late answer on its way, without its words where they were not written. */
  readonly late?: { readonly actor?: Actor; readonly answer?: AskUserQuestionAnswer; readonly at: Timestamp }
  /** Present once `over`. */
  readonly end?: AskEnd
  /** A later run has looked what the host makes of the end; nothing remains to be done. */
  readonly isChecked: boolean
  readonly deliveries: readonly DeliveryEntry[]
}

export interface DeliveryEntry {
  readonly surface: string
  readonly place: string
  /** Absent: nothing more is to be done there. */
  readonly data?: DeliveryData
  readonly at: Timestamp
}

/** What the journal knows. */
export interface JournalState {
  ask(id: string): AskEntry | undefined
  run(id: string): RunEntry | undefined
  /** In the order in which they were asked. */
  asks(): Iterable<AskEntry>
  seen(surface: string, event: string): boolean
}

/** Who a run is; enough to tell whether it still lives. */
export interface RunEntry {
  readonly run: string
  readonly pid: number
  readonly start: string
  readonly isStopped: boolean
  /** When it wrote its latest line. */
  readonly lastAt: Timestamp
}

/** How a journal is to be kept. */
export interface KeptJournal {
  readonly mode: JournalMode
  /** Each append is on the disk, not only with the system, before it returns. */
  readonly sync: boolean
  /** A new file is started beyond that; the old one is kept until the next time. */
  readonly maxBytes: number
  /** One line for the person when nothing can be written; called once. */
  readonly log: (line: string) => void
}

export interface Journal {
  /** The id of this life of the router. */
  readonly run: string
  /** One synchronous write for all of them, in order. Never throws: that nothing can be written is told once. */
  append(...records: readonly JournalRecord[]): void
  /** What the file said when it was opened, and what was appended since. */
  state(): JournalState
  /** Asks of ended runs that this run has taken over when it opened the file. */
  leftovers(): readonly AskEntry[]
  close(): void
}

/** What the host says about a call; `unreadable` when it can't be asked now. */
export type HostView = 'open' | 'continued' | 'settled' | 'absent' | 'unreadable'

/** What becomes of an ask that an ended run has left. */
export type RestartDecision =
  /** Answerable; an answer is delivered as a message. `lost`: an answer was accepted, but its words were not written. */
  | { readonly kind: 'continued'; readonly lost?: { readonly actor?: Actor } }
  /** An answer was given that has not reached the agent: it is delivered now. */
  | { readonly kind: 'redeliver'; readonly answer: AskUserQuestionAnswer; readonly actor: Actor; readonly at: Timestamp }
  /** Not answerable; what was shown of it is to be made final. */
  | { readonly kind: 'over'; readonly end: AskEnd }

/** What a surface had shown of an ask when its process ended. */
export interface LeftDelivery {
  readonly ask: string
  readonly session?: string
  readonly project?: string
  /** Absent where words are not kept. */
  readonly questions?: readonly AskUserQuestionItem[]
  readonly place: string
  readonly data: DeliveryData
  /** When that was written. */
  readonly at: Timestamp
  /** `open`: it is being asked in this process, and this was shown before its surface was taken down. */
  readonly decision: RestartDecision | { readonly kind: 'open' }
}

/** The service `ctx.askJournal`: what surfaces keep across restarts. */
export interface AskJournal {
  /**
   * What this surface has left open in ended processes, or in this one before it was taken down, as soon as it is decided
   * what becomes of it. Never rejects.
   */
  deliveries(surface: string): Promise<readonly LeftDelivery[]>
  /** Writes down where an ask is shown, before it is; `data` holds ids, never words. */
  record(ask: string, surface: string, place: string, data: DeliveryData): void
  /** Nothing more is to be done in that place. */
  finish(ask: string, surface: string, place: string): void
  /** How an ask that is not open here ended, for a late act on what was shown of it. */
  ended(ask: string): AskEnd | undefined
  /** Whether the event has had its effect, also before a restart. */
  seen(surface: string, event: string): boolean
  remember(surface: string, event: string): void
}
