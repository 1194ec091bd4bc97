/** Root agents of the host: created or resumed as its own front ends do. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent, AgentHandle, ModelSelection } from '@deepseek-ai/dsh-agent'
import { randomUUID } from 'node:crypto'
import { fieldOf, listOf, textOf } from './fields.ts'
import type { Holds } from './holds.ts'

/** What is used of services whose types are not installed here. */
interface DefaultModel {
  currentSelection(): ModelSelection
}

interface Presets {
  resolve(): Promise<{ readonly id: string }>
  mount(agentCtx: Context, id: string): Promise<unknown>
}

export interface OpenOptions {
  /** Gone on with; absent: a session of its own. */
  readonly resume?: string
  /** Of a new session. */
  readonly cwd: string
  /** Keeps other processes from the session as long as its agent lives; absent: nothing does. */
  readonly holds?: Holds
  /** Ends the opening, not the agent. */
  readonly signal: AbortSignal
}

export interface OpenedAgent {
  readonly agent: Agent
  /** Ends it; absent where another part of the process has opened it and ends it. */
  readonly dispose?: () => Promise<void>
}

/** Services without which there is no agent. */
export const NEEDED = ['agents', 'sessions', 'agentDefaultModel']

/** What a new agent begins with. Needs the services of `NEEDED`. */
export function selectedModel(ctx: Context): ModelSelection {
  const models: DefaultModel = ctx.get('agentDefaultModel')
  return models.currentSelection()
}

/**
 * The agent belongs to `ctx`, and to the caller who disposes it before that. A session that is live already is shared.
 * @throws {SessionTaken}, or the host's error, e.g. when the session doesn't exist.
 */
export async function openAgent(ctx: Context, options: OpenOptions): Promise<OpenedAgent> {
  const { SessionId } = await import('@deepseek-ai/dsh-session')
  const live = options.resume === undefined ? undefined : ctx.agents.get(SessionId(options.resume))
  if (live !== undefined) return { agent: live }
  const id = options.resume ?? `session-${randomUUID()}`
  const release = options.holds?.take(id)
  try {
    const made = await make(ctx, id, options)
    return { agent: made.agent, dispose: () => made.dispose().finally(() => release?.()) }
  } catch (error) {
    release?.()
    throw error
  }
}

async function make(ctx: Context, id: string, { resume, cwd, signal }: OpenOptions): Promise<AgentHandle> {
  const [{ installModelSelection }, { SessionId }] = await Promise.all([import('@deepseek-ai/dsh-agent'), import('@deepseek-ai/dsh-session')])
  const selection = selectedModel(ctx)
  const presets: Presets | undefined = ctx.get('agentPresets')
  const setupWith = (preset: string | undefined) => async (agentCtx: Context): Promise<void> => {
    installModelSelection(agentCtx, { current: selection, assembled: undefined })
    if (preset !== undefined) await presets?.mount(agentCtx, preset)
  }
  const agentOptions = { provider: selection.provider, model: selection.model }
  if (resume !== undefined) {
    return ctx.agents.resume({ resumeSessionId: SessionId(id), agentOptions, signal, setup: async (agentCtx) => setupWith(await presetOf(agentCtx, presets))(agentCtx) })
  }
  const preset = (await presets?.resolve())?.id
  return ctx.agents.create({
    sessionId: SessionId(id),
    meta: { cwd, ...(preset === undefined ? {} : { agentPreset: preset }) },
    agentOptions, signal, setup: setupWith(preset),
  })
}

/** What the session was composed of when it began; the default where it doesn't say. */
async function presetOf(agentCtx: Context, presets: Presets | undefined): Promise<string | undefined> {
  const stored = textOf(agentCtx.agent, 'session', 'header', 'agentPreset')
  return stored === '' ? (await presets?.resolve())?.id : stored
}

/** The session's log: a list on some hosts, a copy to be asked for on others. */
export function eventsOf(session: unknown): readonly unknown[] {
  const snapshot = fieldOf(session, 'snapshotEvents')
  if (typeof snapshot !== 'function') return listOf(session, 'events')
  const events: unknown = Reflect.apply(snapshot, session, [])
  return Array.isArray(events) ? events : []
}
