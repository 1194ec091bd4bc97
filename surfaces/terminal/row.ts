/** Rows of styled text: what the view makes and the screen paints. */
import { cut, textWidth } from './cells.ts'

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

/** The row at exactly `width` columns: cut at `ellipsis`, or filled with blanks. */
export function fit(row: Row, width: number, ellipsis = '…'): Row {
  const out: Span[] = []
  let left = width
  for (const { text, style } of row) {
    const shown = cut(text, left, ellipsis)
    if (shown !== '') out.push({ text: shown, style })
    left -= textWidth(shown)
    if (shown !== text) break
  }
  return left > 0 ? [...out, span(' '.repeat(left))] : out
}

/** The row's text alone, without its styles. */
export function rowText(row: Row): string {
  return row.map(({ text }) => text).join('')
}
