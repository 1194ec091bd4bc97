/** A host of the slot era in this process: the real cordis context, question service and agent registry, and one scripted agent. */
import { Context } from '@deepseek-ai/cordis'
import { AgentRegistry } from '@deepseek-ai/dsh-agent'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { createDemoAgent } from './agent.ts'
import type { DemoHost } from './index.ts'

export async function createSlotHost(): Promise<DemoHost> {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(AgentRegistry)
  const agent = createDemoAgent(ctx)
  return {
    ctx,
    ask: ({ questions, wait }, signal) =>
      // `wait` and intents of later hosts pass through the service untouched; its types do not name them.
      ctx.userQuestions.ask(({ questions, agent, ...(wait ? { wait } : {}), ...(signal ? { signal } : {}) }) as Parameters<UserQuestionService['ask']>[0]),
    close: () => ctx.fiber.dispose(),
  }
}
