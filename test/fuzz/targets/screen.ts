/** What holds for every screen, whatever is on it. */
import { cellsOf } from '../../../surfaces/terminal/cells.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { rowText, rowWidth } from '../../../surfaces/terminal/row.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { hold } from '../target.ts'

/** Controls, format characters, halves of characters and separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function holdScreen(model: Model): void {
  const { columns, rows } = model.size
  const frame = view(model)
  hold(frame.rows.length === rows, () => `${frame.rows.length} rows on a screen of ${rows}`)
  hold(frame.caret.x >= 0 && frame.caret.x < columns && frame.caret.y >= 0 && frame.caret.y < rows, () => `the caret at ${frame.caret.x},${frame.caret.y} of ${columns} × ${rows}`)
  for (const row of frame.rows) {
    hold(rowWidth(row) === columns, () => `a row of ${rowWidth(row)} cells on a screen of ${columns}`)
    const text = cellsOf(rowText(row)).map((cell) => cell.text).join('')
    hold(!UNPRINTABLE.test(text), () => `${JSON.stringify(UNPRINTABLE.exec(text)?.[0])} on the screen`)
  }
}
