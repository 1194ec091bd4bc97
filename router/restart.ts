/** What becomes of an ask whose process has ended. Pure. */
import { canReturn } from './journal/entry.ts'
import type { AskEnd, AskEntry, DecidedRecord, HostView, RestartDecision } from './journal/types.ts'
import type { Timestamp } from './types.ts'

/** What can be known of the host when that is decided. */
export interface RestartView {
  readonly call: HostView
  /** The host takes late answers at all. */
  readonly takesAnswers: boolean
  readonly now: Timestamp
}

/**
 * The host's word counts. Where it can't be asked yet, an ask that names its tool call is taken for answerable as long
 * as the host takes late answers: whoever answers then hears what the host says.
 */
export function decideRestart(entry: AskEntry, { call, takesAnswers, now }: RestartView): RestartDecision {
  const goesOn = entry.call !== undefined && takesAnswers && (call === 'open' || call === 'continued' || call === 'unreadable')
  switch (entry.phase) {
    case 'open':
      return goesOn ? { kind: 'continued' } : { kind: 'over', end: endFor(call, now, 'restarted') }
    case 'continued':
      return goesOn ? { kind: 'continued' } : { kind: 'over', end: endFor(call, now, takesAnswers ? 'gone' : 'restarted') }
    case 'sending':
      return goesOn ? delivered(entry.late) : { kind: 'over', end: call === 'settled' ? { kind: 'replied', ...(entry.late ?? { at: now }) } : endFor(call, now, 'gone') }
    case 'over':
      return afterEnd(entry, goesOn && call !== 'unreadable')
  }
}

/** The line that tells the decision; undefined when it says nothing new, or when the host has still to be asked. */
export function recordOf(entry: AskEntry, decision: RestartDecision, { call }: RestartView): DecidedRecord | undefined {
  const { ask, phase } = entry
  const { kind } = decision
  switch (kind) {
    case 'continued':
      return phase === 'continued' ? undefined : { kind: 'decided', ask, decision: kind }
    case 'redeliver':
      return phase === 'sending' ? undefined : { kind: 'decided', ask, decision: kind }
    case 'over': {
      const { end } = decision
      if (phase === 'over') return call === 'unreadable' || !canReturn(entry) ? undefined : { kind: 'decided', ask, decision: kind }
      const why = end.kind === 'restarted' ? end.kind : end.kind === 'closed' ? end.why : undefined
      return { kind: 'decided', ask, decision: kind, ...(why ? { why } : {}) }
    }
  }
}

function endFor(call: HostView, at: Timestamp, otherwise: 'restarted' | 'gone'): AskEnd {
  if (call === 'settled') return { kind: 'closed', why: 'settled-elsewhere', at }
  return otherwise === 'gone' ? { kind: 'closed', why: 'gone', at } : { kind: 'restarted', at }
}

/** An answer that was accepted is sent again as it was, or asked for again where its words were not written. */
function delivered(late: AskEntry['late']): RestartDecision {
  if (late?.answer && late.actor) return { kind: 'redeliver', answer: late.answer, actor: late.actor, at: late.at }
  return { kind: 'continued', lost: late?.actor ? { actor: late.actor } : {} }
}

/** The host lists the call as going on: it has never heard how it ended. */
function afterEnd({ end, at, isChecked }: AskEntry, goesOn: boolean): RestartDecision {
  if (end === undefined) return { kind: 'over', end: { kind: 'restarted', at } }
  if (!goesOn || isChecked || end.kind === 'closed' || end.kind === 'restarted') return { kind: 'over', end }
  if (end.kind === 'replied' || end.outcome === 'answered') return delivered(end)
  return end.outcome === 'aborted' && end.cause === 'disposed' ? { kind: 'continued' } : { kind: 'over', end }
}
