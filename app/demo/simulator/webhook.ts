/** The app's webhook as the platform sees it: an address that signed events are posted to. */
import { sealChallenge, signEvent, type EventOptions } from './event.ts'
import type { SimEvents } from './events.ts'
import type { Poster } from './post.ts'
import type { AppAnswer, JsonObject, SimCallback } from './types.ts'
import { maskCredential } from './wire-log.ts'

export interface Webhook {
  /** Sends events to this address from now on. */
  connect(url: string): void
  isConnected(): boolean
  /** An event as the bytes that are posted; `forged` signs with a key that isn't the app's. */
  seal(event: JsonObject, eventId: string, forged: boolean): SimCallback
  /** Resolves with nothing when no answer came in time. Never rejects. */
  post(callback: SimCallback): Promise<AppAnswer | undefined>
  /** Tests the address as the platform does when it is saved: whether the challenge came back. */
  verify(): Promise<boolean>
}

export interface WebhookOptions {
  readonly poster: Poster
  readonly events: SimEvents
  readonly signing: EventOptions
  /** How long the app may take to answer, in milliseconds. */
  readonly deadlineMs: number
}

/** The platform wants its challenge back within a second. */
const CHALLENGE_DEADLINE_MS = 1000

export function createWebhook({ poster, events, signing, deadlineMs }: WebhookOptions): Webhook {
  let address: string | undefined
  return {
    connect(url) {
      address = url
    },
    isConnected: () => address !== undefined,
    seal: (event, eventId, forged) => signEvent(event, eventId, signing, forged),
    async post({ body, headers }) {
      if (address === undefined) return undefined
      const url = address
      const started = signing.now()
      const answer = await poster.post(url, body, headers, deadlineMs)
      events.emit({
        kind: 'wire',
        line: {
          kind: 'request', direction: 'out', method: 'POST', path: new URL(url).pathname, elapsedMs: signing.now() - started, bytes: body.length,
          credential: maskCredential(headers['x-lark-signature']), ...(answer ? { status: answer.status } : {}),
        },
      })
      return answer
    },
    async verify() {
      if (address === undefined) return false
      const challenge = signing.newId()
      const answer = await poster.post(address, sealChallenge(challenge, signing), { 'content-type': 'application/json' }, CHALLENGE_DEADLINE_MS)
      return answer?.status === 200 && readChallenge(answer.text) === challenge
    },
  }
}

function readChallenge(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  } catch {
    // Not JSON: the challenge did not come back.
    return undefined
  }
}
