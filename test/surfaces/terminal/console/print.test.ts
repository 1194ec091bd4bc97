import { expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { BLANK, extended, isPrintOf } from '../../../../surfaces/terminal/console/print.ts'

it('knows its own text, in whatever pieces it came, and no other', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string({ unit: 'grapheme' }), (pieces, other) => {
    const print = pieces.reduce(extended, BLANK)
    const text = pieces.join('')
    expect(isPrintOf(print, text)).toBe(true)
    expect(isPrintOf(print, other)).toBe(text === other)
  }))
})

it.each([['ab', 'ba'], ['a', 'a\0'], ['', '\0'], ['😀', '😁'], ['Aa', 'BB']])('tells %j from %j', (text, other) => {
  expect(isPrintOf(extended(BLANK, text), other)).toBe(false)
})

it('tells by the length and by either of its sums', () => {
  const print = extended(BLANK, 'ab')
  const [first, second] = print.sums
  expect([print, { ...print, length: 3 }, { ...print, sums: [first + 1, second] as const }, { ...print, sums: [first, second + 1] as const }].map((each) => isPrintOf(each, 'ab'))).toEqual([true, false, false, false])
})
