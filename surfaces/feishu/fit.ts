/** The platform's limits for a card, and the one place that decides what to send when an ask exceeds them. */
import { type CardAsk, opening } from './ask.ts'
import { type Card, renderBlock, renderCard, SealedCard } from './card.ts'
import { isControl, MAX_OPTIONS } from './controls.ts'
import type { Ended } from './ending.ts'
import { isObject, type JsonObject } from './json.ts'
import { paginate, type Size } from './pages.ts'
import { verbatim } from './phrase.ts'
import { sectionsOf } from './sections.ts'
import { escapeMessageText } from './text.ts'
import { type Block, type CardState, cardView, otherPlaces, type Part, type Reader, type Telling } from './view.ts'
import { wordsOf } from './words.ts'

/** The platform refuses cards over 30 KB; the rest is room for what it adds. */
export const MAX_BYTES = 28 * 1024
/** Everything with a `tag` counts. */
const MAX_NODES = 200
/** Tables of one card, those written in markdown included. */
const MAX_TABLES = 4
/** Characters on a button. */
const MAX_BUTTON_TEXT = 100
/** Cards of one ask that a person can still be expected to work through. */
export const MAX_CARDS = 20

/** Why a card must not be sent. */
export type CardFault = 'bytes' | 'nodes' | 'tables' | 'options' | 'button-text' | 'duplicate-name' | 'duplicate-value'

/** The first limit that a card breaks, or nothing. */
export function checkCard(card: Card, { bytes } = new SealedCard(card)): CardFault | undefined {
  if (bytes.length > MAX_BYTES) return 'bytes'
  const all = nodesOf(card)
  if (all.length > MAX_NODES) return 'nodes'
  if (tablesAmong(all) > MAX_TABLES) return 'tables'
  const names = all.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  if (new Set(names).size < names.length) return 'duplicate-name'
  for (const node of all) {
    const fault = checkNode(node)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The card as it leaves, or nothing when it must not. */
function sealFitting(card: Card): SealedCard | undefined {
  const sealed = new SealedCard(card)
  return checkCard(card, sealed) === undefined ? sealed : undefined
}

function checkNode(node: JsonObject): CardFault | undefined {
  const { tag, options, text } = node
  if (Array.isArray(options)) {
    if (options.length > MAX_OPTIONS) return 'options'
    const values = options.map((option: { readonly value?: unknown }) => option.value)
    if (new Set(values).size < values.length) return 'duplicate-value'
  }
  const label = tag === 'button' && isObject(text) ? text['content'] : undefined
  return typeof label === 'string' && label.length > MAX_BUTTON_TEXT ? 'button-text' : undefined
}

function sizeOf(json: unknown): Size {
  const nodes = nodesOf(json)
  return { bytes: Buffer.byteLength(JSON.stringify(json)) + 1, nodes: nodes.length, tables: tablesAmong(nodes) }
}

function tablesAmong(nodes: readonly JsonObject[]): number {
  return nodes.reduce((sum, { tag, content }) => sum + (tag === 'markdown' && typeof content === 'string' ? tablesIn(content) : 0), 0)
}

/** A line of dashes between bars makes a table, also where it stands in code: the strictest reading. */
function tablesIn(markdown: string): number {
  return markdown.split('\n').filter((line) => line.includes('|') && line.includes('-') && /^[\s|:-]+$/u.test(line)).length
}

/** Every tagged node of a card, at any depth. */
function nodesOf(value: unknown, found: JsonObject[] = []): readonly JsonObject[] {
  if (Array.isArray(value)) {
    for (const each of value) nodesOf(each, found)
  } else if (isObject(value)) {
    if (typeof value['tag'] === 'string') found.push(value)
    for (const name in value) nodesOf(value[name], found)
  }
  return found
}

/** How an open ask is shown. */
export interface Shown {
  /** Cards. */
  readonly count: number
  /** Positions, from 1, of the cards that ask for something. */
  readonly saving: readonly number[]
  /** Whether everything is shown, so that it can be answered and approved here. */
  readonly isWhole: boolean
}

/** The cards that show an open ask. They are made anew whenever they are sent: kept are its words only. */
export interface OpenCards extends Omit<Shown, 'count'> {
  /** In order; at least one. */
  readonly cards: readonly SealedCard[]
}

export function shownOn({ cards, saving, isWhole }: OpenCards): Shown {
  return { count: cards.length, saving, isWhole }
}

/**
 * As many cards as the ask needs, and nothing left out. What would need too many, and a permission that needs more
 * than one, gets a single card that says so and where to answer.
 */
export function openCards(ask: CardAsk, reader: Reader): OpenCards {
  const oversized = (): OpenCards => ({ cards: [sealed(ask, { kind: 'oversized' }, reader)], saving: [], isWhole: false })
  const bytes = bytesOf(ask)
  // So large that reading it and spreading it out is not worth the time.
  if (bytes > maxCards(ask) * MAX_BYTES) return oversized()
  const sections = sectionsOf(ask)
  const render = (part: Part): SealedCard | undefined => sealFitting(renderCard(cardView(ask, { kind: 'open', part }, reader)))
  const only: Part = { at: 1, count: 1, blocks: sections.flat() }
  // Most asks need one card, and spreading out takes longer than to build and check that.
  const card = bytes > MAX_BYTES ? undefined : render(only)
  if (card) return { cards: [card], saving: savingOf([only]), isWhole: true }
  const parts = partsOf(ask, sections, reader)
  const cards = parts.length > maxCards(ask) ? [] : parts.map(render)
  if (cards.length === 0 || !cards.every((each) => each !== undefined)) return oversized()
  return { cards, saving: savingOf(parts), isWhole: true }
}

/** Those that ask for something. */
function savingOf(parts: readonly Part[]): readonly number[] {
  return parts.filter(({ blocks }) => blocks.some(isControl)).map(({ at }) => at)
}

/** A permission is read at one look. */
function maxCards({ decision }: CardAsk): number {
  return decision?.kind === 'approval' ? 1 : MAX_CARDS
}

/** Bytes of everything that is asked: written on a card it hardly ever takes less. */
function bytesOf({ form }: CardAsk): number {
  const texts = form.flatMap(({ header = '', question, detail = '', choices }) => [header, question, detail, ...choices.flatMap(({ label, description = '' }) => [label, description])])
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** Nothing when there is too much to spread out. */
function partsOf(ask: CardAsk, sections: readonly (readonly Block[])[], reader: Reader): readonly Part[] {
  // A card with every button and hint, but without what is asked: the rest of the limits is room for that.
  const probe: Block = { kind: 'input', name: 'probe', placeholder: verbatim('') }
  const frame = sizeOf(renderCard(cardView(ask, { kind: 'open', part: { at: MAX_CARDS, count: MAX_CARDS, blocks: [probe] } }, reader)))
  const room = { bytes: MAX_BYTES - frame.bytes, nodes: MAX_NODES - frame.nodes, tables: MAX_TABLES }
  const sizes = new Map<Block, Size>()
  const blockSize = (block: Block): Size => {
    const size = sizes.get(block) ?? sizeOf(renderBlock(block, reader.locale))
    sizes.set(block, size)
    return size
  }
  if (sections.flat().reduce((sum, block) => sum + blockSize(block).bytes, 0) > MAX_CARDS * room.bytes) return []
  const pages = paginate(sections, { room, sizeOf: blockSize })
  return pages.map((blocks, index) => ({ at: index + 1, count: pages.length, blocks }))
}

/** The card that shows how an ask ended, repeating as much of it as there is room for. */
export function endedCard(ask: CardAsk, outcome: Ended, reader: Reader): SealedCard {
  const render = (telling: Telling): Card => renderCard(cardView(ask, { kind: 'ended', outcome, telling }, reader))
  return sealFitting(render('whole')) ?? sealFitting(render('shortened')) ?? new SealedCard(render('outcome-only'))
}

/** The final cards of an ask that was shown on `count`: the last one tells the whole story, the others how it ended. */
export function endedCards(ask: CardAsk, outcome: Ended, reader: Reader, count: number): readonly SealedCard[] {
  const last = endedCard(ask, outcome, reader)
  if (count === 1) return [last]
  const short = sealed(ask, { kind: 'ended', outcome, telling: 'outcome-only' }, reader)
  return [...Array.from({ length: count - 1 }, () => short), last]
}

/** The card that an open ask leaves behind when this surface is switched off. */
export function leftCard(ask: CardAsk, reader: Reader): SealedCard {
  return sealed(ask, { kind: 'left' }, reader)
}

/** The card that stays where an ask was shown before it was shown once more. */
export function movedCard(ask: CardAsk, reader: Reader): SealedCard {
  return sealed(ask, { kind: 'moved' }, reader)
}

/** The card for an ask of which one card arrived and another did not. */
export function brokenCard(ask: CardAsk, reader: Reader): SealedCard {
  return sealed(ask, { kind: 'broken' }, reader)
}

function sealed(ask: CardAsk, state: CardState, reader: Reader): SealedCard {
  return new SealedCard(renderCard(cardView(ask, state, reader)))
}

/** The text message for an ask whose card was refused: what is asked, and where to answer it. */
export function pointerText(ask: CardAsk, reader: Reader): string {
  const words = wordsOf(reader.locale)
  return words.refusedCard(escapeMessageText(opening(ask, 200)), otherPlaces(reader, words))
}
