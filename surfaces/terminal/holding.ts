/** What a person's keys do to the clock of a timed ask: a key holds it while the panel has the keyboard, an edit for good. Pure. */
import { fieldState } from '../form/values.ts'
import type { Effect, Step } from './effects.ts'
import type { Model } from './model.ts'
import { draftOf } from './panel.ts'
import type { Panel } from './panel.ts'
import { remainingOf } from './wait.ts'

/** The step that a key made, with the clock of the panel that it was pressed in held or let go. `forGood`: the person asked for time. */
export function holding(before: Model, [after, effects]: Step, now: number, forGood = false): Step {
  const pressed = before.panels[0]
  const panel = after.panels[0]
  if (before.place !== 'panel' || pressed === undefined || panel?.id !== pressed.id) return [after, effects]
  const remaining = remainingOf(panel.wait, now)
  if (remaining === undefined || (panel.wait.kind === 'held' && panel.wait.by === 'good')) return [after, effects]
  if (forGood || isEdited(pressed, panel)) return changed(after, { ...panel, wait: { kind: 'held', remaining, by: 'good' } }, effects, { type: 'hold', id: panel.id, forGood: true })
  if (after.place !== 'panel') {
    return panel.wait.kind === 'counting' ? [after, effects]
      : changed(after, { ...panel, wait: { kind: 'counting', until: now + remaining } }, effects, { type: 'release', id: panel.id })
  }
  if (panel.wait.kind === 'held') return [after, effects]
  return changed(after, { ...panel, wait: { kind: 'held', remaining, by: 'touch' } }, effects, { type: 'hold', id: panel.id, forGood: false })
}

function changed(model: Model, panel: Panel, effects: readonly Effect[], effect: Effect): Step {
  return [{ ...model, panels: [panel, ...model.panels.slice(1)] }, [...effects, effect]]
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
