/** A callback that goes nowhere: our webhook with every check of a request, and an answer that was made before. */
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import type { BareSide } from './bare-side.ts'
import { KEYS } from './callback.ts'

function sleep(ms: number, stop?: AbortSignal): Promise<void> {
  return delay(ms, undefined, stop ? { signal: stop } : {})
}

/** `received` is called with each callback before it is answered with `answer`, which is JSON. */
export async function createDirectSide(answer: string, received: () => void): Promise<BareSide> {
  const bytes = Buffer.from(answer)
  const inbox = (): { readonly bytes: Buffer; readonly sent: () => void } => {
    received()
    return { bytes, sent: () => {} }
  }
  const log = { info: () => {}, warn: (line: string) => { throw new Error(line) } }
  const endpoint = createEndpoint({ keys: KEYS, now: Date.now, sleep, inbox, log })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: '/callback', trustProxy: [] }, { endpoint, sleep })
  return { url: webhook.url, close: () => webhook.close() }
}
