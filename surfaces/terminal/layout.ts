/** How the rows of the screen are shared out, and what scrolling does with that. Pure. */
import { editorText } from './editor.ts'
import { isTiny } from './model.ts'
import type { Model } from './model.ts'
import { pointAt, pointerOf } from './panel.ts'
import { panelView, readingView } from './panel-view.ts'
import type { PanelView } from './panel-view.ts'
import { cut } from './cells.ts'
import { unsaid } from './console/echo.ts'
import { following, pageOf, readOn } from './console/transcript-view.ts'
import { sharesOf } from './shares.ts'
import type { Shares } from './shares.ts'
import { hasStrip } from './strip-view.ts'
import { wrap } from './wrap.ts'

/** The regions above the hint row, from the top; a region of no rows is not there. */
export interface Layout extends Shares {
  readonly note: 0 | 1
  readonly transcript: number
  readonly notice: readonly string[]
  /** The notice stands where the input line would: there is no row to spare. */
  readonly noticeOnInput: boolean
  readonly panel?: PanelView
  /** The panel's text has the whole screen, but for the hint. */
  readonly reading?: true
}

/** Rows of a window that has one to spare for a note, for a notice. */
const ROOMY = 14
const HINT_AND_INPUT = 2
const INPUT_ALONE: Shares = { heading: 0, waiting: 0, list: 0, input: 1 }

export function layoutOf(model: Model): Layout {
  const whole = layoutWith(model, model.notice?.text ?? '')
  const text = unsaid(model, whole.transcript)
  return text === (model.notice?.text ?? '') ? whole : layoutWith(model, text)
}

function layoutWith(model: Model, text: string): Layout {
  const { columns, rows } = model.size
  const shown = model.panels[0]
  if (shown?.mode === 'reading' && model.place === 'panel') {
    return { ...INPUT_ALONE, note: 0, transcript: 0, notice: [], noticeOnInput: false, panel: readingView(model, shown, columns, rows - 1), reading: true }
  }
  const roomy = rows >= ROOMY || shown === undefined || model.place === 'strip'
  const notice = text === '' ? [] : noticeRows(text, columns, roomy)
  const noticeOnInput = !roomy && notice.length > 0 && model.place === 'panel' && editorText(model.input) === ''
  const note: 0 | 1 = model.note !== '' && roomy ? 1 : 0
  const most = rows - HINT_AND_INPUT - note - (noticeOnInput ? 0 : notice.length)
  const shares = sharesOf(model, most)
  const free = most - shares.heading - shares.waiting - shares.list - (shares.input - 1)
  const common = { ...shares, note, notice, noticeOnInput }
  if (hasStrip(model)) return { ...common, transcript: free - 1 }
  if (shown === undefined) return { ...common, transcript: free }
  const panel = panelView(model, shown, columns, free)
  return { ...common, transcript: free - panel.rows.length, panel }
}

/** The row of the screen that the panel, or the strip that it is folded to, begins on. */
export function panelTop({ heading, note, transcript, notice, noticeOnInput }: Layout): number {
  return heading + note + transcript + (noticeOnInput ? 0 : notice.length)
}

function noticeRows(text: string, columns: number, roomy: boolean): readonly string[] {
  const most = roomy ? 3 : 1
  const rows = text.length > columns * most * 4 ? [] : wrap(text, columns)
  return rows.length > 0 && rows.length <= most ? rows : [cut(text, columns)]
}

/** Whether the panel's text is, or has been, on the screen up to its last row. */
export function isWholeTextSeen(model: Model): boolean {
  const view = layoutOf(model).panel
  return model.panels[0]?.readToEnd === true || view === undefined || view.text.from + view.text.size >= view.text.total
}

/**
 * Scrolls the panel's text where it is longer than its place, else its options, else the transcript: by `rows`, or by
 * a page.
 */
export function scrolled(model: Model, direction: 1 | -1, rows?: number): Model {
  if (isTiny(model.size)) return model
  const { panel: view, transcript } = layoutOf(model)
  const [shown, ...waiting] = model.panels
  if (model.place === 'panel' && shown !== undefined && view !== undefined && view.text.size < view.text.total) {
    const { from, size, total } = view.text
    const scroll = Math.max(0, Math.min(from + direction * (rows ?? Math.max(1, size - 1)), total - size))
    return { ...model, panels: [{ ...shown, scroll, readToEnd: shown.readToEnd || scroll + size >= total }, ...waiting] }
  }
  if (model.place === 'panel' && shown?.mode === 'choosing' && view !== undefined && view.body.size < view.body.total) {
    return { ...model, panels: [pointAt(shown, pointerOf(shown) + direction * (rows ?? Math.max(1, view.body.size - 1))), ...waiting] }
  }
  if (shown?.mode === 'reading' && model.place === 'panel') return model
  return readOn(model, direction * (rows ?? pageOf(transcript)), transcript)
}

/** The model in which what was read goes on being read, unless its end is on the screen now. */
export function readingOn(model: Model): Model {
  return model.reading === undefined || isTiny(model.size) ? model : following(model, layoutOf(model).transcript)
}
