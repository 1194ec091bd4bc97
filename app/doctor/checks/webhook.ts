/** The webhook: whether it runs or could, takes what the platform signs, and is reached from outside. */
import { labelOf } from '../../../router/errors.ts'
import type { WebhookConfig } from '../../../surfaces/feishu/config.ts'
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { createWebhook, type Webhook } from '../../../surfaces/feishu/webhook.ts'
import { type Finding, finding } from '../finding.ts'
import { type Probed, probe } from '../probe.ts'
import type { DoctorPorts } from '../situation.ts'

export interface WebhookTarget {
  readonly config: WebhookConfig
  /** Where the platform posts to, by the person or by the platform. */
  readonly publicUrl?: string
}

type Ports = Pick<DoctorPorts, 'now' | 'sleep' | 'limits'>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
/** What the platform waits for the challenge, in milliseconds. */
const CHALLENGE_MS = 1_000

export async function checkWebhook({ config, publicUrl }: WebhookTarget, ports: Ports, signal: AbortSignal): Promise<readonly Finding[]> {
  const { host, port } = config.webhook
  const shape = [...(port === 0 ? [finding('webhook.port-random')] : []), ...(LOOPBACK.has(host) ? [] : [finding('webhook.open-wide', { host })])]
  const opened = await open(config, ports)
  if (opened.kind === 'failed') {
    const isTaken = opened.code === 'EADDRINUSE'
    if (!isTaken) return [...shape, finding('webhook.no-listen', { host, port, why: opened.code })]
    const address = addressOf(config)
    const probed = await probe(address, config, { now: ports.now, limit: ports.limits.call })
    return [...shape, readRunning(probed, config, address), ...await checkPublic(publicUrl, config, address, ports)]
  }
  const { webhook } = opened
  // Given up meanwhile: the port is free again at once.
  const close = (): void => { webhook.close().catch(() => undefined) }
  signal.addEventListener('abort', close, { once: true })
  try {
    const probed = await probe(webhook.url, config, { now: ports.now, limit: ports.limits.call })
    const own = probed.kind === 'ours' ? finding('webhook.self-test', { address: webhook.url }) : finding('webhook.self-test-failed', { address: webhook.url, why: reasonOf(probed) })
    return [...shape, own, ...await checkPublic(publicUrl, config, webhook.url, ports)]
  } finally {
    signal.removeEventListener('abort', close)
    await webhook.close()
  }
}

type Opened = { readonly kind: 'opened'; readonly webhook: Webhook } | { readonly kind: 'failed'; readonly code: string }

/** A webhook of the real parts that hears nothing. */
async function open(config: WebhookConfig, { now, sleep }: Ports): Promise<Opened> {
  const nothing = { body: {}, sent: () => undefined }
  const inbox = createInbox({ handle: () => nothing, repeat: () => nothing, hear: () => undefined })
  const endpoint = createEndpoint({ keys: config, now, sleep, inbox, log: { info: () => undefined, warn: () => undefined } })
  try {
    return { kind: 'opened', webhook: await createWebhook(config.webhook, { endpoint, sleep }) }
  } catch (error) {
    return { kind: 'failed', code: labelOf(error) }
  }
}

/** Where the running one is reached on this machine. */
function addressOf({ webhook: { host, port, path } }: WebhookConfig): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${path}`
}

function readRunning(probed: Probed, { webhook: { host, port } }: WebhookConfig, address: string): Finding {
  switch (probed.kind) {
    case 'ours':
      return finding('webhook.running', { address })
    case 'refused':
      return finding('webhook.keys-differ', { address })
    case 'foreign':
    case 'silent':
      return finding('webhook.port-taken', { host, port })
  }
}

async function checkPublic(url: string | undefined, config: WebhookConfig, address: string, { now, limits }: Ports): Promise<readonly Finding[]> {
  if (url === undefined) return [finding('webhook.public-unknown')]
  const probed = await probe(url, config, { now, limit: limits.call })
  const { protocol, hostname } = new URL(url)
  const plain = protocol === 'https:' || LOOPBACK.has(hostname) ? [] : [finding('webhook.public-plain', { url })]
  return [readPublic(probed, url, address), ...plain]
}

function readPublic(probed: Probed, url: string, address: string): Finding {
  switch (probed.kind) {
    case 'ours':
      return finding(probed.ms > CHALLENGE_MS ? 'webhook.public-slow' : 'webhook.public', { url, ms: probed.ms })
    case 'refused':
      return finding('webhook.public-refused', { url, address })
    case 'foreign':
      return finding('webhook.public-foreign', { url, address, status: probed.status })
    case 'silent':
      return finding('webhook.public-silent', { url, why: probed.why })
  }
}

function reasonOf(probed: Exclude<Probed, { kind: 'ours' }>): string {
  switch (probed.kind) {
    case 'refused':
      return '401'
    case 'foreign':
      return `HTTP ${probed.status}`
    case 'silent':
      return probed.why
  }
}
