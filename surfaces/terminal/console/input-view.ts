/** The input line: as many rows as it gets, with the caret always in sight. Pure. */
import { cellWidth, graphemes, textWidth } from '../cells.ts'
import { editorText } from '../editor.ts'
import { fieldRows } from '../field-rows.ts'
import { wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { span } from '../row.ts'
import type { Row } from '../row.ts'

export interface InputView {
  readonly rows: readonly Row[]
  readonly caret: { readonly x: number; readonly row: number }
}

const MOST = 6

/** Columns of its text: the prompt stands before them, the caret may stand behind. */
export function inputRoom({ size }: Pick<Model, 'size'>): number {
  return size.columns - 3
}

/** Rows that the text would like: all of it, up to a quarter of the screen. */
export function inputWish(model: Model): number {
  return Math.max(1, Math.min(fieldRows(model.input, inputRoom(model)).rows.length, MOST, Math.floor(model.size.rows / 4)))
}

/** The line in exactly `height` rows. */
export function inputView(model: Model, height: number): InputView {
  const { prompt, ellipsis } = wordsIn(model).glyphs
  if (height === 1) return oneRow(model)
  const { rows, caret } = fieldRows(model.input, inputRoom(model))
  const top = Math.max(0, Math.min(caret.row - Math.floor(height / 2), rows.length - height))
  const shown = rows.slice(top, top + height)
  return {
    rows: shown.map(({ text }, index): Row => {
      const more = index === 0 || (index === height - 1 && top + height < rows.length)
      return [top + index === 0 ? span(`${prompt} `, 'accent') : more ? span(`${ellipsis} `, 'faint') : span('  '), span(text)]
    }),
    caret: { x: 2 + caret.x, row: caret.row - top },
  }
}

/** Everything on one row; of a text that is too long the part before the caret is shown. */
function oneRow(model: Model): InputView {
  const { prompt, newline } = wordsIn(model).glyphs
  const flat = (text: string): string => fieldRows({ before: text.replaceAll('\n', newline), after: '' }, Number.MAX_SAFE_INTEGER).rows[0]?.text ?? ''
  const room = inputRoom(model)
  const before: string[] = []
  let used = 0
  for (const grapheme of graphemes(flat(model.input.before.slice(-room * 8))).toReversed()) {
    used += cellWidth(grapheme)
    if (used > room) break
    before.unshift(grapheme)
  }
  const shown = before.join('')
  const row: Row = editorText(model.input) === '' ? [span(prompt, 'accent')] : [span(`${prompt} `, 'accent'), span(shown), span(flat(model.input.after.slice(0, room * 8)))]
  return { rows: [row], caret: { x: 2 + textWidth(shown), row: 0 } }
}
