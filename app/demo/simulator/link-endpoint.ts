/** Where an app asks for the address of its long connection: credentials against an address that opens one link. */
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { SimEvents } from './events.ts'
import type { FaultSource } from './faults.ts'
import type { Timestamp } from './types.ts'
import { maskCredential } from './wire-log.ts'

/** What the platform tells a client about pings and coming back; in seconds. */
export interface LinkConfig {
  readonly pingInterval: number
  /** How often to try again; -1 is for ever. */
  readonly reconnectCount: number
  readonly reconnectInterval: number
  /** The first try after a cut waits a random part of this, so that not all come back at once. */
  readonly reconnectNonce: number
}

export const USUAL_LINK_CONFIG: LinkConfig = { pingInterval: 120, reconnectCount: -1, reconnectInterval: 120, reconnectNonce: 30 }

/** The same in the platform's spelling. */
export function renderLinkConfig({ pingInterval, reconnectCount, reconnectInterval, reconnectNonce }: LinkConfig): object {
  return { PingInterval: pingInterval, ReconnectCount: reconnectCount, ReconnectInterval: reconnectInterval, ReconnectNonce: reconnectNonce }
}

export const LINK_PATH = '/callback/ws'
export const SERVICE_ID = 33554678

/** Codes of this one endpoint, as the vendor's SDK names them; HTTP says 200 all the same. */
const REFUSALS = {
  'unknown-app': { code: 403, msg: 'forbidden' },
  'wrong-secret': { code: 514, msg: 'auth failed' },
  'not-json': { code: 403, msg: 'the body is not JSON' },
} as const

export interface LinkEndpoint {
  readonly router: Router
  /** Whether an address was given out and not yet used; using it up is part of the question. */
  admits(url: string): boolean
}

export interface LinkEndpointOptions {
  readonly appId: string
  readonly appSecret: string
  readonly config: LinkConfig
  readonly events: SimEvents
  readonly faults: FaultSource
  readonly now: () => Timestamp
  readonly newId: () => string
  /** `host:port` of the server that links are opened at. */
  readonly authority: () => string
}

/** Addresses that were given out and never used are forgotten beyond this many. */
const MAX_OPEN_ADDRESSES = 1000

export function createLinkEndpoint({ appId, appSecret, config, events, faults, now, newId, authority }: LinkEndpointOptions): LinkEndpoint {
  const devices = new LRUCache<string, true>({ max: MAX_OPEN_ADDRESSES })

  const readRefusal = ({ AppID: id, AppSecret: secret }: Readonly<Record<string, unknown>>) => {
    if (id !== appId || faults.take('refused-link')) return REFUSALS['unknown-app']
    return secret === appSecret ? undefined : REFUSALS['wrong-secret']
  }
  /** The SDK reads the address as one query string, which swallows the name of its first parameter. */
  const newAddress = (): string => {
    const device = newId()
    devices.set(device, true)
    return `ws://${authority()}${LINK_PATH}?fpid=493&device_id=${device}&service_id=${SERVICE_ID}`
  }

  const router = express.Router()
  router.post(`${LINK_PATH}/endpoint`, express.json({ limit: '16kb', type: () => true }), (request: Request, response: Response) => {
    const started = now()
    const body: unknown = request.body
    const given: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
    const refusal = readRefusal(given)
    // With `data: null` the SDK breaks on its way to the code and tries again for ever.
    response.json(refusal ? { ...refusal, data: {} } : { code: 0, msg: 'ok', data: { URL: newAddress(), ClientConfig: renderLinkConfig(config) } })
    const credential = maskCredential(typeof given['AppSecret'] === 'string' ? given['AppSecret'] : undefined)
    const bytes = Number(request.headers['content-length'] ?? 0)
    events.emit({
      kind: 'wire',
      line: { kind: 'request', direction: 'in', method: 'POST', path: request.path, status: 200, code: refusal?.code ?? 0, elapsedMs: now() - started, credential, bytes },
    })
  })
  router.use(`${LINK_PATH}/endpoint`, (_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.json({ ...REFUSALS['not-json'], data: {} })
  })

  return {
    router,
    admits(url) {
      const { pathname, searchParams } = new URL(url, 'ws://localhost')
      const device = searchParams.get('device_id')
      return pathname === LINK_PATH && device !== null && devices.delete(device)
    },
  }
}
