import { expect, it } from 'vitest'
import { askedRecord, recordsOf } from '../../router/record.ts'
import type { Effect, RoundEvent } from '../../router/round.ts'
import type { Outcome } from '../../router/types.ts'

const QUESTIONS = [{ id: 'q', question: 'Why?' }, { id: 'r', question: 'How?' }]
const ACTOR = { surface: 'desk', name: 'Li' }
const ANSWER = { answers: [{ id: 'q', selected: [] }] }
const aborted: RoundEvent = { kind: 'aborted', cause: 'withdrawn', at: 1 }
const settle = (outcome: Outcome): Effect => ({ kind: 'settle', outcome })

it('writes of an ask what is known of it, and nothing that is not', () => {
  expect(askedRecord('a', { questions: QUESTIONS })).toStrictEqual({ kind: 'asked', ask: 'a', timed: false, count: 2, questions: QUESTIONS })
  expect(askedRecord('a', { questions: QUESTIONS, agent: { id: 's', session: { id: 's' } }, wait: { callId: 'c' } })).toStrictEqual({ kind: 'asked', ask: 'a', timed: false, count: 2, questions: QUESTIONS, session: 's', call: 'c' })
  expect(askedRecord('a', { questions: QUESTIONS, wait: { callId: 'c', timed: {} as true } })).toMatchObject({ timed: true })
  expect(askedRecord('a', { questions: QUESTIONS, agent: { id: 's', session: { id: 's', header: { cwd: '/p' } } }, wait: { callId: 'c', timed: true } })).toMatchObject({ timed: true, project: '/p' })
})

it('writes an act before the end that it brought about', () => {
  const outcome: Outcome = { kind: 'answered', answer: ANSWER, actor: ACTOR, at: 1 }
  const act: RoundEvent = { kind: 'submitted', key: 1, answer: ANSWER, actor: ACTOR, at: 1 }
  expect(recordsOf('a', act, [settle(outcome), { kind: 'reply', verdict: { kind: 'won', outcome } }])).toStrictEqual([
    { kind: 'acted', ask: 'a', actor: ACTOR, verdict: 'won' }, { kind: 'settled', ask: 'a', outcome: 'answered', actor: ACTOR, answer: ANSWER },
  ])
  expect(recordsOf('a', act, [{ kind: 'reply', verdict: { kind: 'lost', outcome } }])).toStrictEqual([{ kind: 'acted', ask: 'a', actor: ACTOR, verdict: 'lost' }])
})

it.each<[string, Outcome, object]>([
  ['dismissed', { kind: 'dismissed', actor: ACTOR, at: 1 }, { actor: ACTOR }],
  ['aborted', { kind: 'aborted', cause: 'disposed', reason: 'words', at: 1 }, { cause: 'disposed' }],
  ['timed-out', { kind: 'timed-out', continued: true, at: 1 }, { continued: true }],
  ['failed', { kind: 'failed', error: new Error('words'), at: 1 }, {}],
])('writes of an end that is %s what a restart needs, and no words of errors', (kind, outcome, rest) => {
  expect(recordsOf('a', aborted, [settle(outcome)])).toStrictEqual([{ kind: 'settled', ask: 'a', outcome: kind, ...rest }])
})

it('writes nothing of who is asked, later or no more', () => {
  expect(recordsOf('a', aborted, [{ kind: 'ask', keys: [1] }, { kind: 'defer', keys: [2] }, { kind: 'release', key: 1, outcome: { kind: 'timed-out', continued: false, at: 1 } }])).toEqual([])
})
