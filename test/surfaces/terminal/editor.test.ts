import { describe, expect, it } from 'vitest'
import { EDITS, editorText, editorWith, EMPTY_EDITOR, insert } from '../../../surfaces/terminal/editor.ts'

describe('a text field', () => {
  it('deletes whole graphemes', () => {
    expect(EDITS.backspace(editorWith('a👨‍👩‍👧'))).toEqual(editorWith('a'))
    expect(EDITS.delete({ before: '', after: 'e\u0301x' })).toEqual({ before: '', after: 'x' })
    expect(EDITS.backspace(EMPTY_EDITOR)).toEqual(EMPTY_EDITOR)
  })

  it('moves by graphemes and within lines', () => {
    const field = editorWith('one\n两个👍🏽')
    expect(EDITS.left(field)).toEqual({ before: 'one\n两个', after: '👍🏽' })
    expect(EDITS.right(EDITS.left(field))).toEqual(field)
    expect(EDITS['line-start'](field)).toEqual({ before: 'one\n', after: '两个👍🏽' })
    expect(EDITS['line-end']({ before: 'o', after: 'ne\ntwo' })).toEqual({ before: 'one', after: '\ntwo' })
  })

  it('erases to the start of the line and the last word', () => {
    expect(EDITS['erase-to-start'](editorWith('a\nbc'))).toEqual(editorWith('a\n'))
    expect(EDITS['erase-word'](editorWith('one two '))).toEqual(editorWith('one '))
  })

  it('erases a last word and what is none behind it, whatever stands before', () => {
    for (const [before, left] of [['one two', 'one '], ['one two, ', 'one '], ['one', ''], [' , ', ''], ['', ''], ['中文，好的。', '中文，'], ['a\n𠮷b', 'a\n']] as const) expect(EDITS['erase-word']({ before, after: 'x' })).toEqual({ before: left, after: 'x' })
  })

  it('inserts at the caret, with line breaks made one kind and controls left out', () => {
    expect(editorText(insert({ before: 'a', after: 'b' }, '1\r\n2\x1b\x00\t3\r4'))).toBe('a1\n2 3\n4b')
  })
})
