/** A person's message as the event that the app receives: pure. */
import { renderHeader, renderPersonIds, TENANT, type EventOptions } from './event.ts'
import type { JsonObject, SimMessage, SimPerson } from './types.ts'

/** The app's own side of a chat. */
export interface SimBot {
  readonly openId: string
  readonly name: string
}

/** How a mention stands in the words that travel; who it is stands beside them. */
const MENTION_KEY = '@_user_1'

/** Whether the words speak to the bot by its name. In a group the app hears nothing else. */
export function isMentioned(text: string | undefined, bot: SimBot): boolean {
  return text?.includes(`@${bot.name}`) ?? false
}

function renderContent({ text, media }: SimMessage, bot: SimBot): { readonly type: string; readonly content: JsonObject } {
  switch (media?.kind) {
    case 'sticker':
      return { type: 'sticker', content: { file_key: media.key } }
    case 'image':
      return { type: 'image', content: { image_key: media.key } }
    case undefined:
      return { type: 'text', content: { text: (text ?? '').replaceAll(`@${bot.name}`, MENTION_KEY) } }
  }
}

/** `im.message.receive_v1` in the clear. */
export function renderMessageEvent(message: SimMessage, person: SimPerson, isGroup: boolean, bot: SimBot, eventId: string, options: EventOptions): JsonObject {
  const { type, content } = renderContent(message, bot)
  const time = String(message.createdAt)
  return {
    schema: '2.0',
    header: renderHeader('im.message.receive_v1', eventId, options),
    event: {
      sender: { sender_id: renderPersonIds(person), sender_type: 'user', tenant_key: TENANT },
      message: {
        message_id: message.messageId,
        ...(message.rootId === undefined ? {} : { root_id: message.rootId }),
        ...(message.parentId === undefined ? {} : { parent_id: message.parentId }),
        create_time: time,
        update_time: time,
        chat_id: message.chatId,
        chat_type: isGroup ? 'group' : 'p2p',
        message_type: type,
        content: JSON.stringify(content),
        ...(isMentioned(message.text, bot) ? { mentions: [{ key: MENTION_KEY, id: { open_id: bot.openId }, name: bot.name, tenant_key: TENANT }] } : {}),
      },
    },
  }
}
