import { describe, expect, it } from 'vitest'
import { fit, rowText, rowWidth, span } from '../../../surfaces/terminal/row.ts'

describe('a row', () => {
  it('is as wide as its parts together, and reads as them', () => {
    const row = [span('ab', 'strong'), span('数据'), span('')]
    expect([rowWidth(row), rowText(row), rowWidth([])]).toEqual([6, 'ab数据', 0])
  })

  it('is filled up to a width with plain blanks', () => {
    expect(fit([span('ab', 'good')], 4)).toEqual([span('ab', 'good'), span('  ')])
    expect(fit([], 2)).toEqual([span('  ')])
  })

  it('that fits is left alone, but for parts that say nothing', () => {
    expect(fit([span('ab', 'good'), span(''), span('cd')], 4)).toEqual([span('ab', 'good'), span('cd')])
  })

  it('is cut in the part that is too wide, marked there, and ends with it', () => {
    expect(fit([span('abc', 'good'), span('def', 'warn'), span('ghi')], 5)).toEqual([span('abc', 'good'), span('d…', 'warn')])
    expect(fit([span('abcdef'), span('g')], 3, '~')).toEqual([span('ab~')])
    expect(fit([span('ab'), span('cd')], 2)).toEqual([span('ab')])
    expect(fit([span('数据'), span('x')], 3)).toEqual([span('数…')])
    expect(fit([span('a数据')], 3)).toEqual([span('a…'), span(' ')])
    expect(fit([span('abc')], 0)).toEqual([])
  })
})
