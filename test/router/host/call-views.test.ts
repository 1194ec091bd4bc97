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
