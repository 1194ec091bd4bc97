/** The long connection: opens, and answers pings. The vendor's client pings as soon as it is open. */
import { createFeishuClient } from '../../../surfaces/feishu/client.ts'
import type { LongConnectionConfig } from '../../../surfaces/feishu/config.ts'
import { createDeferred } from '../../../surfaces/feishu/deferred.ts'
import type { FeishuError } from '../../../surfaces/feishu/error.ts'
import { type Finding, finding } from '../finding.ts'
import type { DoctorPorts } from '../situation.ts'

type Ports = Pick<DoctorPorts, 'sleep' | 'limits' | 'pongTimeout'>

type Opening = { readonly kind: 'opened' | 'lost' } | { readonly kind: 'refused'; readonly error: FeishuError }

/** Milliseconds beyond the time for a pong, within which its absence is noticed. */
const NOTICE_MS = 500

/** Opens a connection of its own and closes it in any case. `signal` ends the waiting. */
export async function checkLink({ appId: app, ...config }: LongConnectionConfig, { sleep, limits, pongTimeout }: Ports, signal: AbortSignal): Promise<readonly Finding[]> {
  const client = await createFeishuClient({ appId: app, ...config }, { log: { info: () => undefined, warn: () => undefined }, timeout: limits.call, pongTimeout })
  const first = createDeferred<Opening>()
  const lost = createDeferred<Opening>()
  const link = client.openLink({
    // Nobody else listens: what comes now is acknowledged and lost, as it would be without us.
    received: () => Promise.resolve({}),
    opened: () => first.resolve({ kind: 'opened' }),
    lost: () => lost.resolve({ kind: 'lost' }),
    refused: (error) => first.resolve({ kind: 'refused', error }),
  })
  const waiting = new AbortController()
  const stop = (): void => waiting.abort()
  signal.addEventListener('abort', stop, { once: true })
  const after = (ms: number): Promise<undefined> => sleep(ms, waiting.signal).then(() => undefined, () => undefined)
  try {
    const opening = await Promise.race([first.promise, after(limits.call)])
    if (opening === undefined) return [finding('link.not-open', { seconds: Math.round(limits.call / 1000), domain: config.domain })]
    if (opening.kind === 'refused') return [finding('link.refused', { code: opening.error.code, why: opening.error.reason, app })]
    const ended = await Promise.race([lost.promise, after(pongTimeout * 1000 + NOTICE_MS)])
    return [ended === undefined ? finding('link.ok') : finding('link.deaf', { domain: config.domain })]
  } finally {
    signal.removeEventListener('abort', stop)
    waiting.abort()
    link.close()
    client.close()
  }
}
