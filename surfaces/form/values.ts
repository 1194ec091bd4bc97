/** What a person has filled in, and what it says to the host: pure, shared by every surface. */
import { isBlank } from '../../router/answer.ts'
import type { AskUserQuestionAnswer, AskUserQuestionAnswerItem } from '../../router/types.ts'
import type { Field, Form } from './fields.ts'

/** The draft of one field. */
export interface FieldValue {
  /** Indexes of the chosen options, ascending, without doubles. */
  readonly chosen: readonly number[]
  /** Free text as typed; blank counts as none. */
  readonly text: string
  /** The person passed over this question on purpose. */
  readonly skipped: boolean
}

/** One value per field, in the form's order. */
export type Draft = readonly FieldValue[]

export const EMPTY_VALUE: FieldValue = { chosen: [], text: '', skipped: false }

/** Whether a field holds an answer, an explicit skip or nothing yet. */
export type FieldState = 'empty' | 'answered' | 'skipped'

export function fieldState(field: Field, value: FieldValue): FieldState {
  if (!isBlank(value.text) || (field.kind !== 'text' && value.chosen.length > 0)) return 'answered'
  return value.skipped ? 'skipped' : 'empty'
}

/** The answer that a draft says, or the indexes of the fields that still need something. */
export type Filled =
  | { readonly kind: 'complete'; readonly answer: AskUserQuestionAnswer }
  | { readonly kind: 'gaps'; readonly gaps: readonly number[] }
  /** Every question was skipped: that is a dismissal, not an answer. */
  | { readonly kind: 'all-skipped' }

export function readDraft(form: Form, draft: Draft): Filled {
  const states = form.map((field) => fieldState(field, draft[field.index] ?? EMPTY_VALUE))
  const gaps = states.flatMap((state, index) => (state === 'empty' ? [index] : []))
  if (gaps.length > 0) return { kind: 'gaps', gaps }
  if (states.every((state) => state === 'skipped')) return { kind: 'all-skipped' }
  return { kind: 'complete', answer: { answers: form.map((field) => answerItem(field, draft[field.index] ?? EMPTY_VALUE)) } }
}

/** Typed text is never dropped: on single select it replaces the choice, on multi select it accompanies it. */
function answerItem(field: Field, value: FieldValue): AskUserQuestionAnswerItem {
  if (fieldState(field, value) !== 'answered') return { id: field.id, selected: [] }
  const custom = isBlank(value.text) ? undefined : value.text
  const labels = field.choices.filter(({ index }) => value.chosen.includes(index)).map(({ label }) => label)
  const selected = custom !== undefined && field.kind !== 'multi' ? [] : labels
  return { id: field.id, selected, ...(custom === undefined ? {} : { custom }) }
}
