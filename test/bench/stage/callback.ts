/** What the platform posts: clicks, sealed and signed as its documents say. */
import { sealBody, signatureHeaders } from '../../../app/demo/simulator/envelope.ts'

export const KEYS = {
  appId: 'cli_0123456789abcdef',
  appSecret: 'app-secret-0123456789',
  encryptKey: 'encrypt-key-0123456789',
  verificationToken: 'verification-token-0123456789',
} as const

export const PERSON = 'ou_wang'
export const CHAT = 'oc_1'

/** A card that can be clicked. */
export interface Target {
  readonly ask: string
  readonly message: string
}

/** A whole HTTP request: the second option is submitted. */
export function clickRequest(url: URL, { ask, message }: Target, eventId: string): Buffer {
  const event = {
    schema: '2.0',
    header: { event_id: eventId, token: KEYS.verificationToken, app_id: KEYS.appId, event_type: 'card.action.trigger', create_time: '1700000000000000', tenant_key: 'tenant' },
    event: {
      operator: { tenant_key: 'tenant', open_id: PERSON, union_id: 'on_wang' },
      token: `c-${eventId}`,
      action: { tag: 'button', name: `submit_${ask}`, value: { ask, act: 'submit' }, timezone: 'Asia/Shanghai', form_value: { q0: '1' } },
      host: 'im_message',
      context: { open_message_id: message, open_chat_id: CHAT },
    },
  }
  const body = sealBody(JSON.stringify(event), KEYS.encryptKey, Buffer.from('0123456789abcdef'))
  const signed = signatureHeaders({ timestamp: String(Math.floor(Date.now() / 1000)), nonce: 'nonce', encryptKey: KEYS.encryptKey, body })
  const headers = { host: url.host, 'content-type': 'application/json', 'content-length': String(body.length), connection: 'keep-alive', ...signed }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${head}\r\n`), body])
}
