/** A panel as rows between two borders, never taller than it may be: choices keep their place, the text scrolls. */
import { bodyOf } from './body.ts'
import type { Body } from './body.ts'
import { cut, textWidth } from './cells.ts'
import { wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { textRows, wholeRows } from './panel-text.ts'
import { currentOf, isBatch, isReview, itemAt, stateOf } from './panel.ts'
import type { Panel } from './panel.ts'
import { fit, rowWidth, span } from './row.ts'
import type { Row, Style } from './row.ts'
import { clockText, remainingOf } from './wait.ts'
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
/** Rows that the text keeps, where the choices leave it any. */
const LEAST_TEXT = 2
/** Rows inside the borders from which on the text is set off from the choices even when it scrolls. */
const ROOMY = 10
/** Rows inside the borders below which options that do not all fit go without their descriptions. */
const TIGHT = 8

/** The panel at `columns`, in at most `height` rows with its borders. */
export function panelView(model: Model, panel: Panel, columns: number, height: number): PanelView {
  const words = wordsIn(model)
  const width = columns - 4
  const text = textRows(panel, width, words)
  const message = messageRows(panel, width, height, words)
  const room = height - 2 - message.length
  const body = bodyFor(panel, width, words, room - Math.min(text.length, LEAST_TEXT), room < TIGHT)
  const gap = room >= ROOMY || text.length + 1 + body.rows.length <= room ? 1 : 0
  const leastBody = Math.min(body.rows.length, Math.max(LEAST_BODY, Math.floor(room / 2)))
  const textSize = Math.max(1, Math.min(text.length, room - gap - leastBody))
  const bodySize = Math.min(body.rows.length, room - gap - textSize)
  const from = Math.max(0, Math.min(panel.scroll, text.length - textSize))
  const top = bodyTop(body, bodySize)
  const shown = body.rows.slice(top, top + bodySize)
  const marks = [
    ...(textSize < text.length ? [words.lines(range(from, textSize, text.length, words))] : []),
    ...(bodySize < body.rows.length ? [bodyMark(body, top, bodySize, panel, words)] : []),
  ]
  const inner = [...text.slice(from, from + textSize), ...(gap === 1 ? [[]] : []), ...shown.map(({ row }) => row), ...message]
  return {
    rows: framed(model, panel, inner, marks, columns, words),
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

/** The body with as many descriptions as `rows` allow; a tight one that never fits whole goes without them. */
function bodyFor(panel: Panel, width: number, words: Words, rows: number, tight: boolean): Body {
  const full = bodyOf(panel, width, words, 'all')
  if (!tight || full.rows.length <= rows) return full
  const focused = bodyOf(panel, width, words, 'focused')
  return focused.rows.length <= rows ? focused : bodyOf(panel, width, words, 'none')
}

/** The text alone, with every option in full, in exactly `height` rows. */
export function readingView(model: Model, panel: Panel, columns: number, height: number): PanelView {
  const words = wordsIn(model)
  const text = wholeRows(panel, columns - 4, words)
  const size = Math.min(text.length, height - 2)
  const from = Math.max(0, Math.min(panel.scroll, text.length - size))
  const blank = Array.from({ length: height - 2 - size }, (): Row => [])
  const marks = size < text.length ? [words.lines(range(from, size, text.length, words))] : []
  return {
    rows: framed(model, panel, [...text.slice(from, from + size), ...blank], marks, columns, words),
    text: { from, size, total: text.length },
    body: { from: 0, size: 0, total: 0 },
    bodyAt: height - 1,
    items: [],
    caret: { x: 2, y: 1, visible: false },
  }
}

function framed(model: Model, panel: Panel, inner: readonly Row[], marks: readonly string[], columns: number, words: Words): readonly Row[] {
  const { corners: { top, bottom }, vertical, separator, ellipsis } = words.glyphs
  const style: Style = model.place === 'panel' ? 'accent' : 'faint'
  const left = remainingOf(panel.wait, model.now)
  const waiting = model.panels.length - 1
  const asides = [
    ...(left === undefined ? [] : [panel.wait.kind === 'held' ? words.held(clockText(left)) : words.counting(clockText(left))]),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
  ]
  return [
    edge(top, titleOf(model, panel, words), asides, columns, style, words),
    ...inner.map((row): Row => [span(`${vertical} `, style), ...fit(row, columns - 4, ellipsis), span(` ${vertical}`, style)]),
    edge(bottom, [], [marks.join(separator)], columns, style, words),
  ]
}

/** What the panel asks back, why the last key did nothing, or what became of the wait. */
function messageRows(panel: Panel, width: number, height: number, words: Words): readonly Row[] {
  const text = messageOf(panel, words)
  if (text === '') return []
  const most = height >= 14 ? 4 : height >= 10 ? 2 : 1
  const rows = wrap(text, width)
  return (rows.length > most ? [...rows.slice(0, most - 1), cut(rows.slice(most - 1).join(' '), width, words.glyphs.ellipsis)] : rows)
    .map((line): Row => [span(line, 'warn')])
}

function messageOf(panel: Panel, words: Words): string {
  switch (panel.mode) {
    case 'confirming':
      return confirmationText(panel, words)
    case 'sending':
      return words.sending
    case 'choosing':
    case 'typing':
    case 'reading':
      return panel.complaint ?? (panel.wait.kind === 'continued' ? words.continued : '')
  }
}

function confirmationText(panel: Panel, words: Words): string {
  const current = currentOf(panel)
  switch (panel.confirmation) {
    case 'dismissal': {
      const answers = panel.form.filter((_, index) => stateOf(panel, index) === 'answered').length
      if (panel.decision?.kind === 'plan-review') return words.dismissPlan
      return isBatch(panel) ? words.dismissAll(panel.form.length, answers) : words.dismissOne
    }
    case 'always': {
      const item = current && itemAt(current)
      const choice = item?.kind === 'choice' ? current?.face.choices[item.index] : undefined
      return words.confirmAlways(choice?.title ?? '', choice?.description ?? '')
    }
    case 'unseen':
      return words.confirmUnseen
  }
}

function titleOf(model: Model, panel: Panel, words: Words): Row {
  const decided = panel.decision?.kind === 'plan-review' ? words.plan : words.question
  const name = isReview(panel) ? words.review : currentOf(panel)?.face.header || decided
  const count = isBatch(panel) && !isReview(panel) ? ` ${panel.page + 1}/${panel.form.length}` : ''
  const away = model.place === 'panel' ? '' : `${words.glyphs.separator}${words.noKeyboard}`
  const room = model.size.columns - 6 - textWidth(count + away)
  return [span(cut(name, Math.max(4, room), words.glyphs.ellipsis) + count, 'strong'), span(away, 'warn')]
}

/** A border with a text in its left and one in its right half; the right one gives way, from its end. */
function edge([left = '', right = '']: readonly string[], title: Row, asides: readonly string[], columns: number, style: Style, words: Words): Row {
  const { horizontal, separator, ellipsis } = words.glyphs
  const titleWidth = rowWidth(title)
  const head: Row = titleWidth === 0 ? [span(left + horizontal, style)] : [span(`${left}${horizontal} `, style), ...title, span(' ', style)]
  const room = columns - rowWidth(head) - 2
  const whole = asides.join(separator)
  const aside = textWidth(whole) > room - 2 ? (asides[0] ?? '') : whole
  const shown = aside === '' || room < 6 ? '' : ` ${cut(aside, room - 2, ellipsis)} `
  return [...head, span(horizontal.repeat(Math.max(0, room - textWidth(shown))), style), span(shown, 'plain'), span(horizontal + right, style)]
}

/** The first body row shown: the focused item stays in sight, near the middle. */
function bodyTop({ rows, focus, caret }: Body, size: number): number {
  if (rows.length <= size) return 0
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
  return currentOf(panel)?.field.kind === 'text' ? words.lines(text) : isReview(panel) ? text : words.options(text)
}

function range(from: number, size: number, total: number, { glyphs }: Words): string {
  return `${from + 1}${glyphs.range}${from + size}/${total}`
}
