/** The platform's own state: the messages and the rules for sending and changing them. */
import { LRUCache } from 'lru-cache'
import { parseCard } from './card-rules.ts'
import type { Directory, SimChat } from './directory.ts'
import type { SimEvents } from './events.ts'
import { createRateLimit } from './rate.ts'
import { refuse, RequestRefused } from './refusal.ts'
import type { Card, Receiver, SimMedia, SimMessage, SimVersion, Timestamp } from './types.ts'

const HOUR_MS = 3_600_000
const MAX_CARD_AGE_MS = 14 * 24 * HOUR_MS
const MAX_UUID = 50
const MAX_TEXT_BYTES = 150 * 1024
/** Sends per receiver and patches per message, in any second. */
const PER_SECOND = 5

/** A message to be sent, as the request has it. */
export interface Outgoing {
  readonly receiver: Receiver
  readonly msgType: unknown
  /** The message's content: JSON inside a string. */
  readonly content: unknown
  /** The same uuid within an hour is the same message. */
  readonly uuid?: unknown
  readonly parentId?: string
}

/** A message that a person writes. */
export interface Spoken {
  readonly senderId: string
  readonly chatId: string
  readonly content: { readonly text: string } | { readonly media: SimMedia }
  readonly parentId?: string
}

export interface Platform {
  messages(): readonly SimMessage[]
  find(messageId: string): SimMessage | undefined
  /** Throws `RequestRefused`. A repeated uuid gets the message that it made the first time. */
  send(outgoing: Outgoing): SimMessage
  /** Sends into the chat of another message. Throws `RequestRefused`. */
  reply(parentId: string, outgoing: Omit<Outgoing, 'receiver' | 'parentId'>): SimMessage
  /** Puts a person's message into its chat. */
  say(spoken: Spoken): SimMessage
  /** Throws `RequestRefused`. */
  patch(messageId: string, content: unknown): SimMessage
  /** Buzzes phones; gives back the ids that are nobody in the chat. Throws `RequestRefused`. */
  buzz(messageId: string, openIds: readonly string[]): readonly string[]
  /** Takes a message back, as a person with the right to can. */
  recall(messageId: string): void
  /** Shows a card that came in the answer to a click, or that a late answer brought back. */
  replaceCard(messageId: string, card: Card, cause: 'answered' | 'reverted'): void
}

export interface PlatformOptions {
  readonly directory: Directory
  readonly events: SimEvents
  readonly now: () => Timestamp
  readonly newId: () => string
}

export function createPlatform({ directory, events, now, newId }: PlatformOptions): Platform {
  const messages = new Map<string, SimMessage>()
  const sentByUuid = new LRUCache<string, { readonly messageId: string; readonly at: Timestamp }>({ max: 10_000 })
  const maySend = createRateLimit({ limit: PER_SECOND, windowMs: 1000, now })
  const mayPatch = createRateLimit({ limit: PER_SECOND, windowMs: 1000, now })

  const store = (message: SimMessage) => {
    messages.set(message.messageId, message)
    return message
  }
  const existing = (messageId: string): SimMessage => {
    const message = messages.get(messageId) ?? refuse('bad-request', 'Unknown message_id.')
    return message.recalled ? refuse('recalled') : message
  }
  const withCard = (message: SimMessage, card: Card, cause: SimVersion['cause']): SimMessage => {
    const at = now()
    return store({ ...message, card, updatedAt: at, history: [...message.history, { at, cause, card }] })
  }
  /** A new message without its content. */
  const begin = (chatId: string, receiver: Receiver, parentId: string | undefined): SimMessage => {
    const at = now()
    const parent = parentId === undefined ? undefined : existing(parentId)
    return {
      messageId: `om_${newId()}`,
      chatId,
      receiver,
      createdAt: at,
      updatedAt: at,
      history: [],
      ...(parent ? { parentId: parent.messageId, rootId: parent.rootId ?? parent.messageId } : {}),
      buzzed: [],
      recalled: false,
    }
  }
  /** The message that this uuid has made within the hour. */
  const earlier = (uuid: string | undefined): SimMessage | undefined => {
    const known = uuid === undefined ? undefined : sentByUuid.get(uuid)
    return known && now() - known.at < HOUR_MS ? messages.get(known.messageId) : undefined
  }

  const deliver = (chat: SimChat, { receiver, msgType, content, uuid, parentId }: Outgoing): SimMessage => {
    const key = parseUuid(uuid)
    const before = earlier(key)
    if (before) return before
    const payload = parseContent(msgType, content)
    if (!maySend(chat.chatId)) refuse('message-rate')
    const begun = begin(chat.chatId, receiver, parentId)
    const message = store({ ...begun, ...payload, history: payload.card ? [{ at: begun.createdAt, cause: 'sent', card: payload.card }] : [] })
    if (key !== undefined) sentByUuid.set(key, { messageId: message.messageId, at: message.createdAt })
    events.emit({ kind: 'message-sent', message })
    return message
  }

  return {
    messages: () => [...messages.values()],
    find: (messageId) => messages.get(messageId),
    send: (outgoing) => deliver(directory.chatOf(outgoing.receiver), outgoing),
    reply(parentId, outgoing) {
      const { chatId } = existing(parentId)
      const receiver: Receiver = { type: 'chat_id', id: chatId }
      return deliver(directory.chatOf(receiver), { ...outgoing, receiver, parentId })
    },
    say({ senderId, chatId, content, parentId }) {
      const message = store({ ...begin(chatId, { type: 'chat_id', id: chatId }, parentId), senderId, ...content })
      events.emit({ kind: 'message-said', message })
      return message
    },
    patch(messageId, content) {
      const message = existing(messageId)
      if (message.card === undefined) refuse('not-a-card')
      if (now() - message.createdAt > MAX_CARD_AGE_MS) refuse('too-old')
      const { card } = parseContent('interactive', content)
      if (!mayPatch(messageId)) refuse('message-rate')
      const patched = withCard(message, card ?? {}, 'patched')
      events.emit({ kind: 'message-patched', message: patched })
      return patched
    },
    buzz(messageId, openIds) {
      const message = existing(messageId)
      const members = directory.chat(message.chatId)?.members ?? []
      const reached = openIds.filter((openId) => members.includes(openId))
      const buzzed = store({ ...message, buzzed: [...new Set([...message.buzzed, ...reached])] })
      for (const personId of reached) events.emit({ kind: 'person-buzzed', message: buzzed, personId })
      return openIds.filter((openId) => !members.includes(openId))
    },
    recall(messageId) {
      const recalled = store({ ...existing(messageId), recalled: true, updatedAt: now() })
      events.emit({ kind: 'message-recalled', message: recalled })
    },
    replaceCard(messageId, card, cause) {
      events.emit({ kind: 'card-replaced', cause, message: withCard(existing(messageId), card, cause) })
    },
  }
}

function parseUuid(uuid: unknown): string | undefined {
  if (uuid === undefined || uuid === null || uuid === '') return undefined
  if (typeof uuid !== 'string' || uuid.length > MAX_UUID) return refuse('bad-receiver', `uuid has at most ${MAX_UUID} characters.`)
  return uuid
}

/** The payload of a message: a valid card or some words. Throws `RequestRefused`. */
function parseContent(msgType: unknown, content: unknown): { readonly card?: Card; readonly text?: string } {
  if (typeof content !== 'string') return refuse('bad-request', 'content must be JSON in a string.')
  if (msgType === 'interactive') {
    const parsed = parseCard(content)
    if ('refusal' in parsed) throw new RequestRefused(parsed.refusal)
    return parsed
  }
  if (msgType !== 'text') return refuse('bad-request', 'msg_type must be text or interactive.')
  if (Buffer.byteLength(content) > MAX_TEXT_BYTES) refuse('too-long')
  const text = parseText(content)
  return text === undefined || text === '' ? refuse('bad-request', 'content of a text must be {"text": "…"}.') : { text }
}

function parseText(content: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(content)
    if (typeof parsed !== 'object' || parsed === null || !('text' in parsed)) return undefined
    return typeof parsed.text === 'string' ? parsed.text : undefined
  } catch {
    // Not JSON: the caller refuses it.
    return undefined
  }
}
