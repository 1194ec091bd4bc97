/** The slot era: one provider per process answers every question, and that provider is us. */
import type { Context } from '@deepseek-ai/cordis'
import { codeOf } from '../errors.ts'
import type { Rounds } from '../rounds.ts'
import { toHostError } from './convert.ts'

/** Takes the host's provider slot for the life of `ctx`; a slot that is taken is left alone, with a line in the log. */
export function bridgeSlot(ctx: Context, rounds: Rounds): void {
  try {
    ctx.userQuestions.registerProvider({
      ask: (request) => rounds.ask(request).catch((error: unknown) => {
        throw toHostError(error)
      }),
    })
  } catch (error) {
    if (codeOf(error) !== 'DUPLICATE_PROVIDER') throw error
    ctx.logger('ask').error('another plugin already answers questions in this profile; list dsh-ask-anywhere before it')
  }
}
