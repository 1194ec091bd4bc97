/** What the host of this process lets us do with the window of a timed ask, found out method by method. */
import type { Context } from '@deepseek-ai/cordis'
import type { WaitStream } from '../claim.ts'
import { labelOf } from '../errors.ts'
import type { AskAgent, AskUserQuestionRequest } from '../types.ts'
import type { HostWindow } from '../window.ts'

/** The timed part of the host's question service; each method may be absent, and older hosts have none. */
export interface TimedQuestions {
  /** One frame with the time that is left, none when the wait is over; the open stream stands for one claim. */
  attachWait?(agent: AskAgent, callId: string, signal: AbortSignal): WaitStream
  /** See `LateHost`. */
  answer?(agent: AskAgent, callId: string, answer: unknown): boolean
}

/** The service, whatever the types of the host that we compile against say. */
export function timedQuestionsOf(ctx: Context): TimedQuestions {
  const service: unknown = ctx.get('userQuestions', false)
  return typeof service === 'object' && service !== null ? service : {}
}

/** Undefined for every ask that has no window, and where the host can't be asked; never throws. */
export function windowOf(ctx: Context, { agent, wait }: AskUserQuestionRequest): HostWindow | undefined {
  if (agent === undefined || !wait?.timed) return undefined
  try {
    return readWindow(ctx, agent, wait.callId)
  } catch (error) {
    ctx.logger('ask').error(`the host's wait cannot be read: ${labelOf(error)}`)
    return undefined
  }
}

function readWindow(ctx: Context, agent: AskAgent, callId: string): HostWindow {
  const questions = timedQuestionsOf(ctx)
  const continues = typeof questions.answer === 'function'
  if (typeof questions.attachWait !== 'function') return { continues }
  return {
    continues,
    attach: (signal) => {
      // Asked anew each time: the service may have been replaced since.
      const stream = timedQuestionsOf(ctx).attachWait?.(agent, callId, signal)
      if (stream === undefined) throw new TypeError('the host has stopped lending its clock')
      return stream
    },
  }
}
