/** How an ask ended, as its cards tell it: within its round, after it, or with its process. Pure. */
import type { AskEnd } from '../../router/journal/types.ts'
import type { LateEnd, Outcome, Timestamp } from '../../router/types.ts'

/** `restarted`: its process ended, and nobody can answer it any more. */
export type Ended = Outcome | LateEnd | { readonly kind: 'restarted'; readonly at: Timestamp }

/** From the journal, which may have left out words and names. */
export function endedFrom(end: AskEnd): Ended {
  const { at } = end
  switch (end.kind) {
    case 'settled':
      return settledFrom(end)
    case 'replied':
      return end.actor ? { kind: 'replied', answer: end.answer ?? { answers: [] }, actor: end.actor, at } : { kind: 'closed', why: 'settled-elsewhere', at }
    case 'closed':
    case 'restarted':
      return end
  }
}

function settledFrom({ outcome, cause, actor, answer, at }: Extract<AskEnd, { kind: 'settled' }>): Ended {
  switch (outcome) {
    case 'answered':
      return actor ? { kind: outcome, answer: answer ?? { answers: [] }, actor, at } : { kind: 'closed', why: 'settled-elsewhere', at }
    case 'dismissed':
      return actor ? { kind: outcome, actor, at } : { kind: 'closed', why: 'settled-elsewhere', at }
    case 'aborted':
      return cause ? { kind: outcome, cause, at } : { kind: 'closed', why: 'gone', at }
    case 'timed-out':
      return { kind: outcome, continued: false, at }
    case 'failed':
      return { kind: outcome, error: undefined, at }
  }
}

/** The reason with which the signal of a continued ask aborts. */
export function isLateEnd(reason: unknown): reason is LateEnd {
  return typeof reason === 'object' && reason !== null && 'kind' in reason && (reason.kind === 'replied' || reason.kind === 'closed')
}
