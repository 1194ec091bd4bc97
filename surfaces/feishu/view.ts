/** What a card shows, before any vendor format: pure, one function for every state of an ask. */
import type { Locale } from '../form/locale.ts'
import { type CardAsk, opening } from './ask.ts'
import { approvalView, planView, unapprovableView } from './decision-view.ts'
import { endedView } from './ended-view.ts'
import type { Ended } from './ending.ts'
import { type Phrase, phrase, verbatim } from './phrase.ts'
import { questionsView } from './question-view.ts'
import { sectionsOf } from './sections.ts'
import { firstLine, shortId, visibleText } from './text.ts'
import { clockText } from './times.ts'
import { type Words, wordsOf } from './words.ts'

/** For whom a card is made. */
export interface Reader {
  /** The language where a viewer's own is not known. */
  readonly locale: Locale
  /** IANA name of the zone that times are shown in. */
  readonly timeZone: string
  /** Names of the other surfaces that can answer. */
  readonly places: readonly string[]
}

/** Something to see or to fill in. Names are made of indexes, never of texts. */
export type Block =
  | { readonly kind: 'text' | 'strong'; readonly text: Phrase }
  /** Markdown in which nothing is live any more. */
  | { readonly kind: 'markdown'; readonly content: string }
  /** The same, folded away under a title. */
  | { readonly kind: 'panel'; readonly title: Phrase; readonly content: string }
  | { readonly kind: 'rule' }
  /** A button that stands between texts, about an ask of its own. */
  | { readonly kind: 'button'; readonly ask: string; readonly button: ButtonView }
  /** `value` is the option's index as a string. */
  | { readonly kind: 'select'; readonly name: string; readonly many: boolean; readonly placeholder: Phrase; readonly options: readonly { readonly text: Phrase; readonly value: string }[] }
  | { readonly kind: 'input'; readonly name: string; readonly placeholder: Phrase }
  | { readonly kind: 'check'; readonly name: string; readonly text: Phrase }

/** What a button does to its ask. `hold`: stops its clock. `show`: brings it once more. */
export type ActName = 'submit' | 'dismiss' | 'approve' | 'always' | 'reject' | 'hold' | 'show'

export interface ButtonView {
  readonly act: ActName
  readonly text: Phrase
  readonly style: 'primary' | 'default' | 'danger'
  /** Asked before the click counts. */
  readonly confirm?: { readonly title: Phrase; readonly text: Phrase }
}

/** Header colours of the platform that we use, each for one meaning. */
export type Template = 'blue' | 'green' | 'grey' | 'orange' | 'red'

export interface Frame {
  readonly title: Phrase
  readonly subtitle?: Phrase
  readonly template: Template
  readonly tag: Phrase
  /** The line that the chat list shows. */
  readonly summary: Phrase
}

export interface CardView extends Frame {
  readonly locale: Locale
  readonly ask: string
  /** Position among the cards of the ask, from 1. */
  readonly part: number
  readonly body: readonly Block[]
  /** What is filled in, and the buttons that send it. */
  readonly form?: { readonly blocks: readonly Block[]; readonly buttons: readonly ButtonView[] }
  /** Buttons that send nothing but themselves, so that no unfilled field can block them. */
  readonly buttons: readonly ButtonView[]
}

/** One card of an open ask: most asks have one, long ones several in order. */
export interface Part {
  /** From 1. */
  readonly at: number
  readonly count: number
  readonly blocks: readonly Block[]
}

/** How much of an ended ask its card repeats. */
export type Telling = 'whole' | 'shortened' | 'outcome-only'

export type CardState =
  /** Without a part, the whole ask on one card. */
  | { readonly kind: 'open'; readonly part?: Part }
  /** Open, but too large to be answered here. */
  | { readonly kind: 'oversized' }
  /** Open, but some of its cards did not arrive. */
  | { readonly kind: 'broken' }
  /** Maybe open elsewhere, but this surface has been switched off. */
  | { readonly kind: 'left' }
  /** Shown once more further down in the same chat. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'ended'; readonly outcome: Ended; readonly telling: Telling }

/** The view of one card of an ask in one of its states. */
export function cardView(ask: CardAsk, state: CardState, reader: Reader): CardView {
  const shell = { locale: reader.locale, ask: ask.id, part: 1, buttons: [] }
  switch (state.kind) {
    case 'open': {
      const part = state.part ?? { at: 1, count: 1, blocks: sectionsOf(ask).flat() }
      const parts = openParts(ask, part, reader)
      return { ...shell, ...openFrame(ask, part), part: part.at, ...parts, buttons: [...holdButtons(ask), ...parts.buttons] }
    }
    case 'oversized':
      return { ...shell, ...openFrame(ask), template: 'orange', ...oversizedParts(ask, reader) }
    case 'broken':
      return { ...shell, ...openFrame(ask), template: 'orange', ...unanswerable(ask, reader) }
    case 'moved': {
      const moved = phrase((words) => words.moved)
      return { ...shell, title: moved, template: 'grey', tag: phrase((words) => words.waiting), summary: moved, ...subtitleOf(ask), body: [{ kind: 'text', text: phrase((words) => words.movedText) }, { kind: 'rule' }, beginning(ask)] }
    }
    case 'left': {
      const left = phrase((words) => words.left)
      return { ...shell, title: left, template: 'grey', tag: phrase((words) => words.ended.aborted), summary: left, ...subtitleOf(ask), body: [hint(reader, (words, others) => words.leftText(others)), { kind: 'rule' }, beginning(ask)] }
    }
    case 'ended':
      return { ...shell, ...subtitleOf(ask), ...endedView(ask, state.outcome, state.telling, reader) }
  }
}

function openParts(ask: CardAsk, part: Part, reader: Reader): Pick<CardView, 'body' | 'form' | 'buttons'> {
  const intro: Block = { kind: 'text', text: phrase((words) => [words.places(otherPlaces(reader, words)), ...timeLines(ask, reader, words)].join('\n')) }
  switch (ask.decision?.kind) {
    case 'plan-review':
      return planView(ask, ask.decision, part, intro)
    case 'approval':
      return approvalView(ask, ask.decision, part, intro)
    case undefined:
      return questionsView(ask, part, intro)
  }
}

/** Up to when the agent waits, and what comes after. The card is not repainted for it: it names a time of day. */
function timeLines({ time }: CardAsk, { timeZone }: Reader, words: Words): readonly string[] {
  switch (time?.kind) {
    case undefined:
      return []
    case 'limited':
      return [time.until === undefined ? words.limited : words.until(clockText(time.until, time.from, timeZone)), words.lateAnswers]
    case 'over':
      return [words.wentOn]
  }
}

function holdButtons({ time }: CardAsk): readonly ButtonView[] {
  return time?.kind === 'limited' && time.canHold ? [{ act: 'hold', text: phrase((words) => words.hold), style: 'default' }] : []
}

function oversizedParts(ask: CardAsk, reader: Reader): Pick<CardView, 'body' | 'buttons'> {
  if (ask.decision) return unapprovableView(ask, ask.decision, hint(reader, (words, others) => words.unapprovable(others)))
  return unanswerable(ask, reader)
}

function unanswerable(ask: CardAsk, reader: Reader): Pick<CardView, 'body' | 'buttons'> {
  return { body: [hint(reader, (words, others) => words.oversized(others)), { kind: 'rule' }, beginning(ask)], buttons: [] }
}

/** The other places that can answer, in words: "at the terminal or on web"; empty when there are none. */
export function otherPlaces({ places }: Pick<Reader, 'places'>, words: Words): string {
  return places.map((surface) => words.place(surface)).join(words.or)
}

function hint(reader: Reader, say: (words: Words, others: string) => string): Block {
  return { kind: 'text', text: phrase((words) => say(words, otherPlaces(reader, words))) }
}

function beginning(ask: CardAsk): Block {
  return { kind: 'strong', text: verbatim(opening(ask, 200)) }
}

function openFrame(ask: CardAsk, part?: Part): Frame {
  const title = { 'plan-review': 'planTitle', approval: 'approvalTitle' } as const
  const name = ask.decision && title[ask.decision.kind]
  return {
    title: phrase((words) => (name === undefined ? words.title(ask.form.length) : words[name])),
    template: 'blue',
    tag: phrase((words) => words.waiting),
    summary: verbatim(opening(ask, 80)),
    ...subtitleOf(ask, part),
  }
}

/** Where an ask comes from: the project, and the session by its title or a short form of its id. */
export function originOf({ project, title, session }: CardAsk, words: Words): readonly string[] {
  const name = title === undefined ? (session === undefined ? undefined : words.session(visibleText(shortId(session)))) : firstLine(title, 60)
  return [...(project === undefined ? [] : [firstLine(project, 40)]), ...(name === undefined ? [] : [name])]
}

function subtitleOf(ask: CardAsk, part?: Part): Pick<Frame, 'subtitle'> {
  const subtitle = (words: Words): string => [...originOf(ask, words), ...(part && part.count > 1 ? [words.part(part.at, part.count)] : [])].join(' · ')
  return subtitle(wordsOf('en')) === '' ? {} : { subtitle: phrase(subtitle) }
}
