/** ^G: the list of asks opened, moved in and left. Picking one only shows it, it never answers. Pure. */
import { NOTICE, QUIET, withNotice, wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { entriesOf } from './entries.ts'

/** The list over the screen, or a word that there is nothing to list. */
export function opened(model: Model, now: number): Model {
  const [first] = entriesOf(model)
  if (first === undefined) return withNotice(model, { text: wordsIn(model).idle, tone: 'plain', until: now + NOTICE })
  const front = model.panels[0]?.id
  return { ...model, inbox: { at: front ?? first.id, ...(front === undefined ? {} : { front }) } }
}

/** The list put away. A panel that came under it is guarded as if it came now. */
export function closed(model: Model, now: number): Model {
  const { inbox, ...rest } = model
  const changed = rest.place === 'panel' && rest.panels[0] !== undefined && rest.panels[0].id !== inbox?.front
  return changed ? { ...rest, guard: { kind: 'until', at: now + QUIET.first } } : rest
}

/** Index of the marked ask; the first where the marked one has gone. */
export function markedRow(model: Model): number {
  return Math.max(0, entriesOf(model).findIndex(({ id }) => id === model.inbox?.at))
}

/** The mark put on a row; it stops at both ends. */
export function marking(model: Model, row: number): Model {
  const entries = entriesOf(model)
  const target = entries[Math.max(0, Math.min(row, entries.length - 1))]
  return model.inbox === undefined || target === undefined ? model : { ...model, inbox: { ...model.inbox, at: target.id } }
}

/** The ask of a row with the keyboard. An Enter that is still held down does nothing in it. */
export function picked(model: Model, row: number, now: number): Model {
  const panel = entriesOf(model)[row]
  if (panel === undefined) return model
  if (panel.form.length === 0) return withNotice(model, { text: wordsIn(model).inbox.late.unreadable, tone: 'warn', until: now + NOTICE })
  const { inbox: _, ...rest } = model
  const others = (panels: Model['panels']): Model['panels'] => panels.filter(({ id }) => id !== panel.id)
  return {
    ...rest, panels: [panel, ...others(rest.panels)], putAway: others(rest.putAway),
    place: 'panel', guard: { kind: 'none' }, deafUntil: Math.max(rest.deafUntil, now + QUIET.first),
  }
}

/** The list goes with the last of its asks. */
export function kept(model: Model): Model {
  return model.panels.length + model.putAway.length === 0 ? closed(model, model.now) : model
}
