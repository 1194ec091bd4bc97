/** What the platform sends, and a product that notes what it lets in. */
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpoint, type Endpoint } from '../../../surfaces/feishu/endpoint.ts'
import type { InboundEvent } from '../../../surfaces/feishu/inbox.ts'
import { post, signed } from '../../load/kinds.ts'
import { KEYS } from '../../surfaces/feishu/known.ts'
import { hold } from '../target.ts'

/** Milliseconds since the epoch. */
export const NOW = 1_700_000_000_000
export const PATH = '/feishu/webhook'
const genuine = signed({ now: NOW }, 'genuine')
/** One request that is good, in bytes, and the only event that there is. */
export const GENUINE = post({ path: PATH }, genuine.headers, genuine.body)

export function genuineRequest(): typeof genuine {
  return genuine
}

export interface Watched {
  readonly endpoint: Endpoint
  /** What was let in since the last look. */
  let(): readonly InboundEvent[]
}

/** `wait`: whether refusals take their time. */
export function watchedEndpoint(wait: boolean): Watched {
  const events: InboundEvent[] = []
  const log = { info: () => undefined, warn: () => undefined }
  let minute = 0
  const endpoint = createEndpoint({
    // A minute is over with each look, so that nobody is limited.
    keys: KEYS, now: () => NOW + (minute % 4) * 60_000, sleep: (ms) => (wait ? delay(ms) : Promise.resolve()), log,
    inbox: (event) => { events.push(event); return { body: {}, bytes: Buffer.from('{}'), sent: () => undefined } },
  })
  return { endpoint, let: () => { minute += 1; return events.splice(0) } }
}

/** Nobody without the key can make another event of the one that was signed. */
export function holdGenuine(events: readonly InboundEvent[]): void {
  for (const { id } of events) hold(id === 'genuine', () => `an event ${JSON.stringify(id)} was let in that nobody signed`)
}
