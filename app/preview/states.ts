/** What an ask can be previewed as, and the end that it is given for that. */
import type { AskUserQuestionAnswer, AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import { decisionOf } from '../../surfaces/form/decision.ts'
import { formOf } from '../../surfaces/form/fields.ts'
import type { Locale } from '../../surfaces/form/locale.ts'

export const STATES = ['pending', 'answered', 'dismissed', 'aborted', 'timed-out', 'failed'] as const
export type PreviewState = (typeof STATES)[number]

const NAMES: Record<Locale, string> = { en: 'Wang Fang', zh: '王芳' }
const TEXTS: Record<Locale, string> = { en: 'An answer in words.', zh: '一段文字答案。' }

/** The end of an ask, by somebody at `surface` where a human made it; undefined while it is pending. */
export function outcomeFor(state: PreviewState, request: Pick<AskUserQuestionRequest, 'questions' | 'wait'>, locale: Locale, surface: string): Outcome | undefined {
  const actor = { surface, name: NAMES[locale] }
  switch (state) {
    case 'pending':
      return undefined
    case 'answered':
      return { kind: 'answered', answer: sampleAnswer(request, locale), actor, at: 0 }
    case 'dismissed':
      return { kind: 'dismissed', actor, at: 0 }
    case 'aborted':
      return { kind: 'aborted', cause: 'withdrawn', at: 0 }
    case 'timed-out':
      return { kind: 'timed-out', continued: false, at: 0 }
    case 'failed':
      return { kind: 'failed', error: new Error('no surface could show the ask'), at: 0 }
  }
}

/** A decision is approved; else each question gets its recommended or first option, or a text. */
function sampleAnswer(request: Pick<AskUserQuestionRequest, 'questions' | 'wait'>, locale: Locale): AskUserQuestionAnswer {
  const approve = decisionOf(request)?.approve
  return {
    answers: formOf(request.questions).map(({ id, choices }) => {
      const choice = choices[approve ?? Math.max(0, choices.findIndex(({ recommended }) => recommended))]
      return choice === undefined ? { id, selected: [], custom: TEXTS[locale] } : { id, selected: [choice.label] }
    }),
  }
}
