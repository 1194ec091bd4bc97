/** The agent on whose behalf the demo asks. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'

/**
 * Registered as a live root agent. The registry and the question services look at these fields only; a whole agent
 * would need a model. `parts` are what a host looks at besides.
 */
export function createDemoAgent(ctx: Context, parts: object = {}): Agent {
  const id = 'demo-session'
  const agent = { id, session: { id, header: { id }, events: [] }, inbox: { nextTurn: [], nextStep: [] }, status: 'idle', ctx, ...parts } as unknown as Agent
  ctx.agents.register(agent)
  return agent
}
