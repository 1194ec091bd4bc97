/** The HTTP transport of the callbacks. The only file that knows express; it is loaded when a webhook is made. */
import type { Request, Response } from 'express'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { WebhookAddress } from './config.ts'
import { CONNECTION_TIMES, type ConnectionTimes, limitConnections, MAX_HEADER_BYTES } from './connections.ts'
import { type Endpoint, REFUSAL } from './endpoint.ts'
import type { Sleep } from './retry.ts'
import type { InboundRequest } from './verify.ts'

export interface Webhook {
  /** Where it listens, with the port that was picked. */
  readonly url: string
  /** Stops listening, lets answers in progress leave, and ends every connection. */
  close(): Promise<void>
}

export interface WebhookPorts {
  readonly endpoint: Endpoint
  readonly sleep: Sleep
  readonly times?: ConnectionTimes
}

/** A path, and whatever stands behind a question mark; neither another host nor a fragment. */
const PLAIN_ADDRESS = /^\/[\x21\x22\x24-\x7e]*$/u
/** More than the platform and any proxy send. */
const MAX_HEADERS = 64

/** Tells that somebody is there, and nothing more. */
const HEALTH_PATH = '/healthz'

const JSON_TYPE = 'application/json; charset=utf-8'
/** One connection, one try: a stranger has to come anew for each. */
const REFUSAL_HEADERS = { 'Content-Type': JSON_TYPE, 'Content-Length': REFUSAL.length, Connection: 'close' }

/**
 * Takes POSTs on one path. Whatever else comes is refused, always in the same words and headers, so that nobody
 * learns the path or how far a try came. Rejects when the address cannot be had.
 */
export async function createWebhook({ host, port, path, trustProxy }: WebhookAddress, { endpoint, sleep, times = CONNECTION_TIMES }: WebhookPorts): Promise<Webhook> {
  const { default: express } = await import('express')
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  app.set('trust proxy', [...trustProxy])
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    // The parser of addresses answers strange ones itself, and warns of them on the screen.
    if (!PLAIN_ADDRESS.test(request.url ?? '')) request.url = '/'
    app(request, response)
  }
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, insecureHTTPParser: false, connectionsCheckingInterval: times.checking }, take)
  // Nobody's expectation changes what is done with a request.
  server.on('checkExpectation', take)
  const connections = limitConnections(server, {
    sleep,
    times,
    monotonic: () => performance.now(),
    refuse: async (fault, { remoteAddress = '' }) => {
      await endpoint.refuse(fault, remoteAddress)
      const headers = Object.entries({ ...REFUSAL_HEADERS, Date: new Date().toUTCString() }).map(([name, value]) => `${name}: ${value}\r\n`)
      return `HTTP/1.1 401 Unauthorized\r\n${headers.join('')}\r\n${REFUSAL.toString()}`
    },
  })

  const refuse = async (reason: Parameters<Endpoint['refuse']>[0], request: Request, response: Response): Promise<void> => {
    // What still comes is thrown away: unread bytes would reset the connection under the answer.
    request.resume()
    await endpoint.refuse(reason, addressOf(request))
    giveRefusal(response)
  }

  const serve = async (request: Request, response: Response): Promise<void> => {
    if (request.path === HEALTH_PATH && (request.method === 'GET' || request.method === 'HEAD')) return void response.json({ ok: true })
    // Who has sent it is looked up for strangers only.
    const about = { headers: distinctHeaders(request.rawHeaders), get from() { return addressOf(request) } }
    if (request.rawHeaders.length > 2 * MAX_HEADERS) return refuse('headers', request, response)
    const admission = endpoint.admit(about)
    if (admission.kind === 'refuse') return refuse(admission.reason, request, response)
    // The body is awaited on every path: otherwise a slow one would tell which path is right.
    const body = await readBody(request, admission.limit)
    if (typeof body === 'string') return refuse(body, request, response)
    if (request.method !== 'POST' || request.path !== path) return refuse('path', request, response)
    const { status, body: answer, sent } = await endpoint.receive(Object.assign(about, { body }))
    if (status === 401) return giveRefusal(response)
    connections.trust(request.socket)
    // It comes when the answer has left, and when the connection breaks before.
    response.once('close', sent)
    if (response.destroyed) sent()
    response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': answer.length }).end(answer)
  }
  // One layer for all: each more is tried for every click.
  app.use((request: Request, response: Response) => {
    serve(request, response).catch(() => refuse('broken', request, response)).catch(() => response.destroy())
  })

  server.listen(port, host)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    // Stays for good: a connection that cannot be accepted, for want of file handles, is an error of the server, too.
    server.on('error', reject)
  })
  const address = server.address()
  const picked = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${picked}${path}`,
    close: () => connections.close(),
  }
}

function giveRefusal(response: Response): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else response.writeHead(401, REFUSAL_HEADERS).end(REFUSAL)
}

/** Of whoever is behind the proxies that are trusted. */
function addressOf(request: Request): string {
  return request.ip ?? ''
}

/** The runtime joins what is given twice; here it stays a list, whatever its name. */
function distinctHeaders(raw: readonly string[]): InboundRequest['headers'] {
  const headers: Record<string, string | readonly string[] | undefined> = Object.create(null)
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']
    const known = headers[name]
    headers[name] = known === undefined ? value : [...(typeof known === 'string' ? [known] : known), value]
  }
  return headers
}

/** The whole body, or why it cannot be had: as soon as it is too large, whatever is still to come. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'size' | 'cut'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('size')
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size > limit) resolve('size')
      else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    // Without an end before it, the connection broke.
    request.once('close', () => resolve('cut'))
  })
}
