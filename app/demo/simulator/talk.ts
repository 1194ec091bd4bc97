/** What people write to the bot: into the chat at once, and as an event to the app until it is acknowledged. */
import { setTimeout as delay } from 'node:timers/promises'
import { type AppSetup, isPushed } from './app-setup.ts'
import type { Courier } from './courier.ts'
import { privateChatId, type Directory, type SimChat } from './directory.ts'
import type { EventOptions } from './event.ts'
import type { SimEvents } from './events.ts'
import { isMentioned, renderMessageEvent, type SimBot } from './message-event.ts'
import type { Platform, Spoken } from './platform.ts'
import type { JsonObject, SimDelivery, SimMessage, SimPerson, SimSaid, SimSaying } from './types.ts'

export interface Talk {
  /** Throws on a person, chat or quoted message that isn't there, and on empty words: the caller's own mistake. */
  say(saying: SimSaying): SimSaid
}

export interface TalkOptions {
  readonly bot: SimBot
  readonly platform: Platform
  readonly directory: Directory
  readonly events: SimEvents
  readonly courier: Courier
  readonly signing: EventOptions
  /** How long after each failed try the next one comes, in milliseconds. */
  readonly retriesMs: readonly number[]
  /** Gives up on what is still to be tried. */
  readonly signal: AbortSignal
  readonly setup: AppSetup
}

const MINUTE_MS = 60_000
export const USUAL_RETRIES_MS = [15_000, 5 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS] as const

export function createTalk({ bot, platform, directory, events, courier, signing, retriesMs, setup, signal }: TalkOptions): Talk {
  /** One try after the other, until one is acknowledged. */
  const deliver = async (event: JsonObject, eventId: string): Promise<SimDelivery> => {
    if (!isPushed(setup, 'im.message.receive_v1') || courier.transport() === undefined) return { kind: 'unsubscribed', eventId, tries: 0 }
    let tries = 0
    try {
      for (const waitMs of [0, ...retriesMs]) {
        await delay(waitMs, undefined, { signal, ref: false })
        tries += 1
        const { answer } = await courier.push(event, eventId)
        if (answer?.status === 200) return { kind: 'delivered', eventId, tries }
      }
    } catch {
      // The simulator closed before the next try.
    }
    return { kind: 'undelivered', eventId, tries }
  }

  const placeOf = ({ personId, chatId, quotes }: SimSaying): { readonly person: SimPerson; readonly chat: SimChat } => {
    const person = directory.person(personId)
    if (person === undefined) throw new Error(`There is no person ${personId}`)
    const chat = directory.chat(chatId ?? privateChatId(personId))
    if (!chat?.members.includes(personId)) throw new Error(`${personId} is not in the chat ${chatId}`)
    const quoted = quotes === undefined ? undefined : platform.find(quotes)
    if (quotes !== undefined && (quoted?.chatId !== chat.chatId || quoted.recalled)) throw new Error(`There is no message ${quotes} in the chat ${chat.chatId}`)
    return { person, chat }
  }

  const push = async (message: SimMessage, person: SimPerson, isGroup: boolean): Promise<SimDelivery> => {
    const eventId = signing.newId()
    const isHeard = !isGroup || isMentioned(message.text, bot)
    const event = renderMessageEvent(message, person, isGroup, bot, eventId, signing)
    const delivery: SimDelivery = isHeard ? await deliver(event, eventId) : { kind: 'unaddressed', eventId, tries: 0 }
    events.emit({ kind: 'message-delivered', messageId: message.messageId, personId: person.openId, delivery })
    return delivery
  }

  return {
    say(saying) {
      const { person, chat } = placeOf(saying)
      const parent = saying.quotes === undefined ? {} : { parentId: saying.quotes }
      const message = platform.say({ senderId: person.openId, chatId: chat.chatId, content: readContent(saying), ...parent })
      const isGroup = chat.chatId !== privateChatId(person.openId)
      return { message, delivery: push(message, person, isGroup) }
    },
  }
}

function readContent(saying: SimSaying): Spoken['content'] {
  if ('sticker' in saying) return { media: { kind: 'sticker', key: saying.sticker } }
  if ('image' in saying) return { media: { kind: 'image', key: saying.image } }
  if (saying.text.trim() === '') throw new Error('There is nothing to say')
  return { text: saying.text }
}
