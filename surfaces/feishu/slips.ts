/** What the journal keeps of each card, so that the next start finds it again: ids only, never words. */
import { z } from 'zod'
import type { AskEnd, AskJournal, DeliveryData, LeftDelivery } from '../../router/journal/types.ts'
import type { Timestamp } from '../../router/types.ts'
import type { Recipient } from './config.ts'
import type { MessagePlace } from './delivery.ts'
import { MAX_CARDS } from './fit.ts'

/** Of the journal, what a surface uses. */
export type JournalPort = Pick<AskJournal, 'deliveries' | 'record' | 'finish' | 'ended' | 'seen' | 'remember'>

/** One card of one ask at one recipient. */
export interface CardFacts {
  readonly ask: string
  readonly recipient: Pick<Recipient, 'id' | 'idType'>
  /** Position among the cards of the ask, from 1. */
  readonly part: number
  /** How many there are. */
  readonly parts: number
  /** Under which the platform sends it at most once within the hour. */
  readonly key: string
  /** Positions of the cards that ask for something. */
  readonly saving: readonly number[]
  /** Whether the cards show the whole ask. */
  readonly isWhole: boolean
  /** When it was shown once more; absent on the first. */
  readonly turn?: Timestamp
  /** What the journal calls it, where that has written it before. */
  readonly place?: string
}

/** The record of one card. */
export interface Slip {
  /** It is about to be sent. */
  sending(): void
  placed(message: MessagePlace): void
  /** It says that nothing is answered here for now; the next start may bring the ask again. */
  left(message: MessagePlace): void
  /** Nothing more is to be done. */
  done(): void
}

/** A card that an ended process has left. */
export interface LeftCard extends CardFacts {
  /** Absent where its send was not confirmed. */
  readonly message?: MessagePlace
  /** It has been made final since its process ended in order. */
  readonly isLeft: boolean
  /** When that was written. */
  readonly at: Timestamp
}

/** The cards of one ask, and what becomes of it. */
export interface LeftCards extends Pick<LeftDelivery, 'ask' | 'session' | 'project' | 'questions' | 'decision'> {
  readonly cards: readonly [LeftCard, ...LeftCard[]]
}

export interface Slips {
  slip(facts: CardFacts): Slip
  /** What ended processes, and this surface before it was taken down, have left to this bot; read it once. Never rejects. */
  left(): Promise<readonly LeftCards[]>
  /** How an ask that is not open here ended. */
  ended(ask: string): AskEnd | undefined
}

const SURFACE = 'feishu'

const kept = z.object({
  app: z.string(),
  to: z.string(),
  type: z.enum(['open_id', 'user_id', 'union_id', 'email', 'chat_id']),
  part: z.int().min(1).max(MAX_CARDS),
  parts: z.int().min(1).max(MAX_CARDS),
  key: z.string(),
  saving: z.array(z.int()),
  whole: z.boolean(),
  turn: z.number().optional(),
  message: z.string().optional(),
  chat: z.string().optional(),
  left: z.boolean().default(false),
})

/** `journal` is looked up anew each time: without one nothing is kept. `appId` tells the cards of this bot from another's. */
export function createSlips(journal: () => JournalPort | undefined, appId: string): Slips {
  /** Keys of cards that are in good hands here; what was left is read once, so they are kept until then. */
  let ours: Set<string> | undefined = new Set()
  const records: Records = { journal, appId }
  return {
    slip: (facts) => {
      ours?.add(facts.key)
      return new CardSlip(facts, records)
    },
    left: async () => {
      const asks = new Map<string, LeftCards & { readonly cards: [LeftCard, ...LeftCard[]] }>()
      for (const { place, data, at, ...left } of (await journal()?.deliveries(SURFACE)) ?? []) {
        const { ask } = left
        const card = parseCard({ ask, place, data, at }, appId)
        if (card === undefined || ours?.has(card.key)) continue
        const known = asks.get(ask)
        if (known) known.cards.push(card)
        else asks.set(ask, { ...left, cards: [card] })
      }
      ours = undefined
      return [...asks.values()]
    },
    ended: (ask) => journal()?.ended(ask),
  }
}

/** Where slips are kept, and whose they are. */
interface Records {
  readonly journal: () => JournalPort | undefined
  readonly appId: string
}

/** Nothing is put together before it is written: most of the time that is never needed again. */
class CardSlip implements Slip {
  private readonly facts: CardFacts
  private readonly records: Records

  constructor(facts: CardFacts, records: Records) {
    this.facts = facts
    this.records = records
  }

  sending(): void {
    this.record({})
  }

  placed({ messageId, chatId }: MessagePlace): void {
    this.record({ message: messageId, chat: chatId })
  }

  left({ messageId, chatId }: MessagePlace): void {
    this.record({ message: messageId, chat: chatId, left: true })
  }

  done(): void {
    this.records.journal()?.finish(this.facts.ask, SURFACE, placeOf(this.facts))
  }

  private record(more: DeliveryData): void {
    const { facts, records: { journal, appId } } = this
    journal()?.record(facts.ask, SURFACE, placeOf(facts), { ...dataOf(facts, appId), ...more })
  }
}

/** What the journal calls the card. */
function placeOf(facts: CardFacts): string {
  return facts.place ?? placeName(facts)
}

/** One name for each showing: where nothing remains to be done, nothing is done again. */
function placeName({ recipient: { idType, id }, part, key }: CardFacts): string {
  return `${idType}:${id}#${part}@${key.slice(0, 12)}`
}

function dataOf({ recipient, part, parts, key, saving, isWhole, turn }: CardFacts, app: string): DeliveryData {
  return { app, to: recipient.id, type: recipient.idType, part, parts, key, saving, whole: isWhole, ...(turn === undefined ? {} : { turn }) }
}

/** Nothing for the card of another bot, and for what no version of ours has written. */
function parseCard({ ask, place, data, at }: Pick<LeftDelivery, 'ask' | 'place' | 'data' | 'at'>, appId: string): LeftCard | undefined {
  const { success, data: read } = kept.safeParse(data)
  if (!success || read.app !== appId) return undefined
  const { to, type, part, parts, key, saving, whole, turn, message, chat, left } = read
  return {
    ask, part, parts, key, saving, isWhole: whole, at, isLeft: left, place,
    recipient: { id: to, idType: type },
    ...(turn === undefined ? {} : { turn }),
    ...(message === undefined || chat === undefined ? {} : { message: { messageId: message, chatId: chat } }),
  }
}
