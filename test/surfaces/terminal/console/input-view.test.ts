import { describe, expect, it } from 'vitest'
import { inputRoom, inputView, inputWish } from '../../../../surfaces/terminal/console/input-view.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { rowText, span } from '../../../../surfaces/terminal/row.ts'

const modelOf = (before: string, after = '', columns = 13, rows = 24): Model => ({ ...createModel({ locale: 'en', glyphs: 'ascii', size: { columns, rows } }), input: { before, after } })
const shown = (model: Model, height: number): readonly string[] => inputView(model, height).rows.map(rowText)
const LINES = Array.from({ length: 9 }, (_, index) => `${index + 1}`).join('\n')

describe('the input line', () => {
  it('wants all of its rows, up to six and to a quarter of the screen', () => {
    expect([inputWish(modelOf('')), inputWish(modelOf('1\n2\n3')), inputWish(modelOf(LINES)), inputWish(modelOf(LINES, '', 13, 19)), inputWish(modelOf(LINES, '', 13, 3)), inputWish(modelOf('x'.repeat(11)))]).toEqual([1, 3, 6, 4, 1, 2])
    expect(inputRoom({ size: { columns: 13, rows: 24 } })).toBe(10)
  })

  it('has the caret\'s row in the middle, and marks where there is more', () => {
    const at = (line: number): readonly string[] => shown(modelOf(LINES.slice(0, line * 2 - 1), LINES.slice(line * 2 - 1)), 4)
    expect([at(1), at(3), at(4), at(5), at(9)]).toEqual([['> 1', '  2', '  3', '~ 4'], ['> 1', '  2', '  3', '~ 4'], ['~ 2', '  3', '  4', '~ 5'], ['~ 3', '  4', '  5', '~ 6'], ['~ 6', '  7', '  8', '  9']])
    expect(inputView(modelOf(LINES.slice(0, 9), LINES.slice(9)), 4).caret).toEqual({ x: 3, row: 2 })
    expect(inputView(modelOf('ab\nc'), 2)).toEqual({ rows: [[span('> ', 'accent'), span('ab')], [span('  '), span('c')]], caret: { x: 3, row: 1 } })
    expect(inputView(modelOf(LINES), 4).rows[0]?.[0]).toEqual(span('~ ', 'faint'))
  })

  it('on one row shows its breaks by a sign, and the part before the caret', () => {
    expect([shown(modelOf(''), 1), shown(modelOf('a\nb', 'c\nd'), 1)]).toEqual([['>'], ['> a\\bc\\d']])
    expect([shown(modelOf('x'.repeat(10)), 1), shown(modelOf(`y${'x'.repeat(10)}`), 1), shown(modelOf('数'.repeat(6)), 1)]).toEqual([[`> ${'x'.repeat(10)}`], [`> ${'x'.repeat(10)}`], [`> ${'数'.repeat(5)}`]])
    expect([inputView(modelOf('ab'), 1).caret, inputView(modelOf('', 'ab'), 1).caret, inputView(modelOf(`y${'x'.repeat(10)}`), 1).caret]).toEqual([{ x: 4, row: 0 }, { x: 2, row: 0 }, { x: 12, row: 0 }])
  })
})
