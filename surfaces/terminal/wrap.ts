/** Breaking text into rows of a width: between words, between ideographs, and inside a word only when it must be. */
import { breakable, cellWidth } from './cells.ts'
import type { Row, Span } from './row.ts'
import { rowText } from './row.ts'

/** Marks that must not begin a row. */
const CLOSING = new Set('，。、；：？！）》」』】…,.;:?!)]}')

/** The rows of a text; an empty line stays one empty row. `width` is in columns, at least 2. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)))
}

/** The rows of one line broken where they are full, so that no character of it is lost, blanks included. */
export function chop(line: string, width: number): readonly string[] {
  const rows = ['']
  let used = 0
  for (const grapheme of breakable(line)) {
    const columns = cellWidth(grapheme)
    if (used + columns > width) {
      rows.push('')
      used = 0
    }
    rows[rows.length - 1] += grapheme
    used += columns
  }
  return rows
}

const wrapped = new WeakMap<{ readonly text: string }, { readonly width: number; readonly rows: readonly string[] }>()

/** The same for a text that stays: wrapped once for each width that it is seen at. */
export function wrapOnce(line: { readonly text: string }, width: number): readonly string[] {
  const known = wrapped.get(line)
  if (known?.width === width) return known.rows
  const rows = wrap(line.text, width)
  wrapped.set(line, { width, rows })
  return rows
}

/** The rows of a styled text, each span in its style. */
export function wrapText(text: readonly Span[], width: number): readonly Row[] {
  const whole = rowText(text)
  let at = 0
  return wrap(whole, width).map((row) => {
    // Only blanks are lost between two rows, so the row is the next place that reads the same.
    const from = whole.indexOf(row, at)
    at = from + row.length
    return cutOut(text, from, at)
  })
}

/** The part of a styled text between two positions. */
function cutOut(text: readonly Span[], from: number, to: number): Row {
  let start = 0
  return text.flatMap(({ text: part, style }) => {
    const shown = part.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += part.length
    return shown === '' ? [] : [{ text: shown, style }]
  })
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
    if ((wide || afterWide) && !CLOSING.has(grapheme)) [breakAt, usedAtBreak] = [row.length, used]
    if (used + columns > width) {
      if (grapheme === ' ') {
        rows.push(row)
        ;[row, used, breakAt] = ['', 0, 0]
        continue
      }
      const at = breakAt > 0 ? breakAt : row.length
      rows.push(row.slice(0, at).trimEnd())
      used = breakAt > 0 ? used - usedAtBreak : 0
      row = row.slice(at)
      breakAt = 0
    }
    row += grapheme
    used += columns
    afterWide = wide
    if (grapheme === ' ' || grapheme === '-' || grapheme === '/') [breakAt, usedAtBreak] = [row.length, used]
  }
  return [...rows, row]
}
