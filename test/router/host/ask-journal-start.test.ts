/** When it is decided what becomes of the asks of ended processes, on a real cordis whose parts come and go. */
import { Context } from '@deepseek-ai/cordis'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { provideAskJournal } from '../../../router/host/ask-journal.ts'
import type { HostView } from '../../../router/journal/types.ts'
import type { LeftAsk } from '../../../router/leftovers.ts'
import { asked, createHome, type JournalHome, timedOut, won } from '../../helpers/journal-home.ts'
import { settle } from '../../helpers/rounds.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

const QUESTIONS = { answer: () => true }

/** A start on an ask that is continued and one that was answered a moment before the end. */
function start(services: Readonly<Record<string, unknown>> = {}, states: Readonly<Record<string, HostView>> = {}) {
  const first = home.open()
  first.append(asked('late', { session: 's1' }), timedOut('late'), asked('answered', { session: 's2' }), ...won('answered'))
  first.append({ kind: 'delivery', ask: 'late', surface: 'feishu', place: 'p', data: { m: 1 } })
  home.kill(first)
  const ctx = new Context()
  const live = new Map(Object.entries(states))
  ctx.provide('sessions' as never, { get: (id: string) => (live.has(id) ? { id } : undefined) } as never)
  ctx.provide('sessionProjections' as never, {
    stateOf: ({ id }: { id: string }) => ({ active: ['call-late', 'call-answered'].map((callId) => ({ callId, state: live.get(id), questions: [] })), settled: [] }),
  } as never)
  for (const [name, service] of Object.entries(services)) ctx.provide(name as never, service as never)
  const restored: LeftAsk[] = []
  const journal = home.open()
  const plugin = ctx.plugin({
    name: 'journal',
    apply: (inner: Context) => provideAskJournal(inner, { journal, now: () => home.now, canOpen: true, restore: (left) => restored.push(left) }),
  })
  const opened = async (session: string) => {
    live.set(session, 'continued')
    Reflect.apply(ctx.emit, ctx, ['session/event', { id: session }, { type: 'turn/start' }])
    await settle()
  }
  return { ctx, journal, plugin, opened, asks: () => restored.map(({ entry }) => entry.ask), listeners: () => ctx.events['_hooks']['session/event']?.length ?? 0 }
}

/** A loader whose profile is up when the test says so. */
function slowLoader() {
  const waiting: { up?: () => void; fail?: (error: unknown) => void } = {}
  return { waiting, loader: { await: () => new Promise<void>((resolve, reject) => { Object.assign(waiting, { up: resolve, fail: reject }) }) } }
}

it('is once the host can ask, however late that is', async () => {
  const { ctx, plugin, asks } = start()
  await plugin
  await settle()
  expect(asks()).toEqual([])
  ctx.provide('userQuestions', QUESTIONS as never)
  await settle()
  expect(asks()).toEqual(['late'])
})

it('is once the profile is up: what a later row brings counts as well', async () => {
  const { waiting, loader } = slowLoader()
  const { plugin, asks } = start({ loader, userQuestions: QUESTIONS })
  await plugin
  await settle()
  expect(asks()).toEqual([])
  waiting.up?.()
  await settle()
  expect(asks()).toEqual(['late'])
})

it('is once for all, though the host\'s service comes anew', async () => {
  const { waiting, loader } = slowLoader()
  const { ctx, plugin, asks } = start({ loader })
  await plugin
  const service = { name: 'questions', apply: (inner: Context) => { inner.provide('userQuestions', QUESTIONS as never) } }
  const first = ctx.plugin(service)
  await first
  await settle()
  const { up } = waiting
  await first.dispose()
  await ctx.plugin(service)
  await settle()
  up?.()
  waiting.up?.()
  await settle()
  expect(asks()).toEqual(['late'])
})

it('is never where the router was unloaded meanwhile', async () => {
  const { waiting, loader } = slowLoader()
  const { plugin, asks } = start({ loader, userQuestions: QUESTIONS })
  await plugin
  await settle()
  await plugin.dispose()
  waiting.up?.()
  await settle()
  expect(asks()).toEqual([])
})

it('is said in the log where it cannot be', async () => {
  const { waiting, loader } = slowLoader()
  const { ctx, plugin, asks } = start({ loader, userQuestions: QUESTIONS })
  await plugin
  await settle()
  const error = new Error('no profile')
  waiting.fail?.(error)
  await settle()
  expect([asks(), ctx.logger.buffer.map(({ args }) => args[0])]).toEqual([[], [error]])
})

it('is the end of every ask where the host takes no late answers', async () => {
  const { ctx, plugin, asks } = start({ userQuestions: {} })
  await plugin
  await settle()
  expect((await ctx.askJournal.deliveries('feishu')).map(({ decision }) => decision)).toEqual([{ kind: 'over', end: { kind: 'restarted', at: home.now } }])
  expect(asks()).toEqual([])
})

it('is later where only an open session can tell, and then nothing listens any more', async () => {
  const { plugin, asks, opened, listeners } = start({ userQuestions: QUESTIONS }, { s1: 'continued' })
  await plugin
  await settle()
  expect([asks(), listeners()]).toEqual([['late'], 1])
  await opened('another')
  expect([asks(), listeners()]).toEqual([['late'], 1])
  await opened('s2')
  expect([asks(), listeners()]).toEqual([['late', 'answered'], 0])
})

it('listens to no session where there is no doubt', async () => {
  const { plugin, asks, listeners } = start({ userQuestions: QUESTIONS }, { s1: 'continued', s2: 'continued' })
  await plugin
  await settle()
  expect([asks(), listeners()]).toEqual([['late', 'answered'], 0])
})

it('leaves a place that is done with, and what was seen, in the journal', async () => {
  const { ctx, plugin } = start({ userQuestions: QUESTIONS })
  await plugin
  expect((await ctx.askJournal.deliveries('feishu')).map(({ ask }) => ask)).toEqual(['late'])
  ctx.askJournal.finish('late', 'feishu', 'p')
  expect(await ctx.askJournal.deliveries('feishu')).toEqual([])
  expect(home.records().at(-1)).toMatchObject({ kind: 'delivery', ask: 'late', surface: 'feishu', place: 'p' })
  expect(ctx.askJournal.ended('answered')).toMatchObject({ kind: 'settled', outcome: 'answered' })
})
