/**
 * Drives agents for a test: creates root sessions, speaks as their user, interrupts them, and journals what happens.
 * `ASK_E2E_JOURNAL` names the journal's file; without it the row does nothing.
 */
import type { Context } from '@deepseek-ai/cordis'
import { installModelSelection, type Agent, type ModelSelection } from '@deepseek-ai/dsh-agent'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCommandServer, type DriverCommand } from './commands.ts'
import { createJournal, type Journal } from './journal.ts'

export const name = 'ask-e2e-driver'
export const inject = ['agents', 'sessions', 'agentDefaultModel']

/** What the row takes of services whose types it has not installed. */
interface Services {
  readonly agentDefaultModel: { currentSelection(): ModelSelection }
  readonly planMode: { set(agent: Agent, active: boolean): string }
  readonly tools: { get(name: string): unknown }
  readonly loader: { await(): Promise<void>; entries(): Iterable<Row> }
}

interface Presets {
  resolve(): Promise<{ readonly id: string }>
  mount(agentCtx: Context, id: string): Promise<void>
}

/** A row of the tree; without a fiber its module could not be loaded. */
interface Row {
  readonly disabled: boolean
  readonly fiber?: { readonly state: number }
}

/** A fiber's state once its plugin runs. */
const ACTIVE = 2

function serviceOf<Name extends keyof Services>(ctx: Context, name: Name): Services[Name] {
  const service: Services[Name] | undefined = ctx.get(name)
  if (service === undefined) throw new Error(`the host has no ${name}`)
  return service
}

export function apply(ctx: Context): void {
  const file = process.env['ASK_E2E_JOURNAL']
  if (file === undefined) return
  const journal = createJournal(file)
  ctx.on('session/event', (session, { type, data }) => {
    if (type !== 'assistant/chunk' && type !== 'request/header') journal.write({ kind: 'session', session: session.id, type, data })
  })
  ctx.on('agent/status', ({ agent, status }) => journal.write({ kind: 'status', session: agent.id, status }))
  ctx.effect(() => {
    const serving = serve(ctx, journal)
    serving.catch((error: unknown) => ctx.logger(name).warn('%s', error))
    return async () => {
      await (await serving).close()
    }
  }, 'ask-e2e-driver: commands')
}

/** Says that it is ready once every row of the tree is up. A tree that never comes up ends with its process. */
async function serve(ctx: Context, journal: Journal): Promise<{ close(): Promise<void> }> {
  const server = await createCommandServer((command) => perform(ctx, command))
  const settled = async (): Promise<void> => {
    const loader = serviceOf(ctx, 'loader')
    await loader.await()
    if ([...loader.entries()].some(({ disabled, fiber }) => !disabled && fiber?.state !== ACTIVE)) return
    journal.write({ kind: 'ready', port: server.port, pid: process.pid, bootMs: performance.now() })
  }
  settled().catch((error: unknown) => ctx.logger(name).warn('%s', error))
  return server
}

async function perform(ctx: Context, command: DriverCommand): Promise<unknown> {
  switch (command.do) {
    case 'create':
      return (await createAgent(ctx, command.cwd)).id
    case 'say':
      agentOf(ctx, command.session).followup(createUserMessage({ content: [{ type: 'text', text: command.text }], source: { kind: 'user' } }))
      return command.do
    case 'interrupt':
      agentOf(ctx, command.session).cancel({ kind: 'user' })
      return command.do
    case 'plan':
      return serviceOf(ctx, 'planMode').set(agentOf(ctx, command.session), command.active)
    case 'has-tool':
      return serviceOf(ctx, 'tools').get(command.name) !== undefined
    case 'heap':
      collect()
      return process.memoryUsage().heapUsed
    case 'crash':
      setImmediate(crash, command.how)
      return command.do
  }
}

/** As the host's own front ends do: with the tools of the default preset where the host has presets. */
async function createAgent(ctx: Context, cwd: string): Promise<Agent> {
  const selection = serviceOf(ctx, 'agentDefaultModel').currentSelection()
  const presets: Presets | undefined = ctx.get('agentPresets')
  const preset = presets && (await presets.resolve()).id
  const { agent } = await ctx.agents.create({
    sessionId: SessionId(`session-${randomUUID()}`),
    meta: { cwd, ...(preset === undefined ? {} : { agentPreset: preset }) },
    agentOptions: { provider: selection.provider, model: selection.model },
    async setup(agentCtx) {
      installModelSelection(agentCtx, { current: selection, assembled: undefined })
      if (preset !== undefined) await presets?.mount(agentCtx, preset)
    },
  })
  return agent
}

function agentOf(ctx: Context, session: string): Agent {
  const agent = ctx.agents.get(SessionId(session))
  if (agent === undefined) throw new Error(`there is no agent ${session}`)
  return agent
}

/** Collects all garbage; a context that is made with the flag has the function. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

function crash(how: 'exception' | 'rejection'): void {
  const fault = new Error('a fault that the test made')
  if (how === 'exception') throw fault
  unread.push(Promise.reject(fault))
}

/** Kept where nobody looks. */
const unread: Promise<never>[] = []
