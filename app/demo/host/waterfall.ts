/** A host of the waterfall era in this process: real cordis and agent registry, our own question service, one scripted agent. */
import { Context } from '@deepseek-ai/cordis'
import { AgentRegistry } from '@deepseek-ai/dsh-agent'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { createDemoAgent } from './agent.ts'
import type { DemoHost } from './index.ts'
import { createCallLog } from './waterfall/call-log.ts'
import * as waterfall from './waterfall/index.ts'
import { parseReply } from './waterfall/late-reply.ts'
import type { SessionEvent } from './waterfall/projection.ts'
import { questionsOf } from './waterfall/service.ts'

/** The foreground wait of a timed ask that names none, in seconds. */
const WINDOW = 60

type Listener = Parameters<NonNullable<DemoHost['onLateReply']>>[0]

export async function createWaterfallHost(): Promise<DemoHost> {
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(waterfall)
  const listeners: Listener[] = []
  const events: SessionEvent[] = []
  const agent = createDemoAgent(ctx, {
    events,
    // Read at once: this agent is never in the middle of anything.
    steer(message: unknown) {
      log.replied(message)
      const reply = parseReply(message)
      if (reply !== undefined) for (const listener of listeners) listener(reply.callId, [...reply.answers])
    },
  })
  const service = questionsOf(ctx)
  const log = createCallLog(events, service)
  return {
    ctx,
    async ask({ questions, wait, seconds = WINDOW }, signal) {
      const request = { questions, agent, ...(signal ? { signal } : {}) }
      if (!wait?.timed) return service.ask({ ...request, ...(wait ? { wait } : {}) })
      const { callId } = wait
      log.called(callId, questions, seconds)
      const result = await service.askTimed(request, callId, seconds * 1_000).catch((error: unknown) => {
        log.failed(callId, error)
        throw error
      })
      log.returned(callId, result)
      if ('pending' in result) throw new UserQuestionError('the question goes on without the tool call', 'ASK_TIMED_OUT')
      return result
    },
    onLateReply: (listener) => void listeners.push(listener),
    close: () => ctx.fiber.dispose(),
  }
}
