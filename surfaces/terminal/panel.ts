/** One ask on this screen: what is shown of it and what the person has filled in so far. Pure. */
import type { AskUserQuestionRequest } from '../../router/types.ts'
import { decisionOf } from '../form/decision.ts'
import type { Decision } from '../form/decision.ts'
import type { Field, Form } from '../form/fields.ts'
import { formOf } from '../form/fields.ts'
import { isBlank } from '../../router/answer.ts'
import { fieldState } from '../form/values.ts'
import type { Draft, FieldState, FieldValue } from '../form/values.ts'
import type { Document } from './document.ts'
import { EMPTY_EDITOR, editorText } from './editor.ts'
import type { Editor } from './editor.ts'
import { faceOf } from './face.ts'
import type { Face, Item, Reader } from './face.ts'
import { sanitiseLine } from './sanitise.ts'
import { ENDLESS } from './wait.ts'
import type { Wait } from './wait.ts'

/** The draft of one question. */
export interface Entry {
  /** Indexes of the marked options, ascending. */
  readonly chosen: readonly number[]
  readonly editor: Editor
  readonly skipped: boolean
  /** The item that the pointer stands on. */
  readonly row: number
}

/** What the keys in the panel mean. `reading`: the text has the whole screen; `sending`: the verdict is not here yet. */
export type Mode = 'choosing' | 'typing' | 'confirming' | 'reading' | 'sending'

/** What a yes would do while the panel asks back: dismiss, decide, grant for good, or grant what was not shown whole. */
export type Confirmation = 'dismissal' | 'choice' | 'always' | 'unseen'

/** An ask as it comes to the screen; `details` holds what markdown was read, by question. */
export interface Asked extends Pick<AskUserQuestionRequest, 'questions' | 'wait'> {
  readonly details?: readonly (Document | undefined)[]
  /** The id of the session that asks. */
  readonly session?: string
  /** What tells its session apart. */
  readonly origin?: string
  /** When it was asked, on the screen's clock. */
  readonly since?: number
}

export interface Panel {
  /** The round's id. */
  readonly id: string
  readonly questions: AskUserQuestionRequest['questions']
  /** What tells its session apart; see `originIn`. */
  readonly origin?: string
  readonly session?: string
  /** When it was asked, on the screen's clock. */
  readonly since: number
  /** Empty: what was asked is not known yet. */
  readonly form: Form
  /** The one decision that the ask is, if it is one. */
  readonly decision?: Decision
  readonly faces: readonly Face[]
  readonly entries: readonly Entry[]
  /** Index of the question shown; one past the last is the review page of a batch. */
  readonly page: number
  readonly mode: Mode
  /** What is asked back while confirming. */
  readonly confirmation: Confirmation
  /** Where an answered question leads: a person who has seen the review comes back to it. */
  readonly onward: 'next' | 'review'
  /** The question that the pointer of the review page stands on. */
  readonly reviewRow: number
  /** First row of the text that is shown. */
  readonly scroll: number
  /** The last row of the text has been on the screen. */
  readonly readToEnd: boolean
  readonly wait: Wait
  /** Why the last key did not do what it should. */
  readonly complaint?: string
}

/** A panel at none of its pages. */
type Pages = Omit<Panel, 'page' | 'mode' | 'scroll' | 'readToEnd'>

/** A fresh panel. A recommended option starts marked, as a draft; approvals and plans start with nothing marked. */
export function createPanel(id: string, { questions, wait, details, origin, session, since = 0 }: Asked, reader: Reader): Panel {
  const form = formOf(questions)
  const decision = decisionOf({ questions, ...(wait === undefined ? {} : { wait }) })
  const faces = form.map((field, index) => faceOf(field, questions[index], decision, reader, details?.[index]))
  const entries = form.map((field, index): Entry => {
    const recommended = field.choices.findIndex((choice) => choice.recommended)
    const marked = field.kind === 'single' && faces[index]?.weighty === false && recommended >= 0
    return { chosen: marked ? [recommended] : [], editor: EMPTY_EDITOR, skipped: false, row: marked ? recommended : 0 }
  })
  const panel: Pages = {
    id, questions, since, form, faces, entries, confirmation: 'dismissal', onward: 'next', reviewRow: 0, wait: ENDLESS, ...(decision === undefined ? {} : { decision }),
    ...(origin === undefined ? {} : { origin: sanitiseLine(origin) }),
    ...(session === undefined ? {} : { session }),
  }
  return atPage(panel, 0)
}

/** Several questions in one ask: they get a review page and can be skipped one by one. */
export function isBatch(panel: Pick<Panel, 'form'>): boolean {
  return panel.form.length > 1
}

/** The agent went on without an answer; a late one is sent as a message. */
export function isContinued({ wait }: Panel): boolean {
  return wait.kind === 'continued'
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

/** The row of the text of one's own, if the question has one. */
export function otherRow({ face }: Current): number | undefined {
  const row = face.items.findIndex(({ kind }) => kind === 'other')
  return row < 0 ? undefined : row
}

/** What the pointer stands on, or another row. */
export function itemAt({ face, entry }: Current, row: number = entry.row): Item | undefined {
  return face.items[row]
}

/** The panel at another page, in that page's resting mode. */
export function atPage(panel: Pages, page: number): Panel {
  const { complaint: _, ...rest } = panel
  const target = Math.max(0, Math.min(page, isBatch(panel) ? panel.form.length : panel.form.length - 1))
  const review = target === panel.form.length
  return {
    ...rest,
    page: target,
    mode: panel.form[target]?.kind === 'text' ? 'typing' : 'choosing',
    onward: review ? 'review' : panel.onward,
    scroll: 0,
    readToEnd: false,
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
  if (current === undefined) return panel
  const { field, face, entry } = current
  const target = Math.max(0, Math.min(row, face.items.length - 1))
  const item = face.items[target]
  // Enter chooses the row pointed at: a mark that stayed behind on another row would say otherwise.
  const follows = field.kind === 'single' && !face.weighty && entry.chosen.length > 0 && item?.kind === 'choice'
  return withEntry(panel, { row: target, ...(follows ? { chosen: [item.index] } : {}) })
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
