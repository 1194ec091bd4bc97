import { expect, it } from 'vitest'
import { readQuestions } from '../../router/question.ts'
import { createRounds, rejection } from '../helpers/rounds.ts'
import { thirdParty } from '../helpers/third-party.ts'

const ask = (...questions: unknown[]) => readQuestions(questions)

/** Claims more items than anybody has the time to look at. */
const endless = (): unknown => new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 32 - 1 : Reflect.get(list, key)) })

const many = (count: number) => Array.from({ length: count }, () => ({ label: 'A' }))

it('takes what has everything, nothing but the least, and as many as there may be', () => {
  const whole = { id: 'q', question: 'Why?', header: 'H', detail: '', options: [{ label: '', description: 'first' }] }
  expect(ask(whole, { id: 'r', question: '' })).toEqual([whole, { id: 'r', question: '' }])
  expect(ask({ id: 'q', question: 'Why?', options: many(10_000) })[0]!.options).toHaveLength(10_000)
  expect(readQuestions(Array.from({ length: 10_000 }, (_, id) => ({ id: String(id), question: 'Why?' })))).toHaveLength(10_000)
})

it('holds what it has read once: a getter cannot say something else to whoever is asked', () => {
  let reads = 0
  const [read] = ask({ id: 'q', get question(): unknown { reads += 1; return reads === 1 ? 'Why?' : 5 } })
  expect([read?.question, reads]).toEqual(['Why?', 1])
})

it('copies the questions, so that a surface that changes its request changes nobody else\'s', () => {
  const asked = [{ id: 'q', question: 'Which?', options: [{ label: 'A', shortcut: 'a' }], mood: 1 }]
  const read = readQuestions(asked)
  expect(read).toEqual(asked)
  expect(read[0]).not.toBe(asked[0])
  expect(read[0]!.options![0]).not.toBe(asked[0]!.options[0])
})

it.each<[string, () => unknown, string]>([
  ['no list', () => readQuestions({}), 'EMPTY_QUESTIONS'],
  ['an empty list', () => ask(), 'EMPTY_QUESTIONS'],
  ['a question that is no object', () => ask(null), 'BAD_QUESTION'],
  ['a question without an id', () => ask({ question: 'Why?' }), 'BAD_QUESTION'],
  ['an empty id', () => ask({ id: '', question: 'Why?' }), 'BAD_QUESTION'],
  ['a question without text', () => ask({ id: 'q' }), 'BAD_QUESTION'],
  ['options that are no list', () => ask({ id: 'q', question: 'Why?', options: 'A' }), 'BAD_QUESTION'],
  ['an option without a label', () => ask({ id: 'q', question: 'Why?', options: [{}] }), 'BAD_QUESTION'],
  ['an option that is null', () => ask({ id: 'q', question: 'Why?', options: [null] }), 'BAD_QUESTION'],
  ['an option that is a text', () => ask({ id: 'q', question: 'Why?', options: [{ label: 'A' }, 'B'] }), 'BAD_QUESTION'],
  ['an option whose description is no text', () => ask({ id: 'q', question: 'Why?', options: [{ label: 'A', description: 1 }] }), 'BAD_QUESTION'],
  ['a header that is no text', () => ask({ id: 'q', question: 'Why?', header: 1 }), 'BAD_QUESTION'],
  ['a detail that is no text', () => ask({ id: 'q', question: 'Why?', detail: null }), 'BAD_QUESTION'],
  ['a question that is a text', () => ask('Why?'), 'BAD_QUESTION'],
  ['an id that is a number', () => ask({ id: 1, question: 'Why?' }), 'BAD_QUESTION'],
  ['more options than anybody could look at', () => ask({ id: 'q', question: 'Why?', options: many(10_001) }), 'BAD_QUESTION'],
  ['more questions than anybody could look at', () => readQuestions(Array.from({ length: 10_001 }, (_, id) => ({ id: String(id), question: 'Why?' }))), 'BAD_QUESTION'],
  ['a question that throws when it is read', () => ask({ id: 'q', get question(): string { throw new Error('foreign') } }), 'BAD_QUESTION'],
  ['a question that holds itself', () => { const ring: Record<string, unknown> = { id: 'q', question: 'Why?' }; ring['self'] = ring; return ask(ring) }, 'BAD_QUESTION'],
  ['options without an end', () => ask({ id: 'q', question: 'Why?', options: endless() }), 'BAD_QUESTION'],
  ['questions without an end', () => readQuestions(endless()), 'BAD_QUESTION'],
  ['a list that is gone', () => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return readQuestions(proxy) }, 'BAD_QUESTION'],
  ['two questions with one id', () => ask({ id: 'q', question: 'Why?' }, { id: 'q', question: 'How?' }), 'DUPLICATE_QUESTION'],
])('refuses %s with a code', (_title, read, code) => {
  expect(read).toThrow(expect.objectContaining({ code }))
})

it('says what made the questions unreadable', () => {
  const error = new Error('foreign')
  expect(() => ask({ id: 'q', get question(): string { throw error } })).toThrow(expect.objectContaining({ cause: error }))
})

it('refuses an ask that cannot be shown before anybody is asked', async () => {
  const { rounds } = createRounds()
  const desk = thirdParty('desk')
  rounds.add(desk)
  const twice = { id: 'q', question: 'Why?' }
  expect(await rejection(rounds.ask({ questions: [twice, twice] }))).toMatchObject({ code: 'DUPLICATE_QUESTION' })
  expect(desk.shown).toEqual([])
})
