/** Connections to the webhook: how many, for how long, and what becomes of those that do not speak HTTP. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { codeOf } from '../../router/errors.ts'
import type { Sleep } from './retry.ts'

/** Connections at a time that have never brought anything of the platform's: from the first number on those that are held for long give way, from the second on any. */
const MANY_STRANGERS = 256
const MAX_STRANGERS = 1_024
/** Milliseconds after which a connection counts as held: the platform says at once what it has to say. */
const HELD = 1_000
/** Bytes of all headers of a request. */
export const MAX_HEADER_BYTES = 8 * 1024

/** All in milliseconds. */
export interface ConnectionTimes {
  /** Within which the headers of a request must have come. */
  readonly headers: number
  /** Within which the whole request must have come. */
  readonly request: number
  /** That a connection may stay silent between requests. */
  readonly keepAlive: number
  /** That it may ever stay silent. */
  readonly silence: number
  /** Between looks at the first two; the runtime's own pace is half a minute. */
  readonly checking: number
}

export const CONNECTION_TIMES: ConnectionTimes = { headers: 5_000, request: 10_000, keepAlive: 5_000, silence: 15_000, checking: 1_000 }
/** Milliseconds that answers in progress have at the end. */
const CLOSING_TIME = 500

export interface Connections {
  /** It has brought something of the platform's: strangers cannot push it out any more. */
  trust(socket: Socket): void
  /** Stops listening, lets answers in progress leave, and ends every connection. */
  close(): Promise<void>
}

/** Why a connection cannot go on. */
export type ConnectionFault = 'http' | 'slow'

export interface ConnectionsPorts {
  /** Resolves with the whole answer, as bytes of HTTP, when it is time to give it. */
  readonly refuse: (fault: ConnectionFault, socket: Socket) => Promise<string>
  readonly sleep: Sleep
  readonly times: ConnectionTimes
  /** Milliseconds since any moment. */
  readonly monotonic: () => number
}

/** Call it before the server listens. */
export function limitConnections(server: Server, { refuse, sleep, times, monotonic }: ConnectionsPorts): Connections {
  server.headersTimeout = times.headers
  server.requestTimeout = times.request
  server.keepAliveTimeout = times.keepAlive
  server.timeout = times.silence
  // Beyond a number the runtime drops headers and says nothing; here such a request is refused.
  server.maxHeadersCount = 0

  const strangers = new Map<Socket, number>()
  server.on('connection', (socket) => {
    strangers.set(socket, monotonic())
    socket.once('close', () => strangers.delete(socket))
    const [oldest] = strangers
    if (oldest === undefined || strangers.size <= MANY_STRANGERS) return
    // In a burst nobody has been read yet, and any of them may be the platform.
    const [held, since] = oldest
    if (monotonic() - since < HELD && strangers.size <= MAX_STRANGERS) return
    held.destroy()
    strangers.delete(held)
  })

  const ending = new WeakSet<Socket>()
  const end = (socket: Socket, fault: ConnectionFault): void => {
    // Each further byte is the same fault once more.
    if (ending.has(socket)) return
    ending.add(socket)
    refuse(fault, socket).then((answer) => socket.end(answer, () => socket.destroy()), () => socket.destroy())
  }
  server.on('clientError', (error, socket) => {
    if (!isSocket(socket) || !socket.writable || codeOf(error) === 'ECONNRESET') socket.destroy()
    else end(socket, codeOf(error) === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'slow' : 'http')
  })
  // Whoever takes us for a proxy.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    if (isSocket(socket)) end(socket, 'http')
    else socket.destroy()
  })

  return {
    trust: (socket) => strangers.delete(socket),
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

function isSocket(stream: object): stream is Socket {
  return 'remoteAddress' in stream
}
