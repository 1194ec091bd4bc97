import { describe, expect, it } from 'vitest'
import type { Operator } from '../../../surfaces/feishu/config.ts'
import { isAllowed, neededRole, ownId, readOperator } from '../../../surfaces/feishu/operators.ts'

const OPERATORS: Operator[] = [
  { id: 'ou_0123456789abcdef', role: 'answer' },
  { id: 'on_li', name: 'Li', role: 'approve' },
]

describe('operators', () => {
  it('are known by any of the three ids', () => {
    expect(readOperator(OPERATORS, { openId: 'ou_x', unionId: 'on_li' })).toEqual({ id: 'ou_x', name: 'Li', role: 'approve' })
    expect(readOperator([{ id: 'u1', name: 'Uma', role: 'answer' }], { userId: 'u1' })).toEqual({ id: 'u1', name: 'Uma', role: 'answer' })
  })

  it('are known by each of them where an id does not show its kind, and by no other', () => {
    const operators: Operator[] = [{ id: 'u1', role: 'answer' }]
    const people = [{ openId: 'u1', unionId: 'on_x' }, { openId: 'ou_x', unionId: 'u1' }, { openId: 'ou_x', unionId: 'on_x', userId: 'u1' }, { openId: 'ou_x', unionId: 'on_x', userId: 'u2' }]
    expect(people.map((person) => readOperator(operators, person)?.role)).toEqual(['answer', 'answer', 'answer', undefined])
  })

  it('are not whoever was given a user id that looks like another kind of id', () => {
    expect(readOperator(OPERATORS, { openId: 'ou_eve', userId: 'ou_0123456789abcdef' })).toBeUndefined()
    expect(readOperator(OPERATORS, { openId: 'ou_eve', unionId: 'ou_0123456789abcdef' })).toBeUndefined()
    expect(readOperator(OPERATORS, { openId: 'on_li', unionId: 'on_eve', userId: 'on_li' })).toBeUndefined()
  })

  it('without a configured name go by a shortened id', () => {
    expect(readOperator(OPERATORS, { openId: 'ou_0123456789abcdef' })?.name).toBe('ou_0123…cdef')
  })

  it('who are listed more than once have the strongest role of all and the name that one of them gives', () => {
    const paired = { id: 'ou_li', role: 'approve' } as const
    expect(readOperator([{ id: 'ou_li', name: 'Li', role: 'answer' }, paired], { openId: 'ou_li' })).toEqual({ id: 'ou_li', name: 'Li', role: 'approve' })
    expect(readOperator([{ id: 'ou_li', role: 'approve' }, { id: 'on_li', name: 'Li', role: 'answer' }], { openId: 'ou_li', unionId: 'on_li' })).toEqual({ id: 'ou_li', name: 'Li', role: 'approve' })
    expect(readOperator([{ id: 'ou_boss', role: 'approve' }, { id: 'ou_li', role: 'answer' }], { openId: 'ou_li' })?.role).toBe('answer')
  })

  it('do not include a stranger, and an empty list includes nobody', () => {
    expect(readOperator(OPERATORS, { openId: 'ou_y', unionId: '', userId: undefined })).toBeUndefined()
    expect(readOperator([], { openId: 'ou_y' })).toBeUndefined()
    expect(readOperator([{ id: '', role: 'answer' }], { openId: '' })).toBeUndefined()
  })

  it('need the stronger role for a plan review and a permission request', () => {
    const question = { id: 'q', question: 'Go?' }
    expect(neededRole([question])).toBe('answer')
    expect(neededRole([question, { ...question, intent: { kind: 'plan-review', approve: 'Yes' } }])).toBe('approve')
    expect(neededRole([{ ...question, intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }])).toBe('approve')
    expect([isAllowed('answer', 'approve'), isAllowed('approve', 'approve'), isAllowed('approve', 'answer')]).toEqual([false, true, true])
  })

  it('tells a stranger his own id', () => {
    expect(ownId({ unionId: 'on_z' })).toBe('on_z')
    expect(ownId({})).toBe('?')
  })
})
