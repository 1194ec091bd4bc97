/** The part of a panel that takes the answer: options, text field or review, as rows before they are windowed. */
import { isBlank } from '../../router/answer.ts'
import { cut, textWidth } from './cells.ts'
import { editorText } from './editor.ts'
import type { Editor } from './editor.ts'
import type { ChoiceFace } from './face.ts'
import { fieldRows } from './field-rows.ts'
import { currentOf, stateOf } from './panel.ts'
import type { Current, Panel } from './panel.ts'
import { rowWidth, span } from './row.ts'
import type { Row, Style } from './row.ts'
import type { Words } from './words.ts'
import { wrap } from './wrap.ts'
import { sanitiseLine } from './sanitise.ts'

export interface Body {
  /** Rows with the item that each belongs to. */
  readonly rows: readonly { readonly row: Row; readonly item: number }[]
  readonly items: number
  /** The item that must stay in sight. */
  readonly focus: number
  /** Where typing would go, counted from the body's first row and the panel's first inner column. */
  readonly caret: { readonly row: number; readonly x: number; readonly visible: boolean }
}

/** Rows that one option may take for its title, and for its description; the whole of it is there for reading. */
const MOST_ROWS = 6

/** Whose descriptions are shown. */
export type Described = 'all' | 'focused' | 'none'

/** The body of the page shown, `width` columns wide. */
export function bodyOf(panel: Panel, width: number, words: Words, described: Described): Body {
  const current = currentOf(panel)
  if (current === undefined) return reviewBody(panel, width, words)
  return current.field.kind === 'text' ? textBody(current, width, words) : choicesBody(panel, current, width, words, described)
}

function choicesBody(panel: Panel, current: Current, width: number, words: Words, described: Described): Body {
  const { face, entry, field } = current
  const { glyphs } = words
  const digits = String(face.items.length).length
  const [on, off] = field.kind === 'multi' ? glyphs.multi : glyphs.single
  const typed = !isBlank(editorText(entry.editor))
  const lead = (row: number, sign: string, marked: boolean): Row => [
    row === entry.row ? span(glyphs.pointer, 'accent') : span('  '),
    span(`${String(row + 1).padStart(digits)}. ${sign} `, marked ? 'accent' : 'plain'),
  ]
  const rows: { row: Row; item: number }[] = []
  let caret = { row: 0, x: 0, visible: false }
  for (const [at, item] of face.items.entries()) {
    if (at === entry.row) caret = { ...caret, row: rows.length }
    const add = (lines: readonly Row[]): void => lines.forEach((row) => rows.push({ row, item: at }))
    const telling = described === 'all' || (described === 'focused' && at === entry.row)
    const style: Style = at === entry.row ? 'strong' : 'plain'
    switch (item.kind) {
      case 'choice': {
        const marked = entry.chosen.includes(item.index) && !(typed && field.kind === 'single')
        const choice = face.choices[item.index]
        if (choice !== undefined) add(choiceRows(choice, lead(at, marked ? on : off, marked), style, width, words, telling))
        break
      }
      case 'talk': {
        const choice = talkFace(words)
        add(choiceRows(choice, lead(at, glyphs.talk.padStart(2).padEnd(3), false), style, width, words, telling))
        break
      }
      case 'other': {
        const [label, hint] = face.kind === 'plan-review' ? [words.changes, words.changesHint] : [words.other, words.otherHint]
        const written = writtenRows(entry.editor, [...lead(at, typed ? on : off, typed), span(label)], width, hint, glyphs.ellipsis)
        if (panel.mode === 'typing') caret = { row: rows.length + written.caret.row, x: written.caret.x, visible: true }
        add(written.rows)
        break
      }
    }
  }
  return { rows, items: face.items.length, focus: entry.row, caret }
}

const talks = new WeakMap<Words, ChoiceFace>()

/** The row that puts a plan away, as if it were an option; the same object each time, since its wraps are kept by it. */
function talkFace(words: Words): ChoiceFace {
  const face = talks.get(words) ?? { title: words.talk, description: words.talkMeans, recommended: false }
  talks.set(words, face)
  return face
}

interface WrappedChoice {
  readonly title: readonly string[]
  readonly description: readonly string[]
}

const wrapped = new WeakMap<ChoiceFace, { readonly key: string; readonly choice: WrappedChoice }>()

function wrapChoice(face: ChoiceFace, room: number, width: number, words: Words): WrappedChoice {
  const key = `${room} ${width} ${words.glyphs.ellipsis}`
  const known = wrapped.get(face)
  if (known?.key === key) return known.choice
  const choice = {
    title: firstRows(face.title === '' ? words.nothingVisible : face.title, room, words),
    description: face.description === '' ? [] : firstRows(face.description, width, words),
  }
  wrapped.set(face, { key, choice })
  return choice
}

/** The first rows of a text, marked where there is more; what is far behind them is not even wrapped. */
function firstRows(text: string, width: number, { glyphs }: Words): readonly string[] {
  const near = text.slice(0, MOST_ROWS * width * 4)
  const rows = wrap(near, width)
  if (rows.length <= MOST_ROWS && near === text) return rows
  const shown = rows.slice(0, MOST_ROWS)
  const last = shown.pop() ?? ''
  return [...shown, cut(`${last}${' '.repeat(width)}`, width, glyphs.ellipsis)]
}

function choiceRows(face: ChoiceFace, lead: Row, style: Style, width: number, words: Words, described: boolean): readonly Row[] {
  const indent = rowWidth(lead)
  const badge = face.recommended ? words.recommended : ''
  const room = width - indent - (badge === '' ? 0 : textWidth(badge) + 1)
  const narrow = badge !== '' && room < 12
  const { title: [first = '', ...more], description } = wrapChoice(face, narrow ? width - indent : room, width - indent, words)
  const gap = ' '.repeat(Math.max(0, width - indent - textWidth(first) - textWidth(badge)))
  const margin = span(' '.repeat(indent))
  return [
    badge === '' || narrow ? [...lead, span(first, style)] : [...lead, span(first, style), span(gap), span(badge, 'good')],
    ...more.map((text): Row => [margin, span(text, style)]),
    ...(narrow ? [[margin, span(badge, 'good')]] : []),
    ...(described ? description.map((text): Row => [margin, span(text, 'faint')]) : []),
  ]
}

function textBody({ entry }: Current, width: number, words: Words): Body {
  const empty = editorText(entry.editor) === ''
  const { rows, caret } = writtenRows(entry.editor, [span(words.glyphs.pointer, 'accent')], width, empty ? words.textHint : '', words.glyphs.ellipsis)
  // Every row is an item of its own, so that a long text keeps the caret's row in sight.
  return { rows: rows.map((row, item) => ({ row, item })), items: rows.length, focus: caret.row, caret: { ...caret, visible: true } }
}

/** A text field behind its head. */
function writtenRows(editor: Editor, head: Row, width: number, hint: string, ellipsis: string): { rows: readonly Row[]; caret: { row: number; x: number } } {
  const indent = rowWidth(head)
  const room = Math.max(2, width - indent - 1)
  const written = fieldRows(editor, room)
  const margin = span(' '.repeat(indent))
  const rows = written.rows.map(({ text: line }, index): Row => {
    const text = line === '' && index === 0 ? span(cut(hint, room, ellipsis), 'faint') : span(line)
    return index === 0 ? [...head, text] : [margin, text]
  })
  return { rows, caret: { row: written.caret.row, x: indent + written.caret.x } }
}

function reviewBody(panel: Panel, width: number, words: Words): Body {
  const digits = String(panel.form.length).length
  const rows = panel.faces.map((face, item) => {
    const label = face.header || sanitiseLine(face.question)
    const state = stateOf(panel, item)
    const value = state === 'empty' ? span(words.missing, 'warn') : state === 'skipped' ? span(words.skipped, 'faint') : span(answerOf(panel, item), 'strong')
    const pointer = item === panel.reviewRow ? span(words.glyphs.pointer, 'accent') : span('  ')
    const row: Row = [pointer, span(`${String(item + 1).padStart(digits)}. ${cut(label, Math.floor(width / 2), words.glyphs.ellipsis)}: `), value]
    return { row, item }
  })
  return { rows, items: panel.form.length, focus: panel.reviewRow, caret: { row: panel.reviewRow, x: 0, visible: false } }
}

/** What is marked and typed for one question. */
function answerOf(panel: Panel, page: number): string {
  const current = currentOf({ ...panel, page })
  if (!current) return ''
  const { field, face, entry } = current
  const picked = face.choices.filter((_, index) => entry.chosen.includes(index)).map(({ title }) => title)
  const text = sanitiseLine(editorText(entry.editor))
  return (isBlank(text) ? picked : [...(field.kind === 'multi' ? picked : []), text]).join(', ')
}
