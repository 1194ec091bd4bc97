/** The platform's end of the long connections: sockets that an app opened, over which events are pushed to it. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { SimEvents } from './events.ts'
import type { FaultSource } from './faults.ts'
import { METHOD, parseFrame, renderFrame, type Frame } from './frame.ts'
import { LINK_PATH, renderLinkConfig, SERVICE_ID, type LinkConfig } from './link-endpoint.ts'
import type { AppAnswer, JsonObject, WireLine } from './types.ts'

export interface Links {
  /** Links that events go to: they have pinged. Half-open ones count, for the platform can't tell. */
  count(): number
  /**
   * Pushes an event to one link at random; resolves with what the app acknowledged, or with nothing when no
   * acknowledgement came in time. Never rejects.
   */
  push(event: JsonObject): Promise<AppAnswer | undefined>
  /** Cuts every socket. */
  drop(): void
  /** Makes every link half-open: the socket stays, nothing is heard and nothing is said any more. */
  freeze(): void
  /** Lets the faults of links that are switched on hit the links that stand. */
  suffer(): void
  /** Cuts every socket and takes no new ones. */
  close(): void
}

export interface LinkOptions {
  readonly server: Server
  /** Whether the address was given out by the endpoint. */
  readonly admits: (url: string) => boolean
  readonly config: LinkConfig
  readonly events: SimEvents
  readonly faults: FaultSource
  /** How long an event waits for its acknowledgement, in milliseconds. */
  readonly deadlineMs: number
  readonly newId: () => string
  /** At least 0, below 1: which of several links gets an event. */
  readonly random: () => number
  /** The count of links has changed. */
  readonly changed: () => void
}

/** `opened`: nothing heard yet · `live`: has pinged · `half-open`: live, then frozen · `unheard`: frozen before its first ping. */
type LinkState = 'opened' | 'live' | 'half-open' | 'unheard'

const PINGED: Readonly<Record<LinkState, LinkState>> = { opened: 'live', live: 'live', 'half-open': 'half-open', unheard: 'unheard' }
const FROZEN: Readonly<Record<LinkState, LinkState>> = { opened: 'unheard', live: 'half-open', 'half-open': 'half-open', unheard: 'unheard' }

interface Link {
  readonly socket: WebSocket
  state: LinkState
  /** What waits for its acknowledgement, by message id. */
  readonly pending: Map<string, (answer: AppAnswer | undefined) => void>
}

/** Larger frames end the connection; in bytes. */
const MAX_FRAME_BYTES = 1_000_000

export function createLinks(options: LinkOptions): Links {
  const { server, admits, config, events, faults, deadlineMs, newId, random, changed } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  const links = new Set<Link>()
  /** What asked for a link and hears nothing. */
  const unopened = new Set<Duplex>()

  const isDeaf = ({ state }: Link) => state === 'half-open' || state === 'unheard'
  const note = (direction: WireLine['direction'], frame: string, bytes: number) =>
    events.emit({ kind: 'wire', line: { kind: 'frame', direction, path: LINK_PATH, frame, bytes } })

  const write = ({ socket }: Link, type: string, frame: Frame) => {
    const bytes = renderFrame(frame)
    socket.send(bytes, () => {
      // A socket that broke meanwhile tells so itself, by closing.
    })
    note('out', type, bytes.length)
  }

  const enter = (link: Link, state: LinkState) => {
    if (link.state === state) return
    link.state = state
    changed()
  }

  const heardPing = (link: Link, frame: Frame) => {
    enter(link, PINGED[link.state])
    write(link, 'pong', { ...frame, headers: { type: 'pong' }, payload: Buffer.from(JSON.stringify(renderLinkConfig(config))) })
  }

  const heard = (link: Link, data: RawData) => {
    if (isDeaf(link)) return
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    const frame = parseFrame(bytes)
    const type = frame.headers['type'] ?? ''
    if (frame.method === METHOD.control) {
      note('in', type, bytes.length)
      if (type === 'ping') heardPing(link, frame)
      return
    }
    note('in', 'ack', bytes.length)
    link.pending.get(frame.headers['message_id'] ?? '')?.(readAcknowledgement(frame.payload))
  }

  /** Each link that a fault hits counts as one of its times. */
  const afflict = (link: Link) => {
    if (faults.take('dropped-link')) link.socket.terminate()
    else if (!isDeaf(link) && faults.take('frozen-link')) enter(link, FROZEN[link.state])
  }

  const opened = (socket: WebSocket) => {
    const link: Link = { socket, state: 'opened', pending: new Map() }
    links.add(link)
    socket.on('message', (data) => {
      try {
        heard(link, data)
      } catch {
        // Not a frame: a client of another protocol has no business here.
        socket.terminate()
      }
    })
    socket.on('error', () => {
      // The close that follows ends the link.
    })
    socket.on('close', () => {
      links.delete(link)
      for (const settle of link.pending.values()) settle(undefined)
      changed()
    })
    afflict(link)
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (faults.take('unopened-link')) {
      socket.on('error', () => socket.destroy()).on('close', () => unopened.delete(socket))
      unopened.add(socket)
    } else if (admits(request.url ?? '')) sockets.handleUpgrade(request, socket, head, opened)
    else socket.on('error', () => socket.destroy()).end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
  }
  server.on('upgrade', upgrade)

  const listening = () => [...links].filter(({ state }) => state === 'live' || state === 'half-open')
  const drop = () => {
    for (const { socket } of links) socket.terminate()
  }

  return {
    count: () => listening().length,
    push(event) {
      const standing = listening()
      const link = standing[Math.floor(random() * standing.length)]
      if (link === undefined) return Promise.resolve(undefined)
      const messageId = newId()
      return new Promise((resolve) => {
        const settle = (answer: AppAnswer | undefined) => {
          clearTimeout(timer)
          link.pending.delete(messageId)
          resolve(answer)
        }
        const timer = setTimeout(() => settle(undefined), deadlineMs)
        link.pending.set(messageId, settle)
        if (isDeaf(link)) return
        const headers = { type: 'event', message_id: messageId, sum: '1', seq: '0', trace_id: newId() }
        write(link, 'event', { seqId: 0n, logId: 0n, service: SERVICE_ID, method: METHOD.data, headers, payload: Buffer.from(JSON.stringify(event)) })
      })
    },
    drop,
    freeze() {
      for (const link of links) enter(link, FROZEN[link.state])
    },
    suffer() {
      for (const link of links) afflict(link)
    },
    close() {
      server.off('upgrade', upgrade)
      drop()
      for (const socket of unopened) socket.destroy()
    },
  }
}

/**
 * `{"code":200,"data":"<base64 of the handler's result as JSON>"}` as an answer over HTTP would be: the code for the
 * status, the result for the body. A handler without a result leaves the body empty.
 */
function readAcknowledgement(payload: Buffer | undefined): AppAnswer {
  const text = payload?.toString('utf8') ?? ''
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed) || typeof parsed.code !== 'number') return { status: 200, text }
    const data = 'data' in parsed && typeof parsed.data === 'string' ? Buffer.from(parsed.data, 'base64').toString('utf8') : ''
    return { status: parsed.code, text: data }
  } catch {
    // Not JSON: the phone shows that as a malformed answer.
    return { status: 200, text }
  }
}
