/** The part of a panel that takes the answer: options, text field or review, as rows before they are windowed. */
import { isBlank } from '../../router/answer.ts'
import { breakable, cellWidth, cut, textWidth } from './cells.ts'
import { editorText } from './editor.ts'
import type { Editor } from './editor.ts'
import { currentOf, hasOther, isReview, stateOf } from './panel.ts'
import type { ChoiceFace, Current, Panel } from './panel.ts'
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

/** The body of the page shown, `width` columns wide. */
export function bodyOf(panel: Panel, width: number, words: Words): Body {
  const current = currentOf(panel)
  if (isReview(panel) || current === undefined) return reviewBody(panel, width, words)
  return current.field.kind === 'text' ? textBody(current, width, words) : choicesBody(panel, current, width, words)
}

function choicesBody(panel: Panel, current: Current, width: number, words: Words): Body {
  const { face, entry, field } = current
  const digits = String(face.choices.length + 1).length
  const brackets = field.kind === 'multi' ? ['[x]', '[ ]'] : ['(•)', '( )']
  const typed = !isBlank(editorText(entry.editor))
  const lead = (item: number, marked: boolean): Row => [
    item === entry.row ? span('❯ ', 'accent') : span('  '),
    span(`${String(item + 1).padStart(digits)}. ${brackets[marked ? 0 : 1]} `, marked ? 'accent' : 'plain'),
  ]
  const marked = (item: number): boolean => entry.chosen.includes(item) && !(typed && field.kind === 'single')
  const rows = face.choices.flatMap((choice, item) =>
    choiceRows(choice, lead(item, marked(item)), item === entry.row ? 'strong' : 'plain', width, words).map((row) => ({ row, item })))
  const caretRow = rows.findIndex(({ item }) => item === entry.row)
  const base = { items: face.choices.length, focus: entry.row }
  if (!hasOther(current)) return { ...base, rows, caret: { row: Math.max(0, caretRow), x: 0, visible: false } }
  const item = face.choices.length
  const typing = panel.mode === 'typing'
  const head: Row = [...lead(item, typed), span(words.other)]
  const typedField = fieldRows(entry.editor, head, width, words.otherHint)
  return {
    ...base,
    rows: [...rows, ...typedField.rows.map((row) => ({ row, item }))],
    items: item + 1,
    caret: { row: rows.length + typedField.caret.row, x: typedField.caret.x, visible: typing },
  }
}

function choiceRows(choice: ChoiceFace, lead: Row, style: Style, width: number, words: Words): readonly Row[] {
  const indent = rowWidth(lead)
  const badge = choice.recommended ? words.recommended : ''
  const room = width - indent - (badge === '' ? 0 : textWidth(badge) + 1)
  const title = choice.title === '' ? words.nothingVisible : choice.title
  const narrow = badge !== '' && room < 12
  const [first = '', ...more] = wrap(title, narrow ? width - indent : room)
  const gap = ' '.repeat(Math.max(0, width - indent - textWidth(first) - textWidth(badge)))
  const margin = span(' '.repeat(indent))
  return [
    badge === '' || narrow ? [...lead, span(first, style)] : [...lead, span(first, style), span(gap), span(badge, 'good')],
    ...more.map((text): Row => [margin, span(text, style)]),
    ...(narrow ? [[margin, span(badge, 'good')]] : []),
    ...(choice.description === '' ? [] : wrap(choice.description, width - indent).map((text): Row => [margin, span(text, 'faint')])),
  ]
}

function textBody({ entry }: Current, width: number, words: Words): Body {
  const empty = editorText(entry.editor) === ''
  const { rows, caret } = fieldRows(entry.editor, [span('❯ ', 'accent')], width, empty ? words.textHint : '')
  // Every row is an item of its own, so that a long text keeps the caret's row in sight.
  return { rows: rows.map((row, item) => ({ row, item })), items: rows.length, focus: caret.row, caret: { ...caret, visible: true } }
}

/** A text field behind its head, wrapped by column so that the caret's place is certain. */
function fieldRows(editor: Editor, head: Row, width: number, hint: string): { rows: readonly Row[]; caret: { row: number; x: number } } {
  const indent = rowWidth(head)
  const room = Math.max(2, width - indent - 1)
  const lines = ['']
  let used = 0
  const place = (text: string): void => {
    for (const grapheme of breakable(text)) {
      const columns = cellWidth(grapheme)
      if (grapheme === '\n' || used + columns > room) {
        lines.push('')
        used = 0
      }
      if (grapheme === '\n') continue
      lines[lines.length - 1] += grapheme
      used += columns
    }
  }
  place(editor.before)
  const caret = { row: lines.length - 1, x: indent + used }
  place(editor.after)
  const margin = span(' '.repeat(indent))
  const rows = lines.map((line, index): Row => {
    const text = line === '' && index === 0 ? span(cut(hint, room), 'faint') : span(line)
    return index === 0 ? [...head, text] : [margin, text]
  })
  return { rows, caret }
}

function reviewBody(panel: Panel, width: number, words: Words): Body {
  const digits = String(panel.form.length).length
  const rows = panel.form.map((field, item) => {
    const [entry, face] = [panel.entries[item], panel.faces[item]]
    const label = face?.header || sanitiseLine(face?.question ?? '')
    const picked = (entry?.chosen ?? []).map((index) => face?.choices[index]?.title ?? '')
    const text = sanitiseLine(editorText(entry?.editor ?? { before: '', after: '' }))
    const said = isBlank(text) ? picked : [...(field.kind === 'multi' ? picked : []), text]
    const state = stateOf(panel, item)
    const value = state === 'empty' ? span(words.missing, 'warn') : state === 'skipped' ? span(words.skipped, 'faint') : span(said.join(', '), 'strong')
    const pointer = item === panel.reviewRow ? span('❯ ', 'accent') : span('  ')
    const row: Row = [pointer, span(`${String(item + 1).padStart(digits)}. ${cut(label, Math.floor(width / 2))}: `), value]
    return { row, item }
  })
  return { rows, items: panel.form.length, focus: panel.reviewRow, caret: { row: panel.reviewRow, x: 0, visible: false } }
}
