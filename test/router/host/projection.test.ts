import { Context } from '@deepseek-ai/cordis'
import { describe, expect, it } from 'vitest'
import { callViewOf, liveQuestions, questionsIn } from '../../../router/host/projection.ts'

const WHY = [{ id: 'q', question: 'Why?' }]
const KNOWN = { active: [{ callId: 'one', state: 'continued' as const, questions: WHY }, { callId: 'two', state: 'open' as const, questions: 'none' }], settled: [{ callId: 'three' }] }

describe('a call of a session', () => {
  it.each([
    ['one', { state: 'continued', questions: WHY }], ['two', { state: 'open' }], ['three', { state: 'settled' }], ['four', { state: 'absent' }],
  ])('%s is what the host has on record, with its questions where they can be read', (call, view) => {
    expect(callViewOf(KNOWN, call)).toStrictEqual(view)
  })

  it('cannot be read where the host keeps no record', () => {
    expect(callViewOf(undefined, 'one')).toStrictEqual({ state: 'unreadable' })
  })
})

describe('the record of a session', () => {
  it('is found among all that the host shows, as it is or inside its state', () => {
    expect(questionsIn({ userQuestions: KNOWN })).toEqual(KNOWN)
    expect(questionsIn({ userQuestions: { questions: KNOWN, more: 1 } })).toEqual(KNOWN)
  })

  it.each([{}, { userQuestions: null }, { userQuestions: { active: [], settled: [{}] } }, { userQuestions: { active: [{ callId: 'one', state: 'lost' }], settled: [] } }, { userQuestions: { active: [{ callId: 1, state: 'open', questions: WHY }], settled: [] } }, { userQuestions: { active: [{ callId: 'one', state: 'open' }], settled: [] } }, { userQuestions: { active: [] } }, { userQuestions: [] }, { userQuestions: { questions: 1 } }, { other: KNOWN }])('is none in %j', (values) => {
    expect(questionsIn(values)).toBeUndefined()
  })

  it.each<[string, object | undefined, object | undefined]>([
    ['one projection', { stateOf: (_session: object, key: string) => (key === 'userQuestions' ? KNOWN : undefined) }, KNOWN],
    ['a snapshot of all', { snapshot: () => ({ values: { userQuestions: KNOWN } }) }, KNOWN],
    ['no projection', {}, undefined],
    ['no service for them', undefined, undefined],
  ])('of an open session is read from a host with %s', (_what, service, expected) => {
    const ctx = new Context()
    if (service) ctx.provide('sessionProjections' as never, service as never)
    expect(liveQuestions(ctx, {})).toEqual(expected)
  })
})
