/** The waterfall era's service on the real cordis and agent registry, with agents on real sessions. */
import { Context } from '@deepseek-ai/cordis'
import { AgentRegistry, type Agent } from '@deepseek-ai/dsh-agent'
import { createScope } from '@deepseek-ai/dsh-scope'
import { Session, SessionId } from '@deepseek-ai/dsh-session'
import * as waterfall from '../../../../../app/demo/host/waterfall/index.ts'
import { questionsOf, type WaterfallQuestions } from '../../../../../app/demo/host/waterfall/service.ts'
import type { Answer, AskRequest } from '../../../../../app/demo/host/waterfall/types.ts'
import { createClock, type TestClock } from '../../../../helpers/clock.ts'

export interface WaterfallStand {
  readonly ctx: Context
  readonly clock: TestClock
  readonly questions: WaterfallQuestions
  /** A live root agent; `steered` gets what is sent to it, and the same messages wait in its inbox. */
  agent(id?: string, header?: object): TestAgent
}

export type TestAgent = Agent & { readonly steered: unknown[] }

export type Listener = (request: AskRequest, next: () => Promise<Answer>) => unknown

export async function createStand(): Promise<WaterfallStand> {
  const ctx = new Context()
  const clock = createClock()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(waterfall, { clock })
  return {
    ctx,
    clock,
    questions: questionsOf(ctx),
    agent(id = 's1', header = {}) {
      const session = Session.create(SessionId(id))
      const steered: unknown[] = []
      const agent = {
        id, steered, status: 'idle', ctx,
        session: Object.keys(header).length === 0 ? session : { id, header, events: [] },
        inbox: { nextTurn: [], nextStep: steered },
        steer: (message: unknown) => steered.push(message),
      } as unknown as TestAgent
      ctx.agents.register(agent)
      return agent
    },
  }
}

/** Adds an answerer on a context of its own, in the order of calls. @returns the plugin that holds it. */
export async function answerer(ctx: Context, listener: Listener, options: { prepend?: boolean } = {}) {
  const fiber = ctx.plugin({
    name: 'answerer',
    apply: (inner: Context) => { inner.on('user-questions/request', listener as never, options) },
  })
  await fiber
  return fiber
}

/** An answerer in one agent's scope. */
export function scopedAnswerer(ctx: Context, agent: Agent, listener: Listener): void {
  createScope(ctx, agent).ctx.on('user-questions/request', listener as never)
}

export const QUESTIONS = [{ id: 'db', question: 'Which database?', options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }] }]

export function picked(label: string): Answer {
  return { answers: [{ id: 'db', selected: [label] }] }
}
