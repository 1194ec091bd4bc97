import { describe, expect, it } from 'vitest'
import { fit, fitOnce, rowText, rowWidth, span } from '../../../surfaces/terminal/row.ts'

describe('a row', () => {
  it('is as wide as its parts together, and reads as them', () => {
    const row = [span('ab', 'strong'), span('数据'), span('')]
    expect([rowWidth(row), rowText(row), rowWidth([])]).toEqual([6, 'ab数据', 0])
  })

  it('is filled up to a width with plain blanks', () => {
    expect(fit([span('ab', 'good')], 4)).toEqual([span('ab', 'good'), span('  ')])
    expect(fit([], 2)).toEqual([span('  ')])
  })

  it('that stays is fitted once for each width, and what came of it is left alone', () => {
    const row = [span('abcdef', 'good')]
    const [wide, narrow] = [fitOnce(row, 8), fitOnce(row, 4)]
    expect([wide, narrow, fitOnce([span('abcdef')], 4, '~')]).toEqual([[span('abcdef', 'good'), span('  ')], [span('abc…', 'good')], [span('abc~')]])
    expect([fitOnce(row, 4) === narrow, fitOnce(narrow, 4) === narrow, fit(narrow, 4) === narrow, fit(narrow, 3)]).toEqual([true, true, true, [span('ab…', 'good')]])
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
