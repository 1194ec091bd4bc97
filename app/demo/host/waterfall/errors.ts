/** Makes the service's one kind of error of whatever an answerer rejected with. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'

/** The harness's base class, which comes with a package that this one brings along. */
const HarnessError: unknown = Object.getPrototypeOf(UserQuestionError)

/**
 * The host's own errors pass unchanged. One that crossed a process boundary is recognised by its name and rebuilt;
 * anything else keeps its message under the code `PROVIDER_ERROR`.
 */
export function toQuestionError(error: unknown): unknown {
  if (typeof HarnessError === 'function' && error instanceof HarnessError) return error
  if (typeof error === 'object' && error !== null) {
    const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = error
    if (name === 'UserQuestionError' && typeof message === 'string' && typeof code === 'string') return new UserQuestionError(message, code, { cause: error })
  }
  return new UserQuestionError(error instanceof Error ? error.message : String(error), 'PROVIDER_ERROR', { cause: error })
}

/** Why an aborted signal ended an ask: the service's own reason where it gave one. */
export function abortError({ reason }: AbortSignal): UserQuestionError {
  return reason instanceof UserQuestionError ? reason : new UserQuestionError('the question was withdrawn before it was answered', 'ASK_ABORTED', { cause: reason })
}
