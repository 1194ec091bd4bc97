/** Everything that the screen shows and that a key's meaning depends on. Plain data. */
import type { Locale } from '../form/words.ts'
import { EMPTY_EDITOR } from './editor.ts'
import type { Editor } from './editor.ts'
import { isReview } from './panel.ts'
import type { Panel } from './panel.ts'

/** The smallest window that takes answers, in cells. */
export const SMALLEST = { columns: 36, rows: 10 }

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Where the keyboard is. `strip`: the panel is folded to one row and the keyboard is at the input. */
export type Place = 'panel' | 'input' | 'strip'

/** Milliseconds that a panel holds keys back once it is on the glass: at rest, and in place of another. */
export const QUIET = { first: 400, next: 700 }
/** A text key within this many milliseconds means that the person is in the middle of something. */
const TYPING = 1_000

/** Holds keys back from a panel that has just appeared; milliseconds count from the moment it is on the glass. */
export type Guard =
  | { readonly kind: 'none' }
  | { readonly kind: 'unpainted'; readonly quiet: number }
  | { readonly kind: 'until'; readonly at: number }

export type Tone = 'good' | 'warn' | 'plain'

/** A line above the panel that goes away by itself. */
export interface Notice {
  readonly text: string
  readonly tone: Tone
  readonly until: number
}

export interface Model {
  readonly locale: Locale
  readonly size: Size
  /** Open asks, oldest first; the first is the one shown. */
  readonly panels: readonly Panel[]
  readonly place: Place
  readonly guard: Guard
  readonly input: Editor
  /** Whether Enter at the input line leads anywhere. */
  readonly canSend: boolean
  /** What happened, oldest first. */
  readonly transcript: readonly string[]
  /** Rows that the transcript is scrolled up. */
  readonly transcriptScroll: number
  readonly note: string
  readonly notice?: Notice
  /** Text saved from a panel that went away. */
  readonly kept: string
  /** When a text key was last pressed. */
  readonly typedAt: number
  /** When Enter was last pressed, counted or not. */
  readonly enteredAt: number
  /** Enter is swallowed until then: it was meant for a panel that has just gone. */
  readonly deafUntil: number
  /** A second ^C until then leaves. */
  readonly leavingUntil: number
}

export function createModel(options: { locale: Locale; size: Size; canSend: boolean }): Model {
  return {
    ...options,
    panels: [],
    place: 'input',
    guard: { kind: 'none' },
    input: EMPTY_EDITOR,
    transcript: [],
    transcriptScroll: 0,
    note: '',
    kept: '',
    typedAt: -Infinity,
    enteredAt: -Infinity,
    deafUntil: -Infinity,
    leavingUntil: -Infinity,
  }
}

/** What the keys mean at the moment; the keymap has one table for each. */
export type Situation = 'tiny' | 'input' | 'options' | 'other' | 'text' | 'review' | 'confirm' | 'sending'

export function isTiny({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows
}

export function situationOf(model: Model): Situation {
  if (isTiny(model.size)) return 'tiny'
  const panel = model.panels[0]
  if (panel === undefined || model.place !== 'panel') return 'input'
  switch (panel.mode) {
    case 'confirming':
      return 'confirm'
    case 'sending':
      return 'sending'
    case 'typing':
      return panel.form[panel.page]?.kind === 'text' ? 'text' : 'other'
    case 'choosing':
      return isReview(panel) ? 'review' : 'options'
  }
}

/** Whether keys are still held back from the panel. */
export function isGuarded({ guard, place, panels }: Model, now: number): boolean {
  if (place !== 'panel' || panels.length === 0) return false
  return guard.kind === 'unpainted' || (guard.kind === 'until' && now < guard.at)
}

export function isTyping({ typedAt }: Model, now: number): boolean {
  return now - typedAt < TYPING
}

/** The model with one more text saved for ^Y; what was saved before stays. */
export function keeping(model: Model, text: string): Model {
  return text === '' ? model : { ...model, kept: model.kept === '' ? text : `${model.kept}\n${text}` }
}

/** When something on the screen changes by itself next, if anything does. */
export function deadlineOf(model: Model): number | undefined {
  return model.notice?.until
}
