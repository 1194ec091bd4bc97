/** The agent on whose behalf the demo asks. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'

/** What a host looks at besides. */
export interface AgentParts {
  /** The session's log. */
  readonly events?: readonly unknown[]
  /** Takes a message of the user. */
  readonly steer?: (message: unknown) => void
}

/**
 * Registered as a live root agent. The registry and the question services look at these fields only; a whole agent
 * would need a model.
 */
export function createDemoAgent(ctx: Context, { events = [], ...parts }: AgentParts = {}): Agent {
  const id = 'demo-session'
  const agent = { id, session: { id, header: { id }, events }, inbox: { nextTurn: [], nextStep: [] }, status: 'idle', ctx, ...parts } as unknown as Agent
  ctx.agents.register(agent)
  return agent
}
