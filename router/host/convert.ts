/** Our errors as the host's. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { AskError } from '../errors.ts'

/** The host tests `instanceof`, so an `AskError` becomes the host's own class; what a surface threw stays as it is. */
export function toHostError(error: unknown): unknown {
  return error instanceof AskError ? new UserQuestionError(error.message, error.code, { cause: error }) : error
}
