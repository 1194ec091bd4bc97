/** The calls to the open platform. The only file that knows the vendor's SDK; it is loaded when a client is made. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AxiosError, AxiosInstance, AxiosResponse } from 'axios'
import type { HttpInstance, HttpRequestOptions, Logger } from '@larksuiteoapi/node-sdk'
import { z } from 'zod'
import { CARD_ACTION } from './action.ts'
import { type AppScope, type AppSettings, readBotStatus, readScopes, readSettings } from './app-facts.ts'
import type { SealedCard } from './card.ts'
import type { FeishuConfig, Recipient } from './config.ts'
import type { MessagePlace } from './delivery.ts'
import { FeishuError, readCode } from './error.ts'
import { type Log, redact } from './log.ts'
import { MESSAGE_RECEIVED } from './reply.ts'

export interface FeishuClient {
  /** Sends a card. The same `key` sends at most one message within an hour. Rejects with `FeishuError`. */
  sendCard(recipient: Recipient, card: SealedCard, key: string): Promise<MessagePlace>
  /** Sends a text message, under the same rules. */
  sendText(recipient: Recipient, text: string, key: string): Promise<MessagePlace>
  /** Replies to a message with a text, under the same rules. */
  replyText(messageId: string, text: string, key: string): Promise<void>
  /** Replaces the card of a message, silently for its reader. Rejects with `FeishuError`. */
  patchCard(messageId: string, card: SealedCard): Promise<void>
  /** Opens a long connection and keeps it open until it is closed or refused for good. Open one at a time. */
  openLink(listener: LinkListener): Link
  /** Ends the connections; calls in flight reject. */
  close(): void
}

/** Questions about our own app; each rejects with `FeishuError`. */
export interface AppInspector {
  /** `activate_status` of the bot; code 11205 when the app has none. */
  botStatus(): Promise<number>
  scopes(): Promise<readonly AppScope[]>
  /** Takes a scope of its own. */
  settings(): Promise<AppSettings>
}

/** What happens on a long connection. */
export interface LinkListener {
  /** One event, header and content in one object; what it resolves with is the acknowledgement. */
  received(event: unknown): Promise<object>
  /** Up, for the first time or again. */
  opened(): void
  /** Down; the next `opened` or `refused` comes by itself. */
  lost(): void
  /** Given up for good. */
  refused(error: FeishuError): void
}

export interface Link {
  close(): void
}

export interface ClientPorts {
  readonly log: Log
  /** Milliseconds until a call without an answer counts as `unknown`. */
  readonly timeout?: number
  /** Seconds until a long connection whose pings nobody answers counts as lost. */
  readonly pongTimeout?: number
}

type Credentials = Pick<FeishuConfig, 'appId' | 'appSecret' | 'domain'>

const DEFAULT_TIMEOUT = 10_000

/** Seconds that a ping on a long connection may stay without any answer. */
const PONG_TIMEOUT = 20

const sentBody = z.object({ data: z.object({ message_id: z.string(), chat_id: z.string() }) })

/** Loads the SDK (about a third of a second) and makes a client of our own settings: its defaults share caches, follow redirects and never time out. */
export async function createFeishuClient(credentials: Credentials, { log, timeout = DEFAULT_TIMEOUT, pongTimeout = PONG_TIMEOUT }: ClientPorts): Promise<FeishuClient & AppInspector> {
  const [{ default: axios }, { Client, DefaultCache, EventDispatcher, LoggerLevel, WSClient }] = await Promise.all([import('axios'), import('@larksuiteoapi/node-sdk')])
  const agents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent: new HttpsAgent({ keepAlive: true }) }
  const http = createHttp(axios.create({ timeout, proxy: false, maxRedirects: 0, ...agents }), (error) => axios.isAxiosError(error))
  const cache = new DefaultCache()
  const logging = { logger: createRedactingLogger(log, [credentials.appSecret]), loggerLevel: LoggerLevel.warn }
  const client = new Client({ ...credentials, ...logging, cache, httpInstance: http })

  /** The SDK keeps a refused token until it runs out: forget it and try once more. */
  const call = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof FeishuError) || error.kind !== 'token') throw asFailure(error)
      cache.values.clear()
      return request().catch((again: unknown) => { throw asFailure(again) })
    }
  }

  const send = async ({ id, idType }: Recipient, type: 'interactive' | 'text', content: string, key: string): Promise<MessagePlace> => {
    const data = { receive_id: id, msg_type: type, content, uuid: key }
    const body = sentBody.safeParse(await call(() => client.im.v1.message.create({ params: { receive_id_type: idType }, data })))
    if (!body.success) throw new FeishuError({ kind: 'unknown', code: 0, reason: 'the answer to a send had no message id' })
    return { messageId: body.data.data.message_id, chatId: body.data.data.chat_id }
  }

  return {
    sendCard: (recipient, card, key) => send(recipient, 'interactive', card.bytes.toString(), key),
    sendText: (recipient, text, key) => send(recipient, 'text', JSON.stringify({ text }), key),
    replyText: async (messageId, text, key) => {
      await call(() => client.im.v1.message.reply({ path: { message_id: messageId }, data: { msg_type: 'text', content: JSON.stringify({ text }), uuid: key } }))
    },
    patchCard: async (messageId, card) => {
      await call(() => client.im.v1.message.patch({ path: { message_id: messageId }, data: { content: card.bytes.toString() } }))
    },
    botStatus: () => call(async () => readBotStatus(await client.request({ method: 'GET', url: '/open-apis/bot/v3/info' }))),
    scopes: () => call(async () => readScopes(await client.application.v6.scope.list())),
    settings: () => call(async () => readSettings(await client.application.v6.application.get({ path: { app_id: credentials.appId }, params: { lang: 'en_us' } }))),
    openLink: (listener) => {
      let refusal = new FeishuError({ kind: 'final', code: 0, reason: 'the platform ended the long connection' })
      const httpInstance = createLinkHttp(http, (error) => { refusal = error })
      const link = new WSClient({
        ...credentials,
        ...logging,
        httpInstance,
        handshakeTimeoutMs: timeout,
        // Without it a half-open socket goes unnoticed; in seconds.
        wsConfig: { pingTimeout: pongTimeout },
        onReady: () => listener.opened(),
        onReconnecting: () => listener.lost(),
        onReconnected: () => listener.opened(),
        onError: () => listener.refused(refusal),
      })
      const received = (event: unknown): Promise<object> => listener.received(event)
      const eventDispatcher = new EventDispatcher({ ...logging, cache }).register({ [CARD_ACTION]: received, [MESSAGE_RECEIVED]: received })
      link.start({ eventDispatcher }).catch((error: unknown) => listener.refused(asFailure(error)))
      return { close: () => link.close({ force: true }) }
    },
    close: () => {
      agents.httpAgent.destroy()
      agents.httpsAgent.destroy()
    },
  }
}

const refusal = z.object({ code: z.int(), msg: z.string().optional() })

type IsAxiosError = (error: unknown) => error is AxiosError

/** HTTP for the SDK, which wants bodies in the place of responses. Whatever goes wrong leaves here as a `FeishuError`. */
function createHttp(axios: AxiosInstance, isAxiosError: IsAxiosError): HttpInstance {
  const request = async <R, D>(options: HttpRequestOptions<D>): Promise<R> => {
    const response = await axios.request(options).catch((error: unknown) => {
      throw readFailure(error, isAxiosError)
    })
    // The platform says no in two ways, HTTP 200 with a code and HTTP 400 with a code: here they become one.
    const body = refusal.safeParse(response.data)
    if (!body.success) throw new FeishuError({ kind: 'unknown', code: 0, http: response.status, reason: 'the answer is not the platform\'s' })
    if (body.data.code !== 0) throw readRefusal(response, body.data)
    return response.data
  }
  return {
    request,
    get: (url, options) => request({ ...options, url, method: 'GET' }),
    delete: (url, options) => request({ ...options, url, method: 'DELETE' }),
    head: (url, options) => request({ ...options, url, method: 'HEAD' }),
    options: (url, options) => request({ ...options, url, method: 'OPTIONS' }),
    post: (url, data, options) => request({ ...options, url, method: 'POST', ...(data === undefined ? {} : { data }) }),
    put: (url, data, options) => request({ ...options, url, method: 'PUT', ...(data === undefined ? {} : { data }) }),
    patch: (url, data, options) => request({ ...options, url, method: 'PATCH', ...(data === undefined ? {} : { data }) }),
  }
}

/** The SDK stops asking for a long connection only when it reads the refusal itself; thrown ones are tried again for ever. */
function createLinkHttp(http: HttpInstance, onRefused: (error: FeishuError) => void): HttpInstance {
  return {
    ...http,
    request: (options) => http.request(options).catch((error: unknown) => {
      if (!(error instanceof FeishuError) || error.kind !== 'final') throw error
      onRefused(error)
      return { code: error.code, msg: error.reason, data: {} }
    }),
  }
}

function readRefusal({ status, headers }: Pick<AxiosResponse, 'status' | 'headers'>, { code, msg = '' }: z.infer<typeof refusal>): FeishuError {
  const [kind, reason] = status === 429 ? (['rate', 'too many calls'] as const) : readCode(code)
  // The text may quote the card; the number in it is all that is needed to look the reason up.
  const subCode = /ErrCode:\s*(\d+)/u.exec(msg)?.[1]
  const reset = Number(headers['x-ogw-ratelimit-reset'])
  return new FeishuError({
    kind,
    code,
    http: status,
    logId: logIdOf(headers),
    reason: subCode === undefined ? reason : `${reason}, ErrCode ${subCode}`,
    ...(kind === 'rate' && reset > 0 ? { retryAfter: reset * 1000 } : {}),
  })
}

/** System errors of calls that never left this machine or found nobody there. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function readFailure(error: unknown, isAxiosError: IsAxiosError): FeishuError {
  if (!isAxiosError(error)) return asFailure(error)
  const { response, code } = error
  // Without a token nothing was sent, so that call can be repeated without a thought.
  const isTokenCall = error.config?.url?.includes('/auth/') ?? false
  if (response === undefined) {
    const isUnreached = isTokenCall || (code !== undefined && UNREACHED.has(code))
    return new FeishuError({ kind: isUnreached ? 'retry' : 'unknown', code: 0, reason: `no answer from the platform, ${code ?? 'no reason given'}` })
  }
  const body = refusal.safeParse(response.data)
  if (response.status < 500) return readRefusal(response, body.success ? body.data : { code: 0 })
  const reason = 'the platform failed'
  return new FeishuError({ kind: isTokenCall ? 'retry' : 'unknown', code: body.success ? body.data.code : 0, http: response.status, logId: logIdOf(response.headers), reason })
}

/** Anything else that the SDK throws; its text may hold credentials and is dropped. */
function asFailure(error: unknown): FeishuError {
  return error instanceof FeishuError ? error : new FeishuError({ kind: 'unknown', code: 0, reason: 'the call broke' })
}

function logIdOf(headers: AxiosResponse['headers']): string | undefined {
  const id: unknown = headers['x-tt-logid']
  return typeof id === 'string' ? id : undefined
}

/** The SDK hands whole requests to its logger, tokens and secrets included: only its plain lines pass, redacted. */
function createRedactingLogger(log: Log, secrets: readonly string[]): Logger {
  const pass = (...parts: unknown[]): void => {
    for (const part of parts.flat()) if (typeof part === 'string') log.warn(`sdk: ${redact(part, secrets)}`)
  }
  return { error: pass, warn: pass, info: drop, debug: drop, trace: drop }
}

function drop(): void {}
