/** A host of the waterfall era in this process: real cordis and agent registry, our own question service, one scripted agent. */
import { Context } from '@deepseek-ai/cordis'
import { AgentRegistry } from '@deepseek-ai/dsh-agent'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { createDemoAgent } from './agent.ts'
import type { DemoHost } from './index.ts'
import * as waterfall from './waterfall/index.ts'

/** The foreground wait of a timed ask, in milliseconds. */
const WINDOW_MS = 60_000

export async function createWaterfallHost(): Promise<DemoHost> {
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(waterfall)
  const agent = createDemoAgent(ctx)
  const service = waterfall.questionsOf(ctx)
  return {
    ctx,
    async ask({ questions, wait }, signal) {
      const request = { questions, agent, ...(signal ? { signal } : {}) }
      if (!wait?.timed) return service.ask({ ...request, ...(wait ? { wait } : {}) })
      const result = await service.askTimed(request, wait.callId, WINDOW_MS)
      if ('pending' in result) throw new UserQuestionError('the question goes on without the tool call', 'ASK_TIMED_OUT')
      return result
    },
    close: () => ctx.fiber.dispose(),
  }
}
