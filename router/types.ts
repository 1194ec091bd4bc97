/**
 * The vocabulary of an ask. The request and answer types are a superset of every host's: a surface written
 * against them compiles and runs on hosts of both eras, with or without `@deepseek-ai/*` installed.
 */

/** One selectable answer. `label` is both the text shown and the value answered. */
export interface AskUserQuestionOption {
  label: string
  description?: string
}

/** A plan submitted for review; approved by the option that `approve` names, never by position. */
export interface PlanReviewIntent {
  kind: 'plan-review'
  approve: string
  callId?: string
}

/** A text in several languages; `en` is always there. */
export interface LocalizedText {
  en: string
  [locale: string]: string
}

/** A blocking permission decision: fixed actions, no free text. */
export interface ApprovalIntent {
  kind: 'approval'
  approve: string
  reject: string
  always?: string
  subject?: { name: string; icon?: string }
  display?: { question: LocalizedText; detail?: LocalizedText; approve?: LocalizedText }
}

/** An intent of a later host that nobody here knows yet: shown as a generic list. */
export interface UnknownIntent {
  kind: string
  [field: string]: unknown
}

export type AskUserQuestionIntent = PlanReviewIntent | ApprovalIntent | UnknownIntent

/** One question of an ask. */
export interface AskUserQuestionItem {
  /** Stable id from the asker, echoed in the answer; unique within one ask. */
  id: string
  question: string
  /** Supporting markdown, shown with the question and kept out of the labels. */
  detail?: string
  header?: string
  /** Absent or empty: the answer is free text. */
  options?: AskUserQuestionOption[]
  /** More than one option may be selected. Default false. */
  multiSelect?: boolean
  intent?: AskUserQuestionIntent
}

/** The answer to one question; empty `selected` without `custom` is an explicit skip. */
export interface AskUserQuestionAnswerItem {
  id: string
  /** Labels as offered. On single select at most one, and none beside `custom`. */
  selected: string[]
  /** Free text. On single select it replaces the selection, on multi select it accompanies it. */
  custom?: string
}

export interface AskUserQuestionAnswer {
  answers: AskUserQuestionAnswerItem[]
}

/** What a surface may rely on of the host's agent. */
export interface AskAgent {
  readonly id: string
  readonly session: { readonly id: string; readonly header?: { readonly cwd?: string } }
}

/** What the host asks. A surface gets a copy of its own whose `signal` is the router's. */
export interface AskUserQuestionRequest {
  questions: AskUserQuestionItem[]
  agent?: AskAgent
  signal?: AbortSignal
  /** Present when the host keys the question by a tool call; `timed` when it waits for a bounded time only. */
  wait?: { callId: string; timed?: boolean }
}

/** The human who acted. */
export interface Actor {
  /** Name of the surface, e.g. `terminal`. */
  readonly surface: string
  /** Who it was, in the surface's own terms (an open_id, a login). */
  readonly id?: string
  /** How to call them on the other screens. */
  readonly name?: string
}

/** Milliseconds since the epoch, from the router's clock. */
export type Timestamp = number

/** How a round ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: AskUserQuestionAnswer; readonly actor: Actor; readonly at: Timestamp }
  | { readonly kind: 'dismissed'; readonly actor: Actor; readonly at: Timestamp }
  | { readonly kind: 'aborted'; readonly cause: AbortCause; readonly reason?: unknown; readonly at: Timestamp }
  /** `continued`: the ask lives on without its tool call, and an answer is still taken, as a message. */
  | { readonly kind: 'timed-out'; readonly continued: boolean; readonly at: Timestamp }
  | { readonly kind: 'failed'; readonly error: unknown; readonly at: Timestamp }

/** `withdrawn`: the host's signal aborted. `disposed`: the router is going away. */
export type AbortCause = 'withdrawn' | 'disposed'

/** Why an act did not count although the round is open. */
export type RefusalCode = 'BAD_ANSWER' | 'NOT_ASKED'

/** What an act got. */
export type Verdict =
  | { readonly kind: 'won'; readonly outcome: Outcome }
  /** Too late; the outcome tells to whom, what and when. */
  | { readonly kind: 'lost'; readonly outcome: Outcome }
  /** The round stays as it was. `question` is the id of the question at fault, when one is. */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly reason: string; readonly question?: string }

/** `starting`: the host has not told yet how long it waits. `held`: the clock stands. `over`: nothing counts any more. */
export type CountdownState = 'starting' | 'counting' | 'held' | 'over'

/** The clock of a timed ask, the same on every surface. */
export interface Countdown {
  readonly state: CountdownState
  /** Milliseconds left, on the monotonic clock; stands while held, 0 when over. Undefined until the host has told. */
  remaining(): number | undefined
  /**
   * Somebody is at it: the clock stands for every surface, until this one releases it (`touched`) or for good. Without
   * effect once it is over, or when this surface is no longer part of the round.
   */
  hold(how: HoldKind, actor?: Omit<Actor, 'surface'>): void
  /** Gives this surface's `touched` hold back; the clock goes on when it was the last. One for good stays. */
  release(): void
  /** Called after each change of `state` and when the time left becomes known, not for each second. Returns the removal. */
  onChange(listener: () => void): () => void
}

export type HoldKind = 'touched' | 'for-good'

/** A surface's own view of one round. */
export interface AskRound {
  /** The ask's id, minted by the router; unique for ever. */
  readonly id: string
  /** Aborted exactly once, when the round is over for this surface, after `settled`; the reason is the `Outcome`. */
  readonly signal: AbortSignal
  /** Resolves with the same outcome; never rejects. */
  readonly outcome: Promise<Outcome>
  /** Present while the host waits for a bounded time and lets us keep its clock. */
  readonly countdown?: Countdown
  /**
   * Answers the ask. Synchronous compare-and-set: paint from what it returns, never before.
   * `actor.surface` defaults to the surface's own name.
   */
  submit(answer: AskUserQuestionAnswer, actor?: Omit<Actor, 'surface'>): Verdict
  /** Puts the ask away as a human's decision (`ASK_CANCELLED` for the host). */
  dismiss(actor?: Omit<Actor, 'surface'>): Verdict
  /**
   * Tells the router, once each, that the ask can be seen here (`shown`) and that its end can be seen here
   * (`collapsed`). `detail` names the delivery, e.g. a message id; never words of the ask.
   */
  report(step: 'shown' | 'collapsed', detail?: string): void
}

/** Where a human answers: at the machine that the agent runs on, or from elsewhere. */
export type Side = 'desk' | 'phone'

/** `together`: everybody at once. Otherwise that side is asked first, and the other one after the delay. */
export type OrderMode = 'together' | 'terminal-first' | 'phone-first'

/** In which order the places are asked. */
export interface AskOrder {
  readonly mode: OrderMode
  /** Whole seconds, 1 to 3600. */
  readonly delaySeconds: number
}

/** A place where a human can answer. */
export interface AskSurface {
  readonly name: string
  /** A surface that names its side may be asked later than the other one; without it, never. Read at registration. */
  readonly side?: Side
  /** Milliseconds since a person last pressed a key here; read on the desk's side only. A throw is contained. */
  idle?(): number
  /** "I drive this session." Synchronous, without effects; a throw counts as no. */
  claim(request: AskUserQuestionRequest): boolean
  /**
   * Shows the ask. Answer by `round.submit` or by resolving; the first of the two counts. A rejection is this
   * surface's failure alone, but one with code `ASK_CANCELLED` is a human's dismissal. After an outcome the
   * promise should settle when the cleanup is done; its value is ignored then.
   */
  ask(request: AskUserQuestionRequest, round: AskRound): Promise<AskUserQuestionAnswer>
  /** Another place ended it: called once on every other asked surface, with the winner's name. A throw is contained. */
  settled?(request: AskUserQuestionRequest, by: string): void
  /**
   * The window of an ask has closed and an answer is still taken, as a message. Called on every surface that was
   * asked, after its round has ended, and on a surface that registers for all that still are continued. Called again
   * with the same id when an ask that was replied to can be answered anew, or when its questions have become known;
   * the newer object counts. Its signal is aborted already where an answer of before a restart has just arrived. A throw
   * is contained.
   */
  continued?(ask: ContinuedAsk): void
}

/** An ask whose window closed, seen from one surface. Answering it makes a new turn of the agent. */
export interface ContinuedAsk {
  /** The round's id. */
  readonly id: string
  readonly session: string
  readonly callId: string
  /** Absent where only ids are on record and the session has not been opened again yet. */
  readonly questions?: readonly AskUserQuestionItem[]
  /** When the window closed. */
  readonly since: Timestamp
  /** Answers late. Synchronous; the first one wins. Paint from what it returns. */
  submit(answer: AskUserQuestionAnswer, actor?: Omit<Actor, 'surface'>): LateVerdict
  /** Aborted exactly once, when it can't be answered any more; the reason is the `LateEnd`. A surface that has unregistered is not told. */
  readonly signal: AbortSignal
}

/** What a late answer got. */
export type LateVerdict =
  /** First; `result` tells whether the host took it, and never rejects. */
  | { readonly kind: 'accepted'; readonly result: Promise<LateResult> }
  /** Another was first, or it is closed; also while the first is still being sent. */
  | { readonly kind: 'lost'; readonly end: LateEnd }
  /** Nothing has changed. `UNREADABLE`: the questions are not known here, open the session first. */
  | { readonly kind: 'refused'; readonly code: 'BAD_ANSWER' | 'UNREADABLE'; readonly reason: string; readonly question?: string }

/**
 * - `NOT_ANSWERABLE`: the host says that the question is over; it is closed.
 * - `REPLY_QUEUED`: another reply is waiting to be read; it is closed.
 * - `BAD_ANSWER`: the host refused the answer; answerable again.
 * - `NO_SESSION`: the session is not open and could not be opened, or the host failed; answerable again.
 */
export type LateFailure = 'NOT_ANSWERABLE' | 'REPLY_QUEUED' | 'BAD_ANSWER' | 'NO_SESSION'

/** What became of an accepted late answer. */
export type LateResult = { readonly kind: 'delivered' } | { readonly kind: 'failed'; readonly code: LateFailure }

/** Why a continued ask takes no more answers. */
export type LateEnd =
  | { readonly kind: 'replied'; readonly answer: AskUserQuestionAnswer; readonly actor: Actor; readonly at: Timestamp }
  /** `settled-elsewhere`: answered or ended where the host says no more. `gone`: no longer answerable. */
  | { readonly kind: 'closed'; readonly why: 'settled-elsewhere' | 'gone'; readonly at: Timestamp }

/**
 * The steps of an ask, each logged as one line and emitted as `ask-surfaces/step`. `deferred`: the surface is asked
 * later, or at once when the first ones can't show it. `failed` is a surface that can't
 * show the ask or has left; the round may go on without it. `held`: somebody has stopped the clock. `late`: what
 * became of an answer after the window.
 */
export type StepName = 'opened' | 'claimed' | 'deferred' | 'shown' | 'failed' | 'held' | 'acted' | 'settled' | 'collapsed' | 'late'

/** One step of one ask: ids and counts, never the words of questions or answers. */
export interface Step {
  readonly step: StepName
  readonly ask: string
  readonly surface?: string
  readonly detail?: string
  readonly at: Timestamp
}

/** The service `ctx.askSurfaces`. */
export interface AskSurfaces {
  /** Adds a surface until the returned function is called or the calling plugin unloads. */
  register(surface: AskSurface): () => void
}
