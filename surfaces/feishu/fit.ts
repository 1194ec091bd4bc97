/** The platform's limits for a card, and the one place that decides what to send when an ask exceeds them. */
import type { Outcome } from '../../router/types.ts'
import { type Card, renderCard } from './card.ts'
import { type CardAsk, cardView, opening, otherPlaces, type Reader, type Telling } from './view.ts'
import { escapeMessageText } from './text.ts'
import { wordsOf } from './words.ts'

/** The platform refuses cards over 30 KB; the rest is room for what it adds. */
export const MAX_BYTES = 28 * 1024
/** Everything with a `tag` counts. */
export const MAX_NODES = 200
/** Options of one select that a phone can still scroll through. */
export const MAX_OPTIONS = 50
/** Characters on a button. */
export const MAX_BUTTON_TEXT = 100

/** Why a card must not be sent. */
export type CardFault = 'bytes' | 'nodes' | 'options' | 'button-text' | 'duplicate-name' | 'duplicate-value'

/** The first limit that a card breaks, or nothing. */
export function checkCard(card: Card): CardFault | undefined {
  if (Buffer.byteLength(JSON.stringify(card)) > MAX_BYTES) return 'bytes'
  const nodes = [...nodesOf(card)]
  if (nodes.length > MAX_NODES) return 'nodes'
  const names = nodes.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  if (new Set(names).size < names.length) return 'duplicate-name'
  for (const node of nodes) {
    const fault = checkNode(node)
    if (fault !== undefined) return fault
  }
  return undefined
}

function checkNode(node: Readonly<Record<string, unknown>>): CardFault | undefined {
  const { tag, options, text } = node
  if (Array.isArray(options)) {
    if (options.length > MAX_OPTIONS) return 'options'
    const values = options.map((option: { readonly value?: unknown }) => option.value)
    if (new Set(values).size < values.length) return 'duplicate-value'
  }
  const label = tag === 'button' && isRecord(text) ? text['content'] : undefined
  return typeof label === 'string' && label.length > MAX_BUTTON_TEXT ? 'button-text' : undefined
}

/** Every tagged node of a card, at any depth. */
function* nodesOf(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesOf(each)
  } else if (isRecord(value)) {
    if (typeof value['tag'] === 'string') yield value
    for (const each of Object.values(value)) yield* nodesOf(each)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The card that shows an open ask. What cannot be shown whole cannot be answered here: such an ask gets a card
 * without a form that says so and where to answer, instead of a form with something left out.
 */
export function openCard(ask: CardAsk, reader: Reader): Card {
  const card = renderCard(cardView(ask, { kind: 'open' }, reader))
  return checkCard(card) === undefined ? card : renderCard(cardView(ask, { kind: 'oversized' }, reader))
}

/** The card that shows how an ask ended, repeating as much of it as there is room for. */
export function endedCard(ask: CardAsk, outcome: Outcome, reader: Reader): Card {
  const render = (telling: Telling): Card => renderCard(cardView(ask, { kind: 'ended', outcome, telling }, reader))
  const whole = render('whole')
  if (checkCard(whole) === undefined) return whole
  const shortened = render('shortened')
  return checkCard(shortened) === undefined ? shortened : render('outcome-only')
}

/** The card that an open ask leaves behind when this surface is switched off. */
export function leftCard(ask: CardAsk, reader: Reader): Card {
  return renderCard(cardView(ask, { kind: 'left' }, reader))
}

/** The text message for an ask whose card was refused: what is asked, and where to answer it. */
export function pointerText(ask: CardAsk, reader: Reader): string {
  return wordsOf(reader.locale).refusedCard(escapeMessageText(opening(ask, 200)), otherPlaces(reader))
}
