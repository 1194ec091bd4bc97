/** A callback that goes nowhere: our webhook with every check of a request, and an answer without an ask. */
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import type { BareSide } from './bare-side.ts'
import { KEYS } from './callback.ts'

function sleep(ms: number, stop?: AbortSignal): Promise<void> {
  return delay(ms, undefined, stop ? { signal: stop } : {})
}

/** `answer` makes the JSON of the answer to a decrypted event. */
export async function createDirectSide(answer: (event: unknown) => Buffer): Promise<BareSide> {
  const inbox = ({ payload }: { readonly payload: unknown }): { readonly bytes: Buffer; readonly sent: () => void } => ({ bytes: answer(payload), sent: () => {} })
  const log = { info: () => {}, warn: (line: string) => { throw new Error(line) } }
  const endpoint = createEndpoint({ keys: KEYS, now: Date.now, sleep, inbox, log })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: '/callback', trustProxy: [] }, { endpoint, sleep })
  return { url: webhook.url, close: () => webhook.close() }
}
