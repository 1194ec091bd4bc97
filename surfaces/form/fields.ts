/** Questions as fields that a screen can draw: pure, shared by every surface. */
import type { AskUserQuestionItem } from '../../router/types.ts'

/** One offered option. */
export interface Choice {
  /** Position in the question, 0-based: the key used on the wire, never the text. */
  readonly index: number
  /** The asker's words, which are also the answer's value. */
  readonly label: string
  /** The label without its "(Recommended)" mark; for display only. */
  readonly title: string
  readonly description?: string
  /** The asker marked it as recommended. */
  readonly recommended: boolean
}

/** One question as a field of the form. */
export interface Field {
  /** Position in the ask, 0-based: the key used on the wire. */
  readonly index: number
  /** The question's id, for the answer. */
  readonly id: string
  /** `text` is a question without options. */
  readonly kind: 'single' | 'multi' | 'text'
  readonly header?: string
  readonly question: string
  readonly detail?: string
  readonly choices: readonly Choice[]
}

export type Form = readonly Field[]

const RECOMMENDED = /(?:\(recommended\)|（推荐）)$/iu

/** The fields of an ask, in the asker's order; texts as they came (screens sanitise them). */
export function formOf(questions: readonly AskUserQuestionItem[]): Form {
  return questions.map((question, index): Field => {
    const choices = (question.options ?? []).map(({ label, description }, position): Choice => {
      // Trimmed apart from the pattern: blanks inside it would be tried again from each of a long run of them.
      const trimmed = label.trimEnd()
      const title = trimmed.replace(RECOMMENDED, '').trimEnd()
      const recommended = RECOMMENDED.test(trimmed) && title !== ''
      return { index: position, label, title: recommended ? title : label, recommended, ...(description ? { description } : {}) }
    })
    return {
      index,
      id: question.id,
      kind: choices.length === 0 ? 'text' : question.multiSelect ? 'multi' : 'single',
      question: question.question,
      choices,
      ...(question.header ? { header: question.header } : {}),
      ...(question.detail ? { detail: question.detail } : {}),
    }
  })
}
