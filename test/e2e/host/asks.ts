/** What the model of a scenario asks. */
import type { ToolCall } from './model.ts'

export interface AskedQuestion {
  readonly id: string
  readonly question: string
  readonly options?: readonly { readonly label: string; readonly description?: string }[]
  readonly multi_select?: boolean
}

/** The call by which the model asks its human. */
export function askCall(id: string, ...questions: readonly AskedQuestion[]): ToolCall {
  return { id, name: 'ask_user_question', arguments: { questions } }
}

/** A question with the options Red, Green and Blue. */
export function colourQuestion(question: string): AskedQuestion {
  return { id: 'colour', question, options: ['Red', 'Green', 'Blue'].map((label) => ({ label })) }
}

/** The panel takes no key so soon after it appeared, in milliseconds. */
export const GUARD_MS = 1_100
