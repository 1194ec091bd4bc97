/** The frame around every event of the platform, and its signed form: pure but for the ids and the clock that come in. */
import { sealBody, signatureHeaders } from './envelope.ts'
import type { JsonObject, SimCallback, SimPerson, Timestamp } from './types.ts'

/** What the app was configured with, and the sources of what is random. */
export interface EventOptions {
  readonly appId: string
  readonly encryptKey: string
  readonly verificationToken: string
  readonly now: () => Timestamp
  readonly newId: () => string
  readonly randomBytes: (size: number) => Buffer
}

export const TENANT = 'tenant_simulated'

export type EventType = 'card.action.trigger' | 'im.message.receive_v1'

/** Clicks are dated in microseconds, messages in milliseconds. */
const TICKS_PER_MS: Record<EventType, number> = { 'card.action.trigger': 1000, 'im.message.receive_v1': 1 }

/** `header` of an event; the same event id means the same event, however often it arrives. */
export function renderHeader(type: EventType, eventId: string, { verificationToken, appId, now }: EventOptions): JsonObject {
  return {
    event_id: eventId,
    token: verificationToken,
    create_time: String(now() * TICKS_PER_MS[type]),
    event_type: type,
    tenant_key: TENANT,
    app_id: appId,
  }
}

/** A person by all ids that the tenant has for them. */
export function renderPersonIds({ openId, unionId, userId }: SimPerson): JsonObject {
  return { open_id: openId, ...(unionId === undefined ? {} : { union_id: unionId }), ...(userId === undefined ? {} : { user_id: userId }) }
}

/** Seals and signs an event. `forged` signs with a key that isn't the app's. */
export function signEvent(event: JsonObject, eventId: string, options: EventOptions, forged = false): SimCallback {
  const body = sealBody(JSON.stringify(event), options.encryptKey, options.randomBytes(16))
  const signature = signatureHeaders({
    timestamp: String(Math.floor(options.now() / 1000)),
    nonce: options.newId(),
    encryptKey: forged ? `not-${options.encryptKey}` : options.encryptKey,
    body,
  })
  return { eventId, body, headers: { 'content-type': 'application/json; charset=utf-8', ...signature } }
}

/** The unsigned, sealed request with which the platform tests a new address. */
export function sealChallenge(challenge: string, options: EventOptions): Buffer {
  const payload = { challenge, token: options.verificationToken, type: 'url_verification' }
  return sealBody(JSON.stringify(payload), options.encryptKey, options.randomBytes(16))
}
