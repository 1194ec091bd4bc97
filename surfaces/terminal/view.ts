/** `view(model) → rows and caret`: the whole screen, exactly as many rows and columns as it has. Pure. */
import { textWidth } from './cells.ts'
import { headingRow } from './console/heading-view.ts'
import { inputView } from './console/input-view.ts'
import { transcriptRows } from './console/transcript-view.ts'
import { listRows, waitingRows } from './console/list-view.ts'
import { inboxHeight, inboxView } from './inbox/inbox-view.ts'
import { hintsOf } from './keymap.ts'
import { layoutOf } from './layout.ts'
import type { Layout } from './layout.ts'
import { isTiny, wordsIn } from './model.ts'
import type { Model, Tone } from './model.ts'
import { fit, fitOnce, span } from './row.ts'
import type { Row, Style } from './row.ts'
import { hasStrip, stripRow } from './strip-view.ts'
import type { HelpWord } from './words.ts'

export interface Frame {
  readonly rows: readonly Row[]
  /** Where the real cursor stands, also when it is hidden: an input method opens its window there. */
  readonly caret: { readonly x: number; readonly y: number; readonly visible: boolean }
}

const NOTICE_STYLES: Record<Tone, Style> = { good: 'good', warn: 'warn', plain: 'plain' }
/** Hints that give way first where the row is too short for all. */
const LEAST_NEEDED: readonly HelpWord[] = ['newline', 'scroll', 'history', 'asks', 'move', 'dismiss', 'skip', 'open', 'back']

/** The same model gives the same rows. */
export function view(model: Model): Frame {
  const { columns, rows } = model.size
  if (isTiny(model.size)) return tinyView(model)
  const { ellipsis } = wordsIn(model).glyphs
  if (model.inbox !== undefined) {
    const all = [...inboxView(model, inboxHeight(model)).rows, ...(model.notice === undefined ? [] : [[span(model.notice.text, NOTICE_STYLES[model.notice.tone])]]), hintRow(model)]
    return { rows: all.map((row) => fit(row, columns, ellipsis)), caret: { x: 0, y: rows - 1, visible: false } }
  }
  const layout = layoutOf(model)
  if (layout.reading && layout.panel !== undefined) {
    const all = [...layout.panel.rows, hintRow(model)]
    return { rows: all.map((row) => fit(row, columns, ellipsis)), caret: layout.panel.caret }
  }
  const input = inputView(model, layout.input)
  const above: readonly Row[] = [
    ...(layout.heading === 1 ? [headingRow(model)] : []),
    ...(layout.note === 1 ? [[span(model.note, 'faint')]] : []),
    ...transcriptRows(model, layout.transcript).map((row) => fitOnce(row, columns, ellipsis)),
    ...(layout.noticeOnInput ? [] : noticeRows(model, layout)),
  ]
  const panel = layout.panel?.rows ?? (hasStrip(model) ? [stripRow(model)] : [])
  const inputRows = layout.noticeOnInput ? [noticeRows(model, layout)[0] ?? []] : input.rows
  const all = [...above, ...panel, ...waitingRows(model, layout.waiting), ...listRows(model, layout.list), ...inputRows, hintRow(model)]
  const caret = model.place === 'panel' && layout.panel !== undefined
    ? { ...layout.panel.caret, y: above.length + layout.panel.caret.y }
    : { x: input.caret.x, y: rows - 1 - layout.input + input.caret.row, visible: true }
  return { rows: all.map((row) => fit(row, columns, ellipsis)), caret }
}

/** Too small for a panel: one line that says so, with the count of what waits. */
function tinyView(model: Model): Frame {
  const { columns, rows } = model.size
  const line = wordsIn(model).tooSmall(model.panels.length)
  const all = Array.from({ length: rows }, (_, index) => fit(index === 0 ? [span(line, 'warn')] : [], columns))
  return { rows: all, caret: { x: 0, y: 0, visible: false } }
}

function noticeRows(model: Model, { notice }: Layout): readonly Row[] {
  return notice.map((text): Row => [span(text, NOTICE_STYLES[model.notice?.tone ?? 'plain'])])
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
