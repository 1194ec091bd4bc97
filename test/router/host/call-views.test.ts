import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { createCallViews } from '../../../router/host/call-views.ts'

const KNOWN = { userQuestions: { active: [{ callId: 'c', state: 'continued', questions: [{ id: 'q', question: 'Why?' }] }], settled: [] } }
const CONTINUED = { state: 'continued', questions: [{ id: 'q', question: 'Why?' }] }
const query = { readSession: (id: string) => (id === 's' ? Promise.resolve({ events: [1, 2] }) : Promise.reject(new Error('none'))) }
const restore = { restore: (_checkpoint: object, events: readonly unknown[], first: number) => ({ snapshot: { values: events.length === 2 && first === 0 ? KNOWN : {} } }) }

function hostWith(services: Readonly<Record<string, unknown>>): Context {
  const ctx = new Context()
  for (const [name, service] of Object.entries(services)) ctx.provide(name as never, service as never)
  return ctx
}

it.each<[string, Readonly<Record<string, unknown>>, object]>([
  ['shows stored sessions', { sessionProjectionCache: { coldSnapshot: () => Promise.resolve({ values: KNOWN }) } }, CONTINUED],
  ['has the log and what folds it', { sessionQuery: query, sessionProjections: restore }, CONTINUED],
  ['has a cache that shows nothing, the log and what folds it', { sessionProjectionCache: {}, sessionQuery: query, sessionProjections: restore }, CONTINUED],
  ['has the log alone', { sessionQuery: query }, { state: 'unreadable' }],
  ['has what folds a log that cannot be read', { sessionQuery: {}, sessionProjections: restore }, { state: 'unreadable' }],
  ['has a log that nothing folds', { sessionQuery: query, sessionProjections: {} }, { state: 'unreadable' }],
  ['has none of it', {}, { state: 'unreadable' }],
  ['has a store that breaks', { sessionProjectionCache: { coldSnapshot: () => Promise.reject(new Error('disk')) } }, { state: 'unreadable' }],
  ['has a log of nothing', { sessionQuery: { readSession: () => undefined }, sessionProjections: { restore: (_checkpoint: object, events: readonly unknown[]) => ({ snapshot: { values: events.length === 0 ? KNOWN : {} } }) } }, CONTINUED],
  ['has sessions that cannot be looked up, and shows stored ones', { sessions: {}, sessionProjectionCache: { coldSnapshot: () => Promise.resolve({ values: KNOWN }) } }, CONTINUED],
  ['never answers', { sessionProjectionCache: { coldSnapshot: () => new Promise(() => {}) } }, { state: 'unreadable' }],
  ['has the session open among its agents', { agents: { get: () => ({ session: {} }) }, sessionProjections: { stateOf: () => KNOWN.userQuestions } }, CONTINUED],
  ['has the session open among its sessions', { sessions: { get: () => ({}) }, sessionProjections: { stateOf: () => KNOWN.userQuestions } }, CONTINUED],
])('reads a call of a host that %s', async (_what, services, view) => {
  expect(await createCallViews(hostWith(services), 200)('s', 'c')).toEqual(view)
})

it('reads each session once, eight stored ones at a time, and all of many', async () => {
  let [reading, most, reads] = [0, 0, 0]
  const coldSnapshot = async () => {
    reads += 1
    reading += 1
    most = Math.max(most, reading)
    await new Promise((resolve) => setImmediate(resolve))
    reading -= 1
    return { values: KNOWN }
  }
  const viewOf = createCallViews(hostWith({ sessionProjectionCache: { coldSnapshot } }), 5_000)
  const views = await Promise.all(Array.from({ length: 40 }, (_, index) => viewOf(`s${index % 20}`, 'c')))
  expect(views.every(({ state }) => state === 'continued')).toBe(true)
  expect([reads, most]).toEqual([20, 8])
})

it('reads one after the other without end', async () => {
  const viewOf = createCallViews(hostWith({ sessionProjectionCache: { coldSnapshot: () => Promise.resolve({ values: KNOWN }) } }), 5_000)
  const states: string[] = []
  for (let count = 0; count < 20; count += 1) states.push((await viewOf(`s${count}`, 'c')).state)
  expect(new Set(states)).toEqual(new Set(['continued']))
})

it('reads nothing more once its time is up', async () => {
  let reads = 0
  const viewOf = createCallViews(hostWith({ sessionProjectionCache: { coldSnapshot: () => { reads += 1; return Promise.resolve({ values: KNOWN }) } } }), 1)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([await viewOf('s', 'c'), reads]).toEqual([{ state: 'unreadable' }, 0])
})
