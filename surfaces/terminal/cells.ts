/** How wide text is on a terminal, and how it is cut and wrapped: pure, in columns, never in `.length`. */
import { eastAsianWidth } from 'get-east-asian-width'

/** Text in which every UTF-16 unit is one grapheme of a width that all terminals agree on; the panel's own signs included. */
const SIMPLE = /^[\x20-\x7e·–•…›←-↓↵▸✓✕❯⟨⟩\u2500-\u257f\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff60]*$/
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u
const PICTURE = /^\p{Extended_Pictographic}/u
const REGIONAL = /[\u{1f1e6}-\u{1f1ff}]/gu
const INVISIBLE = /\u200d|\u20e3|\p{Variation_Selector}|\p{Emoji_Modifier}/gu

/** UTF-16 units that the segmenter gets at once: with much longer texts, its time grows faster than they do. */
const PIECE = 1_000

let segmenter: Intl.Segmenter | undefined

/** Whether a text needs neither the segmenter nor a second look at its width. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text)
}

/** The characters as a person counts them. The segmenter is made on first need: it costs a start-up 2 ms. */
export function graphemes(text: string): readonly string[] {
  if (isSimple(text)) return text.split('')
  segmenter ??= new Intl.Segmenter()
  const all: string[] = []
  for (let at = 0; at < text.length;) {
    const end = at + PIECE
    const piece = text.slice(at, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end)
    const found = Array.from(segmenter.segment(piece), ({ segment }) => segment)
    // What the cut may have gone through begins the next piece.
    const open = at + piece.length < text.length && found.length > 1 ? (found.pop() ?? '') : ''
    for (const each of found) all.push(each)
    at += piece.length - open.length
  }
  return all
}

/**
 * A grapheme as it is painted. Families, skin tones, flags and keycaps differ in width from terminal to terminal,
 * so only their first part is shown; the value that is answered keeps the original.
 */
export function displayForm(grapheme: string): string {
  if (grapheme.length === 1) return grapheme
  if (PICTURE.test(grapheme)) return String.fromCodePoint(grapheme.codePointAt(0) ?? 0x20)
  return grapheme
    .replace(REGIONAL, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41))
    .replace(INVISIBLE, '')
}

/** Columns of one code point: 0 for marks, 2 for wide ones. Ambiguous ones count 1, as terminals do by default. */
export function pointWidth(point: number): 0 | 1 | 2 {
  if (point >= 0x20 && point < 0x7f) return 1
  if (point >= 0x4e00 && point <= 0x9fff) return 2
  if (point < 0xa0 || ZERO_WIDTH.test(String.fromCodePoint(point))) return 0
  return eastAsianWidth(point)
}

/** Columns of one UTF-16 unit of a simple text: its signs and letters stand before the ideographs and their marks. */
export function simpleWidth(unit: number): 1 | 2 {
  return unit < 0x3000 ? 1 : 2
}

/** Columns that one grapheme takes in its display form. */
export function cellWidth(grapheme: string): number {
  if (grapheme.length === 1) return pointWidth(grapheme.charCodeAt(0))
  let width = 0
  for (const character of displayForm(grapheme)) width += pointWidth(character.codePointAt(0) ?? 0)
  return width
}

/** Columns of a text without line breaks. */
export function textWidth(text: string): number {
  let width = 0
  if (isSimple(text)) {
    for (let at = 0; at < text.length; at++) width += simpleWidth(text.charCodeAt(at))
    return width
  }
  for (const grapheme of graphemes(text)) width += cellWidth(grapheme)
  return width
}

/** What a row may be broken between: graphemes, and the parts of the rare one that is wider than two columns. */
export function breakable(text: string): readonly string[] {
  if (isSimple(text)) return text.split('')
  return graphemes(text).flatMap((grapheme) => (cellWidth(grapheme) > 2 ? Array.from(grapheme) : [grapheme]))
}

/** One painted unit: a base character with its marks. */
export interface Cell {
  readonly text: string
  readonly width: 1 | 2
}

/** A text as cells; a mark without a base is left out. */
export function cellsOf(text: string): readonly Cell[] {
  const cells: { text: string; width: 1 | 2 }[] = []
  for (const grapheme of graphemes(text)) {
    for (const character of displayForm(grapheme)) {
      const width = pointWidth(character.codePointAt(0) ?? 0)
      const last = cells.at(-1)
      if (width !== 0) cells.push({ text: character, width })
      else if (last !== undefined && last.text.length < 8) last.text += character
    }
  }
  return cells
}

/** UTF-16 units that one grapheme may well have. */
const LONGEST_CLUSTER = 128

/** Columns of a text that is within `width`, infinitely many of one that is not. */
export function columnsWithin(text: string, width: number): number {
  // What cannot be within the width is not even looked at: a text may be very long.
  const columns = text.length > LONGEST_CLUSTER + width * 8 ? Infinity : textWidth(text)
  return columns > width ? Infinity : columns
}

/** The text within `width` columns, with an ellipsis of one column where something is missing. For display only. */
export function cut(text: string, width: number, ellipsis = '…'): string {
  if (text.length * 2 <= width || columnsWithin(text, width) <= width) return text
  let out = ''
  let used = 0
  for (const grapheme of graphemes(text.slice(0, LONGEST_CLUSTER + width * 8))) {
    used += cellWidth(grapheme)
    if (used > width - 1) break
    out += grapheme
  }
  return width > 0 ? out + ellipsis : ''
}
