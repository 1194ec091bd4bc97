import { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

it('lists the fifty used last of many, and passes over those in which nobody has spoken', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ id: `s${index}`, events: index % 2 === 0 ? [said('x', index)] : [] }))
  const found = await earlierSessions(hostWith(...many), '/here')
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => `s${118 - 2 * index}`))
})

describe('on a host that tells where sessions are written', () => {
  let folder: string
  const read: string[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'earlier-'))
    read.length = 0
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  /** The same host, whose logs are files last written at `written` milliseconds. */
  function hostOnDisk(...sessions: readonly (Given & { readonly written: number })[]): Context {
    const ctx = hostWith(...sessions)
    for (const { id, written } of sessions) {
      writeFileSync(join(folder, id), '')
      utimesSync(join(folder, id), written / 1_000, written / 1_000)
    }
    ctx.provide('sessionPersistence', {
      locate: ({ id }: { id: string }) => ({ kind: 'jsonl', path: join(folder, id) }),
      inspect: (id: string) => {
        read.push(id)
        return Promise.resolve({ events: sessions.find((session) => session.id === id)?.events ?? [] })
      },
    })
    return ctx
  }

  it('finds an old session that was used last, however many were begun since, and reads little for it', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ id: `s${index}`, events: [said('x', 1_000 + index)], written: 1_000 + index }))
    const ctx = hostOnDisk({ id: 'old', events: [said('x', 1), said('again', 9_000)], written: 9_001 }, ...many)
    expect((await earlierSessions(ctx, '/here', 1)).map(({ id }) => id)).toEqual(['old'])
    expect(read.length).toBeLessThan(10)
    expect((await earlierSessions(ctx, '/here')).map(({ id }) => id)).toEqual(['old', ...Array.from({ length: 49 }, (_, index) => `s${299 - index}`)])
  })

  it('is not misled by a session that was only opened, or that the host has just mended', async () => {
    const ctx = hostOnDisk(
      { id: 'opened', events: [said('x', 1_000)], written: 9_000 },
      { id: 'cut-short', events: [said('x', 2_000), { type: 'turn/end', time: 99_000, data: { reason: { kind: 'interrupted' } } }], written: 2_001 },
      { id: 'used', events: [said('x', 5_000)], written: 5_001 },
    )
    expect((await earlierSessions(ctx, '/here')).map(({ id, at }) => [id, at])).toEqual([['used', 5_000], ['cut-short', 2_001], ['opened', 1_000]])
    expect((await earlierSessions(ctx, '/here', 1)).map(({ id }) => id)).toEqual(['used'])
  })

  it('lists a session that is not written down yet', async () => {
    const ctx = hostWith({ id: 'fresh', events: [said('x', 10)] })
    ctx.provide('sessionPersistence', { locate: () => ({ kind: 'jsonl', path: join(folder, 'nowhere') }) })
    expect((await earlierSessions(ctx, '/here')).map(({ id }) => id)).toEqual(['fresh'])
  })
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
