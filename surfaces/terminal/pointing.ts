/** What the mouse does: a click points, ticks or moves the keyboard, the wheel scrolls; neither ever answers. Pure. */
import { mark } from './answering.ts'
import { completed, marking as markingList } from './console/line.ts'
import { listTop } from './console/list-view.ts'
import { inboxHeight, inboxView } from './inbox/inbox-view.ts'
import { markedRow, marking, picked } from './inbox/steps.ts'
import { layoutOf, panelTop, scrolled } from './layout.ts'
import { isGuarded, isTiny, keeping, NOTICE, unfolded, withNotice, wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { atPage, currentOf, isReview, pointAt } from './panel.ts'
import type { Panel } from './panel.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Rows that one notch of the wheel scrolls. */
const NOTCH = 3

/** A click on the panel, on the strip that it is folded to, on the list, or on the input line. */
export function clicked(model: Model, { y }: Point, now: number): Model {
  const panel = model.panels[0]
  if (isTiny(model.size) || isGuarded(model, now)) return model
  if (model.inbox !== undefined) return onInbox(model, y, now)
  const layout = layoutOf(model)
  const inputTop = model.size.rows - 1 - layout.input
  if (y < inputTop && y >= inputTop - layout.list) return onList(model, y - inputTop + layout.list, layout.list)
  if (panel === undefined) return model
  const top = panelTop(layout)
  if (model.place === 'strip') return y === top ? unfolded(model, now) : model
  if (layout.panel === undefined) return model
  if (y >= inputTop && y < model.size.rows - 1 && !layout.reading) return resting(panel) ? { ...model, place: 'input' } : model
  if (y < top || y >= top + layout.panel.rows.length) return model
  // The first click only brings the keyboard: it may have been aimed at something else.
  if (model.place !== 'panel') return unfolded(model, now)
  const row = layout.panel.items[y - top - layout.panel.bodyAt]
  return row === undefined || !resting(panel) ? model : onItem(model, panel, row, now)
}

/** The wheel: the panel's text or options where the pointer is over it, else the transcript. */
export function turned(model: Model, { y, direction }: Point & { readonly direction: 1 | -1 }): Model {
  if (isTiny(model.size)) return model
  if (model.inbox !== undefined) return marking(model, markedRow(model) + direction)
  const layout = layoutOf(model)
  const over = y >= panelTop(layout)
  if (over || model.place !== 'panel') return scrolled(model, direction, NOTCH)
  return { ...scrolled({ ...model, place: 'input' }, direction, NOTCH), place: 'panel' }
}

/** A click on an ask of the list shows it. */
function onInbox(model: Model, y: number, now: number): Model {
  const row = inboxView(model, inboxHeight(model)).entries[y]
  return row === undefined ? model : picked(model, row, now)
}

/** A click completes the line and sends nothing. */
function onList(model: Model, row: number, height: number): Model {
  return completed(markingList(model, listTop(model, height) + row))
}

function resting({ mode }: Panel): boolean {
  return mode === 'choosing' || mode === 'typing'
}

function onItem(model: Model, panel: Panel, row: number, now: number): Model {
  const [, ...waiting] = model.panels
  const put = (next: Panel): Model => ({ ...model, panels: [next, ...waiting] })
  if (isReview(panel)) return put(panel.reviewRow === row ? atPage(panel, row) : pointAt(panel, row))
  const current = currentOf(panel)
  if (current === undefined || current.field.kind === 'text') return model
  const { panel: marked, aside } = mark({ ...panel, mode: 'choosing' }, row)
  if (aside === undefined) return put(marked)
  return withNotice(keeping(put(marked), aside), { text: wordsIn(model).kept, tone: 'plain', until: now + NOTICE })
}
