/** A text field as rows of a width, broken by column so that the caret's place is certain. Pure. */
import { breakable, cellWidth } from './cells.ts'
import type { Editor } from './editor.ts'
import { editorText } from './editor.ts'

/** One row: what is painted, and the part of the text that it shows. */
export interface FieldRow {
  readonly text: string
  readonly from: number
  readonly to: number
}

export interface FieldRows {
  readonly rows: readonly FieldRow[]
  /** The caret's row, and its column within the room. */
  readonly caret: { readonly row: number; readonly x: number }
}

/** What hides or turns the reading order has no place in a field either; the joiner goes when its emoji is painted. */
const UNSEEN = /(?!\u200d)[\p{Cf}\p{Cc}]/gu
const UNPRINTABLE = /[\p{Cs}\p{Zl}\p{Zp}]/gu

const made = new WeakMap<Editor, { readonly room: number; readonly written: FieldRows }>()

/** The rows of a field `room` columns wide, at least one; the caret may stand one column behind the last. */
export function fieldRows(editor: Editor, room: number): FieldRows {
  const known = made.get(editor)
  if (known?.room === room) return known.written
  const rows: { text: string; from: number; to: number }[] = [{ text: '', from: 0, to: 0 }]
  let used = 0
  let at = 0
  const place = (text: string): void => {
    for (const grapheme of breakable(text)) {
      const columns = cellWidth(grapheme)
      let row = rows.at(-1)
      if (row === undefined || grapheme === '\n' || used + columns > room) {
        const from = at + (grapheme === '\n' ? 1 : 0)
        row = { text: '', from, to: from }
        rows.push(row)
        used = 0
      }
      at += grapheme.length
      row.text += grapheme
      row.to = at
      used += columns
    }
  }
  place(editor.before)
  const caret = { row: rows.length - 1, x: used }
  place(editor.after)
  const written = { rows: rows.map((row) => ({ ...row, text: painted(row.text) })), caret }
  made.set(editor, { room, written })
  return written
}

/** The caret one row up or down in the column that it is in; nothing where there is no such row. */
export function rowMoved(editor: Editor, room: number, direction: 1 | -1): Editor | undefined {
  const { rows, caret } = fieldRows(editor, room)
  const target = rows[caret.row + direction]
  if (target === undefined) return undefined
  const text = editorText(editor)
  let at = target.from
  let x = 0
  for (const grapheme of breakable(text.slice(target.from, target.to))) {
    x += cellWidth(grapheme)
    if (x > caret.x) break
    at += grapheme.length
  }
  // The start of a row that was broken off is shown at the end of the row before: the first place in it comes later.
  if (at === rows[caret.row + direction - 1]?.to) at += breakable(text.slice(target.from, target.to))[0]?.length ?? 0
  return { before: text.slice(0, at), after: text.slice(at) }
}

function painted(text: string): string {
  return text.replace(UNSEEN, '').replace(UNPRINTABLE, '\ufffd')
}
