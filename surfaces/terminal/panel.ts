/** One ask on this screen: what is shown of it and what the person has filled in so far. Pure. */
import type { AskUserQuestionItem } from '../../router/types.ts'
import type { Field, Form } from '../form/fields.ts'
import { formOf } from '../form/fields.ts'
import { isBlank } from '../../router/answer.ts'
import { fieldState } from '../form/values.ts'
import type { Draft, FieldState, FieldValue } from '../form/values.ts'
import { EMPTY_EDITOR, editorText } from './editor.ts'
import type { Editor } from './editor.ts'
import { reveal, sanitise, sanitiseLine } from './sanitise.ts'

/** What of one option may be painted. */
export interface ChoiceFace {
  readonly title: string
  readonly description: string
  readonly recommended: boolean
}

/** What of one question may be painted: sanitised once, when the ask arrives. */
export interface Face {
  readonly header: string
  readonly question: string
  readonly detail: string
  readonly choices: readonly ChoiceFace[]
  /** An approval has no free text; an approval and a plan need a mark first and are never skipped. */
  readonly intent: 'none' | 'plan' | 'approval'
}

/** The draft of one question. */
export interface Entry {
  /** Indexes of the marked options, ascending. */
  readonly chosen: readonly number[]
  readonly editor: Editor
  readonly skipped: boolean
  /** The row that the pointer stands on; the row after the last option is "Other". */
  readonly row: number
}

/** What the keys in the panel mean. `sending`: the verdict is not here yet. */
export type Mode = 'choosing' | 'typing' | 'confirming' | 'sending'

export interface Panel {
  /** The round's id. */
  readonly id: string
  readonly form: Form
  readonly faces: readonly Face[]
  readonly entries: readonly Entry[]
  /** Index of the question shown; one past the last is the review page of a batch. */
  readonly page: number
  readonly mode: Mode
  /** Where an answered question leads: a person who has seen the review comes back to it. */
  readonly onward: 'next' | 'review'
  /** The question that the pointer of the review page stands on. */
  readonly reviewRow: number
  /** First row of the text that is shown. */
  readonly scroll: number
  /** Why the last key did not do what it should. */
  readonly complaint?: string
}

/** A fresh panel. A recommended option starts marked, as a draft; approvals and plans start with nothing marked. */
export function createPanel(id: string, questions: readonly AskUserQuestionItem[]): Panel {
  const form = formOf(questions)
  const faces = form.map((field, index) => faceOf(field, questions[index]?.intent?.kind))
  const entries = form.map((field, index): Entry => {
    const recommended = field.choices.findIndex((choice) => choice.recommended)
    const marked = field.kind === 'single' && faces[index]?.intent === 'none' && recommended >= 0
    return { chosen: marked ? [recommended] : [], editor: EMPTY_EDITOR, skipped: false, row: marked ? recommended : 0 }
  })
  return atPage({ id, form, faces, entries, page: 0, mode: 'choosing', onward: 'next', reviewRow: 0, scroll: 0 }, 0)
}

function faceOf(field: Field, kind: string | undefined): Face {
  const intent = kind === 'approval' ? 'approval' : kind === 'plan-review' ? 'plan' : 'none'
  const clean = intent === 'approval' ? reveal : sanitise
  return {
    header: sanitiseLine(field.header ?? ''),
    question: clean(field.question),
    detail: clean(field.detail ?? '').trimEnd(),
    choices: field.choices.map(({ title, description, recommended }) => ({
      title: sanitiseLine(title),
      description: sanitiseLine(description ?? ''),
      recommended,
    })),
    intent,
  }
}

/** Several questions in one ask: they get a review page and can be skipped one by one. */
export function isBatch(panel: Panel): boolean {
  return panel.form.length > 1
}

export function isReview(panel: Panel): boolean {
  return panel.page === panel.form.length
}

/** The question shown, with its draft; nothing on the review page. */
export interface Current {
  readonly field: Field
  readonly face: Face
  readonly entry: Entry
}

export function currentOf({ form, faces, entries, page }: Panel): Current | undefined {
  const [field, face, entry] = [form[page], faces[page], entries[page]]
  return field && face && entry && { field, face, entry }
}

/** Whether the question offers a text of one's own beside its options. */
export function hasOther({ field, face }: Current): boolean {
  return field.kind !== 'text' && face.intent !== 'approval'
}

/** Rows that the pointer can stand on. */
export function rowCount(current: Current): number {
  return current.field.choices.length + (hasOther(current) ? 1 : 0)
}

/** The panel at another page, in that page's resting mode. */
export function atPage(panel: Panel, page: number): Panel {
  const { complaint: _, ...rest } = panel
  const target = Math.max(0, Math.min(page, isBatch(panel) ? panel.form.length : panel.form.length - 1))
  const review = target === panel.form.length
  return {
    ...rest,
    page: target,
    mode: panel.form[target]?.kind === 'text' ? 'typing' : 'choosing',
    onward: review ? 'review' : panel.onward,
    scroll: 0,
  }
}

/** The panel with a change to the draft of the question shown. */
export function withEntry(panel: Panel, change: Partial<Entry>): Panel {
  const { complaint: _, ...rest } = panel
  return { ...rest, entries: panel.entries.map((entry, index) => (index === panel.page ? { ...entry, ...change } : entry)) }
}

/** Moves the pointer; it stops at both ends. */
export function pointAt(panel: Panel, row: number): Panel {
  if (isReview(panel)) return { ...panel, reviewRow: Math.max(0, Math.min(row, panel.form.length - 1)) }
  const current = currentOf(panel)
  return current === undefined ? panel : withEntry(panel, { row: Math.max(0, Math.min(row, rowCount(current) - 1)) })
}

/** The row that the pointer stands on. */
export function pointerOf(panel: Panel): number {
  return isReview(panel) ? panel.reviewRow : (currentOf(panel)?.entry.row ?? 0)
}

export function valueOf({ chosen, editor, skipped }: Entry): FieldValue {
  return { chosen, text: editorText(editor), skipped }
}

export function draftOf(panel: Panel): Draft {
  return panel.entries.map(valueOf)
}

export function stateOf(panel: Panel, index: number): FieldState {
  const [field, entry] = [panel.form[index], panel.entries[index]]
  return field && entry ? fieldState(field, valueOf(entry)) : 'empty'
}

/** Everything that was typed into the panel, to be kept when it goes away. */
export function typedText(panel: Panel): string {
  return panel.entries.map(({ editor }) => editorText(editor)).filter((text) => !isBlank(text)).join('\n')
}
