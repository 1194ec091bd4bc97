/** A panel as rows between two borders, never taller than it may be: choices keep their place, the text scrolls. */
import { isBlank } from '../../router/answer.ts'
import { bodyOf } from './body.ts'
import type { Body } from './body.ts'
import { cut, textWidth } from './cells.ts'
import type { Model } from './model.ts'
import { currentOf, isBatch, isReview, stateOf } from './panel.ts'
import type { Face, Panel } from './panel.ts'
import { fit, rowWidth, span } from './row.ts'
import type { Row, Style } from './row.ts'
import type { Words } from './words.ts'
import { wordsOf } from './words.ts'
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
  readonly caret: { readonly x: number; readonly y: number; readonly visible: boolean }
}

/** Rows that the choices keep while the text is longer than the screen. */
const LEAST_BODY = 4
/** Rows inside the borders from which on the text is set off from the choices even when it scrolls. */
const ROOMY = 10

const wrapped = new WeakMap<Face, { readonly width: number; readonly rows: readonly Row[] }>()

/** The panel at `columns`, in at most `height` rows with its borders. */
export function panelView(model: Model, panel: Panel, columns: number, height: number): PanelView {
  const words = wordsOf(model.locale)
  const width = columns - 4
  const text = textRows(panel, width, words)
  const body = bodyOf(panel, width, words)
  const message = messageRows(panel, width, height, words)
  const room = height - 2 - message.length
  const gap = room >= ROOMY || text.length + 1 + body.rows.length <= room ? 1 : 0
  const leastBody = Math.min(body.rows.length, Math.max(LEAST_BODY, Math.floor(room / 3)))
  const textSize = Math.max(1, Math.min(text.length, room - gap - leastBody))
  const bodySize = Math.min(body.rows.length, room - gap - textSize)
  const from = Math.max(0, Math.min(panel.scroll, text.length - textSize))
  const top = bodyTop(body, bodySize)
  const border: Style = model.place === 'panel' ? 'accent' : 'faint'
  const inner: readonly Row[] = [
    ...text.slice(from, from + textSize),
    ...(gap === 1 ? [[]] : []),
    ...body.rows.slice(top, top + bodySize).map(({ row }) => row),
    ...message,
  ]
  const marks = [
    ...(textSize < text.length ? [words.lines(range(from, textSize, text.length))] : []),
    ...(bodySize < body.rows.length ? [bodyMark(body, top, bodySize, panel, words)] : []),
  ]
  return {
    rows: [
      edge('┌', '┐', titleOf(model, panel, words), model.panels.length > 1 ? words.waiting(model.panels.length - 1) : '', columns, border),
      ...inner.map((row): Row => [span('│ ', border), ...fit(row, width), span(' │', border)]),
      edge('└', '┘', [], marks.join(' · '), columns, border),
    ],
    text: { from, size: textSize, total: text.length },
    body: { from: top, size: bodySize, total: body.rows.length },
    caret: {
      x: 2 + Math.min(body.caret.x, width - 1),
      y: 1 + textSize + gap + Math.max(0, Math.min(body.caret.row - top, bodySize - 1)),
      visible: body.caret.visible,
    },
  }
}

function textRows(panel: Panel, width: number, words: Words): readonly Row[] {
  const face = currentOf(panel)?.face
  if (isReview(panel) || face === undefined) return wrap(words.reviewText, width).map((text): Row => [span(text)])
  const known = wrapped.get(face)
  if (known?.width === width) return known.rows
  const question = wrap(isBlank(face.question) ? words.nothingVisible : face.question, width).map((text): Row => [span(text, 'strong')])
  const detail = face.detail === '' ? [] : [[], ...wrap(face.detail, width).map((text): Row => [span(text)])]
  const rows = [...question, ...detail]
  wrapped.set(face, { width, rows })
  return rows
}

/** The question whether to dismiss, or why the last key did nothing. */
function messageRows(panel: Panel, width: number, height: number, words: Words): readonly Row[] {
  const answers = panel.form.filter((_, index) => stateOf(panel, index) === 'answered').length
  const text = panel.mode !== 'confirming' ? (panel.complaint ?? '')
    : isBatch(panel) ? words.dismissAll(panel.form.length, answers) : words.dismissOne
  if (text === '') return []
  const most = height >= 14 ? 3 : 1
  const rows = wrap(text, width)
  return (rows.length > most ? [cut(text, width)] : rows).map((line): Row => [span(line, 'warn')])
}

function titleOf(model: Model, panel: Panel, words: Words): Row {
  const name = isReview(panel) ? words.review : currentOf(panel)?.face.header || words.question
  const count = isBatch(panel) && !isReview(panel) ? ` ${panel.page + 1}/${panel.form.length}` : ''
  const away = model.place === 'panel' ? '' : ` · ${words.noKeyboard}`
  const room = model.size.columns - 6 - textWidth(count + away)
  return [span(cut(name, Math.max(4, room)) + count, 'strong'), span(away, 'warn')]
}

/** A border with a text in its left and one in its right half; the right one gives way. */
function edge(left: string, right: string, title: Row, aside: string, columns: number, style: Style): Row {
  const titleWidth = rowWidth(title)
  const head: Row = titleWidth === 0 ? [span(`${left}─`, style)] : [span(`${left}─ `, style), ...title, span(' ', style)]
  const room = columns - rowWidth(head) - 2
  const shown = aside === '' || room < 6 ? '' : ` ${cut(aside, room - 2)} `
  return [...head, span('─'.repeat(Math.max(0, room - textWidth(shown))), style), span(shown, 'plain'), span(`─${right}`, style)]
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
  const text = range(first, last - first + 1, body.items)
  return currentOf(panel)?.field.kind === 'text' ? words.lines(text) : isReview(panel) ? text : words.options(text)
}

function range(from: number, size: number, total: number): string {
  return `${from + 1}–${from + size}/${total}`
}
