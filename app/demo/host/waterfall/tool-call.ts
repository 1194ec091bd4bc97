/** The arguments of `ask_user_question` as a model writes them. */
import { z } from 'zod'
import type { Question } from './types.ts'

export const TOOL = 'ask_user_question'

const schema = z.object({
  questions: z.array(z.object({
    id: z.string(),
    question: z.string(),
    header: z.string().optional(),
    options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(),
    multi_select: z.boolean().optional(),
  })).min(1),
  timeout: z.number().int().positive().optional(),
})

export interface ToolArguments {
  readonly questions: Question[]
  /** Seconds. */
  readonly timeout?: number
}

/** Undefined when the arguments are not those of the tool. */
export function parseToolArguments(value: unknown): ToolArguments | undefined {
  const { data } = schema.safeParse(value)
  if (data === undefined) return undefined
  return {
    questions: data.questions.map(({ id, question, header, options, multi_select: multiSelect }) => ({
      id,
      question,
      ...(header === undefined ? {} : { header }),
      ...(options === undefined ? {} : { options: options.map(({ label, description }) => ({ label, ...(description === undefined ? {} : { description }) })) }),
      ...(multiSelect === undefined ? {} : { multiSelect }),
    })),
    ...(data.timeout === undefined ? {} : { timeout: data.timeout }),
  }
}
