/** What a late answer does to an ask whose window has closed: one is on its way at a time, and the first one wins. Pure. */
import { checkAnswer } from './answer.ts'
import { frozen } from './copy.ts'
import type { Actor, AskUserQuestionAnswer, AskUserQuestionItem, LateEnd, LateFailure, Timestamp } from './types.ts'

/** The answer that was first. */
export type Reply = Extract<LateEnd, { kind: 'replied' }>

export type LateState =
  | { readonly phase: 'continued' }
  /** The first answer is on its way to the host. */
  | { readonly phase: 'sending'; readonly reply: Reply }
  | { readonly phase: 'over'; readonly end: LateEnd }

export type LateEvent =
  | { readonly kind: 'submitted'; readonly answer: unknown; readonly actor: Actor; readonly at: Timestamp }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly code: LateFailure; readonly at: Timestamp; /** The host lists it as settled. */ readonly isSettled: boolean }
  /** The host's own record says that it takes no more answers. */
  | { readonly kind: 'closed'; readonly why: 'settled-elsewhere' | 'gone'; readonly at: Timestamp }
  /** The reply that waited to be read was thrown away. */
  | { readonly kind: 'discarded' }

/** What a submission got; `taken` is to be sent. */
export type Ruling =
  | { readonly kind: 'taken'; readonly reply: Reply }
  | { readonly kind: 'lost'; readonly end: LateEnd }
  | { readonly kind: 'refused'; readonly code: 'BAD_ANSWER' | 'UNREADABLE'; readonly reason: string; readonly question?: string }

export const CONTINUED: LateState = { phase: 'continued' }

/** Rules on a submission. A `taken` one is followed by `afterLate` with the same event's reply. */
export function ruleOn(state: LateState, questions: readonly AskUserQuestionItem[] | undefined, { answer, actor, at }: Extract<LateEvent, { kind: 'submitted' }>): Ruling {
  if (state.phase === 'sending') return { kind: 'lost', end: state.reply }
  if (state.phase === 'over') return { kind: 'lost', end: state.end }
  if (questions === undefined) return { kind: 'refused', code: 'UNREADABLE', reason: 'the questions are not on record here; open the session, then answer' }
  const checked = checkAnswer(questions, answer)
  if (checked.kind === 'bad') {
    const { reason, question } = checked
    return { kind: 'refused', code: 'BAD_ANSWER', reason, ...(question === undefined ? {} : { question }) }
  }
  return { kind: 'taken', reply: replyOf(checked.answer, actor, at) }
}

/** The next state; the same one when the event is of no concern to it. */
export function afterLate(state: LateState, event: Exclude<LateEvent, { kind: 'submitted' }> | { readonly kind: 'taken'; readonly reply: Reply }): LateState {
  switch (event.kind) {
    case 'taken':
      return state.phase === 'continued' ? { phase: 'sending', reply: event.reply } : state
    case 'delivered':
      return state.phase === 'sending' ? { phase: 'over', end: state.reply } : state
    case 'failed':
      return state.phase === 'sending' ? failed(event.code, event.at, event.isSettled) : state
    case 'closed':
      // While an answer is on its way it is the host's verdict on that one that counts.
      return state.phase === 'continued' ? over(event.why, event.at) : state
    case 'discarded':
      return state.phase === 'over' ? CONTINUED : state
  }
}

function failed(code: LateFailure, at: Timestamp, isSettled: boolean): LateState {
  switch (code) {
    case 'BAD_ANSWER':
    case 'NO_SESSION':
      return CONTINUED
    case 'REPLY_QUEUED':
      return over('settled-elsewhere', at)
    case 'NOT_ANSWERABLE':
      return over(isSettled ? 'settled-elsewhere' : 'gone', at)
  }
}

function over(why: 'settled-elsewhere' | 'gone', at: Timestamp): LateState {
  return { phase: 'over', end: Object.freeze({ kind: 'closed', why, at }) }
}

function replyOf(answer: AskUserQuestionAnswer, actor: Actor, at: Timestamp): Reply {
  const { answer: own, actor: by } = frozen({ kind: 'answered', answer, actor, at })
  return Object.freeze({ kind: 'replied', answer: own, actor: by, at })
}
