/** What a played human answers: enough of a plan to fill in any form, and the answer that must come of it. */
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '../../../router/types.ts'

/** One question's pick: positions of options, or text where there are none. */
export type Pick = { readonly kind: 'options'; readonly indexes: readonly number[] } | { readonly kind: 'text'; readonly text: string }

/** Options that a digit key reaches. */
const REACH = 9

/**
 * A pick for each question. `taste` tells two humans apart: one takes the first option, the other the last.
 */
export function choose(questions: readonly AskUserQuestionItem[], taste: 'first' | 'last'): Pick[] {
  return questions.map(({ options = [], multiSelect }, index): Pick => {
    if (options.length === 0) return { kind: 'text', text: `${taste} answer ${index + 1}` }
    const last = Math.min(options.length, REACH) - 1
    if (!multiSelect) return { kind: 'options', indexes: [taste === 'first' ? 0 : last] }
    return { kind: 'options', indexes: taste === 'first' || last === 0 ? [0] : [0, last] }
  })
}

/** The answer that the picks amount to. */
export function answerOf(questions: readonly AskUserQuestionItem[], picks: readonly Pick[]): AskUserQuestionAnswer {
  return {
    answers: questions.map(({ id, options = [] }, index) => {
      const pick = picks[index]
      if (pick === undefined || pick.kind === 'text') return { id, selected: [], ...(pick ? { custom: pick.text } : {}) }
      return { id, selected: [...new Set(pick.indexes.flatMap((position) => options[position]?.label ?? []))] }
    }),
  }
}
