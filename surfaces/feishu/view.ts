/** What a card shows, before any vendor format: pure, one function for every state of an ask. */
import type { AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import { type Field, type Form, formOf } from '../form/fields.ts'
import { answerLines, outcomeLine } from '../form/words.ts'
import type { Locale } from '../form/words.ts'
import { firstLine, shorten, shortId, visibleText } from './text.ts'
import { wordsOf } from './words.ts'
import type { Words } from './words.ts'

/** An ask as the cards need it. */
export interface CardAsk {
  readonly id: string
  readonly form: Form
  /** A permission request offers its fixed actions and no free text. */
  readonly allowsText: boolean
  readonly session?: string
}

/** For whom a card is made. */
export interface Reader {
  readonly locale: Locale
  /** IANA name of the zone that times are shown in. */
  readonly timeZone: string
  /** Names of the other surfaces that can answer. */
  readonly places: readonly string[]
}

/** How much of an ended ask its card repeats. */
export type Telling = 'whole' | 'shortened' | 'outcome-only'

export type CardState =
  | { readonly kind: 'open' }
  /** Open, but too large to be answered here. */
  | { readonly kind: 'oversized' }
  /** Maybe open elsewhere, but this surface has been switched off. */
  | { readonly kind: 'left' }
  | { readonly kind: 'ended'; readonly outcome: Outcome; readonly telling: Telling }

/** Header colours of the platform that we use, each for one meaning. */
export type Template = 'blue' | 'green' | 'grey' | 'orange' | 'red'

interface Frame {
  readonly title: string
  readonly subtitle?: string
  readonly template: Template
  readonly tag: string
  /** The line that the chat list shows. */
  readonly summary: string
}

/** One question on an open card. Names are made of indexes, never of texts. */
export interface FieldView {
  readonly heading: string
  readonly question: string
  readonly detail?: string
  /** `value` is the option's index as a string. */
  readonly options: readonly { readonly text: string; readonly value: string }[]
  /** Lines about the options that have a description. */
  readonly notes: readonly string[]
  readonly select?: { readonly name: string; readonly many: boolean; readonly placeholder: string }
  readonly input?: { readonly name: string; readonly placeholder: string }
  readonly skip?: { readonly name: string; readonly text: string }
}

export interface OpenCardView extends Frame {
  readonly kind: 'open'
  readonly ask: string
  readonly intro: string
  readonly fields: readonly FieldView[]
  readonly submit: string
  readonly dismiss: { readonly text: string; readonly confirmTitle: string; readonly confirmText: string }
}

/** A card without anything to act on. */
export interface StillCardView extends Frame {
  readonly kind: 'still'
  readonly lines: readonly string[]
  readonly items: readonly { readonly question: string; readonly answer?: string }[]
}

export type CardView = OpenCardView | StillCardView

/** Names of a field's controls on the wire. */
export function controlNames(index: number): { readonly select: string; readonly text: string; readonly skip: string } {
  return { select: `q${index}`, text: `q${index}_text`, skip: `q${index}_skip` }
}

/** An ask as the cards need it, from the host's request. */
export function cardAsk(id: string, request: AskUserQuestionRequest): CardAsk {
  return {
    id,
    form: formOf(request.questions),
    allowsText: request.questions.every(({ intent }) => intent?.kind !== 'approval'),
    ...(request.agent ? { session: request.agent.session.id } : {}),
  }
}

/** The view of an ask in one of its states. */
export function cardView(ask: CardAsk, state: CardState, reader: Reader): CardView {
  const words = wordsOf(reader.locale)
  switch (state.kind) {
    case 'open':
      return openView(ask, reader, words)
    case 'oversized':
      return { kind: 'still', ...openFrame(ask, words), template: 'orange', lines: [words.oversized(otherPlaces(reader))], items: [{ question: opening(ask, 200) }] }
    case 'left':
      return { kind: 'still', title: words.left, template: 'grey', tag: words.ended.aborted, summary: words.left, lines: [words.leftText(otherPlaces(reader))], items: [{ question: opening(ask, 200) }] }
    case 'ended':
      return endedView(ask, state.outcome, state.telling, reader, words)
  }
}

/** The other places that can answer, in words: "at the terminal or on web"; empty when there are none. */
export function otherPlaces(reader: Reader): string {
  const words = wordsOf(reader.locale)
  return reader.places.map((surface) => words.place(surface)).join(words.or)
}

/** The first line of the first question, cut for a preview. */
export function opening(ask: CardAsk, max: number): string {
  return firstLine(visibleText(ask.form[0]?.question ?? ''), max)
}

/** What was answered, on one line, cut for a toast; empty unless the ask was answered. */
export function saidLine(ask: CardAsk, outcome: Outcome, locale: Locale): string {
  if (outcome.kind !== 'answered') return ''
  const said = answerLines(ask.form, outcome.answer, locale).map((line) => firstLine(visibleText(line), 60))
  return shorten(said.join(' · '), 160)
}

function openFrame(ask: CardAsk, words: Words): Frame {
  return {
    title: words.title(ask.form.length),
    template: 'blue',
    tag: words.waiting,
    summary: opening(ask, 80),
    ...(ask.session === undefined ? {} : { subtitle: words.session(visibleText(shortId(ask.session))) }),
  }
}

function openView(ask: CardAsk, reader: Reader, words: Words): OpenCardView {
  return {
    kind: 'open',
    ask: ask.id,
    ...openFrame(ask, words),
    intro: words.places(otherPlaces(reader)),
    fields: ask.form.map((field) => fieldView(field, ask, words)),
    submit: words.submit,
    dismiss: { text: words.dismiss, confirmTitle: words.dismissTitle, confirmText: words.dismissText },
  }
}

function fieldView(field: Field, ask: CardAsk, words: Words): FieldView {
  const names = controlNames(field.index)
  const isBatch = ask.form.length > 1
  const many = field.kind === 'multi'
  const heading = [...(isBatch ? [words.position(field.index + 1, ask.form.length)] : []), ...(field.header ? [visibleText(field.header)] : [])]
  const placeholder = { single: words.other, multi: words.otherToo, text: words.write }[field.kind]
  const titles = field.choices.map((choice) => (visibleText(choice.title).trim() || `#${choice.index + 1}`) + (choice.recommended ? words.recommended : ''))
  return {
    heading: heading.join(' · '),
    question: visibleText(field.question),
    options: titles.map((text, index) => ({ text, value: String(index) })),
    notes: field.choices.flatMap(({ index, description }) => (description ? [words.pair(titles[index] ?? '', visibleText(description))] : [])),
    ...(field.detail ? { detail: visibleText(field.detail) } : {}),
    ...(field.kind === 'text' ? {} : { select: { name: names.select, many, placeholder: many ? words.chooseMany : words.choose } }),
    ...(ask.allowsText || field.kind === 'text' ? { input: { name: names.text, placeholder } } : {}),
    ...(isBatch ? { skip: { name: names.skip, text: words.skip } } : {}),
  }
}

const TEMPLATES: Readonly<Record<Outcome['kind'], Template>> = {
  answered: 'green',
  dismissed: 'grey',
  aborted: 'grey',
  'timed-out': 'orange',
  failed: 'red',
}

function endedView(ask: CardAsk, outcome: Outcome, telling: Telling, reader: Reader, words: Words): StillCardView {
  const line = visibleText(outcomeLine(outcome, reader.locale))
  const cut = (text: string, max: number): string => (telling === 'whole' ? visibleText(text) : shorten(visibleText(text), max))
  const answers = outcome.kind === 'answered' ? answerLines(ask.form, outcome.answer, reader.locale) : []
  const said = saidLine(ask, outcome, reader.locale)
  return {
    kind: 'still',
    title: shorten(line, 120),
    template: TEMPLATES[outcome.kind],
    tag: words.ended[outcome.kind],
    summary: shorten(said === '' ? line : words.pair(line, said), 160),
    lines: [words.when(timeText(outcome.at, reader.timeZone))],
    items: telling === 'outcome-only' ? [] : ask.form.map((field, index) => {
      const answer = answers[index]
      return { question: cut(field.question, 120), ...(answer === undefined ? {} : { answer: cut(answer, 300) }) }
    }),
  }
}

/** `2026-03-01 14:03:22 (Asia/Shanghai)`: the same in every language, with the zone that it is meant in. */
function timeText(at: number, timeZone: string): string {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en', options).formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']} (${timeZone})`
}
