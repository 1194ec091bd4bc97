/** The product's side of a callback: webhook, verifier, inbox, surface and router, with a platform that is put in. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AskSurface } from '../../../router/types.ts'
import type { FeishuClient } from '../../../surfaces/feishu/client.ts'
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { createFeishuSurface } from '../../../surfaces/feishu/surface.ts'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import { CHAT, KEYS, PERSON, type Target } from './callback.ts'
import { question } from './question.ts'
import { createRounds, listeningDesk } from './rounds.ts'

export interface PhoneSide {
  readonly url: string
  /** Asks that many and resolves when their cards are out. */
  open(count: number): Promise<readonly Target[]>
  /** Patches that were begun. */
  readonly patches: number
  close(): Promise<void>
}

export interface PhoneSideOptions {
  /** What sends the final cards; absent: they are taken for sent. */
  readonly patchCard?: FeishuClient['patchCard']
  /** The other place that can answer; absent: one that only listens. */
  readonly desk?: AskSurface
  /** On which all asks hang. */
  readonly signal?: AbortSignal
}

const log = { info: () => {}, warn: (line: string) => { throw new Error(line) } }

function sleep(ms: number, stop?: AbortSignal): Promise<void> {
  return delay(ms, undefined, stop ? { signal: stop } : {})
}

export async function createPhoneSide({ patchCard = () => Promise.resolve(), desk = listeningDesk, signal }: PhoneSideOptions = {}): Promise<PhoneSide> {
  const counts = { asks: 0, sent: 0, patches: 0 }
  const client: FeishuClient = {
    sendCard: () => Promise.resolve({ messageId: `om_${++counts.sent}`, chatId: CHAT }),
    sendText: () => Promise.reject(new Error('no text is expected')),
    replyText: () => Promise.reject(new Error('no reply is expected')),
    patchCard: (messageId, card) => {
      counts.patches += 1
      return patchCard(messageId, card)
    },
    openLink: () => { throw new Error('no link is expected') },
    close: () => {},
  }
  const surface = createFeishuSurface({
    config: { appId: KEYS.appId, recipients: [{ id: PERSON, idType: 'open_id' }], operators: [{ id: PERSON, name: 'Wang Fang', role: 'answer' }], locale: 'en' },
    client, now: Date.now, sleep, log, timeZone: 'UTC', places: ['terminal'],
  })
  const rounds = createRounds(() => `ask-${++counts.asks}`)
  rounds.add(surface)
  rounds.add(desk)
  const endpoint = createEndpoint({ keys: KEYS, now: Date.now, sleep, inbox: createInbox(surface), log })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: '/callback', trustProxy: [] }, { endpoint, sleep })
  return {
    url: webhook.url,
    get patches() { return counts.patches },
    open: async (count) => {
      const targets = Array.from({ length: count }, (): Target => {
        rounds.ask({ questions: [question(`shop ${counts.asks}`)], ...(signal ? { signal } : {}) }).catch(() => { /* ends with the row */ })
        return { ask: `ask-${counts.asks}`, message: `om_${counts.asks}` }
      })
      while (counts.sent < counts.asks) await new Promise((resolve) => setImmediate(resolve))
      return targets
    },
    close: async () => {
      await webhook.close()
      await rounds.close()
      await surface.close()
    },
  }
}
