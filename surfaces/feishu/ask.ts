/** An ask as the cards, clicks and replies need it: pure. */
import type { AskUserQuestionItem, AskUserQuestionRequest } from '../../router/types.ts'
import { type Decision, decisionOf } from '../form/decision.ts'
import { type Form, formOf } from '../form/fields.ts'
import { firstLine } from './text.ts'
import type { Words } from './words.ts'

export interface CardAsk {
  readonly id: string
  readonly form: Form
  readonly questions: readonly AskUserQuestionItem[]
  /** Set when the ask is a plan review or an approval. */
  readonly decision?: Decision
  readonly session?: string
}

/** From the host's request. */
export function cardAsk(id: string, request: Pick<AskUserQuestionRequest, 'questions' | 'agent' | 'wait'>): CardAsk {
  const decision = decisionOf(request)
  return {
    id,
    form: formOf(request.questions),
    questions: request.questions,
    ...(decision ? { decision } : {}),
    ...(request.agent ? { session: request.agent.session.id } : {}),
  }
}

/** A permission takes its offered actions only: neither free text nor a skip, whatever its shape. */
export function isFixed({ questions }: CardAsk, index: number): boolean {
  return questions[index]?.intent?.kind === 'approval'
}

/** The first line of the first question, cut for a preview. */
export function opening(ask: CardAsk, max: number): string {
  return firstLine(ask.form[0]?.question ?? '', max)
}

/** How a sentence names a question: by its header, its first words or its position. */
export function fieldName({ form }: CardAsk, index: number, words: Words): string {
  const field = form[index]
  const name = firstLine(field?.header ?? field?.question ?? '', 40)
  return name === '' ? words.question(index + 1) : name
}
