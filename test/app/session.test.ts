/** The rows that share the command line, on the real context; the host's tree and parser are the test's. */
import { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { apply, name } from '../../app/session.ts'
import { followSession } from '../../app/session/follow.ts'
import type { Launch } from '../../app/session/launch.ts'
import type { Row } from '../../app/session/rows.ts'
import { whenLaunched } from '../../app/session/when-launched.ts'
import type { ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import { settle } from '../helpers/rounds.ts'
import { createScriptedHost, until } from './session/scripted-host.ts'

// The sessions that are driven here are held in the home.
const home = mkdtempSync(join(tmpdir(), 'session-'))
vi.stubEnv('DSH_HOME', home)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const session = { name, apply }

const rowOf = (id: string, module: object = {}): Row => ({ disabled: false, options: { id, name: id }, parent: { tree: { import: () => Promise.resolve(module) } } })

function giveTree(ctx: Context, ...rows: Row[]): void {
  ctx.provide('loader', { entries: () => rows, await: () => Promise.resolve() })
}

/** A row that opens once the command line is read, as the terminal's does. */
async function waiter(ctx: Context): Promise<{ readonly opened: (Launch | undefined)[]; readonly closed: () => number; readonly dispose: () => Promise<void> }> {
  const opened: (Launch | undefined)[] = []
  let closed = 0
  const fiber = ctx.plugin({
    name: 'waiter',
    apply: async (inner: Context) => whenLaunched(inner, (launch) => {
      opened.push(launch)
      return Promise.resolve(async () => { closed += 1 })
    }),
  })
  await fiber
  return { opened, closed: () => closed, dispose: () => fiber.dispose() }
}

it('gives what still waits back to the screen when the row goes, and what came before there was an agent', async () => {
  const host = await createScriptedHost()
  giveTree(host.ctx, rowOf('ask-session'), rowOf('ask-terminal'))
  host.turns.push(() => new Promise(() => {}))
  const news: ConsoleNews[] = []
  host.ctx.plugin({ name: 'screen', apply: (ctx: Context) => followSession(ctx, { tell: (one) => void news.push(one), say: () => {} }, 'en') })
  const row = host.ctx.plugin(session, {})
  await row
  await until(() => news.some(({ type }) => type === 'state-changed'), () => news)
  host.ctx.askSession.submit('Forever')
  host.ctx.askSession.submit('Then this')
  await row.dispose()
  expect(news).toContainEqual({ type: 'returned', text: 'Then this' })
  host.opening = new Promise(() => {})
  const again = host.ctx.plugin(session, {})
  await again
  await until(() => host.ctx.get('askSession') !== undefined, () => news)
  host.ctx.askSession.submit('Early')
  again.dispose().catch(() => {})
  await until(() => news.some((one) => one.type === 'returned' && one.text === 'Early'), () => news)
})

it('provides a session that a screen follows, through a reload of the row', async () => {
  const host = await createScriptedHost()
  giveTree(host.ctx, rowOf('ask-session'), rowOf('ask-terminal'))
  const news: ConsoleNews[] = []
  const screen = host.ctx.plugin({ name: 'screen', apply: (ctx: Context) => followSession(ctx, { tell: (one) => void news.push(one), say: () => {} }, 'en') })
  const row = host.ctx.plugin(session, {})
  await row
  await until(() => news.some(({ type }) => type === 'state-changed'), () => news)
  // What was said on the screen before stays there.
  expect(news.some(({ type }) => type === 'session-opened')).toBe(false)
  const id = host.agents[0]?.id
  host.ctx.askSession.submit('Hello')
  await until(() => news.some(({ type }) => type === 'turn-ended'), () => news)
  news.length = 0
  await row.restart()
  await until(() => news.some(({ type }) => type === 'session-opened'), () => news)
  expect(host.agents.map((agent) => agent.id)).toEqual([id])
  // Nothing moves on a screen whose agent is gone for the moment.
  expect(news.slice(0, 2)).toEqual([{ type: 'queue-changed', texts: [] }, { type: 'state-changed', state: 'idle' }])
  expect(news.some((one) => one.type === 'user-said' && one.text === 'Hello')).toBe(true)
  await screen.dispose()
  await row.dispose()
  expect(host.agents).toEqual([])
  await host.ctx.fiber.dispose()
})

it('drives nothing where another row reads the command line, and says so to whoever waits', async () => {
  const host = await createScriptedHost()
  giveTree(host.ctx, rowOf('ask-session'), rowOf('web', { inject: ['cmdlineArgs'] }))
  const waiting = await waiter(host.ctx)
  await host.ctx.plugin(session, {})
  await settle()
  expect(waiting.opened).toEqual([{ drive: 'nobody', terminal: true }])
  expect(host.ctx.get('askSession')).toBeUndefined()
  await host.ctx.fiber.dispose()
})

it('lets a row wait for the command line once, whatever becomes of the row that reads it', async () => {
  const ctx = new Context()
  giveTree(ctx, rowOf('ask-session'))
  const waiting = await waiter(ctx)
  expect(waiting.opened).toEqual([])
  const row = ctx.plugin(session, {})
  await row
  await settle()
  await row.restart()
  await settle()
  expect(waiting.opened).toEqual([{ drive: 'person', terminal: true, from: { kind: 'new' } }])
  await waiting.dispose()
  expect(waiting.closed()).toBe(1)
  await ctx.fiber.dispose()
})

it('lets a row begin at once where none of ours reads it, and anew when one comes', async () => {
  const ctx = new Context()
  const waiting = await waiter(ctx)
  expect(waiting.opened).toEqual([undefined])
  await ctx.plugin(session, {})
  await until(() => waiting.opened.length === 2, () => waiting.opened)
  expect(waiting.closed()).toBe(1)
  expect(waiting.opened[1]?.drive).toBe('person')
  await ctx.fiber.dispose()
})

it('lets a row begin anew when the one that reads the command line is disabled', async () => {
  const ctx = new Context()
  let disabled = false
  giveTree(ctx, { ...rowOf('ask-session'), get disabled() { return disabled } })
  const row = ctx.plugin(session, {})
  const waiting = await waiter(ctx)
  await until(() => waiting.opened.length === 1, () => waiting.opened)
  disabled = true
  await row.dispose()
  await until(() => waiting.opened.length === 2, () => waiting.opened)
  expect(waiting.closed()).toBe(1)
  expect(waiting.opened[1]).toBeUndefined()
  await ctx.fiber.dispose()
})

it('says what is wrong in its config, and runs', async () => {
  const host = await createScriptedHost()
  const said: string[] = []
  host.ctx.on('ask-surfaces/notice', (line) => void said.push(line))
  await host.ctx.plugin({ name: 'core', apply: async (inner: Context) => { new (await import('../../app/notices.ts')).Notices(inner) } })
  await host.ctx.plugin(session, { task: 'x' })
  await settle()
  expect(said).toEqual([expect.stringContaining('ask-session: "task" is no field of it')])
  expect(host.ctx.get('askSession')).toBeDefined()
  await host.ctx.fiber.dispose()
})
