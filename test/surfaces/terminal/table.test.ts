import { describe, expect, it } from 'vitest'
import type { Align, Text } from '../../../surfaces/terminal/document.ts'
import { glyphsOf } from '../../../surfaces/terminal/glyphs.ts'
import { rowText, span } from '../../../surfaces/terminal/row.ts'
import { tableRows } from '../../../surfaces/terminal/table.ts'

const cells = (...texts: string[]): readonly Text[] => texts.map((text) => [span(text)])

function drawn(width: number, head: readonly string[], rows: readonly (readonly string[])[], align: readonly Align[] = []): readonly string[] {
  return tableRows({ kind: 'table', align, head: cells(...head), rows: rows.map((row) => cells(...row)) }, width, glyphsOf('ascii')).map(rowText)
}

describe('a table', () => {
  it('gives each column what its widest cell wants, where there is room for all', () => {
    expect(drawn(11, ['a', 'bb'], [['long', 'x'], ['y', 'long']])).toEqual(['a    | bb  ', '-----+-----', 'long | x   ', 'y    | long'])
    expect(drawn(11, ['a'], [['数据\nx']])).toEqual(['a   ', '----', '数据', 'x   '])
  })

  it('sets its cells to the side that they are meant for', () => {
    expect(drawn(40, ['left', 'mid', 'right'], [['a', 'b', 'c']], ['left', 'center', 'right'])).toEqual(['left | mid | right', '-----+-----+------', 'a    |  b  |     c'])
    expect(drawn(40, ['four'], [['a']], ['center'])).toEqual(['four', '----', ' a  '])
  })

  it('takes from its widest columns first where there is less room', () => {
    expect(drawn(19, ['short', 'x'], [['aa', 'one two three']])).toEqual(['short | x          ', '------+------------', 'aa    | one two    ', '      | three      '].map((row) => row.slice(0, 19)))
    expect(drawn(15, ['one two', 'six ten'], [])).toEqual(['one    | six   ', 'two    | ten   ', '-------+-------'].map((row) => row.slice(0, 15)))
  })

  it('stands as records where a column would have less than six', () => {
    expect(drawn(14, ['head one', 'head two'], [['a', 'b'], ['c', 'd']])).toEqual(['head one: a', 'head two: b', '', 'head one: c', 'head two: d'])
    expect(drawn(15, ['head one', 'head two'], [['a', 'b']])[0]).toContain('|')
  })

  it('leaves room for a narrow column beside a wide one, and has a place for every cell', () => {
    expect(drawn(10, ['x', 'one two three'], [['y']])).toEqual(['x | one   ', '  | two   ', '  | three ', '--+-------', 'y |       '].map((row) => row.slice(0, 10)))
    expect(drawn(30, ['', 'b'], [['', 'd']])).toEqual(['  | b', '--+--', '  | d'])
  })

  it('draws its lines in the faint style, and each text in its own', () => {
    const rows = tableRows({ kind: 'table', align: ['left', 'left'], head: [[span('a', 'strong')], [span('b', 'strong')]], rows: [[[span('c', 'code')], []]] }, 20, glyphsOf('ascii'))
    expect(rows.map((row) => row.filter(({ text }) => text !== ''))).toEqual([
      [span('a', 'strong'), span(' | ', 'faint'), span('b', 'strong')], [span('--+--', 'faint')], [span('c', 'code'), span(' | ', 'faint'), span(' ')],
    ])
    const records = tableRows({ kind: 'table', align: [], head: [[span('head one')], [span('head two')]], rows: [[[span('a', 'code')], [span('b')]], [[span('c')]]] }, 12, glyphsOf('ascii'))
    expect(records).toEqual([
      [span('head one'), span(': ', 'strong'), span('a', 'code')], [span('head two'), span(': ', 'strong'), span('b')], [], [span('head one'), span(': ', 'strong'), span('c')], [span('head two'), span(': ', 'strong')],
    ])
  })
})
