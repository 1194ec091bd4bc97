import { describe, expect, it } from 'vitest'
import { createInbox, type InboxAnswer } from '../../../surfaces/feishu/inbox.ts'
import type { JournalPort } from '../../../surfaces/feishu/slips.ts'

const said = ({ bytes }: InboxAnswer): unknown => JSON.parse(bytes.toString())

describe('the inbox', () => {
  const body = { toast: { type: 'info', content: 'x', i18n: { zh_cn: 'x', en_us: 'x' } } } as const
  const create = () => {
    const clicks: unknown[] = []
    const messages: unknown[] = []
    const inbox = createInbox({ handle: (payload) => { clicks.push(payload); return { body, sent: () => undefined } }, hear: (payload) => messages.push(payload), repeat: () => ({ body, sent: () => undefined }) })
    return { inbox, clicks, messages }
  }

  it('lets a click and a message take effect once, however often they come', () => {
    const { inbox, clicks, messages } = create()
    for (let time = 0; time < 3; time += 1) {
      expect(said(inbox({ id: 'e1', type: 'card.action.trigger', payload: 1 }))).toEqual(body)
      expect(said(inbox({ id: 'e2', type: 'im.message.receive_v1', payload: 2 }))).toEqual({})
    }
    expect([clicks, messages]).toEqual([[1], [2]])
  })

  it('gives a click that was taken before a restart no effect, but a word on how it stands, and remembers both kinds', () => {
    const { clicks, messages } = create()
    const kept = new Set(['e1', 'e2'])
    const repeated: unknown[] = []
    const inbox = createInbox({
      handle: (payload) => { clicks.push(payload); return { body: {}, sent: () => undefined } },
      repeat: (payload) => { repeated.push(payload); return { body, sent: () => undefined } },
      hear: (payload) => messages.push(payload),
      journal: () => ({ seen: (_surface, id) => kept.has(id), remember: (_surface, id) => kept.add(id) }),
    })
    expect(said(inbox({ id: 'e1', type: 'card.action.trigger', payload: 1 }))).toEqual(body)
    expect(said(inbox({ id: 'e2', type: 'im.message.receive_v1', payload: 2 }))).toEqual({})
    expect([clicks, messages, repeated]).toEqual([[], [], [1]])
    inbox({ id: 'e3', type: 'card.action.trigger', payload: 3 })
    inbox({ id: 'e4', type: 'im.message.receive_v1', payload: 4 })
    inbox({ id: 'e5', type: 'im.chat.updated_v1', payload: 5 })
    expect([clicks, messages, [...kept]]).toEqual([[3], [4], ['e1', 'e2', 'e3', 'e4']])
  })

  it('forgets nothing of people who may act, however much others send, and writes down nothing of theirs', () => {
    const kept: string[] = []
    const messages: unknown[] = []
    const journal = (): Pick<JournalPort, 'seen' | 'remember'> => ({ seen: () => false, remember: (_surface, id) => kept.push(id) })
    const inbox = createInbox({
      handle: () => ({ body, sent: () => undefined }), repeat: () => ({ body: {}, sent: () => undefined }), hear: (payload) => messages.push(payload), journal,
      mayAct: (payload) => payload === 'operator',
    })
    const first = { id: 'first', type: 'im.message.receive_v1', payload: 'operator' }
    inbox(first)
    for (let at = 0; at < 6_000; at += 1) inbox({ id: `other-${at}`, type: ['im.message.receive_v1', 'card.action.trigger', 'im.chat.updated_v1'][at % 3] ?? '', payload: 'stranger' })
    inbox(first)
    expect([messages.filter((payload) => payload === 'operator'), kept]).toEqual([['operator'], ['first']])
    inbox({ id: 'other-5997', type: 'im.message.receive_v1', payload: 'stranger' })
    expect(messages).toHaveLength(2_001)
  })

  it('writes down a message that made somebody who may act of its sender', () => {
    const kept: string[] = []
    const paired = new Set<unknown>()
    const inbox = createInbox({
      handle: () => ({ body, sent: () => undefined }), repeat: () => ({ body, sent: () => undefined }), hear: (payload) => paired.add(payload),
      mayAct: (payload) => paired.has(payload), journal: () => ({ seen: () => false, remember: (_surface, id) => kept.push(id) }),
    })
    inbox({ id: 'code', type: 'im.message.receive_v1', payload: 'eve' })
    expect(kept).toEqual(['code'])
  })

  it('acknowledges everything else without an effect', () => {
    const { inbox, clicks, messages } = create()
    expect(said(inbox({ id: 'e1', type: 'im.chat.updated_v1', payload: 1 }))).toEqual({})
    expect([...clicks, ...messages]).toEqual([])
  })
})
