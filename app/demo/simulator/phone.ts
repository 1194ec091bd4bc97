/** The phone in a browser: its page, its live events and what a person can do there. */
import { fileURLToPath } from 'node:url'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import helmet from 'helmet'
import { z } from 'zod'
import type { Clicks } from './clicks.ts'
import type { Directory } from './directory.ts'
import type { SimEvents } from './events.ts'
import { FAULT_NAMES, faultShape, type FaultName, type Faults } from './faults.ts'
import type { Platform } from './platform.ts'
import type { SimAct, SimEvent, SimMessage } from './types.ts'
import type { WireLog } from './wire-log.ts'

export interface PhoneOptions {
  readonly botName: string
  readonly platform: Platform
  readonly directory: Directory
  readonly clicks: Clicks
  readonly faults: Faults
  readonly wire: WireLog
  readonly events: SimEvents
  /** Ends the live events. */
  readonly signal: AbortSignal
}

/** How soon a browser comes back after a lost connection, in milliseconds. */
const RETRY_MS = 500

const actShape = z.strictObject({
  messageId: z.string(),
  personId: z.string(),
  element: z.string(),
  formValue: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).optional(),
  value: z.union([z.string(), z.boolean(), z.array(z.string())]).optional(),
  locale: z.enum(['zh', 'en']).optional(),
})

/** A message as the page gets it: what stands now, without its past. */
type PhoneMessage = Omit<SimMessage, 'history'>

function phoneMessage({ history: _history, ...message }: SimMessage): PhoneMessage {
  return message
}

function isFaultName(name: unknown): name is FaultName {
  return FAULT_NAMES.some((known) => known === name)
}

/** Drops what is `undefined`: parsed JSON has absent properties only. */
function readAct({ formValue, value, locale, ...act }: z.infer<typeof actShape>): SimAct {
  return {
    ...act,
    ...(formValue === undefined ? {} : { formValue }),
    ...(value === undefined ? {} : { value }),
    ...(locale === undefined ? {} : { locale }),
  }
}

export function createPhone({ botName, platform, directory, clicks, faults, wire, events, signal }: PhoneOptions): Router {
  const state = () => ({
    botName,
    people: directory.people,
    chats: directory.chats,
    messages: platform.messages().map(phoneMessage),
    faultNames: FAULT_NAMES,
    faults: faults.list(),
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
    const parsed = actShape.safeParse(request.body)
    if (!parsed.success) return void response.status(400).json({ error: 'An act names a message, a person and an element.' })
    try {
      response.json(await clicks.act(readAct(parsed.data)))
    } catch (error) {
      response.status(404).json({ error: error instanceof Error ? error.message : 'There is nothing like that.' })
    }
  })
  router.post('/sim/faults', (request: Request, response: Response) => {
    const parsed = faultShape.safeParse(request.body)
    if (!parsed.success) return void response.status(400).json({ error: `A fault has one of these names: ${FAULT_NAMES.join(', ')}.` })
    const { name, times, on, ms, resetSeconds, code } = parsed.data
    faults.set({
      name,
      ...(times === undefined ? {} : { times }),
      ...(on === undefined ? {} : { on }),
      ...(ms === undefined ? {} : { ms }),
      ...(resetSeconds === undefined ? {} : { resetSeconds }),
      ...(code === undefined ? {} : { code }),
    })
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
