/** `view(model) → rows and caret`: the whole screen, exactly as many rows and columns as it has. Pure. */
import { cellWidth, cut, graphemes, textWidth } from './cells.ts'
import { editorText } from './editor.ts'
import { hintsOf } from './keymap.ts'
import { layoutOf } from './layout.ts'
import type { Layout } from './layout.ts'
import { isTiny, wordsIn } from './model.ts'
import type { Model, Tone } from './model.ts'
import { currentOf } from './panel.ts'
import { fit, span } from './row.ts'
import type { Row, Style } from './row.ts'
import { sanitiseLine } from './sanitise.ts'
import type { HelpWord } from './words.ts'
import { wrapOnce } from './wrap.ts'

export interface Frame {
  readonly rows: readonly Row[]
  /** Where the real cursor stands, also when it is hidden: an input method opens its window there. */
  readonly caret: { readonly x: number; readonly y: number; readonly visible: boolean }
}

const NOTICE_STYLES: Record<Tone, Style> = { good: 'good', warn: 'warn', plain: 'plain' }
/** Hints that give way first where the row is too short for all. */
const LEAST_NEEDED: readonly HelpWord[] = ['scroll', 'move', 'dismiss', 'skip', 'open', 'back']

export function view(model: Model): Frame {
  const { columns, rows } = model.size
  if (isTiny(model.size)) return tinyView(model)
  const layout = layoutOf(model)
  const { ellipsis } = wordsIn(model).glyphs
  if (layout.reading && layout.panel !== undefined) {
    const all = [...layout.panel.rows, hintRow(model)]
    return { rows: all.map((row) => fit(row, columns, ellipsis)), caret: layout.panel.caret }
  }
  const input = inputRow(model)
  const above: readonly Row[] = [
    ...(layout.note === 1 ? [[span(model.note, 'faint')]] : []),
    ...transcriptRows(model, layout.transcript),
    ...(layout.noticeOnInput ? [] : noticeRows(model, layout)),
  ]
  const panel = layout.panel?.rows ?? (model.place === 'strip' && model.panels.length > 0 ? [stripRow(model)] : [])
  const inputLine = layout.noticeOnInput ? (noticeRows(model, layout)[0] ?? []) : input.row
  const all = [...above, ...panel, inputLine, hintRow(model)]
  const caret = model.place === 'panel' && layout.panel !== undefined
    ? { ...layout.panel.caret, y: above.length + layout.panel.caret.y }
    : { x: input.x, y: rows - 2, visible: true }
  return { rows: all.map((row) => fit(row, columns, ellipsis)), caret }
}

/** Too small for a panel: one line that says so, with the count of what waits. */
function tinyView(model: Model): Frame {
  const { columns, rows } = model.size
  const line = wordsIn(model).tooSmall(model.panels.length)
  const all = Array.from({ length: rows }, (_, index) => fit(index === 0 ? [span(line, 'warn')] : [], columns))
  return { rows: all, caret: { x: 0, y: 0, visible: false } }
}

/** The end of the transcript, or an earlier part of it, at the bottom of its region. */
function transcriptRows(model: Model, height: number): readonly Row[] {
  const wanted = height + model.transcriptScroll
  const lines: (readonly string[])[] = []
  let count = 0
  // A notice is the transcript's last line for a while, with more to say: it is not shown twice.
  const last = model.transcript.at(-1)
  const doubled = last !== undefined && model.notice?.text.startsWith(last.text) ? 1 : 0
  for (let index = model.transcript.length - 1 - doubled; index >= 0 && count < wanted; index--) {
    const line = model.transcript[index]
    const rows = line === undefined ? [] : wrapOnce(line, model.size.columns)
    lines.push(rows)
    count += rows.length
  }
  const end = Math.max(Math.min(height, count), count - model.transcriptScroll)
  const shown = lines.toReversed().flat().slice(Math.max(0, end - height), end).map((text): Row => [span(text)])
  const idle: readonly Row[] = model.transcript.length === 0 && model.panels.length === 0 && height > 0
    ? [[span(wordsIn(model).idle, 'faint')]] : shown
  return [...Array.from({ length: Math.max(0, height - idle.length) }, (): Row => []), ...idle]
}

function noticeRows(model: Model, { notice }: Layout): readonly Row[] {
  return notice.map((text): Row => [span(text, NOTICE_STYLES[model.notice?.tone ?? 'plain'])])
}

/** A folded panel: what is asked, and how many are open. */
function stripRow(model: Model): Row {
  const words = wordsIn(model)
  const { strip, separator, ellipsis } = words.glyphs
  const panel = model.panels[0]
  const face = panel && (currentOf(panel)?.face ?? panel.faces[0])
  const count = ` ${words.folded(model.panels.length)} `
  const room = model.size.columns - textWidth(count)
  const title = [face?.header, sanitiseLine(face?.question ?? '')].filter(Boolean).join(separator) || words.question
  const left = fit([span(` ${strip} ${cut(title, room - 4, ellipsis)}`, 'inverse')], room)
  return [...left.map(({ text }) => span(text, 'inverse')), span(count, 'inverse')]
}

/** The input line; of a text that is too long the part before the caret is shown. */
function inputRow(model: Model): { readonly row: Row; readonly x: number } {
  const { prompt, newline } = wordsIn(model).glyphs
  const flat = (text: string): string => text.replaceAll('\n', newline)
  const room = model.size.columns - 3
  const before: string[] = []
  let used = 0
  for (const grapheme of graphemes(flat(model.input.before.slice(-room * 8))).toReversed()) {
    used += cellWidth(grapheme)
    if (used > room) break
    before.unshift(grapheme)
  }
  const shown = before.join('')
  const row: Row = editorText(model.input) === '' ? [span(prompt, 'accent')] : [span(`${prompt} `, 'accent'), span(shown), span(flat(model.input.after))]
  return { row, x: 2 + textWidth(shown) }
}

function hintRow(model: Model): Row {
  const { help, glyphs } = wordsIn(model)
  const picture = (keys: string): string => keys.replace('↑↓', glyphs.keys.upDown).replace('←', glyphs.keys.left)
  const text = (hints: ReturnType<typeof hintsOf>): string =>
    hints.map(([keys, word]) => (keys === '' ? help[word] : `${picture(keys)} ${help[word]}`)).join(glyphs.separator)
  let hints = hintsOf(model)
  for (const word of LEAST_NEEDED) {
    if (textWidth(text(hints)) <= model.size.columns) break
    hints = hints.filter(([, each]) => each !== word)
  }
  return [span(text(hints), 'faint')]
}
