/** From question to question inside one panel, up to the act: pure. */
import { isBlank } from '../../router/answer.ts'
import { readDraft } from '../form/values.ts'
import type { Words } from './words.ts'
import type { Effect } from './effects.ts'
import { EMPTY_EDITOR, editorText } from './editor.ts'
import { atPage, currentOf, draftOf, hasOther, isBatch, pointAt, stateOf, withEntry } from './panel.ts'
import type { Current, Panel } from './panel.ts'

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
  if (isOther(current, row)) return { panel: startTyping(pointAt(panel, row)) }
  if (row < 0 || row >= current.field.choices.length) return { panel }
  const { chosen } = current.entry
  if (current.field.kind === 'single') return choose(panel, current, row)
  const ticked = chosen.includes(row) ? chosen.filter((index) => index !== row) : [...chosen, row].toSorted((a, b) => a - b)
  return { panel: withEntry(panel, { chosen: ticked, row, skipped: false }) }
}

/** Enter on the options. */
export function enterOptions(panel: Panel, words: Words): Turn {
  const current = currentOf(panel)
  if (current === undefined) return { panel }
  const { field, face, entry } = current
  if (isOther(current, entry.row)) return isBlank(editorText(entry.editor)) ? { panel: startTyping(panel) } : goOn(panel, words)
  if (field.kind === 'multi') return stateOf(panel, panel.page) === 'answered' ? goOn(panel, words) : complain(panel, words.needsPick)
  const marked = choose(panel, current, entry.row)
  if (face.intent !== 'none' && !entry.chosen.includes(entry.row)) return marked
  const after = goOn(marked.panel, words)
  return marked.aside === undefined ? after : { ...after, aside: marked.aside }
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
  if (current.field.kind !== 'text' && !hasOther(current)) return panel
  return { ...withEntry(panel, { row: current.field.choices.length }), mode: 'typing' }
}

function goOn(panel: Panel, words: Words): Turn {
  return forward(withEntry(panel, { skipped: false }), words)
}

function forward(panel: Panel, words: Words): Turn {
  if (!isBatch(panel)) return submit(panel, words)
  return { panel: atPage(panel, panel.onward === 'review' ? panel.form.length : panel.page + 1) }
}

/** One option instead of what was there; a typed text would outweigh it, so it is set aside. */
function choose(panel: Panel, current: Current, row: number): Turn {
  const text = editorText(current.entry.editor)
  const chosen = withEntry(panel, { chosen: [row], row, skipped: false, editor: EMPTY_EDITOR })
  return isBlank(text) ? { panel: chosen } : { panel: chosen, aside: text }
}

function isOther(current: Current, row: number): boolean {
  return hasOther(current) && row === current.field.choices.length
}
