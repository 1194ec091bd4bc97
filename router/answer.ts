/** Holds an answer against its questions: a bad one cannot win, whoever gives it. Pure. */
import { fieldOf } from './field.ts'
import type { AskUserQuestionAnswer, AskUserQuestionAnswerItem, AskUserQuestionItem } from './types.ts'

/** The answer in its normal form, or why it isn't one. */
export type CheckedAnswer =
  | { readonly kind: 'good'; readonly answer: AskUserQuestionAnswer }
  | { readonly kind: 'bad'; readonly reason: string; readonly question?: string }

/** Text that says nothing: blanks and invisible marks are not an answer. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Cf}\u2800\u3164\u115f\u1160\uffa0]/gu, '') === ''
}

/**
 * Every question id exactly once, labels that were offered, at most one on single select, `custom` as text.
 * The normal form is in the questions' order; on single select a selection beside `custom` is emptied; an
 * item without selection and `custom` is an explicit skip. Reasons name ids and fields, never a person's words.
 */
export function checkAnswer(questions: readonly AskUserQuestionItem[], value: unknown): CheckedAnswer {
  try {
    return check(questions, value)
  } catch {
    // A getter or a proxy that throws when it is read: foreign code, so no answer.
    return { kind: 'bad', reason: 'the answer cannot be read' }
  }
}

function check(questions: readonly AskUserQuestionItem[], value: unknown): CheckedAnswer {
  const items = fieldOf(value, 'answers')
  if (!Array.isArray(items)) return { kind: 'bad', reason: 'an answer is an object with a list "answers"' }
  const given = new Map<string, unknown>()
  for (const item of items as unknown[]) {
    const id = fieldOf(item, 'id')
    if (typeof id !== 'string') return { kind: 'bad', reason: 'every item of "answers" needs the id of its question' }
    if (given.has(id)) return { kind: 'bad', reason: `question ${JSON.stringify(id)} is answered twice`, question: id }
    given.set(id, item)
  }
  const answers: AskUserQuestionAnswerItem[] = []
  for (const question of questions) {
    const { id } = question
    if (!given.has(id)) return { kind: 'bad', reason: `question ${JSON.stringify(id)} is not answered`, question: id }
    const item = checkItem(question, given.get(id))
    if (typeof item === 'string') return { kind: 'bad', reason: `question ${JSON.stringify(id)}: ${item}`, question: id }
    answers.push(item)
  }
  if (given.size > questions.length) return { kind: 'bad', reason: 'an item of "answers" names a question that was not asked' }
  return { kind: 'good', answer: { answers } }
}

function checkItem(question: AskUserQuestionItem, item: unknown): AskUserQuestionAnswerItem | string {
  const selected = fieldOf(item, 'selected')
  const custom = fieldOf(item, 'custom')
  if (!Array.isArray(selected) || !selected.every((label) => typeof label === 'string')) return '"selected" is a list of labels'
  if (custom !== undefined && typeof custom !== 'string') return '"custom" is text'
  const offered = new Set(question.options?.map(({ label }) => label))
  const labels = [...new Set<string>(selected)]
  if (labels.some((label) => !offered.has(label))) return 'a selected label was not offered'
  if (labels.length > 1 && !question.multiSelect) return 'only one option may be selected'
  if (custom === undefined) return { id: question.id, selected: labels }
  if (isBlank(custom)) {
    return labels.length === 0 ? 'blank text is not an answer; leave "custom" out to skip' : { id: question.id, selected: labels }
  }
  return { id: question.id, selected: question.multiSelect ? labels : [], custom }
}
