/** A simulator with the vendor's own SDK on one side and a recording webhook on the other. */
import { createDecipheriv, createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { Client, DefaultCache, EventDispatcher, WSClient, type HttpInstance } from '@larksuiteoapi/node-sdk'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../../app/demo/simulator/index.ts'

export const APP = {
  appId: 'cli_0123456789abcdef',
  appSecret: 'the-app-secret',
  encryptKey: 'the-encrypt-key',
  verificationToken: 'the-verification-token',
} as const

export const PEOPLE = [
  { openId: 'ou_fang', name: 'Wang Fang', unionId: 'on_fang', userId: 'fang', email: 'fang@example.com' },
  { openId: 'ou_eve', name: 'Eve', locale: 'en' },
] as const

export function startSimulator(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  return createSimulator({ ...APP, people: PEOPLE, ...options })
}

const silence = () => undefined
const SILENT = { error: silence, warn: silence, info: silence, debug: silence, trace: silence }

function createHttp(): HttpInstance {
  const http = axios.create({ timeout: 5000, proxy: false, maxRedirects: 0 })
  http.interceptors.response.use((response: AxiosResponse) => {
    const config: InternalAxiosRequestConfig & { $return_headers?: boolean } = response.config
    return (config.$return_headers ? { data: response.data, headers: response.headers } : response.data) as AxiosResponse
  })
  return http as HttpInstance
}

/** A client of its own connections and its own token cache, as a careful app would make it. */
export function createSdk(url: string, appSecret: string = APP.appSecret): Client {
  return new Client({
    appId: APP.appId,
    appSecret,
    domain: url,
    httpInstance: createHttp(),
    cache: new DefaultCache(),
    logger: SILENT,
  })
}

/** What the app makes of an event: what it returns is the answer. */
export type Reaction = (event: Readonly<Record<string, unknown>>) => unknown

export interface AppLink {
  /** What the SDK calls when it has a link, lost it, has it again, or gives up for good. */
  readonly history: readonly string[]
  close(): void
}

export interface AppLinkOptions {
  readonly appSecret?: string
  /** After how long without a pong the SDK gives a socket up, in seconds. */
  readonly pingTimeout?: number
}

/** The vendor's long connection client. */
export async function openLink(url: string, reactions: Readonly<Record<string, Reaction>>, options: AppLinkOptions = {}): Promise<AppLink> {
  const history: string[] = []
  const step = (name: string) => () => void history.push(name)
  const client = await new Promise<WSClient>((resolve, reject) => {
    const first = (name: string) => () => {
      step(name)()
      resolve(own)
    }
    const own = new WSClient({
      appId: APP.appId, appSecret: options.appSecret ?? APP.appSecret, domain: url, httpInstance: createHttp(), logger: SILENT,
      onReady: first('ready'), onError: first('failed'), onReconnecting: step('reconnecting'), onReconnected: step('reconnected'),
      ...(options.pingTimeout === undefined ? {} : { wsConfig: { pingTimeout: options.pingTimeout } }),
    })
    own.start({ eventDispatcher: new EventDispatcher({ logger: SILENT }).register(reactions) }).catch(reject)
  })
  return { history, close: () => client.close({ force: true }) }
}

/** What the platform answered, whether the SDK gave it back or threw it. */
export interface Answered {
  readonly http: number
  readonly code: number
  readonly msg: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly data?: { readonly message_id?: string; readonly chat_id?: string }
}

export async function answered(call: Promise<unknown>): Promise<Answered> {
  try {
    return { http: 200, headers: {}, ...(await call as { code: number; msg: string }) }
  } catch (error) {
    if (!axios.isAxiosError<{ code: number; msg: string }>(error) || !error.response) throw error
    const { status, data, headers } = error.response
    return { http: status, code: data.code, msg: data.msg, headers }
  }
}

export function sendCard(sdk: Client, card: unknown, extra: { uuid?: string; to?: string } = {}): Promise<Answered> {
  const data = { receive_id: extra.to ?? 'ou_fang', msg_type: 'interactive', content: JSON.stringify(card) }
  return answered(sdk.im.v1.message.create({
    params: { receive_id_type: 'open_id' },
    data: { ...data, ...(extra.uuid === undefined ? {} : { uuid: extra.uuid }) },
  }))
}

export function patchCard(sdk: Client, messageId: string, card: unknown): Promise<Answered> {
  return answered(sdk.im.v1.message.patch({ path: { message_id: messageId }, data: { content: JSON.stringify(card) } }))
}

/** One request that the webhook got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly port: number | undefined
}

export interface Webhook {
  readonly url: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** `respond` is given each request and must end the response, at once or later. */
export async function startWebhook(respond: (response: ServerResponse, received: Received) => void): Promise<Webhook> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks), port: request.socket.remotePort }
      received.push(one)
      respond(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Resolves once `holds` is true, looked at after each event of the simulator. */
export function until(simulator: Simulator, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      off()
      resolve()
    }
    const off = simulator.on(look)
    look()
  })
}

/** Opens a sealed body as the documents describe it, by hand. */
export function unseal(body: Buffer): unknown {
  const { encrypt } = JSON.parse(body.toString('utf8')) as { encrypt: string }
  const sealed = Buffer.from(encrypt, 'base64')
  const key = createHash('sha256').update(APP.encryptKey).digest()
  const decipher = createDecipheriv('aes-256-cbc', key, sealed.subarray(0, 16))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]).toString('utf8'))
}

/** The signature that a request must carry, worked out from the documents. */
export function signatureOf({ headers, body }: Pick<Received, 'body'> & { headers: Readonly<Record<string, unknown>> }): string {
  const before = `${String(headers['x-lark-request-timestamp'])}${String(headers['x-lark-request-nonce'])}${APP.encryptKey}`
  return createHash('sha256').update(before).update(body).digest('hex')
}

/** Answers with JSON. */
export function json(body: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
