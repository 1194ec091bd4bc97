/** What is known of the chats that clicks come from: it tells a card from its copy while no send has told yet where the card is. */
import { LRUCache } from 'lru-cache'
import type { Recipient } from './config.ts'
import type { PersonIds } from './operators.ts'

/** Whether a click may come from the card of a recipient. */
export type Likelihood = 'sure' | 'possible' | 'impossible'

export interface Chats {
  /** The platform has told where a recipient gets cards. */
  readonly noteDelivery: (recipient: Recipient, chatId: string) => void
  /** Somebody has written to the bot. */
  readonly noteMessage: (message: { readonly chatId: string; readonly isPrivate: boolean; readonly person: PersonIds }) => void
  /**
   * A click tells chat and person, but not whether others are in the chat. A chat's card is in that chat; a person's
   * is in the private chat, where nobody else can click.
   */
  readonly likelihoodOf: (recipient: Recipient, chatId: string, person: PersonIds) => Likelihood
}

/** People and groups that are remembered. */
const REMEMBERED = 1_000

export function createChats(): Chats {
  const groups = new LRUCache<string, true>({ max: REMEMBERED })
  /** Private chats, by the person's id of each type. */
  const homes = new LRUCache<string, string>({ max: REMEMBERED })
  return {
    noteDelivery: (recipient, chatId) => {
      if (recipient.idType !== 'chat_id') homes.set(keyOf(recipient), chatId)
    },
    noteMessage: ({ chatId, isPrivate, person }) => {
      if (!isPrivate) groups.set(chatId, true)
      else for (const idType of ['open_id', 'union_id', 'user_id'] as const) {
        const id = idOf(person, idType)
        if (id !== undefined) homes.set(keyOf({ idType, id }), chatId)
      }
    },
    likelihoodOf: (recipient, chatId, person) => {
      if (recipient.idType === 'chat_id') return recipient.id === chatId ? 'sure' : 'impossible'
      const id = idOf(person, recipient.idType)
      if ((id !== undefined && id !== recipient.id) || groups.has(chatId)) return 'impossible'
      const home = homes.get(keyOf(recipient))
      if (home !== undefined) return home === chatId ? 'sure' : 'impossible'
      return id === undefined ? 'possible' : 'sure'
    },
  }
}

function keyOf({ idType, id }: Pick<Recipient, 'idType' | 'id'>): string {
  return `${idType} ${id}`
}

/** The id of that type, if the platform sends it: mail addresses it never does. */
function idOf({ openId, unionId, userId }: PersonIds, idType: Recipient['idType']): string | undefined {
  switch (idType) {
    case 'open_id':
      return openId
    case 'union_id':
      return unionId
    case 'user_id':
      return userId
    case 'email':
    case 'chat_id':
      return undefined
  }
}
