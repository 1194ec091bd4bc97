/** The process under load: a host with many sessions, the router with its journal, and the Feishu surface. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { createHost } from '../../app/demo/host/index.ts'
import { journalIn } from '../../router/host/live-journal.ts'
import * as router from '../../router/index.ts'
import { createFeishuPlugin } from '../../surfaces/feishu/index.ts'
import { parentSays, tellParent } from './child.ts'
import { memoryNow, watchLateness } from './figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'ask-load-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGTERM', () => process.exit(0))

const { ctx } = await createHost('slot')
await ctx.plugin({ name: 'ask-router', apply: (inner: Context) => router.apply(inner, {}, { journal: journalIn(folder) }) })
let lateness: (() => string) | undefined
const agents = new Map<string, unknown>()

/** Of an agent the registry and the question service look at these fields only. */
function agentOf(id: string): unknown {
  const known = agents.get(id)
  if (known !== undefined) return known
  const agent = { id, session: { id, header: { id }, events: [] }, inbox: { nextTurn: [], nextStep: [] }, status: 'idle', ctx }
  ctx.agents.register(agent as unknown as Parameters<typeof ctx.agents.register>[0])
  agents.set(id, agent)
  return agent
}

function ask(session: string): void {
  const questions = [{ id: 'db', question: `Which database for ${session}?`, options: [{ label: 'SQLite' }, { label: 'Postgres' }] }]
  const request = { questions, agent: agentOf(session) } as unknown as Parameters<typeof ctx.userQuestions.ask>[0]
  ctx.userQuestions.ask(request).then(
    ({ answers }) => tellParent({ kind: 'answered', session, selected: answers[0]?.selected[0] ?? '' }),
    (error: unknown) => tellParent({ kind: 'failed', session, reason: String(error) }),
  )
}

parentSays((message) => {
  switch (message['kind']) {
    case 'start':
      ctx.plugin(createFeishuPlugin({ folder, onState: (state) => tellParent({ kind: 'state', state }) }), message['config'])
      break
    case 'ask':
      ask(String(message['session']))
      break
    case 'memory': {
      const late = lateness?.() ?? ''
      lateness ??= watchLateness()
      tellParent({ kind: 'memory', ...memoryNow(), cpu: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6, late })
      break
    }
  }
})
tellParent({ kind: 'there' })
await new Promise(() => undefined)
