/** A stand-in for the Feishu platform on this machine: enough of it for an app that uses the vendor's own SDK. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once, setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import express from 'express'
import { createApi, USUAL_SCOPES, type SimScope } from './api.ts'
import { USUAL_SETUP, type AppSetup } from './app-setup.ts'
import { awaitMessage } from './await-message.ts'
import { USUAL_PAYLOAD, type PayloadVariant } from './click-event.ts'
import { createClicks, type Clicks } from './clicks.ts'
import { createCourier } from './courier.ts'
import { createDirectory } from './directory.ts'
import type { EventOptions } from './event.ts'
import { createEvents } from './events.ts'
import { createFaults, type Faults } from './faults.ts'
import { createGuard } from './guard.ts'
import { createLinkEndpoint, USUAL_LINK_CONFIG, type LinkConfig } from './link-endpoint.ts'
import { createLinks, type Links } from './links.ts'
import { createPhone } from './phone.ts'
import { createPlatform } from './platform.ts'
import { createPoster } from './post.ts'
import { createTalk, USUAL_RETRIES_MS, type Talk } from './talk.ts'
import { createTokens } from './tokens.ts'
import type { SimEvent, SimGroup, SimMessage, SimPerson, Timestamp, Transport, WireLine } from './types.ts'
import { createWebhook } from './webhook.ts'
import { createWireLog } from './wire-log.ts'

export { validateCard } from './card-rules.ts'
export type { AppSetup } from './app-setup.ts'
export type { PayloadVariant } from './click-event.ts'
export type { Fault, Faults } from './faults.ts'
export type { LinkConfig } from './link-endpoint.ts'
export type * from './types.ts'

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly appId: string
  readonly appSecret: string
  readonly encryptKey: string
  readonly verificationToken: string
  readonly people: readonly SimPerson[]
  readonly groups?: readonly SimGroup[]
  /** What the bot is called on the phone. */
  readonly botName?: string
  readonly scopes?: readonly SimScope[]
  /** How the app is set up in the developer console; default: published, with a bot, subscribed to all. */
  readonly setup?: Partial<AppSetup>
  /** Doubtful points of the callback's payload. */
  readonly payload?: Partial<PayloadVariant>
  /** How long the app may take to answer a click or to acknowledge a message, in milliseconds; default 3000. */
  readonly answerDeadlineMs?: number
  /** How long after each failed try a message is pushed again, in milliseconds; default 15 s, 5 min, 1 h, 6 h. */
  readonly messageRetriesMs?: readonly number[]
  /** What clients of long connections are told about pings and coming back. */
  readonly linkConfig?: Partial<LinkConfig>
  readonly now?: () => Timestamp
  /** At least 0, below 1: which of several long connections gets an event. */
  readonly random?: () => number
}

export interface Simulator extends Clicks, Talk {
  /** `http://127.0.0.1:PORT`: the SDK's `domain`, and the address of the phone's page. */
  readonly url: string
  readonly faults: Faults
  /** Sends events to this address from now on, while no long connection is up. */
  connectWebhook(url: string): void
  /** Tests the webhook as the platform does when its address is saved: whether the challenge came back. */
  verifyWebhook(): Promise<boolean>
  /** What the next event travels over; nothing while the app listens nowhere. */
  transport(): Transport | undefined
  /** Long connections that events go to. */
  links(): number
  /** Cuts every long connection. */
  dropLinks(): void
  /** Makes every long connection half-open: the socket stays, nothing is heard and nothing is said any more. */
  freezeLinks(): void
  /** Every message in the order of sending, as it is now. */
  messages(): readonly SimMessage[]
  /** Calls the listener with each later event until the returned function is called. */
  on(listener: (event: SimEvent) => void): () => void
  /**
   * The first message, past or to come, that fits. Rejects with the signal's reason when that aborts, and when
   * the simulator closes.
   */
  waitForMessage(fits: (message: SimMessage) => boolean, signal?: AbortSignal): Promise<SimMessage>
  /** Takes a message back. */
  recall(messageId: string): void
  /** The last requests and frames in both directions, credentials masked. */
  wire(): readonly WireLine[]
  /** Closes the server with every connection; callable twice. */
  close(): Promise<void>
}

const newId = () => randomUUID().replaceAll('-', '')

/** Rejects when the port is taken. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const now = options.now ?? Date.now
  const closing = new AbortController()
  // Every message that waits for its next try listens, and every answer that a fault holds back.
  setMaxListeners(0, closing.signal)
  const bot = { name: options.botName ?? 'Ask Anywhere', openId: `ou_bot_${options.appId}` }
  const { appId, appSecret } = options
  const signing: EventOptions = { appId, encryptKey: options.encryptKey, verificationToken: options.verificationToken, now, newId, randomBytes }
  const deadlineMs = options.answerDeadlineMs ?? 3000
  const setup = { ...USUAL_SETUP, ...options.setup }
  const linkConfig = { ...USUAL_LINK_CONFIG, ...options.linkConfig }

  const app = express()
  const server = createServer(app)
  const events = createEvents(now)
  const faults = createFaults({ changed: () => events.emit({ kind: 'faults-changed' }), switchedOn: () => links.suffer() })
  const directory = createDirectory(options.people, options.groups ?? [])
  const platform = createPlatform({ directory, events, now, newId })
  const tokens = createTokens({ appId, appSecret, now, newId })
  const poster = createPoster()
  const wire = createWireLog()
  events.on((event) => {
    if (event.kind === 'wire') wire.add(event.line)
  })
  const webhook = createWebhook({ poster, events, signing, deadlineMs })
  const endpoint = createLinkEndpoint({ appId, appSecret, config: linkConfig, events, faults, now, newId, authority: () => `127.0.0.1:${listeningPort(server)}` })
  const transportChanged = () => {
    const transport = courier.transport()
    events.emit({ kind: 'transport-changed', links: links.count(), ...(transport ? { transport } : {}) })
  }
  const links: Links = createLinks({
    server, admits: (url) => endpoint.admits(url), config: linkConfig, events, faults, deadlineMs, newId, random: options.random ?? Math.random, changed: transportChanged,
  })
  const courier = createCourier({ links, webhook, faults, now, setup, deadlineMs, signal: closing.signal })
  const clicks = createClicks({ platform, directory, events, faults, courier, signing, setup, variant: { ...USUAL_PAYLOAD, ...options.payload } })
  const talk = createTalk({
    bot, platform, directory, events, courier, signing, setup, retriesMs: options.messageRetriesMs ?? USUAL_RETRIES_MS, signal: closing.signal,
  })

  app.disable('x-powered-by')
  app.use('/open-apis', createApi({ appId, bot, scopes: options.scopes ?? USUAL_SCOPES, setup, platform, tokens, faults, events, now, newId, signal: closing.signal }))
  app.use(endpoint.router)
  app.use(createGuard(() => listeningPort(server)))
  app.use(createPhone({ botName: bot.name, platform, directory, clicks, talk, faults, links, courier, wire, events, signal: closing.signal }))

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${listeningPort(server)}`,
    faults,
    ...clicks,
    ...talk,
    connectWebhook(url) {
      webhook.connect(url)
      transportChanged()
    },
    verifyWebhook: () => webhook.verify(),
    transport: () => courier.transport(),
    links: () => links.count(),
    dropLinks: () => links.drop(),
    freezeLinks: () => links.freeze(),
    messages: () => platform.messages(),
    on: (listener) => events.on(listener),
    waitForMessage: (fits, signal) =>
      awaitMessage({ messages: () => platform.messages(), events, signals: [closing.signal, ...(signal ? [signal] : [])] }, fits),
    recall: (messageId) => platform.recall(messageId),
    wire: () => wire.lines(),
    async close() {
      closing.abort(new Error('The simulator was closed'))
      poster.close()
      links.close()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function listeningPort(server: Server): number | undefined {
  const address = server.address()
  return address === null || typeof address === 'string' ? undefined : address.port
}
