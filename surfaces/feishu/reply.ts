/** A message that a person sent to the bot, as the platform reports it. Everything in it is user input. */
import { z } from 'zod'
import type { PersonIds } from './operators.ts'

/** The type of the event that reports a message. */
export const MESSAGE_RECEIVED = 'im.message.receive_v1'

export interface Reply {
  readonly messageId: string
  readonly chatId: string
  /** Only the person and the bot are in the chat. */
  readonly isPrivate: boolean
  readonly person: PersonIds
  /** The message that it replies to. */
  readonly quotes?: string
  /** The first message of the thread that it stands in, which may be another. */
  readonly thread?: string
  /** The words, without mentions; absent on stickers, images and everything else that is no text. */
  readonly text?: string
}

const id = z.string().nullish().transform((given) => given ?? undefined)

const received = z.object({
  event: z.object({
    sender: z.object({ sender_type: z.string().default('user'), sender_id: z.object({ open_id: id, union_id: id, user_id: id }) }),
    message: z.object({
      message_id: z.string(),
      chat_id: z.string(),
      chat_type: z.string(),
      message_type: z.string(),
      content: z.string(),
      parent_id: id,
      root_id: id,
      mentions: z.array(z.object({ key: z.string() })).nullish(),
    }),
  }),
})

/** The message that an `im.message.receive_v1` payload reports, or nothing when no person sent it. */
export function parseReply(payload: unknown): Reply | undefined {
  const result = received.safeParse(payload)
  if (!result.success || result.data.event.sender.sender_type !== 'user') return undefined
  const { sender: { sender_id: sender }, message } = result.data.event
  const text = parseText(message.message_type, message.content)
  return {
    messageId: message.message_id,
    chatId: message.chat_id,
    isPrivate: message.chat_type === 'p2p',
    person: { openId: sender.open_id, unionId: sender.union_id, userId: sender.user_id },
    ...(message.parent_id ? { quotes: message.parent_id } : {}),
    ...(message.root_id ? { thread: message.root_id } : {}),
    ...(text === undefined ? {} : { text: withoutMentions(text, new Set((message.mentions ?? []).map(({ key }) => key))) }),
  }
}

/**
 * Each mention stands in the words by its key, such as `@_user_1`. The longest known key counts, for one may begin with
 * another; in one pass, since both the words and the keys may be many.
 */
function withoutMentions(text: string, keys: ReadonlySet<string>): string {
  if (keys.size === 0) return text
  return text.replace(/@[^@\s]{1,24}/gu, (found) => {
    for (let end = found.length; end > 1; end -= 1) if (keys.has(found.slice(0, end))) return found.slice(end)
    return found
  })
}

const plain = z.object({ text: z.string() })
/** Text with paragraphs of runs; whatever is no text in it says nothing. */
const post = z.object({ content: z.array(z.array(z.object({ tag: z.string(), text: z.string().optional() }))) })

function parseText(type: string, content: string): string | undefined {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    // Not JSON: no kind of text that we know.
  }
  if (type === 'text') return plain.safeParse(json).data?.text
  if (type !== 'post') return undefined
  return post.safeParse(json).data?.content.map((runs) => runs.map(({ text = '' }) => text).join('')).join('\n')
}
