/** The asks that this surface was asked: those that take an answer, and ended ones for as long as their cards may be clicked. */
import { LRUCache } from 'lru-cache'
import type { AskRound, ContinuedAsk, Timestamp } from '../../router/types.ts'
import type { CardAsk } from './ask.ts'
import type { SealedCard } from './card.ts'
import type { OperatorRole } from './config.ts'
import type { AskDeliveries } from './deliveries.ts'
import type { MessagePlace } from './delivery.ts'
import type { Ended } from './ending.ts'
import { endedCards, leftCard, type Shown } from './fit.ts'
import type { Reader } from './view.ts'

/** How an ask ended here; `left`: this surface was switched off, and the ask may go on elsewhere. */
export type Ending = Ended | 'left'

export interface End {
  readonly ending: Ending
  /** In the order of the open cards. */
  readonly cards: readonly SealedCard[]
  /** Resolves when nothing more will happen to the cards. */
  readonly collapsed: Promise<void>
}

/** What takes an answer. */
export type Stage =
  | { readonly kind: 'open'; readonly round: AskRound }
  /** The window has closed. Without `late` the router has not said yet who takes an answer. */
  | { readonly kind: 'continued'; readonly late?: ContinuedAsk }

export interface Entry {
  readonly ask: CardAsk
  readonly role: OperatorRole
  readonly stage: Stage
  /** When it was asked, as far as that is known. */
  readonly at: Timestamp
  readonly shown: Shown
  readonly deliveries: AskDeliveries
  readonly end?: End
}

export interface Entries {
  /** Takes the place of an earlier entry of the same ask, ended or not. */
  put(entry: Entry): void
  /** Open, continued, or ended and still remembered. */
  find(ask: string): Entry | undefined
  /** By a message that shows it. */
  findByMessage(place: MessagePlace): Entry | undefined
  /** Those that take an answer, in the order of asking. */
  open(): readonly Entry[]
  /** Notes the end of an ask once and makes its cards final; later calls return the first end. */
  end(entry: Entry, ending: Ending): End
  /** Resolves when nothing more will happen to any card of an ended ask. */
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
    put: (entry) => {
      ended.delete(entry.ask.id)
      open.set(entry.ask.id, entry)
    },
    findByMessage: (place) => [...open.values(), ...ended.values()].find(({ deliveries }) => deliveries.has(place)),
    open: () => [...open.values()],
    end: (entry, ending) => {
      const earlier = ended.get(entry.ask.id) ?? entry
      if (earlier.end) return earlier.end
      const { ask, shown: { count: length } } = entry
      const cards = ending === 'left' ? Array.from({ length }, () => leftCard(ask, reader)) : endedCards(ask, ending, reader, length)
      const end = { ending, cards, collapsed: entry.deliveries.end(cards, mayReturn(entry, ending)) }
      open.delete(ask.id)
      ended.set(ask.id, { ...entry, end })
      return end
    },
    collapsed: () => Promise.all([...ended.values()].map(({ end }) => end.collapsed)),
  }
}

/** The end of our process is none of a timed ask: the host may go on with it at the next start. */
function mayReturn({ ask, stage }: Entry, ending: Ending): boolean {
  if (stage.kind !== 'open' || ask.time?.kind !== 'limited') return false
  return ending === 'left' || (ending.kind === 'aborted' && ending.cause === 'disposed')
}
