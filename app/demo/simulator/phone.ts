/** The phone in a browser: its page, its live events and what a person can do there. */
import { fileURLToPath } from 'node:url'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import helmet from 'helmet'
import type { Clicks } from './clicks.ts'
import type { Courier } from './courier.ts'
import type { Directory } from './directory.ts'
import type { SimEvents } from './events.ts'
import { FAULT_NAMES, FAULT_TRANSPORTS, type Faults } from './faults.ts'
import type { Links } from './links.ts'
import { isFaultName, parseAct, parseFault, parseSaying } from './phone-input.ts'
import type { Platform } from './platform.ts'
import type { Talk } from './talk.ts'
import type { SimEvent, SimMessage } from './types.ts'
import type { WireLog } from './wire-log.ts'

export interface PhoneOptions {
  readonly botName: string
  readonly platform: Platform
  readonly directory: Directory
  readonly clicks: Clicks
  readonly talk: Talk
  readonly faults: Faults
  readonly links: Pick<Links, 'count'>
  readonly courier: Pick<Courier, 'transport'>
  readonly wire: WireLog
  readonly events: SimEvents
  /** Ends the live events. */
  readonly signal: AbortSignal
}

/** How soon a browser comes back after a lost connection, in milliseconds. */
const RETRY_MS = 500

/** A message as the page gets it: what stands now, without its past. */
type PhoneMessage = Omit<SimMessage, 'history'>

function phoneMessage({ history: _history, ...message }: SimMessage): PhoneMessage {
  return message
}

export function createPhone({ botName, platform, directory, clicks, talk, faults, links, courier, wire, events, signal }: PhoneOptions): Router {
  const state = () => ({
    botName,
    people: directory.people,
    chats: directory.chats,
    messages: platform.messages().map(phoneMessage),
    faultNames: FAULT_NAMES,
    faultTransports: FAULT_TRANSPORTS,
    faults: faults.list(),
    transport: courier.transport(),
    links: links.count(),
    wire: wire.lines(),
  })
  const renderHappening = (event: SimEvent): object => {
    if (event.kind === 'faults-changed') return { ...event, faults: faults.list() }
    return 'message' in event ? { ...event, message: phoneMessage(event.message) } : event
  }

  const streamEvents = (request: Request, response: Response): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'keep-alive' })
    const push = (name: string, data: object) => response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    response.write(`retry: ${RETRY_MS}\n`)
    push('state', state())
    const off = events.on((event) => push('happened', renderHappening(event)))
    const end = () => response.end()
    signal.addEventListener('abort', end, { once: true })
    request.on('close', () => {
      off()
      signal.removeEventListener('abort', end)
    })
  }

  const router = express.Router()
  router.use(helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
  }))
  router.get('/events', streamEvents)
  router.get('/sim/state', (_request: Request, response: Response) => {
    response.json(state())
  })
  router.use('/sim', express.json({ limit: '64kb' }))
  router.post('/sim/act', async (request: Request, response: Response) => {
    const act = parseAct(request.body)
    if (act === undefined) return void response.status(400).json({ error: 'An act names a message, a person and an element.' })
    try {
      response.json(await clicks.act(act))
    } catch (error) {
      response.status(404).json({ error: reasonOf(error) })
    }
  })
  router.post('/sim/say', (request: Request, response: Response) => {
    const saying = parseSaying(request.body)
    if (saying === undefined) return void response.status(400).json({ error: 'A message names a person and has a text, a sticker or an image.' })
    try {
      const { message, delivery } = talk.say(saying)
      // The event that ends the delivery tells the page.
      delivery.catch(() => {})
      response.json(phoneMessage(message))
    } catch (error) {
      response.status(404).json({ error: reasonOf(error) })
    }
  })
  router.delete('/sim/messages/:id', (request: Request, response: Response) => {
    try {
      platform.recall(String(request.params['id']))
      response.json({})
    } catch (error) {
      response.status(404).json({ error: reasonOf(error) })
    }
  })
  router.post('/sim/faults', (request: Request, response: Response) => {
    const fault = parseFault(request.body)
    if (fault === undefined) return void response.status(400).json({ error: `A fault has one of these names: ${FAULT_NAMES.join(', ')}.` })
    faults.set(fault)
    response.json(faults.list())
  })
  router.delete('/sim/faults', (_request: Request, response: Response) => {
    faults.clear()
    response.json(faults.list())
  })
  router.delete('/sim/faults/:name', (request: Request, response: Response) => {
    const { name } = request.params
    if (!isFaultName(name)) return void response.status(404).json({ error: 'There is no such fault.' })
    faults.clear(name)
    response.json(faults.list())
  })
  router.use(express.static(fileURLToPath(new URL('../page', import.meta.url)), { cacheControl: false }))
  router.use((_request: Request, response: Response) => {
    response.status(404).json({ error: 'There is nothing here.' })
  })
  router.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).json({ error: 'The body is not JSON.' })
  })
  return router
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'There is nothing like that.'
}
