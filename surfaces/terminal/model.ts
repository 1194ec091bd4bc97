/** Everything that the screen shows and that a key's meaning depends on. Plain data. */
import type { Locale } from '../form/words.ts'
import type { ConsoleModel } from './console/model.ts'
import type { Anchor } from './console/reading.ts'
import { bounded, EMPTY_TRANSCRIPT, remarked } from './console/transcript.ts'
import type { Transcript } from './console/transcript.ts'
import { EMPTY_EDITOR } from './editor.ts'
import type { Editor } from './editor.ts'
import type { GlyphSet } from './glyphs.ts'
import { isReview } from './panel.ts'
import type { Panel } from './panel.ts'
import { nextSecond } from './wait.ts'
import { wordsOf } from './words.ts'
import type { Words } from './words.ts'

/** The smallest window that takes answers, in cells. */
const SMALLEST = { columns: 36, rows: 10 }

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Where the keyboard is. `strip`: the panel is folded to one row and the keyboard is at the input. */
export type Place = 'panel' | 'input' | 'strip'

/** Milliseconds that a panel holds keys back once it is on the glass: at rest, and in place of another. */
export const QUIET = { first: 400, next: 700 }
/** How long a notice stays, in milliseconds. */
export const NOTICE = 8_000
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
  /** The time of the last message, in milliseconds. */
  readonly now: number
  readonly locale: Locale
  readonly glyphs: GlyphSet
  readonly size: Size
  /** Asks on the screen; the first is the one shown. Those that the agent waits for come first, oldest first. */
  readonly panels: readonly Panel[]
  /** Asks that only take a late answer and are not on the screen. */
  readonly putAway: readonly Panel[]
  /** The ask in whose panel the person has pressed a key since it got the keyboard: nothing takes its place. */
  readonly visiting?: string
  /** The list of asks is over the screen; `at` is the marked one, `front` the one shown when it was opened. */
  readonly inbox?: { readonly at: string; readonly front?: string }
  readonly place: Place
  readonly guard: Guard
  readonly input: Editor
  /** Whether Enter at the input line leads anywhere. */
  readonly canSend: boolean
  /** Whether ^C can interrupt an agent while one is at work. */
  readonly canInterrupt: boolean
  /** What happened, oldest first. */
  readonly transcript: Transcript
  /** The first row of the transcript that is shown while an earlier part is read; absent: its end is shown. */
  readonly reading?: Anchor
  /** Reasoning, results and lists are shown whole. */
  readonly expanded: boolean
  /** The time zone that times of day are told in; absent: the system's. */
  readonly zone?: string
  readonly note: string
  readonly notice?: Notice
  /** Text saved from a panel that went away. */
  readonly kept: string
  /** When any key was last pressed. */
  readonly pressedAt: number
  /** When a text key was last pressed. */
  readonly typedAt: number
  /** When Enter was last pressed, counted or not. */
  readonly enteredAt: number
  /** The key pressed last. A key that is held down repeats itself only until another one is pressed. */
  readonly lastKey: 'enter' | 'other'
  /** Enter is swallowed until then: it was meant for a panel that has just gone. */
  readonly deafUntil: number
  /** What the last ^C announced or did, and until when a second one counts with it. */
  readonly leaving?: { readonly act: 'interrupt' | 'interrupted' | 'quit'; readonly until: number }
  /** Absent: no agent is driven from here, the screen only shows asks. */
  readonly console?: ConsoleModel
}

export interface ModelOptions extends Pick<Model, 'locale' | 'size'>, Partial<Pick<Model, 'glyphs' | 'canSend' | 'canInterrupt' | 'console' | 'zone'>> {}

export function createModel(options: ModelOptions): Model {
  return {
    now: -Infinity,
    glyphs: 'unicode',
    canSend: false,
    canInterrupt: false,
    ...options,
    panels: [],
    putAway: [],
    place: 'input',
    guard: { kind: 'none' },
    input: EMPTY_EDITOR,
    transcript: EMPTY_TRANSCRIPT,
    expanded: false,
    note: '',
    kept: '',
    pressedAt: -Infinity,
    typedAt: -Infinity,
    enteredAt: -Infinity,
    lastKey: 'other',
    deafUntil: -Infinity,
  }
}

/** What the keys mean at the moment; the keymap has one table for each. */
export type Situation = 'tiny' | 'input' | 'options' | 'other' | 'text' | 'review' | 'confirm' | 'reading' | 'sending' | 'inbox'

export function isTiny({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows
}

export function situationOf(model: Model): Situation {
  if (isTiny(model.size)) return 'tiny'
  if (model.inbox !== undefined) return 'inbox'
  const panel = model.panels[0]
  if (panel === undefined || model.place !== 'panel') return 'input'
  switch (panel.mode) {
    case 'confirming':
      return 'confirm'
    case 'reading':
    case 'sending':
      return panel.mode
    case 'typing':
      return panel.form[panel.page]?.kind === 'text' ? 'text' : 'other'
    case 'choosing':
      return isReview(panel) ? 'review' : 'options'
  }
}

/** Whether keys are still held back from the panel. */
export function isGuarded({ guard, place, panels, inbox }: Model, now: number): boolean {
  if (place !== 'panel' || panels.length === 0 || inbox !== undefined) return false
  return guard.kind === 'unpainted' || (guard.kind === 'until' && now < guard.at)
}

export function isTyping({ typedAt }: Model, now: number): boolean {
  return now - typedAt < TYPING
}

/**
 * The keyboard given to the panel by the person. In the middle of typing the key that did it may belong to the text
 * (a completion), and an Enter may be on its way behind it: then the panel is guarded once more.
 */
export function unfolded(model: Model, now: number): Model {
  return { ...model, place: 'panel', guard: isTyping(model, now) ? { kind: 'until', at: now + QUIET.first } : model.guard }
}

/** The model with one more text saved for ^Y; what was saved before stays. */
export function keeping(model: Model, text: string): Model {
  return text === '' ? model : { ...model, kept: model.kept === '' ? text : `${model.kept}\n${text}` }
}

/** The model with more lines in its transcript; `at`, a time of day, stands behind the last. */
export function said(model: Model, text: string, at?: string): Model {
  return withTranscript(model, remarked(model.transcript, text, at))
}

/** The model with another transcript, cut to what is kept; where a person reads, nothing goes. */
export function withTranscript(model: Model, transcript: Transcript): Model {
  return { ...model, transcript: bounded(transcript, model.reading?.entry) }
}

export function withNotice(model: Model, notice: Notice | undefined): Model {
  if (notice !== undefined) return { ...model, notice }
  const { notice: _, ...rest } = model
  return rest
}

/** When something on the screen changes by itself next, if anything does. */
export function deadlineOf({ notice, panels, inbox, now }: Model): number | undefined {
  const second = inbox === undefined ? panels[0] && nextSecond(panels[0].wait, now) : now + 1_000
  return notice === undefined || second === undefined ? notice?.until ?? second : Math.min(notice.until, second)
}

/** Where an ask comes from, when that isn't the session that the screen shows. */
export function originIn({ console }: Model, { origin, session }: Panel): string | undefined {
  return session !== undefined && session === console?.heading.id ? undefined : origin
}

export function wordsIn({ locale, glyphs }: Model): Words {
  return wordsOf(locale, glyphs)
}
