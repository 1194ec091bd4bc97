/** What the host offers for answers after the window, as the router sees it. */
import type { HostView } from './journal/types.ts'
import type { AskUserQuestionAnswer, AskUserQuestionItem } from './types.ts'

/** The host's record of one call. */
export interface CallView {
  readonly state: HostView
  /** As the host keeps them; absent where it lists the call no more, or can't be asked. */
  readonly questions?: readonly AskUserQuestionItem[]
}

export interface LateHost {
  /** Whether the session is open in this process, so that it can take a message. */
  isLive(session: string): boolean
  /** Opens it. Rejects when that can't be done; with code `SESSION_GONE` when there is no such session any more. */
  resume(session: string): Promise<void>
  /**
   * Delivers an answer as a message of the user.
   * @returns false when the call takes none: settled, unknown, or not over yet.
   * @throws an error with code `BAD_ANSWER` or `REPLY_QUEUED`.
   */
  answer(session: string, callId: string, answer: AskUserQuestionAnswer): boolean
  view(session: string, callId: string): CallView
}
