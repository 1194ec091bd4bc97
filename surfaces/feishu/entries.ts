/** The asks that this surface was asked: open ones, and ended ones for as long as their cards may be clicked. */
import { LRUCache } from 'lru-cache'
import type { AskRound, Outcome } from '../../router/types.ts'
import type { FormValues } from './action.ts'
import type { CardAsk } from './ask.ts'
import type { Card } from './card.ts'
import type { OperatorRole } from './config.ts'
import type { AskDeliveries } from './deliveries.ts'
import type { MessagePlace } from './delivery.ts'
import { endedCards, leftCard, type OpenCards } from './fit.ts'
import type { Reader } from './view.ts'

/** How an ask ended here; `left`: this surface was switched off, and the ask may go on elsewhere. */
export type Ending = Outcome | 'left'

export interface End {
  readonly ending: Ending
  /** In the order of the open cards. */
  readonly cards: readonly Card[]
  /** Resolves when nothing more will happen to the cards. */
  readonly collapsed: Promise<void>
}

export interface Entry {
  readonly ask: CardAsk
  readonly role: OperatorRole
  readonly round: AskRound
  readonly shown: OpenCards
  readonly deliveries: AskDeliveries
  /** Parts that were saved, by person and position; a person's parts are never mixed with another's. */
  readonly saved: Map<string, Map<number, FormValues>>
  readonly end?: End
}

export interface Entries {
  add(entry: Entry): void
  /** Open, or ended and still remembered. */
  find(ask: string): Entry | undefined
  /** By a message that shows it. */
  findByMessage(place: MessagePlace): Entry | undefined
  /** In the order of asking. */
  open(): readonly Entry[]
  /** Notes the end of an ask once and makes its cards final; later calls return the first end. */
  end(entry: Entry, ending: Ending): End
  /** Resolves when nothing more will happen to any card. */
  collapsed(): Promise<unknown>
}

/** Ended asks whose cards still get an explanation when they are clicked. */
const REMEMBERED = 500

export function createEntries(reader: Reader): Entries {
  const open = new Map<string, Entry>()
  const ended = new LRUCache<string, Entry & { readonly end: End }>({ max: REMEMBERED })
  const find = (ask: string): Entry | undefined => open.get(ask) ?? ended.get(ask)
  return {
    find,
    add: (entry) => { open.set(entry.ask.id, entry) },
    findByMessage: (place) => [...open.values(), ...ended.values()].find(({ deliveries }) => deliveries.has(place)),
    open: () => [...open.values()],
    end: (entry, ending) => {
      const earlier = ended.get(entry.ask.id) ?? entry
      if (earlier.end) return earlier.end
      const { ask, shown: { cards: { length } } } = entry
      const cards = ending === 'left' ? Array.from({ length }, () => leftCard(ask, reader)) : endedCards(ask, ending, reader, length)
      const end = { ending, cards, collapsed: entry.deliveries.end(cards) }
      open.delete(ask.id)
      ended.set(ask.id, { ...entry, end })
      return end
    },
    collapsed: () => Promise.all([...ended.values()].map(({ end }) => end.collapsed)),
  }
}
