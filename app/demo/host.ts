/** A host in this process: the real cordis context, question service and agent registry, and one scripted agent. */
import { Context } from '@deepseek-ai/cordis'
import { AgentRegistry, type Agent } from '@deepseek-ai/dsh-agent'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import type { ScriptedAsk } from '../asks.ts'

export interface DemoHost {
  readonly ctx: Context
  /** Asks as the agent, through the host's own service; `signal` withdraws the ask. */
  ask(ask: ScriptedAsk, signal?: AbortSignal): Promise<AskUserQuestionAnswer>
  /** Unloads every plugin. */
  close(): Promise<void>
}

export async function createHost(): Promise<DemoHost> {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(AgentRegistry)
  const id = 'demo-session'
  // The registry and the question service look at these fields only; a whole agent would need a model.
  const agent = { id, session: { id }, status: 'idle', ctx } as unknown as Agent
  ctx.agents.register(agent)
  return {
    ctx,
    ask: ({ questions, wait }, signal) =>
      // `wait` and intents of later hosts pass through the service untouched; its types do not name them.
      ctx.userQuestions.ask(({ questions, agent, ...(wait ? { wait } : {}), ...(signal ? { signal } : {}) }) as Parameters<UserQuestionService['ask']>[0]),
    close: () => ctx.fiber.dispose(),
  }
}
