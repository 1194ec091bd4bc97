/** Rows of styled text: what the view makes and the screen paints. */
import { columnsWithin, cut, textWidth } from './cells.ts'

/** What a span means; the screen decides how that looks, with colour or without. */
export type Style = 'plain' | 'strong' | 'faint' | 'accent' | 'good' | 'warn' | 'inverse' | 'emphasis' | 'code'

export interface Span {
  readonly text: string
  readonly style: Style
}

export type Row = readonly Span[]

export function span(text: string, style: Style = 'plain'): Span {
  return { text, style }
}

export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + textWidth(text), 0)
}

interface Fitted {
  readonly width: number
  readonly row: Row
}

/** Rows that stay, and what was made of them. */
const kept = new WeakMap<Row, Fitted>()

/** The same for a row that stays, with the same ellipsis each time: made once for each width. */
export function fitOnce(row: Row, width: number, ellipsis?: string): Row {
  const known = kept.get(row)
  if (known?.width === width) return known.row
  const fitted: Fitted = { width, row: fit(row, width, ellipsis) }
  kept.set(row, fitted)
  kept.set(fitted.row, fitted)
  return fitted.row
}

/** The row at exactly `width` columns: cut at `ellipsis`, or filled with blanks. */
export function fit(row: Row, width: number, ellipsis = '…'): Row {
  const known = kept.get(row)
  if (known?.width === width) return known.row
  const out: Span[] = []
  let left = width
  for (const part of row) {
    const columns = columnsWithin(part.text, left)
    if (columns <= left) {
      if (part.text !== '') out.push(part)
      left -= columns
      continue
    }
    const shown = cut(part.text, left, ellipsis)
    if (shown !== '') out.push({ text: shown, style: part.style })
    left -= textWidth(shown)
    break
  }
  if (left > 0) out.push(blank(left))
  return out
}

const blanks: Span[] = []

/** Nearly every row ends in one. */
function blank(columns: number): Span {
  return blanks[columns] ??= span(' '.repeat(columns))
}

/** The row's text alone, without its styles. */
export function rowText(row: Row): string {
  return row.map(({ text }) => text).join('')
}
