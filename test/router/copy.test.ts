import { describe, expect, it } from 'vitest'
import { copyPlain, frozen } from '../../router/copy.ts'
import type { Outcome } from '../../router/types.ts'

describe('a copy', () => {
  it('is new in every list and plain object, and keeps everything else as the same object', () => {
    const agent = new (class Agent { readonly id = 'a' })()
    const bare: object = Object.assign(Object.create(null), { x: 1 })
    const given = { list: [{ a: [1, 'b'] }], agent, bare, nothing: null, absent: undefined, count: 0 }
    const copy = copyPlain(given)
    expect(copy).toEqual(given)
    expect(copy).not.toBe(given)
    expect(copy.list).not.toBe(given.list)
    expect(copy.list[0]).not.toBe(given.list[0])
    expect(copy.list[0]!.a).not.toBe(given.list[0]!.a)
    expect(copy.bare).not.toBe(given.bare)
    expect(copy.agent).toBe(agent)
  })

  it.each([['text', 'x'], ['null', null], ['nothing', undefined], ['a number', 1]])('of %s is that', (_what, value) => {
    expect(copyPlain(value)).toBe(value)
  })

  it('of a list that only claims to be endless is refused before it is begun', () => {
    expect(() => copyPlain(Array.from({ length: 1_000_001 }))).toThrow(RangeError)
    expect(copyPlain(Array.from({ length: 1_000_000 }))).toHaveLength(1_000_000)
  })

  it('of a list is made by position, whatever the list says of itself', () => {
    const given = Object.assign([1, 2], {
      map: () => ['lent'],
      * [Symbol.iterator](): ArrayIterator<number> { for (;;) yield 3 },
    })
    const copy = copyPlain(given)
    expect(Object.keys(copy)).toEqual(['0', '1'])
    expect([copy[0], copy[1]]).toEqual([1, 2])
    // One that holds nothing here and there holds nothing there as well.
    expect(copyPlain(Object.assign([], { 1: 'x' }))).toStrictEqual([undefined, 'x'])
  })
})

describe('an outcome that was decided', () => {
  it('cannot be changed by whoever holds it, down to the labels of its answer', () => {
    const outcome = frozen({ kind: 'answered', answer: { answers: [{ id: 'a', selected: ['X'] }] }, actor: { surface: 'desk' }, at: 0 } satisfies Outcome)
    const parts = [outcome, outcome.actor, outcome.answer.answers, outcome.answer.answers[0], outcome.answer.answers[0]!.selected]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true, true])
  })

  it('keeps an error that it carries as it was', () => {
    const error = new Error('x')
    expect(Object.isFrozen(frozen({ kind: 'failed', error, at: 0 }))).toBe(true)
    expect(Object.isFrozen(error)).toBe(false)
    expect(Object.isFrozen(frozen({ kind: 'dismissed', actor: { surface: 'desk' }, at: 0 }).actor)).toBe(true)
  })
})
