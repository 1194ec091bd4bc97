/** A stand-in for the Feishu platform on this machine: enough of it for an app that uses the vendor's own SDK. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express from 'express'
import { createApi, USUAL_SCOPES, type SimScope } from './api.ts'
import { awaitMessage } from './await-message.ts'
import { USUAL_PAYLOAD, type PayloadVariant } from './callback.ts'
import { createClicks, type Clicks } from './clicks.ts'
import { createDirectory } from './directory.ts'
import { createEvents } from './events.ts'
import { createFaults, type Faults } from './faults.ts'
import { createGuard } from './guard.ts'
import { createPhone } from './phone.ts'
import { createPlatform } from './platform.ts'
import { createPoster } from './post.ts'
import { createTokens } from './tokens.ts'
import type { SimEvent, SimGroup, SimMessage, SimPerson, Timestamp, WireLine } from './types.ts'
import { createWireLog } from './wire-log.ts'

export { validateCard } from './card-rules.ts'
export type { PayloadVariant } from './callback.ts'
export type { Fault, FaultName, Faults, Operation } from './faults.ts'
export type { Refusal } from './refusal.ts'
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
  /** Doubtful points of the callback's payload. */
  readonly payload?: Partial<PayloadVariant>
  /** How long a phone waits for the answer to a click, in milliseconds; default 3000. */
  readonly answerDeadlineMs?: number
  readonly now?: () => Timestamp
}

export interface Simulator extends Clicks {
  /** `http://127.0.0.1:PORT`: the SDK's `domain`, and the address of the phone's page. */
  readonly url: string
  readonly faults: Faults
  /** Sends callbacks to this address from now on. */
  connectWebhook(url: string): void
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
  /** The last requests in both directions, credentials masked. */
  wire(): readonly WireLine[]
  /** Closes the server with every connection; callable twice. */
  close(): Promise<void>
}

const newId = () => randomUUID().replaceAll('-', '')

/** Rejects when the port is taken. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const now = options.now ?? Date.now
  const closing = new AbortController()
  const botName = options.botName ?? 'Ask Anywhere'
  let webhook: string | undefined

  const events = createEvents(now)
  const faults = createFaults(() => events.emit({ kind: 'faults-changed' }))
  const directory = createDirectory(options.people, options.groups ?? [])
  const platform = createPlatform({ directory, events, now, newId })
  const tokens = createTokens({ appId: options.appId, appSecret: options.appSecret, now, newId })
  const poster = createPoster()
  const wire = createWireLog()
  events.on((event) => {
    if (event.kind === 'wire') wire.add(event.line)
  })
  const clicks = createClicks({
    platform, directory, events, faults, poster, now,
    callback: {
      appId: options.appId,
      encryptKey: options.encryptKey,
      verificationToken: options.verificationToken,
      variant: { ...USUAL_PAYLOAD, ...options.payload },
      now, newId, randomBytes,
    },
    webhook: () => webhook,
    deadlineMs: options.answerDeadlineMs ?? 3000,
  })

  const app = express()
  app.disable('x-powered-by')
  app.use('/open-apis', createApi({
    appId: options.appId,
    botName,
    scopes: options.scopes ?? USUAL_SCOPES,
    platform, tokens, faults, events, now, newId,
    signal: closing.signal,
  }))
  app.use(createGuard(() => listeningPort(server)))
  app.use(createPhone({ botName, platform, directory, clicks, faults, wire, events, signal: closing.signal }))

  const server = createServer(app)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${listeningPort(server)}`,
    faults,
    ...clicks,
    connectWebhook(url) {
      webhook = url
    },
    messages: () => platform.messages(),
    on: (listener) => events.on(listener),
    waitForMessage: (fits, signal) =>
      awaitMessage({ messages: () => platform.messages(), events, signals: [closing.signal, ...(signal ? [signal] : [])] }, fits),
    recall: (messageId) => platform.recall(messageId),
    wire: () => wire.lines(),
    async close() {
      closing.abort(new Error('The simulator was closed'))
      poster.close()
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
