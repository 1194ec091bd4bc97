import { describe, expect, it } from 'vitest'
import { among, anything, atLeast, eitherOf, flag, listOf, number, objectOf, recordOf, type Shape, text, whole } from '../../router/shape.ts'

const person = objectOf({ id: text }, { age: whole })

describe('a shape', () => {
  it.each<[string, Shape<unknown>, unknown]>([
    ['anything', anything, null],
    ['a text', text, ''],
    ['a flag', flag, false],
    ['a number', number, -1.5],
    ['a whole number', whole, 2 ** 53 - 1],
    ['one of several values', among('won', 3, null), null],
    ['either of two', eitherOf<string | number>(text, number), 3],
    ['a list', listOf(text), ['a', '']],
    ['an empty list', listOf(text), []],
    ['a record', recordOf(whole), { constructor: 1, a: 2 }],
    ['an object', person, { id: 'a', age: 3 }],
    ['an object without what it may lack', person, { id: 'a' }],
    ['at least an object', atLeast({ id: text }), { id: 'a', more: [1] }],
  ])('reads %s as it is', (_what, shape, value) => {
    expect(shape(value)).toStrictEqual(value)
  })

  it.each<[string, Shape<unknown>, readonly unknown[]]>([
    ['anything', anything, [undefined]],
    ['a text', text, [1, null, undefined, ['a'], Object('a')]],
    ['a flag', flag, [0, 'true', null]],
    ['a number', number, ['1', Number.NaN, Infinity, null, 1n]],
    ['a whole number', whole, [1.5, 2 ** 53, Infinity, '1', null]],
    ['one of several values', among('won', 3), ['lost', '3', null, undefined]],
    ['either of two', eitherOf<string | number>(text, number), [true, null]],
    ['a list', listOf(text), [{ length: 0 }, 'a', ['a', 1], [undefined], [null]]],
    ['a record', recordOf(whole), [[], null, 'a', { a: 1, b: 'x' }]],
    ['an object', person, [[], null, 'a', {}, { age: 3 }, { id: 1 }, { id: 'a', age: 1.5 }, { id: 'a', age: null }]],
    ['at least an object', atLeast({ id: text }, { age: whole }), [[], null, {}, { id: 1, more: 1 }, { id: 'a', age: '3' }]],
  ])('refuses as %s whatever is none', (_what, shape, values) => {
    expect(values.map((value) => shape(value))).toEqual(values.map(() => undefined))
  })
})

describe('what is read', () => {
  it('is a copy that has what the shape names, and nothing else', () => {
    const given = { id: 'a', more: 1 }
    const read = person(given)
    expect(read).toStrictEqual({ id: 'a' })
    expect(listOf(person)([given])).toStrictEqual([{ id: 'a' }])
    expect(given).toEqual({ id: 'a', more: 1 })
    const names = ['a']
    expect(listOf(text)(names)).not.toBe(names)
  })

  it('lacks what it may lack, also where that was given as nothing', () => {
    expect(person({ id: 'a', age: undefined })).toStrictEqual({ id: 'a' })
  })

  it('is read inside of what is kept as well', () => {
    const shape = atLeast({ list: listOf(person) })
    expect(shape({ list: [{ id: 'a', more: 1 }], more: { b: 1 } })).toStrictEqual({ list: [{ id: 'a' }], more: { b: 1 } })
  })

  it('never inherits what was sent', () => {
    const sent: unknown = JSON.parse('{"id":"a","__proto__":{"stolen":1}}')
    for (const shape of [person, atLeast({ id: text }), recordOf(anything)]) {
      const read = shape(sent)
      expect(read).toStrictEqual({ id: 'a' })
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    }
  })
})
