/** What a person gets who asks what is open: a list, and from it any ask once more. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CardAct } from './action.ts'
import { renderCard, SealedCard } from './card.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import type { Entries, Entry } from './entries.ts'
import { checkCard, movedCard, type OpenCards, openCards } from './fit.ts'
import { listed, listView } from './list-view.ts'
import type { Log } from './log.ts'
import type { Reply } from './reply.ts'
import { retry, type Sleep } from './retry.ts'
import { notice, type Ruling, type Rulings } from './ruling.ts'
import type { Reader } from './view.ts'

export interface OpenListPorts {
  readonly entries: Entries
  readonly rulings: Pick<Rulings, 'over' | 'forgotten'>
  readonly client: FeishuClient
  readonly recipients: () => readonly Recipient[]
  readonly reader: Reader
  readonly now: () => number
  readonly sleep: Sleep
  readonly log: Log
  /** Ends all waiting. */
  readonly signal: AbortSignal
}

export interface OpenList {
  /** Sends the list into the chat of a message; a ruling instead when there is nothing to list. */
  send(reply: Reply): Ruling | undefined
  /** Shows an ask once more, in the chat of the list that was tapped on. */
  show(click: CardAct): Ruling
}

/** A list that was sent: only there do its buttons count. */
interface SentList {
  readonly chatId: string
  readonly asks: ReadonlySet<string>
}

const REMEMBERED = 200

export function createOpenList({ entries, rulings, client, recipients, reader, now, sleep, log, signal }: OpenListPorts): OpenList {
  const lists = new LRUCache<string, SentList>({ max: REMEMBERED })

  /** In private an operator hears of everything; a group only of what it was asked itself. */
  const visible = ({ chatId, isPrivate }: Reply): readonly Entry[] => {
    const sessions = new Set(recipients().filter(({ id, idType }) => idType === 'chat_id' && id === chatId).map(({ session }) => session))
    return entries.open().filter(({ ask, deliveries }) => isPrivate || deliveries.isIn(chatId) || (ask.session !== undefined && sessions.has(ask.session)))
  }

  const deliver = async ({ messageId, chatId }: Reply, open: readonly Entry[]): Promise<void> => {
    const key = createHash('sha256').update(`list\n${messageId}`).digest('hex').slice(0, 40)
    const card = renderCard(listView(key, open, now(), reader))
    const sealed = new SealedCard(card)
    const fault = checkCard(card, sealed)
    if (fault !== undefined) return log.warn(`the list of open asks breaks a limit of the platform: ${fault}`)
    const attempt = (): Promise<{ readonly messageId: string }> => client.sendCard({ id: chatId, idType: 'chat_id' }, sealed, key)
    const sent = await retry(attempt, { sleep, signal, isWanted: () => true, onFailure: (error) => log.warn(`list for ${messageId} failed: ${error.message}`) })
    lists.set(sent.messageId, { chatId, asks: new Set(listed(open).map(({ ask }) => ask.id)) })
  }

  const again = (entry: Entry, chatId: string): Ruling => {
    if (entry.ask.form.length === 0) return notice('warning', ({ toast }) => toast.unknownWords)
    const state = entry.deliveries.again({ id: chatId, idType: 'chat_id' }, cardsFor(entry, reader), movedCard(entry.ask, reader))
    return state === 'busy' ? notice('info', ({ toast }) => toast.coming) : notice('success', ({ toast }) => toast.shown)
  }

  return {
    send: (reply) => {
      const open = visible(reply)
      if (open.length === 0) return notice('info', (words) => words.reply.nothingOpen)
      deliver(reply, open).catch(() => { /* each attempt was logged */ })
      return undefined
    },
    show: ({ ask, place }) => {
      const list = lists.get(place.messageId ?? '')
      if (list === undefined || list.chatId !== place.chatId || !list.asks.has(ask)) return notice('info', ({ toast }) => toast.oldList)
      const entry = entries.find(ask)
      // The list stays as it is: it may hold others.
      const { tone, text } = entry === undefined ? rulings.forgotten(ask, 1) : entry.end ? rulings.over(entry, entry.end.ending) : again(entry, list.chatId)
      return { tone, text }
    },
  }
}

/** The cards of an ask as it stands now. Those of several stay as they were, so that saved parts keep their places. */
export function cardsFor({ ask, stage, shown }: Entry, reader: Reader): OpenCards {
  const current = stage.kind === 'continued' ? { ...ask, time: { kind: 'over' } as const } : ask
  const fresh = openCards(current, reader)
  if (ask.form.length > 0 && fresh.cards.length === 1 && shown.count === 1) return fresh
  return { ...shown, cards: fill(openCards(ask, reader).cards, shown.count) }
}

/** As many cards as were sent; the texts may have been spread otherwise. */
export function fill(cards: OpenCards['cards'], count: number): OpenCards['cards'] {
  return Array.from({ length: count }, (_, index) => cards[index] ?? cards.at(-1)).filter((card) => card !== undefined)
}
