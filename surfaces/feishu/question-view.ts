/** Questions that are filled in: what their cards show. Pure. */
import type { Choice, Field } from '../form/fields.ts'
import { needsApprover } from '../form/decision.ts'
import { type CardAsk, isFixed } from './ask.ts'
import { controlNames, isControl, listsOf, MAX_OPTIONS } from './controls.ts'
import { type Phrase, phrase, verbatim } from './phrase.ts'
import { revealText, shorten, splitText, visibleText } from './text.ts'
import type { Block, ButtonView, CardView, Part } from './view.ts'

/**
 * What one line of a list holds; a longer option is numbered there and stands whole above. The bytes keep a full list
 * of the longest lines on one card; a recommended option is sent in each language.
 */
const LINE = { characters: 80, bytes: 240, recommendedBytes: 100 } as const

/** The blocks of an ask, one list for each question; those of one list belong together. */
export function questionSections(ask: CardAsk): readonly (readonly Block[])[] {
  return ask.form.map((field) => fieldBlocks(field, ask))
}

/** Dismiss stands outside the form, so that no field can block it. */
export function questionsView(ask: CardAsk, part: Part, intro: Block): Pick<CardView, 'body' | 'form' | 'buttons'> {
  const isWhole = part.count === 1
  const body: Block[] = isWhole ? [intro] : [intro, { kind: 'text', text: phrase((words) => words.partsHint(part.count)) }]
  if (!part.blocks.some(isControl)) return { body: [...body, ...part.blocks], buttons: [] }
  const submit: ButtonView = {
    act: 'submit',
    text: phrase((words) => (isWhole ? words.submit : words.savePart(part.at, part.count))),
    style: 'primary',
    // A malformed plan review or permission comes as a list; it decides no less for that.
    ...(needsApprover(ask.questions) ? { confirm: { title: phrase((words) => words.submitTitle), text: phrase((words) => words.submitText) } } : {}),
  }
  const dismiss: ButtonView = {
    act: 'dismiss',
    text: phrase((words) => words.dismiss),
    style: 'default',
    confirm: { title: phrase((words) => words.dismissTitle), text: phrase((words) => words.dismissText) },
  }
  // Nobody waits any more: there is nothing to put away.
  return { body, form: { blocks: part.blocks, buttons: [submit] }, buttons: ask.time?.kind === 'over' ? [] : [dismiss] }
}

function fieldBlocks(field: Field, ask: CardAsk): readonly Block[] {
  const { text, skip } = controlNames(field.index)
  const isBatch = ask.form.length > 1
  const fixed = isFixed(ask, field.index)
  const heading = phrase((words) => [...(isBatch ? [words.position(field.index + 1, ask.form.length)] : []), ...(field.header ? [visibleText(field.header)] : [])].join(' · '))
  const placeholder = phrase((words) => ({ single: words.other, multi: words.otherToo, text: words.write })[field.kind])
  return [
    ...(field.index > 0 ? [{ kind: 'rule' } as const] : []),
    ...(heading.en === '' ? [] : [{ kind: 'strong', text: heading } as const]),
    ...textBlocks(field.question, visibleText),
    ...textBlocks(field.detail, fixed ? revealText : visibleText),
    ...Array.from({ length: listsOf(field) }, (_, list) => listBlocks(field, list)).flat(),
    ...(fixed && field.kind !== 'text' ? [] : [{ kind: 'input', name: text, placeholder } as const]),
    ...(isBatch && !fixed ? [{ kind: 'check', name: skip, text: phrase((words) => words.skip) } as const] : []),
  ]
}

function textBlocks(text: string | undefined, show: (text: string) => string): readonly Block[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind: 'text', text: verbatim(show(text)) }]
}

/** One select and, above it, what does not fit into its lines. */
function listBlocks(field: Field, list: number): readonly Block[] {
  const choices = field.choices.slice(list * MAX_OPTIONS, (list + 1) * MAX_OPTIONS)
  const many = field.kind === 'multi'
  const isOnly = field.choices.length <= MAX_OPTIONS
  const last = list * MAX_OPTIONS + choices.length
  const placeholder = phrase((words) => {
    const text = many ? words.chooseMany : words.choose
    return isOnly ? text : words.range(text, list * MAX_OPTIONS + 1, last)
  })
  const shown = choices.map(showChoice)
  const notes = shown.flatMap(({ note }) => (note === undefined ? [] : [note]))
  return [
    ...(notes.length === 0 ? [] : [{ kind: 'text', text: phrase((_words, locale) => notes.map((note) => note[locale]).join('\n')) } as const]),
    { kind: 'select', name: controlNames(field.index).select(list), many, placeholder, options: shown.map(({ text, value }) => ({ text, value })) },
  ]
}

interface ShownChoice {
  readonly value: string
  /** Its line in the list. */
  readonly text: Phrase
  /** The whole of what its line cannot hold, and its description. */
  readonly note?: Phrase
}

function showChoice({ index, title: given, description, recommended }: Choice): ShownChoice {
  const title = visibleText(given).trim() || `#${index + 1}`
  const line = lineOf(title, recommended)
  const name = line === title ? title : `#${index + 1} ${title}`
  const text = line === title ? title : `#${index + 1} ${line.replace(/…?$/u, '…')}`
  const note = description ? phrase((words) => words.pair(name, visibleText(description))) : name === title ? undefined : verbatim(name)
  return { value: String(index), text: phrase((words) => text + (recommended ? words.recommended : '')), ...(note ? { note } : {}) }
}

/** What a list shows of an option, whole or cut. */
function lineOf(title: string, recommended: boolean): string {
  const bytes = recommended ? LINE.recommendedBytes : LINE.bytes
  // No character is less than a byte, so nothing beyond can be part of the line.
  const [fitting = ''] = splitText(title.slice(0, bytes + 1).replaceAll('\n', ' '), bytes)
  return shorten(fitting, LINE.characters)
}
