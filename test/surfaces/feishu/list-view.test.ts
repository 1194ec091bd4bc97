import { describe, expect, it } from 'vitest'
import type { AskRound } from '../../../router/types.ts'
import { type AskTime, cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Entry } from '../../../surfaces/feishu/entries.ts'
import { listed, listView } from '../../../surfaces/feishu/list-view.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { drawn } from './drawn.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: [] }
const AT = Date.UTC(2026, 2, 1, 6, 3, 22)
const NEVER: AskRound = {
  id: 'never', signal: new AbortController().signal, outcome: new Promise(() => undefined), report: () => undefined,
  submit: () => { throw new Error('not asked') }, dismiss: () => { throw new Error('not asked') },
}

interface Given {
  readonly at?: number
  readonly session?: string
  readonly question?: string
  readonly time?: AskTime
  readonly stage?: Entry['stage']
}

function entryOf(id: string, { at = 0, session, question = `${id}?`, time, stage = { kind: 'open', round: NEVER } }: Given = {}): Entry {
  const agent = session === undefined ? {} : { agent: { id: session, session: { id: session } } }
  return {
    ask: cardAsk(id, { questions: [{ id: 'q', question }], ...agent }, { time }), role: 'answer', stage, at, shown: { count: 1, saving: [], isWhole: true },
    deliveries: { match: () => 'ours', has: () => false, clicked: () => undefined, end: () => Promise.resolve(), hold: () => () => undefined, adopt: () => undefined, retire: () => undefined, again: () => 'sent', isIn: () => true, isEmpty: false },
  }
}

const body = (...entries: Entry[]): readonly string[] => drawn(listView('list', entries, AT, READER).body)
/** What the list says of how long an ask is waited for. */
const standing = (time: AskTime | undefined, stage?: Entry['stage']): string | undefined => body(entryOf('a', { ...(time ? { time } : {}), ...(stage ? { stage } : {}) }))[2]

describe('the list of what is open', () => {
  it('has the newest first, and of those that came at once the last', () => {
    expect(listed([entryOf('a', { at: 2 }), entryOf('b', { at: 9 }), entryOf('c', { at: 2 }), entryOf('d', { at: 5 })]).map(({ ask }) => ask.id)).toEqual(['b', 'd', 'c', 'a'])
    expect(listed(Array.from({ length: 21 }, (_, at) => entryOf(`a${at}`, { at }))).map(({ ask }) => ask.id)).toEqual(Array.from({ length: 20 }, (_, index) => `a${20 - index}`))
  })

  it('has one heading for each session, by its newest ask, and a button for each ask', () => {
    expect(body(entryOf('a', { at: 1, session: 's1' }), entryOf('b', { at: 2, session: 's2' }), entryOf('c', { at: 3, session: 's1' }), entryOf('d', { at: 0 }))).toEqual([
      '**Session s1**', 'c?', 'Waiting for an answer', '[Show it here] c', 'a?', 'Waiting for an answer', '[Show it here] a',
      '---', '**Session s2**', 'b?', 'Waiting for an answer', '[Show it here] b', '---', '**No session named**', 'd?', 'Waiting for an answer', '[Show it here] d',
    ])
  })

  it('names no question that has no words, and only the beginning of a long one', () => {
    expect(body(entryOf('a', { question: ' ' }))).toEqual(['**No session named**', 'Waiting for an answer', '[Show it here] a'])
    expect(body(entryOf('a', { question: 'q'.repeat(121) }))[1]).toBe(`${'q'.repeat(120)}…`)
  })

  it('says how many older ones there are', () => {
    const many = (count: number): readonly string[] => body(...Array.from({ length: count }, (_, at) => entryOf(`a${at}`, { at })))
    expect([many(20).at(-1), many(21).slice(-2), many(22).at(-1)]).toEqual(['[Show it here] a0', ['---', '1 older ask is not listed here.'], '2 older asks are not listed here.'])
    const { title, summary, template, tag, buttons, part, ask } = listView('list', [entryOf('a')], AT, READER)
    expect([title.en, summary.en, template, tag.en, buttons, part, ask]).toEqual(['1 ask is open', '1 ask is open', 'blue', 'Waiting for you', [], 1, 'list'])
  })

  it('says how long each is waited for', () => {
    expect(standing(undefined)).toBe('Waiting for an answer')
    expect(standing({ kind: 'limited', from: AT, until: AT + 60_000, canHold: true })).toBe('The agent waits until 06:04:22 (UTC)')
    expect(standing({ kind: 'limited', from: AT, canHold: true })).toBe('The agent waits for a limited time')
    expect(standing({ kind: 'over' }, { kind: 'continued' })).toBe('The agent has gone on; an answer reaches it as a message')
    expect(standing({ kind: 'limited', from: AT, until: AT + 60_000, canHold: true }, { kind: 'continued' })).toBe('The agent has gone on; an answer reaches it as a message')
  })

  it('says of one whose clock somebody holds that it waits', () => {
    const countdown = { state: 'held', remaining: () => 5, hold: () => undefined, release: () => undefined, onChange: () => () => undefined } as const
    expect(standing({ kind: 'limited', from: AT, until: AT + 60_000, canHold: true }, { kind: 'open', round: { ...NEVER, countdown } })).toBe('Waiting for an answer')
  })
})
