/**
 * What of a question may be painted, and which rows it offers: made fit for the screen once, when the ask arrives. A person
 * decides on all of it, so nothing of it is dropped: what would not be seen is shown by its code point. Pure.
 */
import type { AskUserQuestionItem } from '../../router/types.ts'
import type { Decision } from '../form/decision.ts'
import { needsApprover } from '../form/decision.ts'
import type { Field } from '../form/fields.ts'
import type { Locale } from '../form/words.ts'
import { mapTexts, plainDocument } from './document.ts'
import type { Document } from './document.ts'
import { reveal, revealLine, visible, visibleLine } from './sanitise.ts'
import type { Words } from './words.ts'

/** What of one option may be painted. */
export interface ChoiceFace {
  readonly title: string
  readonly description: string
  readonly recommended: boolean
}

/** One row that the pointer can stand on. */
export type Item =
  /** `index` is the option's place in the question. */
  | { readonly kind: 'choice'; readonly index: number }
  /** A text of one's own; on a plan it says what to change. */
  | { readonly kind: 'other' }
  /** Puts a plan away to say something first; asks before it does. */
  | { readonly kind: 'talk' }

export interface Face {
  readonly header: string
  readonly question: string
  readonly detail: Document
  readonly choices: readonly ChoiceFace[]
  readonly items: readonly Item[]
  readonly kind: 'generic' | 'plan-review' | 'approval'
  /** Somebody's approval is wanted, whatever the shape: nothing is marked at the start, and a mark alone is no answer. */
  readonly weighty: boolean
}

/** The language that a face is made for, and its words. */
export interface Reader {
  readonly locale: Locale
  readonly words: Words
}

/** The face of one question; `detail` is its markdown, if somebody has read it, with its texts as they came. */
export function faceOf(field: Field, question: AskUserQuestionItem | undefined, decision: Decision | undefined, reader: Reader, detail?: Document): Face {
  // What a malformed approval wants to do is looked at as closely as what a proper one does.
  const literal = question?.intent?.kind === 'approval'
  const { hidden } = reader.words.glyphs
  const text = (value: string): string => (literal ? reveal(value, hidden) : visible(value, hidden))
  const line = (value: string): string => (literal ? revealLine(value, hidden) : visibleLine(value, hidden))
  const written = field.detail ?? ''
  const face: Face = {
    header: line(field.header ?? ''),
    question: text(field.question),
    detail: literal ? commandOf(written, text) : mapTexts(detail ?? plainDocument(written.trimEnd()), text),
    choices: field.choices.map(({ title, description, recommended }) => ({ title: line(title), description: line(description ?? ''), recommended })),
    items: [...field.choices.map(({ index }): Item => ({ kind: 'choice', index })), ...(field.kind === 'text' ? [] : [{ kind: 'other' } as const])],
    kind: 'generic',
    weighty: question !== undefined && needsApprover([question]),
  }
  if (decision === undefined) return face
  return decision.kind === 'plan-review' ? planFace(face) : approvalFace(face, decision, written, reader)
}

/** A detail that is markdown, for the parser; nothing for one that is shown character by character. */
export function markdownOf(question: AskUserQuestionItem): string {
  return question.intent?.kind === 'approval' ? '' : (question.detail ?? '').trimEnd()
}

function planFace(face: Face): Face {
  return { ...face, kind: 'plan-review', items: [...face.items, { kind: 'talk' }] }
}

/** Approve, always, reject, in this order whatever the asker's was; no text. The command itself is always shown. */
function approvalFace(face: Face, decision: Extract<Decision, { kind: 'approval' }>, command: string, { locale, words }: Reader): Face {
  const { hidden } = words.glyphs
  const display = decision.display(locale)
  const subject = revealLine(decision.subject ?? '', hidden)
  const about = display.detail === undefined || display.detail === command ? [] : plainDocument(reveal(display.detail, hidden).trimEnd())
  const order = [decision.approve, ...(decision.always === undefined ? [] : [decision.always]), decision.reject]
  return {
    ...face,
    kind: 'approval',
    header: [face.header || words.permission, subject].filter(Boolean).join(words.glyphs.separator),
    question: display.question === undefined ? face.question : reveal(display.question, hidden),
    // The command first: where there is little room, it is what has to be seen.
    detail: [...face.detail, ...about],
    choices: face.choices.map((choice, index): ChoiceFace => {
      if (index === decision.approve && display.approve !== undefined) return { ...choice, title: revealLine(display.approve, hidden) }
      if (index !== decision.always) return choice
      return { ...choice, description: [choice.description, words.alwaysMeans(subject)].filter(Boolean).join(words.glyphs.separator) }
    }),
    items: order.map((index) => ({ kind: 'choice', index })),
  }
}

function commandOf(command: string, text: (value: string) => string): Document {
  return command === '' ? [] : [{ kind: 'code', text: text(command) }]
}
