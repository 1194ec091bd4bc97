/** What people answered, out of what the host writes of it for the model. Pure. */
import { fieldOf, listOf } from './fields.ts'

/** `{"answers": […]}` in words, one part a question; undefined when it is something else. */
export function answersIn(json: unknown): string | undefined {
  const answers = listOf(json, 'answers')
  if (answers.length === 0) return undefined
  return answers.map((answer) => [...listOf(answer, 'selected'), fieldOf(answer, 'custom')].filter((part) => typeof part === 'string' && part !== '').join(', ') || '-').join('; ')
}

/** Whether it says that the ask goes on without the call. */
export function isPending(json: unknown): boolean {
  return fieldOf(json, 'pending') === true
}
