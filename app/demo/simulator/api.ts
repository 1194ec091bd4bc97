/** The routes that an app calls: the platform's paths, headers and error shapes over its state. */
import { setTimeout as delay } from 'node:timers/promises'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { type AppSetup, botStatus, renderSetup } from './app-setup.ts'
import { isReceiverType } from './directory.ts'
import type { SimEvents } from './events.ts'
import type { Fault, FaultSource, Operation } from './faults.ts'
import type { SimBot } from './message-event.ts'
import type { Platform } from './platform.ts'
import { createRateLimit } from './rate.ts'
import { refusalOf, refuse, RequestRefused, type Refusal } from './refusal.ts'
import type { Tokens } from './tokens.ts'
import type { SimMessage, Timestamp } from './types.ts'
import { maskCredential } from './wire-log.ts'

export interface ApiOptions {
  readonly appId: string
  readonly bot: SimBot
  readonly scopes: readonly SimScope[]
  readonly setup: AppSetup
  readonly platform: Platform
  readonly tokens: Tokens
  readonly faults: FaultSource
  readonly events: SimEvents
  readonly now: () => Timestamp
  readonly newId: () => string
  /** Ends answers that a fault holds back. */
  readonly signal: AbortSignal
}

/** One permission of the app; status 1 is granted, 2 is not. */
export interface SimScope {
  readonly scope_name: string
  readonly grant_status: 1 | 2
}

export const USUAL_SCOPES: readonly SimScope[] = [
  'im:message:send_as_bot', 'im:message:update', 'im:message.p2p_msg:readonly', 'im:message.group_at_msg:readonly', 'im:message.urgent',
].map((scope_name) => ({ scope_name, grant_status: 1 }))

/** Any one of these lets an app do it; what is not named needs none. */
const NEEDED_SCOPES: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  send: ['im:message:send_as_bot', 'im:message'],
  reply: ['im:message:send_as_bot', 'im:message'],
  patch: ['im:message:update', 'im:message'],
  settings: ['application:application:self_manage'],
}

/** Requests per second and app, for each operation. */
const APP_PER_SECOND = 50
/** Larger bodies never reach the rules; in bytes. */
const MAX_BODY = '1mb'

type Perform = (request: Request, body: Readonly<Record<string, unknown>>) => object

export function createApi(options: ApiOptions): Router {
  const { appId, platform, tokens, faults, events, now, newId, setup, signal } = options
  const granted = new Set(options.scopes.filter(({ grant_status }) => grant_status === 1).map(({ scope_name }) => scope_name))
  const mayCall = createRateLimit({ limit: APP_PER_SECOND, windowMs: 1000, now })

  /** What stands between a request and its effect. */
  const admit = (operation: Operation, request: Request): void => {
    if (operation !== 'token') {
      if (faults.take('expired-token')) tokens.revoke()
      tokens.check(request.headers.authorization)
    }
    if (!mayCall(operation)) refuse('app-rate')
    if (setup.bot === 'absent' && (operation === 'bot' || operation === 'send' || operation === 'reply')) refuse('no-bot')
    if (NEEDED_SCOPES[operation]?.some((scope) => granted.has(scope)) === false) refuse('no-scope')
    const limited = faults.take('rate-limited', operation)
    if (limited) throw new RateRefused(limited)
    if (faults.take('failed-before-delivery', operation)) refuse('unavailable')
    const refused = operation === 'send' || operation === 'reply' ? faults.take('refused-send', operation) : undefined
    if (refused) throw new RequestRefused({ ...refusalOf('unavailable-user'), ...(refused.code === undefined ? {} : { code: refused.code }) })
  }

  const route = (operation: Operation, perform: Perform) => async (request: Request, response: Response): Promise<void> => {
    const started = now()
    response.setHeader('X-Tt-Logid', newId())
    const credential = maskCredential(request.headers.authorization)
    const finish = (status: number, body: { readonly code: number; readonly msg: string }) => {
      const { method, path } = request
      const bytes = Number(request.headers['content-length'] ?? 0)
      events.emit({ kind: 'wire', line: { kind: 'request', direction: 'in', method, path, status, code: body.code, elapsedMs: now() - started, credential, bytes } })
      if (!response.writableEnded) response.status(status).json(body)
    }
    try {
      admit(operation, request)
      const answer = perform(request, readBody(request))
      const slow = faults.take('slow', operation)
      if (slow) await delay(slow.ms ?? 1000, undefined, { signal })
      if (faults.take('failed-after-delivery', operation)) refuse('broken')
      finish(200, { code: 0, msg: operation === 'token' ? 'ok' : 'success', ...answer })
    } catch (error) {
      const refusal = readRefusal(error)
      if (error instanceof RateRefused) response.setHeader('x-ogw-ratelimit-reset', String(error.resetSeconds))
      events.emit({ kind: 'request-refused', method: request.method, path: request.path, code: refusal.code, msg: refusal.msg })
      finish(refusal.http, { code: refusal.code, msg: refusal.msg })
    }
  }

  const messageData = (message: SimMessage): object => ({
    message_id: message.messageId,
    chat_id: message.chatId,
    msg_type: message.card ? 'interactive' : 'text',
    create_time: String(message.createdAt),
    update_time: String(message.updatedAt),
    deleted: false,
    updated: false,
    sender: { id: appId, id_type: 'app_id', sender_type: 'app' },
    body: { content: JSON.stringify(message.card ?? { text: message.text }) },
    ...(message.parentId === undefined ? {} : { parent_id: message.parentId, root_id: message.rootId ?? message.parentId }),
  })

  const router = express.Router()
  router.use(express.json({ limit: MAX_BODY, type: () => true }))
  router.post('/auth/v3/tenant_access_token/internal', route('token', (_request, body) => {
    const { token, expire } = tokens.issue(body['app_id'], body['app_secret'])
    return { tenant_access_token: token, expire }
  }))
  router.post('/im/v1/messages', route('send', ({ query }, body) => {
    const type = query['receive_id_type']
    if (!isReceiverType(type)) return refuse('bad-receiver', 'receive_id_type is not known.')
    const receiver = { type, id: typeof body['receive_id'] === 'string' ? body['receive_id'] : '' }
    return { data: messageData(platform.send({ receiver, msgType: body['msg_type'], content: body['content'], uuid: body['uuid'] })) }
  }))
  router.post('/im/v1/messages/:id/reply', route('reply', (request, body) => ({
    data: messageData(platform.reply(messageId(request), { msgType: body['msg_type'], content: body['content'], uuid: body['uuid'] })),
  })))
  router.patch('/im/v1/messages/:id', route('patch', (request, body) => {
    platform.patch(messageId(request), body['content'])
    return { data: {} }
  }))
  router.patch('/im/v1/messages/:id/urgent_app', route('buzz', (request, body) => {
    if (request.query['user_id_type'] !== 'open_id') refuse('bad-request', 'Only user_id_type=open_id is simulated.')
    const ids = Array.isArray(body['user_id_list']) ? body['user_id_list'].filter((id) => typeof id === 'string') : []
    return { data: { invalid_user_id_list: platform.buzz(messageId(request), ids) } }
  }))
  router.get('/bot/v3/info', route('bot', () => ({
    bot: { activate_status: botStatus(setup), app_name: options.bot.name, avatar_url: '', ip_white_list: [], open_id: options.bot.openId },
  })))
  router.get('/application/v6/applications/:id', route('settings', ({ params }) => {
    if (params['id'] !== appId) refuse('bad-request', 'Unknown app_id.')
    return { data: { app: renderSetup(appId, setup) } }
  }))
  router.get('/application/v6/scopes', route('scopes', () => ({ data: { scopes: options.scopes } })))
  router.use((_request: Request, response: Response) => {
    response.status(404).type('text/plain').send('404 page not found')
  })
  router.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const { http, code, msg } = refusalOf('bad-request', 'The body is not JSON.')
    response.status(http).json({ code, msg })
  })
  return router
}

/** A rate refusal that tells when to come back. */
class RateRefused extends RequestRefused {
  readonly resetSeconds: number

  constructor({ resetSeconds = 1 }: Fault) {
    super(refusalOf('app-rate'))
    this.resetSeconds = resetSeconds
  }
}

/** Anything but a refusal is the simulator's own fault, or its end while an answer was held back. */
function readRefusal(error: unknown): Refusal {
  return error instanceof RequestRefused ? error.refusal : refusalOf('broken')
}

function readBody(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function messageId({ params }: Request): string {
  const id = params['id']
  return typeof id === 'string' ? id : ''
}
