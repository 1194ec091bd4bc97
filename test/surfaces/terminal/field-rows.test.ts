import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { cellWidth, textWidth } from '../../../surfaces/terminal/cells.ts'
import { editorText, editorWith } from '../../../surfaces/terminal/editor.ts'
import { fieldRows, rowMoved } from '../../../surfaces/terminal/field-rows.ts'

const text = fc.array(fc.constantFrom('a', 'word ', '\n', '长', '👨‍👩‍👧', 'e\u0301', '\u202e', '1️⃣', '\ud800'), { maxLength: 60 }).map((parts) => parts.join(''))
const editor = fc.record({ before: text, after: text })
const room = fc.integer({ min: 2, max: 40 })

describe('a text field', () => {
  it('breaks a text at its width and at its line breaks, with the caret where typing goes', () => {
    expect(fieldRows({ before: 'abcdef\ng', after: 'h' }, 4)).toEqual({
      rows: [{ text: 'abcd', from: 0, to: 4 }, { text: 'ef', from: 4, to: 6 }, { text: 'gh', from: 7, to: 9 }],
      caret: { row: 2, x: 1 },
    })
  })

  it('shows all of the text that can be seen, and paints nothing that hides or turns it', () => {
    expect(fieldRows(editorWith('a\u202eb\u200bc\ud800'), 20).rows[0]?.text).toBe('abc\ufffd')
  })

  it('never has a row wider than its room, loses no character, and keeps the caret within', () => {
    fc.assert(fc.property(editor, room, (editor, room) => {
      const { rows, caret } = fieldRows(editor, room)
      const whole = editorText(editor)
      for (const row of rows) expect(textWidth(row.text)).toBeLessThanOrEqual(room)
      const lost = rows.map((row, index) => whole.slice(rows[index - 1]?.to ?? 0, row.from)).join('') + whole.slice(rows.at(-1)?.to)
      expect(lost.replaceAll('\n', '')).toBe('')
      expect(caret.row).toBeLessThan(rows.length)
      expect(caret.x).toBeLessThanOrEqual(room)
    }))
  })

  it('moves the caret up and down in its column, over wide characters too', () => {
    const up = rowMoved({ before: '长长长长\nabc', after: 'd' }, 20, -1)
    expect(up).toEqual({ before: '长', after: '长长长\nabcd' })
    expect(up && rowMoved(up, 20, -1)).toBeUndefined()
    expect(up && rowMoved(up, 20, 1)).toEqual({ before: '长长长长\nab', after: 'cd' })
  })

  it('moves the caret into the row that was broken off, not to the end of the row before', () => {
    expect(rowMoved({ before: 'a', after: '长' }, 2, 1)).toEqual({ before: 'a长', after: '' })
    expect(rowMoved({ before: '', after: 'abcd' }, 2, 1)).toEqual({ before: 'abc', after: 'd' })
    expect(rowMoved({ before: '', after: 'ab👍' }, 2, 1)).toEqual({ before: 'ab👍', after: '' })
    expect(rowMoved({ before: 'abcd\n', after: 'e' }, 2, -1)).toEqual({ before: 'abc', after: 'd\ne' })
  })

  it('moves the caret to the very start of a row that begins with a line of its own', () => {
    expect(rowMoved({ before: '', after: 'ab\ncd' }, 20, 1)).toEqual({ before: 'ab\n', after: 'cd' })
    expect(rowMoved({ before: 'ab\n', after: 'cd' }, 20, -1)).toEqual({ before: '', after: 'ab\ncd' })
    expect(rowMoved({ before: 'ab\n\n', after: '' }, 20, -1)).toEqual({ before: 'ab\n', after: '\n' })
  })

  it('is made into rows once for each room', () => {
    const written = editorWith('one two')
    expect(fieldRows(written, 4)).toBe(fieldRows(written, 4))
    expect(fieldRows(written, 9).rows).toHaveLength(1)
    expect(fieldRows(written, 4).rows).toHaveLength(2)
  })

  it('changes nothing but the caret when it moves, and lands in the row beside it', () => {
    fc.assert(fc.property(editor, room, fc.constantFrom(1 as const, -1 as const), (editor, room, direction) => {
      const moved = rowMoved(editor, room, direction)
      if (moved === undefined) return
      expect(editorText(moved)).toBe(editorText(editor))
      expect(moved.before.length).not.toBe(editor.before.length)
      expect(Math.sign(moved.before.length - editor.before.length)).toBe(direction)
    }))
  })

  it('takes a large paste in little time', () => {
    const started = performance.now()
    const { rows } = fieldRows(editorWith('把旧接口替换为新接口 and words\n'.repeat(5_000)), 77)
    expect(rows.length).toBeGreaterThan(5_000)
    expect(performance.now() - started).toBeLessThan(500)
    expect(cellWidth('长')).toBe(2)
  })
})
