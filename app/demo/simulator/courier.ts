/** Carries an event to the app over whatever is connected: a long connection if one is up, else the webhook. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AppSetup } from './app-setup.ts'
import type { FaultSource } from './faults.ts'
import type { Links } from './links.ts'
import type { AppAnswer, JsonObject, Timestamp, Transport } from './types.ts'
import type { Webhook } from './webhook.ts'

/** What came back for one event. */
export interface Carried {
  /** Absent when the event was lost or nobody answered in time. */
  readonly answer?: AppAnswer
  /** In milliseconds. */
  readonly elapsedMs: number
}

export interface Courier {
  /** What the next event would travel over; nothing while the app listens nowhere. */
  transport(): Transport | undefined
  /** Pushes an event once, through the faults that are on. Never rejects. */
  push(event: JsonObject, eventId: string): Promise<Carried>
}

export interface CourierOptions {
  readonly links: Pick<Links, 'count' | 'push'>
  readonly webhook: Webhook
  readonly faults: FaultSource
  readonly now: () => Timestamp
  /** Set to one way in, the other is as good as closed. */
  readonly setup: Pick<AppSetup, 'transport'>
  /** How long a phone waits for an answer, in milliseconds. */
  readonly deadlineMs: number
  /** Ends what is held back. */
  readonly signal: AbortSignal
}

export function createCourier({ links, webhook, faults, now, setup, deadlineMs, signal }: CourierOptions): Courier {
  const transport = (): Transport | undefined => {
    const open: readonly (Transport | undefined)[] = [links.count() > 0 ? 'long-connection' : undefined, webhook.isConnected() ? 'webhook' : undefined]
    return open.find((way) => way !== undefined && (setup.transport ?? way) === way)
  }
  /** What sends the event, the same bytes each time that it is called. */
  const prepare = (event: JsonObject, eventId: string): (() => Promise<AppAnswer | undefined>) => {
    switch (transport()) {
      case 'long-connection':
        return () => links.push(event)
      case 'webhook': {
        const callback = webhook.seal(event, eventId, faults.take('wrong-signature') !== undefined)
        return () => webhook.post(callback)
      }
      case undefined:
        return () => Promise.resolve(undefined)
    }
  }

  return {
    transport,
    async push(event, eventId) {
      if (faults.take('dropped-callback')) return { elapsedMs: 0 }
      const started = now()
      const send = prepare(event, eventId)
      const late = faults.take('late-callback')
      if (late) {
        // It still arrives, when nobody waits for its answer any more.
        delay(late.ms ?? deadlineMs + 1000, undefined, { signal }).then(send).catch(() => undefined)
        await delay(deadlineMs, undefined, { signal }).catch(() => undefined)
        return { elapsedMs: now() - started }
      }
      const [answer] = await Promise.all(faults.take('duplicated-event') ? [send(), send()] : [send()])
      return { ...(answer ? { answer } : {}), elapsedMs: now() - started }
    },
  }
}
