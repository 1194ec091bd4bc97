import { describe, expect, it } from 'vitest'
import { parseReply } from '../../../surfaces/feishu/reply.ts'
import { eventOf, sayingOf } from './sealed.ts'

describe('parseReply', () => {
  it('reads person, place, what is quoted and the words', () => {
    expect(parseReply(eventOf(sayingOf('hello', { quotes: 'om_1', root: 'om_0' })))).toEqual({
      messageId: 'om_said', chatId: 'oc_1', isPrivate: true, person: { openId: 'ou_wang', unionId: undefined, userId: undefined }, quotes: 'om_1', thread: 'om_0', text: 'hello',
    })
  })

  it('takes mentions out of the words', () => {
    expect(parseReply(eventOf(sayingOf('@_user_1 Postgres', { group: true, mentions: [{ key: '@_user_1', name: 'bot' }] })))).toMatchObject({ isPrivate: false, text: ' Postgres' })
  })

  it('takes each mention out whole, though the key of one begins the key of another, and nothing that is no mention', () => {
    const mentions = ['@_user_1', '@_user_12', '@_user_2'].map((key) => ({ key }))
    const textOf = (text: string): string | undefined => parseReply(eventOf(sayingOf(text, { mentions })))?.text
    expect(textOf('@_user_12 @_user_1@_user_2 2')).toBe('  2')
    expect(textOf('@_user_13')).toBe('3')
    expect(textOf('@_user_3 a@b.example @ @@_user_2')).toBe('@_user_3 a@b.example @ @')
    expect(parseReply(eventOf(sayingOf('a@b', { mentions: [{ key: '' }, { key: 'a' }, { key: '@' }] })))?.text).toBe('a@b')
  })

  it('reads as many mentions as the platform may send in the time that their text takes', () => {
    const payload = eventOf(sayingOf('@_user_1 '.repeat(30_000), { mentions: Array.from({ length: 30_000 }, (_, at) => ({ key: `@_user_${at}x` })) }))
    const { user } = process.cpuUsage()
    parseReply(payload)
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(1_000)
  })

  it('reads text with paragraphs, and nothing but its text', () => {
    const content = { title: '', content: [[{ tag: 'text', text: 'a ' }, { tag: 'a', text: 'b', href: 'x' }], [{ tag: 'img', image_key: 'k' }, { tag: 'text', text: 'c' }]] }
    expect(parseReply(eventOf(sayingOf({ type: 'post', content })))?.text).toBe('a b\nc')
  })

  it.each<[string, unknown]>([
    ['text', { text: 7 }], ['text', {}], ['text', []], ['text', 'bare'], ['post', { content: [{ tag: 'text' }] }], ['post', { content: [[{ text: 'no tag' }]] }], ['post', { text: 'x' }], ['interactive', { content: [[{ tag: 'text', text: 'a card' }]] }],
  ])('finds no words in a message of type %s with %j', (type, content) => {
    expect(parseReply(eventOf(sayingOf({ type, content })))).not.toHaveProperty('text')
  })

  it('finds no words in what is no JSON', () => {
    const payload = eventOf(sayingOf('x'))
    const broken: unknown = JSON.parse(JSON.stringify(payload).replace(/"content":"(?:[^"\\]|\\.)*"/u, '"content":"not json"'))
    expect([parseReply(payload)?.text, parseReply(broken)?.messageId, parseReply(broken)?.text]).toEqual(['x', 'om_said', undefined])
  })

  it.each(['sticker', 'image', 'file', 'audio'])('finds no words in a message of type %s', (type) => {
    expect(parseReply(eventOf(sayingOf({ type, content: { file_key: 'k', text: 'no' } })))).not.toHaveProperty('text')
  })

  it.each([undefined, {}, eventOf({}), eventOf(sayingOf('hi', { sender: 'app' }))])('reads nothing from %j', (payload) => {
    expect(parseReply(payload)).toBeUndefined()
  })
})
