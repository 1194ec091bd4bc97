/** Finds out what the host offers, by capability and never by version, and bridges it to the rounds. */
import type { Context } from '@deepseek-ai/cordis'
import type { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import type { Rounds } from '../rounds.ts'
import { bridgeSlot } from './slot.ts'

/** Answers the host's questions for the life of `ctx`, from now on or as soon as the host has its question service. */
export function bridgeHost(ctx: Context, rounds: Rounds): void {
  ctx.inject(['userQuestions'], (inner) => {
    if (hasSlot(inner.userQuestions)) bridgeSlot(inner, rounds)
    else inner.logger('ask').warn('this host has no provider slot for questions; nothing is routed')
  })
}

/** Later hosts dropped the slot, whatever the types of the one that we compile against say. */
function hasSlot(service: Partial<Pick<UserQuestionService, 'registerProvider'>>): boolean {
  return typeof service.registerProvider === 'function'
}
