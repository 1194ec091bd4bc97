/** The late answers to one ask as a value, event by event. */
import { describe, expect, it } from 'vitest'
import { afterLate, CONTINUED, ruleOn, type LateState, type Reply } from '../../router/late-ask.ts'
import type { LateFailure } from '../../router/types.ts'

const QUESTIONS = [{ id: 'q', question: 'Which?', options: [{ label: 'A' }] }]
const ACTOR = { surface: 'desk', name: 'Li' }
const ANSWER = { answers: [{ id: 'q', selected: ['A'] }] }
const REPLY: Reply = { kind: 'replied', answer: ANSWER, actor: ACTOR, at: 1 }
const SENDING: LateState = { phase: 'sending', reply: REPLY }
const OVER: LateState = { phase: 'over', end: { kind: 'closed', why: 'gone', at: 2 } }
const submitted = (answer: unknown) => ({ kind: 'submitted', answer, actor: ACTOR, at: 5 }) as const

describe('a submission', () => {
  it('is taken when it is the first good one, and nobody can change it afterwards', () => {
    const ruling = ruleOn(CONTINUED, QUESTIONS, submitted(ANSWER))
    expect(ruling).toStrictEqual({ kind: 'taken', reply: { kind: 'replied', answer: ANSWER, actor: ACTOR, at: 5 } })
    if (ruling.kind !== 'taken') throw new Error(ruling.kind)
    const { reply } = ruling
    expect([reply, reply.actor, reply.answer.answers, reply.answer.answers[0]].every((part) => Object.isFrozen(part))).toBe(true)
  })

  it('loses to the one that is on its way, and to the end', () => {
    expect(ruleOn(SENDING, QUESTIONS, submitted(ANSWER))).toEqual({ kind: 'lost', end: REPLY })
    expect(ruleOn(OVER, undefined, submitted(ANSWER))).toEqual({ kind: 'lost', end: { kind: 'closed', why: 'gone', at: 2 } })
  })

  it('is refused where the questions are unknown, and where it does not answer them', () => {
    expect(ruleOn(CONTINUED, undefined, submitted(ANSWER))).toMatchObject({ kind: 'refused', code: 'UNREADABLE' })
    expect(ruleOn(CONTINUED, QUESTIONS, submitted({ answers: [] }))).toStrictEqual({ kind: 'refused', code: 'BAD_ANSWER', reason: 'question "q" is not answered', question: 'q' })
    expect(ruleOn(CONTINUED, QUESTIONS, submitted(1))).toStrictEqual({ kind: 'refused', code: 'BAD_ANSWER', reason: 'an answer is an object with a list "answers"' })
  })
})

describe('what happens', () => {
  it('goes from continued to sending to over', () => {
    expect(afterLate(CONTINUED, { kind: 'taken', reply: REPLY })).toEqual(SENDING)
    expect(afterLate(SENDING, { kind: 'delivered' })).toEqual({ phase: 'over', end: REPLY })
  })

  it.each<[LateFailure, boolean, LateState]>([
    ['BAD_ANSWER', false, CONTINUED], ['NO_SESSION', false, CONTINUED], ['NO_SESSION', true, CONTINUED],
    ['REPLY_QUEUED', false, { phase: 'over', end: { kind: 'closed', why: 'settled-elsewhere', at: 7 } }],
    ['NOT_ANSWERABLE', true, { phase: 'over', end: { kind: 'closed', why: 'settled-elsewhere', at: 7 } }],
    ['NOT_ANSWERABLE', false, { phase: 'over', end: { kind: 'closed', why: 'gone', at: 7 } }],
  ])('leads from an answer that failed with %s, settled: %s, to %j', (code, isSettled, state) => {
    expect(afterLate(SENDING, { kind: 'failed', code, isSettled, at: 7 })).toEqual(state)
  })

  it('closes what is continued by the host\'s record, and opens again what is over by a reply that was thrown away', () => {
    expect(afterLate(CONTINUED, { kind: 'closed', why: 'settled-elsewhere', at: 7 })).toEqual({ phase: 'over', end: { kind: 'closed', why: 'settled-elsewhere', at: 7 } })
    expect(afterLate(OVER, { kind: 'discarded' })).toEqual(CONTINUED)
  })

  it('leaves every state as it is that it does not concern', () => {
    const taken = { kind: 'taken', reply: { ...REPLY, at: 9 } } as const
    const failed = { kind: 'failed', code: 'NOT_ANSWERABLE', isSettled: true, at: 7 } as const
    const closed = { kind: 'closed', why: 'gone', at: 7 } as const
    for (const event of [{ kind: 'delivered' }, { kind: 'discarded' }, failed] as const) expect(afterLate(CONTINUED, event)).toBe(CONTINUED)
    for (const event of [taken, closed, { kind: 'discarded' }] as const) expect(afterLate(SENDING, event)).toBe(SENDING)
    for (const event of [taken, failed, closed, { kind: 'delivered' }] as const) expect(afterLate(OVER, event)).toBe(OVER)
  })
})
