/** A panel as rows between two borders, never taller than it may be: choices keep their place, the text scrolls. */
import { bodyOf } from './body.ts'
import type { Body } from './body.ts'
import { cut } from './cells.ts'
import { wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { framed, MARGINS } from './panel-frame.ts'
import { messageText } from './panel-message.ts'
import { textRows, wholeRows } from './panel-text.ts'
import { currentOf, isReview } from './panel.ts'
import type { Panel } from './panel.ts'
import { span } from './row.ts'
import type { Row } from './row.ts'
import type { Words } from './words.ts'
import { wrap } from './wrap.ts'

/** A part of something longer: rows `from` to `from + size` of `total`. */
export interface Window {
  readonly from: number
  readonly size: number
  readonly total: number
}

export interface PanelView {
  readonly rows: readonly Row[]
  readonly text: Window
  /** Rows of the options, field or review. */
  readonly body: Window
  /** The row of the panel that the body begins on, and the item of each body row shown. */
  readonly bodyAt: number
  readonly items: readonly number[]
  readonly caret: { readonly x: number; readonly y: number; readonly visible: boolean }
}

/** Rows that the choices keep while the text is longer than the screen. */
const LEAST_BODY = 4
/** Rows inside the borders from which on the text is set off from the choices even when it scrolls. */
const ROOMY = 10
/** Rows inside the borders below which options that do not all fit go without their descriptions. */
const TIGHT = 8

/** The panel at `columns`, in at most `height` rows with its borders. */
export function panelView(model: Model, panel: Panel, columns: number, height: number): PanelView {
  const words = wordsIn(model)
  const width = columns - MARGINS
  const text = textRows(panel, width, words)
  const message = messageRows(panel, width, height, words)
  const room = height - 2 - message.length
  const body = bodyFor(panel, width, words, Math.max(LEAST_BODY, Math.floor(room / 2), room - text.length), room < TIGHT)
  const gap = room >= ROOMY || text.length + 1 + body.rows.length <= room ? 1 : 0
  const leastBody = Math.min(body.rows.length, Math.max(LEAST_BODY, Math.floor(room / 2)))
  const textSize = Math.max(1, Math.min(text.length, room - gap - leastBody))
  const bodySize = Math.min(body.rows.length, room - gap - textSize)
  const from = Math.max(0, Math.min(panel.scroll, text.length - textSize))
  const top = bodyTop(body, bodySize)
  const shown = body.rows.slice(top, top + bodySize)
  const marks = [
    ...(textSize < text.length ? [words.rows(range(from, textSize, text.length, words))] : []),
    ...(bodySize < body.rows.length ? [bodyMark(body, top, bodySize, panel, words)] : []),
  ]
  const inner = [...text.slice(from, from + textSize), ...(gap === 1 ? [[]] : []), ...shown.map(({ row }) => row), ...message]
  return {
    rows: framed(model, panel, inner, marks, columns),
    text: { from, size: textSize, total: text.length },
    body: { from: top, size: bodySize, total: body.rows.length },
    bodyAt: 1 + textSize + gap,
    items: shown.map(({ item }) => item),
    caret: {
      x: 2 + Math.min(body.caret.x, width - 1),
      y: 1 + textSize + gap + Math.max(0, Math.min(body.caret.row - top, bodySize - 1)),
      visible: body.caret.visible,
    },
  }
}

/** The body with as many descriptions as `rows` allow; where it never fits, it goes with all of them, or in a tight panel with none. */
function bodyFor(panel: Panel, width: number, words: Words, rows: number, tight: boolean): Body {
  const full = bodyOf(panel, width, words, 'all')
  if (full.rows.length <= rows) return full
  const focused = bodyOf(panel, width, words, 'focused')
  if (focused.rows.length <= rows) return focused
  const bare = bodyOf(panel, width, words, 'none')
  return tight || bare.rows.length <= rows ? bare : full
}

/** The text alone, with every option in full, in exactly `height` rows. */
export function readingView(model: Model, panel: Panel, columns: number, height: number): PanelView {
  const words = wordsIn(model)
  const text = wholeRows(panel, columns - MARGINS, words)
  const size = Math.min(text.length, height - 2)
  const from = Math.max(0, Math.min(panel.scroll, text.length - size))
  const blank = Array.from({ length: height - 2 - size }, (): Row => [])
  const marks = size < text.length ? [words.rows(range(from, size, text.length, words))] : []
  return {
    rows: framed(model, panel, [...text.slice(from, from + size), ...blank], marks, columns),
    text: { from, size, total: text.length },
    body: { from: 0, size: 0, total: 0 },
    bodyAt: height - 1,
    items: [],
    caret: { x: 2, y: 1, visible: false },
  }
}

/** Rows below the choices; what is asked back is said whole, and the choices give way to it. */
function messageRows(panel: Panel, width: number, height: number, words: Words): readonly Row[] {
  const text = messageText(panel, words)
  if (text === '') return []
  const most = panel.mode === 'confirming' || height >= 14 ? 4 : height >= 10 ? 2 : 1
  const whole = wrap(text, width)
  const rows = whole.length > most && text === words.continued ? wrap(words.continuedShort, width) : whole
  const shown = rows.length <= most ? rows : [...rows.slice(0, most - 1), cut(`${rows[most - 1]}${' '.repeat(width)}`, width, words.glyphs.ellipsis)]
  return shown.map((line): Row => [span(line, 'warn')])
}

/** The first body row shown: the focused item stays in sight, near the middle. */
function bodyTop({ rows, focus, caret }: Body, size: number): number {
  const first = rows.findIndex(({ item }) => item === focus)
  const length = rows.filter(({ item }) => item === focus).length
  const target = caret.visible || length > size ? Math.max(first, Math.min(caret.row, first + length - 1)) : first
  const centred = target - Math.max(0, Math.floor((size - Math.min(length, size)) / 2))
  return Math.max(0, Math.min(centred, rows.length - size))
}

function bodyMark(body: Body, top: number, size: number, panel: Panel, words: Words): string {
  const first = body.rows[top]?.item ?? 0
  const last = body.rows[top + size - 1]?.item ?? 0
  const text = range(first, last - first + 1, body.items, words)
  return currentOf(panel)?.field.kind === 'text' ? words.rows(text) : isReview(panel) ? text : words.options(text)
}

function range(from: number, size: number, total: number, { glyphs }: Words): string {
  return `${from + 1}${glyphs.range}${from + size}/${total}`
}
