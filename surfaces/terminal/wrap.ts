/** Breaking text into rows of a width: between words, between ideographs, and inside a word only when it must be. */
import { breakable, cellWidth } from './cells.ts'

/** Marks that must not begin a row. */
const CLOSING = new Set('，。、；：？！）》」』】…,.;:?!)]}')

/** The rows of a text; an empty line stays one empty row. `width` is in columns, at least 2. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  if (line.length * 2 <= width) return [line]
  const rows: string[] = []
  let row = ''
  let used = 0
  let breakAt = 0
  let usedAtBreak = 0
  let afterWide = false
  for (const grapheme of breakable(line)) {
    const columns = cellWidth(grapheme)
    const wide = columns === 2
    if ((wide || afterWide) && row !== '' && !CLOSING.has(grapheme)) [breakAt, usedAtBreak] = [row.length, used]
    if (used + columns > width) {
      if (grapheme === ' ') {
        rows.push(row)
        ;[row, used, breakAt, usedAtBreak, afterWide] = ['', 0, 0, 0, false]
        continue
      }
      const at = breakAt > 0 ? breakAt : row.length
      rows.push(row.slice(0, at).trimEnd())
      used = breakAt > 0 ? used - usedAtBreak : 0
      row = row.slice(at)
      ;[breakAt, usedAtBreak] = [0, 0]
    }
    row += grapheme
    used += columns
    afterWide = wide
    if (grapheme === ' ' || grapheme === '-' || grapheme === '/') [breakAt, usedAtBreak] = [row.length, used]
  }
  return [...rows, row]
}
