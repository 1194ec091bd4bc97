/** From question to question inside one panel, up to the act: pure. */
import { isBlank } from '../../router/answer.ts'
import { readDraft } from '../form/values.ts'
import type { Words } from './words.ts'
import type { Effect } from './effects.ts'
import { EMPTY_EDITOR, editorText } from './editor.ts'
import { atPage, currentOf, draftOf, isBatch, itemAt, otherRow, pointAt, stateOf, withEntry } from './panel.ts'
import type { Confirmation, Current, Panel } from './panel.ts'

/** The panel after a key, with an act for the round and text that was set aside, if there is any. */
export interface Turn {
  readonly panel: Panel
  readonly effect?: Effect
  readonly aside?: string
}

export function complain(panel: Panel, complaint: string): Turn {
  return { panel: { ...panel, complaint } }
}

/** Space, or a digit on multi-select: ticks or unticks the row; on single select it marks the row and no other. */
export function mark(panel: Panel, row: number): Turn {
  const current = currentOf(panel)
  if (current === undefined) return { panel }
  const item = itemAt(current, row)
  if (item === undefined) return { panel }
  switch (item.kind) {
    case 'other':
      return { panel: startTyping(panel) }
    case 'talk':
      return { panel: pointAt(panel, row) }
    case 'choice': {
      const { chosen } = current.entry
      if (current.field.kind === 'single') return choose(panel, current, row, item.index)
      const ticked = chosen.includes(item.index) ? chosen.filter((index) => index !== item.index) : [...chosen, item.index].toSorted((a, b) => a - b)
      return { panel: withEntry(panel, { chosen: ticked, row, skipped: false }) }
    }
  }
}

/** Enter on the options. `isSeen`: whether the whole text has been on the screen; asked for a permission only, since it takes a look at the screen. */
export function enterOptions(panel: Panel, words: Words, isSeen: () => boolean): Turn {
  const current = currentOf(panel)
  if (current === undefined) return { panel }
  const item = itemAt(current)
  if (item === undefined) return { panel }
  const { field, face, entry } = current
  switch (item.kind) {
    case 'other':
      return isBlank(editorText(entry.editor)) ? { panel: startTyping(panel) } : goOn(panel, words)
    case 'talk':
      return { panel: askingBack(panel, 'dismissal') }
    case 'choice': {
      if (field.kind === 'multi') return stateOf(panel, panel.page) === 'answered' ? goOn(panel, words) : complain(panel, words.needsPick)
      const marked = choose(panel, current, entry.row, item.index)
      // Where the mark was on a text of one's own, Enter first moves it: what is sent is what was seen marked.
      if (marked.aside !== undefined || (face.weighty && !entry.chosen.includes(item.index))) return marked
      const confirmation = confirmationOf(panel, item.index, isSeen)
      if (confirmation !== undefined) return { ...marked, panel: askingBack(marked.panel, confirmation) }
      return goOn(marked.panel, words)
    }
  }
}

/** What a permission still asks back before it is given. */
function confirmationOf({ decision }: Panel, index: number, isSeen: () => boolean): Confirmation | undefined {
  if (decision?.kind !== 'approval' || index === decision.reject) return undefined
  if (!isSeen()) return 'unseen'
  return index === decision.always ? 'always' : undefined
}

/** The panel with a question of its own: Enter says yes, any other key no. */
export function askingBack(panel: Panel, confirmation: Confirmation): Panel {
  return { ...panel, mode: 'confirming', confirmation }
}

/** Enter on what the panel asked back. Something granted for good is asked about as such, whatever else was. */
export function confirm(panel: Panel, words: Words): Turn {
  const chosen = currentOf(panel)?.entry.chosen[0]
  switch (panel.confirmation) {
    case 'dismissal':
      return { panel: { ...panel, mode: 'sending' }, effect: { type: 'dismiss', id: panel.id } }
    case 'unseen':
      return panel.decision?.kind === 'approval' && chosen === panel.decision.always ? { panel: askingBack(panel, 'always') } : submit(panel, words)
    case 'choice':
    case 'always':
      return submit(panel, words)
  }
}

/** Enter in a text. An empty "Other" is no answer and takes nothing away: it leads back to the options. */
export function enterText(panel: Panel, words: Words): Turn {
  const current = currentOf(panel)
  if (current === undefined) return { panel }
  const blank = isBlank(editorText(current.entry.editor))
  if (blank && current.field.kind === 'text') return complain(panel, words.needsText)
  if (blank) return { panel: { ...withEntry(panel, { editor: EMPTY_EDITOR }), mode: 'choosing' } }
  return goOn(current.field.kind === 'single' ? withEntry(panel, { chosen: [] }) : panel, words)
}

/** Passes over the question shown; what was typed is set aside. */
export function skip(panel: Panel, words: Words): Turn {
  const current = currentOf(panel)
  if (current === undefined) return { panel }
  const text = editorText(current.entry.editor)
  const after = forward(withEntry(panel, { chosen: [], editor: EMPTY_EDITOR, skipped: true }), words)
  return isBlank(text) ? after : { ...after, aside: text }
}

/** The whole draft as an act, or the first question that still needs something. */
export function submit(panel: Panel, words: Words): Turn {
  const filled = readDraft(panel.form, draftOf(panel))
  switch (filled.kind) {
    case 'complete':
      return { panel: { ...panel, mode: 'sending' }, effect: { type: 'submit', id: panel.id, answer: filled.answer } }
    case 'gaps': {
      const numbers = filled.gaps.map((index) => index + 1).join(', ')
      return complain(atPage(panel, filled.gaps[0] ?? 0), isBatch(panel) ? words.gaps(numbers) : words.needsPick)
    }
    case 'all-skipped':
      return complain(panel, words.allSkipped)
  }
}

/** Opens the field for a text of one's own, with the pointer on it. */
export function startTyping(panel: Panel): Panel {
  const current = currentOf(panel)
  if (current === undefined) return panel
  if (current.field.kind === 'text') return { ...panel, mode: 'typing' }
  const row = otherRow(current)
  return row === undefined ? panel : { ...withEntry(panel, { row }), mode: 'typing' }
}

/** An answered question leads to the next one, or to the act. */
export function goOn(panel: Panel, words: Words): Turn {
  return forward(withEntry(panel, { skipped: false }), words)
}

function forward(panel: Panel, words: Words): Turn {
  if (!isBatch(panel)) return submit(panel, words)
  return { panel: atPage(panel, panel.onward === 'review' ? panel.form.length : panel.page + 1) }
}

/** One option instead of what was there; a typed text would outweigh it, so it is set aside. */
function choose(panel: Panel, current: Current, row: number, index: number): Turn {
  const text = editorText(current.entry.editor)
  const chosen = withEntry(panel, { chosen: [index], row, skipped: false, editor: EMPTY_EDITOR })
  return isBlank(text) ? { panel: chosen } : { panel: chosen, aside: text }
}
