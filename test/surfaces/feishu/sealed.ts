/** The platform's signing and encryption, written by hand from its documents: a second opinion for the tests. */
import { createCipheriv, createHash } from 'node:crypto'
import type { InboundRequest } from '../../../surfaces/feishu/verify.ts'
import type { ActName } from '../../../surfaces/feishu/view.ts'
import { KEYS } from './known.ts'

/** `{"encrypt": …}` over exact plain bytes. */
export function seal(plain: string, encryptKey = KEYS.encryptKey): Buffer {
  const iv = Buffer.from('0123456789abcdef')
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), iv)
  return Buffer.from(JSON.stringify({ encrypt: Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()]).toString('base64') }))
}

/** A signed request over exact body bytes; `at` in milliseconds. */
export function sign(body: Buffer, at: number, encryptKey = KEYS.encryptKey): InboundRequest {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHash('sha256').update(Buffer.concat([Buffer.from(`${timestamp}n0nce${encryptKey}`), body])).digest('hex')
  return { headers: { 'x-lark-request-timestamp': timestamp, 'x-lark-request-nonce': 'n0nce', 'x-lark-signature': signature }, body }
}

/** A whole event of schema 2.0 around the given `event`. */
export function eventOf(event: unknown, header: Record<string, unknown> = {}): { schema: string; header: Record<string, unknown>; event: unknown } {
  return { schema: '2.0', header: { event_id: 'event-1', token: KEYS.verificationToken, app_id: KEYS.appId, event_type: 'card.action.trigger', ...header }, event }
}

/** A click on a card: what `event` holds. */
export function clickOf(act: ActName, ask: string, options: { part?: number; person?: string; message?: string; chat?: string; form?: unknown } = {}): unknown {
  const { part = 1 } = options
  return {
    operator: { open_id: options.person ?? 'ou_wang' },
    action: { tag: 'button', name: part === 1 ? `${act}_${ask}` : `${act}~${part}_${ask}`, value: { ask, act, ...(part === 1 ? {} : { part: String(part) }) }, ...('form' in options ? { form_value: options.form } : {}) },
    context: { open_message_id: options.message ?? 'om_1', open_chat_id: options.chat ?? 'oc_1' },
  }
}

/** A message to the bot: what `event` holds. */
export function sayingOf(text: string | { readonly type: string; readonly content: unknown }, options: { person?: string; quotes?: string; root?: string; chat?: string; group?: boolean; mentions?: unknown; sender?: string } = {}): unknown {
  const { type, content } = typeof text === 'string' ? { type: 'text', content: { text } } : text
  return {
    sender: { sender_type: options.sender ?? 'user', sender_id: { open_id: options.person ?? 'ou_wang' } },
    message: {
      message_id: 'om_said', chat_id: options.chat ?? 'oc_1', chat_type: options.group ? 'group' : 'p2p', message_type: type, content: JSON.stringify(content),
      ...(options.quotes ? { parent_id: options.quotes } : {}),
      ...(options.root ?? options.quotes ? { root_id: options.root ?? options.quotes } : {}),
      ...(options.mentions ? { mentions: options.mentions } : {}),
    },
  }
}
