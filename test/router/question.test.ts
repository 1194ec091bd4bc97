import { expect, it } from 'vitest'
import { readQuestions } from '../../router/question.ts'
import { createRounds, rejection } from '../helpers/rounds.ts'
import { thirdParty } from '../helpers/third-party.ts'

const ask = (...questions: unknown[]) => readQuestions(questions)

/** Claims more items than anybody has the time to look at. */
const endless = (): unknown => new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 32 - 1 : Reflect.get(list, key)) })

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
  ['a question that throws when it is read', () => ask({ id: 'q', get question(): string { throw new Error('foreign') } }), 'BAD_QUESTION'],
  ['a question that holds itself', () => { const ring: Record<string, unknown> = { id: 'q', question: 'Why?' }; ring['self'] = ring; return ask(ring) }, 'BAD_QUESTION'],
  ['options without an end', () => ask({ id: 'q', question: 'Why?', options: endless() }), 'BAD_QUESTION'],
  ['questions without an end', () => readQuestions(endless()), 'BAD_QUESTION'],
  ['a list that is gone', () => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return readQuestions(proxy) }, 'BAD_QUESTION'],
  ['two questions with one id', () => ask({ id: 'q', question: 'Why?' }, { id: 'q', question: 'How?' }), 'DUPLICATE_QUESTION'],
])('refuses %s with a code', (_title, read, code) => {
  expect(read).toThrow(expect.objectContaining({ code }))
})

it('refuses an ask that cannot be shown before anybody is asked', async () => {
  const { rounds } = createRounds()
  const desk = thirdParty('desk')
  rounds.add(desk)
  const twice = { id: 'q', question: 'Why?' }
  expect(await rejection(rounds.ask({ questions: [twice, twice] }))).toMatchObject({ code: 'DUPLICATE_QUESTION' })
  expect(desk.shown).toEqual([])
})
