/** What a person's keys do to the clock of a timed ask: a key holds it while the panel has the keyboard, an edit for good. Pure. */
import { fieldState } from '../form/values.ts'
import type { Effect, Step } from './effects.ts'
import type { Model } from './model.ts'
import { draftOf } from './panel.ts'
import type { Panel } from './panel.ts'
import { remainingOf } from './wait.ts'
import type { Wait } from './wait.ts'

/** The step that a key made, with the clock of the panel that it was pressed in held or let go. `forGood`: the person asked for time. */
export function holding(before: Model, [after, effects]: Step, now: number, forGood = false): Step {
  const pressed = before.panels[0]
  const panel = after.panels.find(({ id }) => id === pressed?.id)
  if (before.place !== 'panel' || pressed === undefined || panel === undefined) return [after, effects]
  const { wait, id } = panel
  const remaining = remainingOf(wait, now)
  if (remaining === undefined || (wait.kind === 'held' && wait.by === 'good')) return [after, effects]
  const isOurs = wait.kind === 'held' && wait.by === 'touch'
  if (after.place !== 'panel' || after.panels[0] !== panel) {
    return isOurs ? changed(after, id, { kind: 'counting', until: now + remaining }, effects, { type: 'release', id }) : [after, effects]
  }
  // A key in the list of asks touches none of them.
  if (before.inbox !== undefined) return [after, effects]
  if (forGood || isEdited(pressed, panel)) return changed(after, id, { kind: 'held', remaining, by: 'good' }, effects, { type: 'hold', id, forGood: true })
  return isOurs ? [after, effects] : changed(after, id, { kind: 'held', remaining, by: 'touch' }, effects, { type: 'hold', id, forGood: false })
}

function changed(model: Model, id: string, wait: Wait, effects: readonly Effect[], effect: Effect): Step {
  return [{ ...model, panels: model.panels.map((panel) => (panel.id === id ? { ...panel, wait } : panel)) }, [...effects, effect]]
}

/** Something was ticked, typed or skipped; moving about is no edit. */
function isEdited(before: Panel, after: Panel): boolean {
  if (before.entries === after.entries) return false
  const [old, draft] = [draftOf(before), draftOf(after)]
  return after.form.some((field, index) => {
    const [was, is] = [old[index], draft[index]]
    return was !== undefined && is !== undefined
      && (was.text !== is.text || was.chosen.join() !== is.chosen.join() || fieldState(field, was) !== fieldState(field, is))
  })
}
