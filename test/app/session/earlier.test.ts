import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { earlierSessions, isSessionKnown } from '../../../app/session/earlier.ts'

interface Given { readonly id: string; readonly header?: object; readonly events?: readonly unknown[] | 'damaged' }

const said = (text: string, time: number) => ({ type: 'user/message', time, data: { content: [{ type: 'text', text }], source: { kind: 'user' } } })

function hostWith(...sessions: readonly Given[]): Context {
  const ctx = new Context()
  ctx.provide('sessionQuery', {
    listSessions: () => Promise.resolve(sessions.map(({ id, header }, index) => ({ header: { id, cwd: '/here', createdAt: index, ...header } }))),
    readSession: (id: string) => {
      const found = sessions.find((session) => session.id === id)
      return found?.events === 'damaged' ? Promise.reject(new Error('damaged')) : Promise.resolve({ events: found?.events ?? [] })
    },
  })
  return ctx
}

it('lists the root sessions of the folder in which somebody has spoken, the one used last first', async () => {
  const ctx = hostWith(
    { id: 'used-last', events: [said('Old words', 10), { type: 'session/title', time: 11, data: { title: 'A title' } }, said('again', 90)] },
    { id: 'newer', events: [said('New words', 50), { type: 'session/end-seed', time: 99, data: {} }] },
    { id: 'silent', events: [{ type: 'permission/preset', time: 95, data: {} }] },
    { id: 'away', header: { cwd: '/there' }, events: [said('x', 96)] },
    { id: 'child', header: { origin: 'subagent' }, events: [said('x', 97)] },
    { id: 'deep', header: { delegationDepth: 1 }, events: [said('x', 97)] },
    { id: 'damaged', events: 'damaged' },
    { id: 'fork', header: { parentSession: 'newer' }, events: [said('Forked', 20)] },
  )
  expect(await earlierSessions(ctx, '/here')).toEqual([
    { id: 'used-last', title: 'A title', at: 90, messages: 2 },
    { id: 'newer', title: 'New words', at: 50, messages: 1 },
    { id: 'fork', title: 'Forked', at: 20, messages: 1 },
  ])
})

it('reads no more than twenty of many', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: `s${index}`, events: [said('x', index)] }))
  const found = await earlierSessions(hostWith(...many), '/here')
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `s${59 - index}`))
})

it('knows a session by its id, and none that another agent drives', async () => {
  const ctx = hostWith({ id: 'a', header: { cwd: '/there' } }, { id: 'child', header: { origin: 'subagent' } })
  expect(await Promise.all(['a', 'child', 'b'].map((id) => isSessionKnown(ctx, id)))).toEqual([true, false, false])
})

it('lists nothing on a host that cannot, and leaves it to the host to know an id', async () => {
  const ctx = new Context()
  expect(await earlierSessions(ctx, '/here')).toEqual([])
  expect(await isSessionKnown(ctx, 'a')).toBe(true)
})
