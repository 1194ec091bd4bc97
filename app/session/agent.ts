/** Root agents of the host: created or resumed as its own front ends do. */
import type { Context } from '@deepseek-ai/cordis'
import type { AgentHandle, ModelSelection } from '@deepseek-ai/dsh-agent'
import type { SessionId } from '@deepseek-ai/dsh-session'
import { randomUUID } from 'node:crypto'
import { fieldOf, listOf, textOf } from './fields.ts'

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
  /** Ends the opening, not the agent. */
  readonly signal: AbortSignal
}

/** Services without which there is no agent. */
export const NEEDED = ['agents', 'sessions', 'agentDefaultModel']

export function selectedModel(ctx: Context): ModelSelection {
  const models: DefaultModel = ctx.get('agentDefaultModel')
  return models.currentSelection()
}

/**
 * The agent belongs to `ctx`, and to the caller who disposes it before that.
 * @throws the host's error, e.g. when the session doesn't exist.
 */
export async function openAgent(ctx: Context, { resume, cwd, signal }: OpenOptions): Promise<AgentHandle> {
  const { installModelSelection } = await import('@deepseek-ai/dsh-agent')
  const selection = selectedModel(ctx)
  const presets: Presets | undefined = ctx.get('agentPresets')
  const setupWith = (preset: string | undefined) => async (agentCtx: Context): Promise<void> => {
    installModelSelection(agentCtx, { current: selection, assembled: undefined })
    if (preset !== undefined) await presets?.mount(agentCtx, preset)
  }
  const agentOptions = { provider: selection.provider, model: selection.model }
  if (resume !== undefined) {
    return ctx.agents.resume({ resumeSessionId: sessionId(resume), agentOptions, signal, setup: async (agentCtx) => setupWith(await presetOf(agentCtx, presets))(agentCtx) })
  }
  const preset = (await presets?.resolve())?.id
  return ctx.agents.create({
    sessionId: sessionId(`session-${randomUUID()}`),
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

/** The host marks its ids by type alone. */
function sessionId(id: string): SessionId {
  return id as SessionId
}
