/**
 * A host in this process: the real context, session store, agent registry and inbox, and agents that do what a test
 * says. Sessions outlive their agents, as on a disk.
 */
import { Context } from '@deepseek-ai/cordis'
import { agentEvents, AgentRegistry, Inbox, type Agent, type AgentHandle, type AgentStatus } from '@deepseek-ai/dsh-agent'
import { createAssistantMessage, type UserMessage } from '@deepseek-ai/dsh-llm'
import { SessionStore, type Session, type SessionEvent, type SessionHeader } from '@deepseek-ai/dsh-session'

/** What an agent does with a turn; `signal` aborts when it is interrupted, a rejection is a turn that failed. */
export type Turn = (agent: ScriptedAgent, signal: AbortSignal) => Promise<void>

export interface ScriptedHost {
  readonly ctx: Context
  /** Live agents, oldest first. */
  readonly agents: ScriptedAgent[]
  /** Sessions that were written down, by id. */
  readonly stored: Map<string, { readonly header: SessionHeader; readonly events: readonly SessionEvent[] }>
  /** What every agent does with its next turns; a turn without one says "Done." */
  readonly turns: Turn[]
  /** While set, no agent can be opened. */
  fault?: Error | undefined
  /** Held back until it resolves. */
  opening?: Promise<void>
  /** Ends an agent as the host does by itself. */
  takeDown(id: string): Promise<void>
  readonly disposed: string[]
  readonly flushed: string[]
}

export class ScriptedAgent implements Agent {
  readonly id: Agent['id']
  readonly options = { provider: 'test', model: 'test-model' }
  readonly inbox: Inbox
  readonly ctx: Context
  readonly session: Session
  status: AgentStatus = 'idle'
  private readonly turns: Turn[]
  private turn = 0
  private running: Promise<void> = Promise.resolve()
  private abort = new AbortController()

  constructor(ctx: Context, session: Session, turns: Turn[]) {
    this.id = session.id
    this.session = session
    this.turns = turns
    this.ctx = ctx.extend({ agent: this })
    this.inbox = new Inbox(session, { inserted: () => {}, discarded: () => {}, claimed: () => {} })
    this.turn = session.events.filter(({ type }) => type === 'turn/start').length
  }

  /** A piece of text, as it is streamed. */
  stream(text: string, type: 'text-delta' | 'reasoning-delta' = 'text-delta'): void {
    this.session.append('assistant/chunk', { turn: this.turn, step: 1, chunk: { type, index: 0, text } })
  }

  speak(text: string): void {
    const message = createAssistantMessage({ content: [{ type: 'text', text }], source: { provider: 'test', model: 'test-model' } })
    this.session.append('assistant/message', { turn: this.turn, step: 1, message }, { surfaceOp: 'append' })
  }

  /** Takes what came for the running turn. */
  takeSteering(): void {
    for (const message of this.inbox.claim('next-step', this.turn)) this.session.append('user/message', message, { surfaceOp: 'append' })
  }

  send(message: UserMessage, target: 'next-turn' | 'next-step', wakeup: boolean): void {
    this.inbox.append(target, message)
    if (wakeup && this.status === 'idle') this.running = this.work()
  }

  followup(message: UserMessage): void {
    this.send(message, 'next-turn', true)
  }

  steer(message: UserMessage): void {
    this.send(message, 'next-step', true)
  }

  inject(message: UserMessage): void {
    this.send(message, 'next-step', false)
  }

  cancel(cause: Parameters<Agent['cancel']>[0]): void {
    this.inbox.clear()
    this.abort.abort(cause)
  }

  whenIdle(): Promise<void> {
    return this.running
  }

  runMaintenance(): Promise<never> {
    return Promise.reject(new Error('not scripted'))
  }

  private async work(): Promise<void> {
    this.become('running')
    while (this.inbox.hasPending) {
      this.abort = new AbortController()
      const { signal } = this.abort
      this.turn += 1
      this.session.append('turn/start', { turn: this.turn })
      for (const message of [...this.inbox.claim('next-step', this.turn), ...this.inbox.claim('next-turn', this.turn)]) this.session.append('user/message', message, { surfaceOp: 'append' })
      const turn = this.turns.shift() ?? sayDone
      try {
        await Promise.race([turn(this, signal), aborted(signal)])
      } catch (error) {
        // As in the host, a turn that failed is the last one, whatever waits.
        this.session.append('turn/end', { turn: this.turn, reason: { kind: 'error', error: { code: 'SERVER', message: String(error) } } })
        break
      }
      this.session.append('turn/end', { turn: this.turn, reason: signal.aborted ? { kind: 'aborted', reason: { kind: 'user' } } : { kind: 'completed' } })
    }
    this.become('idle')
  }

  private become(status: AgentStatus): void {
    this.status = status
    agentEvents(this.ctx, this).emit('agent/status', { status })
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function sayDone(agent: ScriptedAgent): Promise<void> {
  agent.speak('Done.')
  return Promise.resolve()
}

export async function createScriptedHost(): Promise<ScriptedHost> {
  const ctx = new Context()
  await ctx.plugin(SessionStore)
  await ctx.plugin(AgentRegistry)
  const disposers = new Map<string, () => Promise<void>>()
  const host: ScriptedHost = {
    ctx, agents: [], stored: new Map(), turns: [], disposed: [], flushed: [],
    takeDown: async (id) => disposers.get(id)?.(),
  }
  ctx.on('session/flush', (session) => {
    host.flushed.push(session.id)
  })
  ctx.provide('agentDefaultModel', { currentSelection: () => ({ provider: 'test', model: 'test-model' }) })
  ctx.provide('sessionQuery', {
    listSessions: () => Promise.resolve([...host.stored.values()].map(({ header }) => ({ header, live: false, persisted: true }))),
    readSession: (id: string) => Promise.resolve({ session: host.stored.get(id)?.header, events: host.stored.get(id)?.events }),
  })

  const publish = async (owner: Context, session: Session, setup: ((agentCtx: Context) => unknown) | undefined): Promise<AgentHandle> => {
    await host.opening
    if (host.fault !== undefined) throw host.fault
    const scope = ctx.plugin({ name: 'scripted agent', apply: () => {} })
    await scope
    const agent = new ScriptedAgent(scope.ctx, session, host.turns)
    await setup?.(agent.ctx)
    const leaveSessions = ctx.sessions.enter(session)
    const leaveAgents = ctx.agents.enter(agent, undefined)
    ctx.sessions.announce(session)
    ctx.agents.announce(agent)
    host.agents.push(agent)
    let ending: Promise<void> | undefined
    const dispose = (): Promise<void> => ending ??= (async () => {
      agent.cancel({ kind: 'disposed' })
      await agent.whenIdle()
      host.stored.set(session.id, { header: session.header, events: session.events })
      host.agents.splice(host.agents.indexOf(agent), 1)
      host.disposed.push(session.id)
      leaveAgents()
      leaveSessions()
      await scope.dispose()
    })()
    disposers.set(session.id, dispose)
    owner.effect(() => dispose, 'scripted agent')
    return { agent, dispose }
  }

  ctx.agents.setFactory({
    createAgent: (owner, { sessionId, meta = {}, setup }) => publish(owner, ctx.sessions.prepare(sessionId, { meta }), setup),
    async resume(owner, { resumeSessionId, setup }) {
      const found = host.stored.get(resumeSessionId)
      if (found === undefined) throw new Error(`session "${resumeSessionId}" not found`)
      return publish(owner, ctx.sessions.prepare(resumeSessionId, { seed: [...found.events], meta: found.header }), setup)
    },
  })
  return host
}

/** Waits until something holds; fails with what was seen. */
export async function until(holds: () => boolean, seen: () => unknown): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if (holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`it never came about: ${JSON.stringify(seen(), undefined, 1)}`)
}
