/** The HTTP transport of the callbacks. The only file that knows express; it is loaded when a webhook is made. */
import type { Response } from 'express'
import type { WebhookAddress } from './config.ts'
import type { EndpointReply } from './endpoint.ts'
import type { Sleep } from './retry.ts'
import type { InboundRequest } from './verify.ts'

export interface Webhook {
  /** Where it listens, with the port that was picked. */
  readonly url: string
  /** Stops listening, lets answers in progress leave, and ends every connection. */
  close(): Promise<void>
}

export interface WebhookPorts {
  readonly receive: (request: InboundRequest) => Promise<EndpointReply>
  readonly sleep: Sleep
}

/** Larger than any click: a submit holds at most one card's inputs. */
const MAX_BODY = '256kb'
/** Milliseconds within which a request must have come in whole. */
const REQUEST_TIMEOUT = 10_000
/** Milliseconds that answers in progress have at the end. */
const CLOSING_TIME = 500

/** Listens for POSTs on one path. Rejects when the address cannot be had. */
export async function createWebhook({ host, port, path }: WebhookAddress, { receive, sleep }: WebhookPorts): Promise<Webhook> {
  const { default: express } = await import('express')
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Raw bytes whatever the type: the signature is over them.
  app.post(path, express.raw({ type: () => true, limit: MAX_BODY, inflate: false }), async (request, response) => {
    const bytes: unknown = request.body
    const { status, body, sent } = await receive({ headers: request.headers, body: Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0) })
    // `close` comes without `finish` when the connection broke before the answer had left.
    response.once('finish', sent)
    response.once('close', sent)
    if (response.destroyed) sent()
    response.status(status).json(body)
  })
  app.use((_request: unknown, response: Response) => {
    response.status(404).json({ code: 404, msg: 'not found' })
  })
  // A body that is too large or cut off: nothing is told about why.
  app.use((_error: unknown, _request: unknown, response: Response, _next: unknown) => {
    if (!response.headersSent) response.status(401).json({ code: 401, msg: 'unauthorized' })
  })

  const server = app.listen(port, host)
  server.requestTimeout = REQUEST_TIMEOUT
  server.headersTimeout = REQUEST_TIMEOUT
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const address = server.address()
  const picked = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${picked}${path}`,
    close: async () => {
      const waiting = new AbortController()
      const closed = new Promise<void>((resolve) => { server.close(() => resolve()) })
      server.closeIdleConnections()
      await Promise.race([closed, sleep(CLOSING_TIME, waiting.signal).catch(() => { /* aborted below */ })])
      waiting.abort()
      server.closeAllConnections()
      await closed
    },
  }
}
