/** Finds out what the host offers, by capability and never by version, and bridges it to the rounds. */
import type { Context } from '@deepseek-ai/cordis'
import type { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { release } from '../release.ts'
import type { Rounds } from '../rounds.ts'
import { bridgeApprovals, type ApprovalsOption } from './approvals.ts'
import { bridgeLateReplies, type ResumeSession } from './late.ts'
import { bridgeSlot } from './slot.ts'
import { bridgeWaterfall } from './waterfall.ts'

export type { ApprovalsOption } from './approvals.ts'
export type { ResumeSession } from './late.ts'

export interface BridgeOptions {
  /** What another bridge in the same process calls this one in its outcomes. */
  readonly name: string
  readonly approvals: ApprovalsOption
  /** Opens a session for a late answer; without it only live sessions take one. */
  readonly resumeSession?: ResumeSession
}

/**
 * Answers the host's questions and permission requests for the life of `ctx`, as soon as the host can ask.
 * @returns stops at once, before `ctx` does; asks that are open go on.
 */
export function bridgeHost(ctx: Context, rounds: Rounds, { name, approvals, resumeSession }: BridgeOptions): () => void {
  let stopQuestions: (() => unknown) | undefined
  let stopLate: (() => void) | undefined
  const questions = ctx.inject(['userQuestions'], (inner) => {
    stopQuestions = hasSlot(inner.userQuestions) ? bridgeSlot(inner, rounds, name) : bridgeWaterfall(inner, rounds)
    stopLate = bridgeLateReplies(inner, rounds.late, resumeSession)
  })
  const stopApprovals = approvals === 'off' ? undefined : bridgeApprovals(ctx, rounds, approvals)
  return () => {
    for (const stop of [stopQuestions, stopLate, stopApprovals, () => questions.dispose()]) if (stop) release(ctx, stop)
  }
}

/** Later hosts dropped the slot, whatever the types of the one that we compile against say. */
function hasSlot(service: Partial<Pick<UserQuestionService, 'registerProvider'>>): boolean {
  return typeof service.registerProvider === 'function'
}
