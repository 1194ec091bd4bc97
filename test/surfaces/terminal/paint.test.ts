import { describe, expect, it } from 'vitest'
import { glyphWidth, isSimpleRow, paintLine, rowBytes, rowOnPaper, showLine } from '../../../surfaces/terminal/paint.ts'
import type { Line, PaintedCell } from '../../../surfaces/terminal/paint.ts'
import { span } from '../../../surfaces/terminal/row.ts'
import type { Row } from '../../../surfaces/terminal/row.ts'

const PLAIN = (0x1ff << 9) | 0x1ff
const lineOf = (columns: number): Line => Object.assign(Array.from({ length: columns }, (): PaintedCell => [0, '_']), { dirty: false })

function painted(row: Row, columns: number, colour = true): readonly PaintedCell[] {
  const line = lineOf(columns)
  paintLine(line, row, 3, colour)
  expect(line.dirty).toBe(true)
  return [...line]
}

describe('a row in cells', () => {
  it('has one for each column, the second of a wide character blank, and none beyond the line', () => {
    expect(painted([span('a数'), span('bc')], 4)).toEqual([[PLAIN, 'a'], [PLAIN, '数'], [PLAIN, ' '], [PLAIN, 'b']])
    expect(painted([span('abc数')], 4)).toEqual([[PLAIN, 'a'], [PLAIN, 'b'], [PLAIN, 'c'], [0, '_']])
    expect(painted([span('a')], 2)).toEqual([[PLAIN, 'a'], [0, '_']])
  })

  it('has each style in its look, and without colours in bold, underline and inverse alone', () => {
    const styles = ['strong', 'faint', 'accent', 'good', 'warn', 'emphasis', 'code', 'inverse'] as const
    const looks = (colour: boolean): readonly (readonly number[])[] => styles.map((style) => painted([span('x', style)], 1, colour).map(([attributes]) => attributes)).map(([attributes = 0]) => [attributes >> 18, (attributes >> 9) & 0x1ff, attributes & 0x1ff])
    expect(looks(true)).toEqual([[1, 0x1ff, 0x1ff], [0, 8, 0x1ff], [0, 6, 0x1ff], [0, 2, 0x1ff], [1, 3, 0x1ff], [2, 0x1ff, 0x1ff], [0, 6, 0x1ff], [8, 0x1ff, 0x1ff]])
    expect(looks(false)).toEqual([1, 0, 0, 0, 1, 2, 0, 8].map((flags) => [flags, 0x1ff, 0x1ff]))
  })

  it('blanks the columns of what terminals disagree on, and goes on behind it', () => {
    expect(painted([span('a👍e\u0301')], 5)).toEqual([[PLAIN, 'a'], [PLAIN, '  \x1b[4;2H👍\x1b[4;4H'], [PLAIN, ' '], [PLAIN, ' \x1b[4;4He\u0301\x1b[4;5H'], [0, '_']])
  })

  it('is as wide as what was painted into it', () => {
    expect(['a', '数', ' ', '  \x1b[4;2H👍\x1b[4;4H', ' \x1b[4;4He\u0301\x1b[4;5H', ''].map(glyphWidth)).toEqual([1, 2, 1, 2, 1, 1])
  })

  it('is on the glass as the differ keeps it: both columns of a wide character are marked', () => {
    const line = lineOf(4)
    paintLine(line, [span('数a', 'strong')], 0, true)
    const shown: PaintedCell[] = []
    showLine(line, shown)
    const strong = PLAIN | (1 << 18)
    expect([shown, line.dirty]).toEqual([[[strong, '\0'], [strong, '\0'], [strong, 'a'], [0, '_']], false])
  })
})

describe('what brings a row onto the glass', () => {
  const row = [span('ab', 'accent'), span('数据 c'), span('  ')]

  it('is all of it where nothing is known, without the blanks at its end', () => {
    expect(rowBytes(row, undefined, 2, true)).toBe('\x1b[3;1H\x1b[36mab\x1b[m数据 c\x1b[K')
    expect(rowBytes([span('ab')], undefined, 0, true)).toBe('\x1b[1;1Hab')
    expect(rowBytes([span('ab', 'warn'), span('c', 'faint'), span('d', 'strong'), span('e', 'emphasis'), span('f', 'inverse')], undefined, 0, false)).toBe('\x1b[1;1H\x1b[1mab\x1b[mc\x1b[1md\x1b[m\x1b[4me\x1b[m\x1b[7mf\x1b[m')
    expect(rowBytes([span('c', 'faint'), span('', 'warn'), span('d', 'warn')], undefined, 0, true)).toBe('\x1b[1;1H\x1b[90mc\x1b[m\x1b[1;33md\x1b[m')
  })

  it('begins with the first character that differs, at its column', () => {
    expect(rowBytes(row, [span('ab', 'accent'), span('数字 c'), span('  ')], 0, true)).toBe('\x1b[1;5H据 c\x1b[K')
    expect(rowBytes(row, [span('ax', 'accent'), span('数据 c'), span('  ')], 0, true)).toBe('\x1b[1;2H\x1b[36mb\x1b[m数据 c\x1b[K')
    expect(rowBytes(row, [span('ab', 'warn'), span('数据 c'), span('  ')], 0, true)).toBe('\x1b[1;1H\x1b[36mab\x1b[m数据 c\x1b[K')
    expect(rowBytes(row, [span('ab', 'accent'), span('数据 cd'), span(' ')], 0, true)).toBe('\x1b[1;9H\x1b[K')
    expect(rowBytes([span('abc')], [span('ab')], 0, true)).toBe('\x1b[1;3Hc')
    expect(rowBytes([span('ab'), span('c')], [span('ab')], 0, true)).toBe('\x1b[1;3Hc')
  })

  it('is nothing but a place where nothing differs', () => {
    expect(rowBytes(row, row, 0, true)).toBe('\x1b[1;11H')
  })

  it('is for rows only whose width all terminals agree on', () => {
    expect([isSimpleRow(row), isSimpleRow([span('a'), span('👍')]), isSimpleRow([])]).toEqual([true, false, true])
  })
})

describe('a row on paper', () => {
  it('is its text without the blanks at its end, and without what no cell shows', () => {
    expect(rowOnPaper([span('a👨‍👩‍👧 ', 'strong'), span('  ')], false)).toBe('a👨')
  })

  it('has its styles in the sequences of any terminal', () => {
    expect(rowOnPaper([span('a', 'strong'), span('b', 'faint'), span('c', 'accent'), span('d', 'warn'), span('e', 'emphasis'), span('f', 'inverse'), span('g  ')], true)).toBe(
      '\x1b[1ma\x1b[0m\x1b[90mb\x1b[0m\x1b[36mc\x1b[0m\x1b[1;33md\x1b[0m\x1b[4me\x1b[0m\x1b[7mf\x1b[0mg')
  })
})
