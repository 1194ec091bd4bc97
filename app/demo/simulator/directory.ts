/** The tenant's people and chats: which chat a receiver id means. */
import { createHash } from 'node:crypto'
import { refuse } from './refusal.ts'
import type { Receiver, ReceiverType, SimGroup, SimPerson } from './types.ts'

/** A chat that the bot can write to. */
export interface SimChat {
  readonly chatId: string
  readonly name: string
  /** Open ids. */
  readonly members: readonly string[]
}

export interface Directory {
  readonly people: readonly SimPerson[]
  readonly chats: readonly SimChat[]
  /** The chat behind a receiver; throws `RequestRefused` for one that the bot can't reach. */
  chatOf(receiver: Receiver): SimChat
  person(openId: string): SimPerson | undefined
  chat(chatId: string): SimChat | undefined
}

const ID_OF: Record<Exclude<ReceiverType, 'chat_id'>, (person: SimPerson) => string | undefined> = {
  open_id: (person) => person.openId,
  user_id: (person) => person.userId,
  union_id: (person) => person.unionId,
  email: (person) => person.email,
}

/** Narrows the `receive_id_type` of a request. */
export function isReceiverType(type: unknown): type is ReceiverType {
  return typeof type === 'string' && (type === 'chat_id' || Object.hasOwn(ID_OF, type))
}

/** The same person always gets the same private chat with the bot. */
export function privateChatId(openId: string): string {
  return `oc_${createHash('sha256').update(openId).digest('hex').slice(0, 32)}`
}

export function createDirectory(people: readonly SimPerson[], groups: readonly SimGroup[]): Directory {
  const privateChats = people.map(({ openId, name }): SimChat => ({ chatId: privateChatId(openId), name, members: [openId] }))
  const chats: readonly SimChat[] = [...privateChats, ...groups]
  const chat = (chatId: string) => chats.find((one) => one.chatId === chatId)

  return {
    people,
    chats,
    chat,
    person: (openId) => people.find((one) => one.openId === openId),
    chatOf({ type, id }) {
      if (id === '' || id.startsWith('omt_')) refuse('bad-receiver', 'receive_id is not an id of this type.')
      if (type === 'chat_id') return chat(id) ?? refuse('unknown-receiver')
      const person = people.find((one) => ID_OF[type](one) === id)
      const found = person && chat(privateChatId(person.openId))
      return found ?? refuse('unknown-receiver')
    },
  }
}
