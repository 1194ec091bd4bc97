/** Rows of the view as the cells that the differ compares and writes. Pure, but for the line that is painted into. */
import { cellsOf, isSimple, pointWidth, textWidth } from './cells.ts'
import type { Cell } from './cells.ts'
import type { Row, Style } from './row.ts'

/** Attributes (18 bits of flags above 9 of foreground above 9 of background) and what is written. */
export type PaintedCell = [attributes: number, text: string]
export type Line = PaintedCell[] & { dirty: boolean }

const DEFAULT_COLOUR = 0x1ff
const BOLD = 1
const UNDERLINE = 2
const INVERSE = 8
const BLANK: PaintedCell = [0, ' ']
/** What the differ keeps of either column of a wide character. */
const WIDE = '\0'

/** Flags and foreground of each style, with colours; without them the words and signs have to do. */
const LOOKS: Record<Style, { readonly flags: number; readonly colour: number }> = {
  plain: { flags: 0, colour: DEFAULT_COLOUR },
  strong: { flags: BOLD, colour: DEFAULT_COLOUR },
  faint: { flags: 0, colour: 8 },
  accent: { flags: 0, colour: 6 },
  good: { flags: 0, colour: 2 },
  warn: { flags: BOLD, colour: 3 },
  emphasis: { flags: UNDERLINE, colour: DEFAULT_COLOUR },
  code: { flags: 0, colour: 6 },
  inverse: { flags: INVERSE, colour: DEFAULT_COLOUR },
}

/** Whether all terminals agree on the width of everything in a row. */
export function isSimpleRow(row: Row): boolean {
  return row.every(({ text }) => isSimple(text))
}

/**
 * What brings a simple row onto the glass where `before`, a simple one as well, is shown: the place of the first
 * character that differs, and the rest of the row behind it. Without `before` it is the whole row.
 */
export function rowBytes(row: Row, before: Row | undefined, y: number, colour: boolean): string {
  let [x, at, from] = [0, 0, 0]
  for (let same = true; same; ) {
    const [span, other] = [row[at], before?.[at]]
    if (span === undefined || span.style !== other?.style) break
    from = commonStart(span.text, other.text)
    x += textWidth(span.text.slice(0, from))
    same = from === span.text.length && from === other.text.length
    if (same) [at, from] = [at + 1, 0]
  }
  const rest = row.slice(at).map(({ text, style }, index) => inStyle(index === 0 ? text.slice(from) : text, style, colour)).join('')
  const kept = rest.trimEnd()
  return `\x1b[${y + 1};${x + 1}H${kept === rest ? rest : `${kept}\x1b[K`}`
}

function commonStart(text: string, other: string): number {
  if (text === other) return text.length
  let at = 0
  // Behind its end a text has no number, which equals nothing.
  while (text.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

function inStyle(text: string, style: Style, colour: boolean): string {
  const codes = text === '' ? '' : codesOf(style, colour)
  return codes === '' ? text : `\x1b[${codes}m${text}\x1b[m`
}

/** Paints a row of the view into a line of the screen, for the columns that it covers: the differ writes what is not shown yet. */
export function paintLine(line: Line, row: Row, y: number, colour: boolean): void {
  let x = 0
  for (const { text, style } of row) {
    const look = LOOKS[style]
    const attributes = (look.flags << 18) | ((colour ? look.colour : DEFAULT_COLOUR) << 9) | DEFAULT_COLOUR
    for (const cell of cellsOf(text)) {
      if (x + cell.width > line.length) break
      line[x] = [attributes, placed(cell, x, y)]
      if (cell.width === 2) line[x + 1] = [attributes, ' ']
      x += cell.width
    }
  }
  line.dirty = true
}

/** Tells the differ that a line is on the glass as it was painted; both columns of a wide character are written anew with every change of their line. */
export function showLine(line: Line, shown: PaintedCell[]): void {
  for (let x = 0; x < line.length; x++) {
    const [attributes, text] = line[x] ?? BLANK
    const wide = glyphWidth(text) === 2
    shown[x] = [attributes, wide ? WIDE : text]
    if (wide) shown[++x] = [attributes, WIDE]
  }
  line.dirty = false
}

/**
 * What is written for a cell. Terminals disagree on the width of emoji, rare ideographs and marks, so such a cell
 * blanks its columns first and puts the cursor behind them afterwards: the rest of the row stays where it is.
 */
function placed({ text, width }: Cell, x: number, y: number): string {
  if (isSimple(text)) return text
  const at = (column: number): string => `\x1b[${y + 1};${column + 1}H`
  return `${' '.repeat(width)}${at(x)}${text}${at(x + width)}`
}

/** Columns of what `paintLine` put into a cell. */
export function glyphWidth(written: string): number {
  if (written.startsWith(' ')) return written[1] === ' ' ? 2 : 1
  return pointWidth(written.codePointAt(0) ?? 0x20)
}

/** A row as text without its trailing blanks, for paper or a pipe; with `colour` in the escapes of any terminal. */
export function rowOnPaper(row: Row, colour: boolean): string {
  const shown = row.map(({ text, style }) => ({ text: cellsOf(text).map((cell) => cell.text).join(''), style }))
  if (!colour) return shown.map(({ text }) => text).join('').trimEnd()
  return shown.map(({ text, style }) => {
    const codes = codesOf(style, true)
    return codes === '' ? text : `\x1b[${codes}m${text}\x1b[0m`
  }).join('').trimEnd()
}

/** A style as the numbers of the terminal's own sequence; empty for what needs none. */
function codesOf(style: Style, colour: boolean): string {
  const { flags, colour: foreground } = LOOKS[style]
  return [
    ...(flags & BOLD ? [1] : []), ...(flags & UNDERLINE ? [4] : []), ...(flags & INVERSE ? [7] : []),
    ...(!colour || foreground === DEFAULT_COLOUR ? [] : [foreground < 8 ? 30 + foreground : 82 + foreground]),
  ].join(';')
}
