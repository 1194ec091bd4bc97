import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createDeferred } from '../../../surfaces/feishu/deferred.ts'
import type { Endpoint, EndpointReply } from '../../../surfaces/feishu/endpoint.ts'
import type { InboundRequest } from '../../../surfaces/feishu/verify.ts'
import { createWebhook, type Webhook } from '../../../surfaces/feishu/webhook.ts'
import { rejection } from '../../helpers/rounds.ts'

describe('the webhook', () => {
  const open: Webhook[] = []
  const start = async (receive: (request: InboundRequest) => Promise<EndpointReply>, port = 0): Promise<Webhook> => {
    const endpoint: Endpoint = { admit: () => ({ kind: 'read', limit: 256 * 1024 }), receive, refuse: async () => ({ status: 401, body: Buffer.from('{}'), sent: () => undefined }) }
    const webhook = await createWebhook({ host: '127.0.0.1', port, path: '/hook', trustProxy: [] }, { endpoint, sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}) })
    open.push(webhook)
    return webhook
  }
  afterEach(async () => {
    for (const webhook of open.splice(0)) await webhook.close()
  })

  it('hands over the raw bytes whatever their type, and the headers in lower case', async () => {
    const came: InboundRequest[] = []
    const { url } = await start(async (request) => { came.push(request); return reply() })
    const raw = '{ "a" :1 }'
    const response = await fetch(url, { method: 'POST', body: raw, headers: { 'content-type': 'application/json', 'X-Lark-Signature': 's' } })
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    expect(Buffer.from(came[0]?.body ?? []).toString()).toBe(raw)
    expect(came[0]?.headers['x-lark-signature']).toBe('s')
    expect(response.headers.get('x-powered-by')).toBeNull()
  })

  it('says that the answer was sent when it has left', async () => {
    const order: string[] = []
    const sent = createDeferred<void>()
    const { url } = await start(async () => {
      order.push('received')
      return reply(() => { order.push('sent'); sent.resolve() })
    })
    await fetch(url, { method: 'POST', body: '{}' })
    await sent.promise
    expect(order.slice(0, 2)).toEqual(['received', 'sent'])
  })

  it('says so too when the connection broke before', async () => {
    const sent = createDeferred<void>()
    const asked = createDeferred<void>()
    const answer = createDeferred<EndpointReply>()
    const { url } = await start(() => { asked.resolve(); return answer.promise })
    const abort = new AbortController()
    const broken = rejection(fetch(url, { method: 'POST', body: '{}', signal: abort.signal }))
    await asked.promise
    abort.abort()
    await broken
    answer.resolve(reply(sent.resolve))
    await sent.promise
  })

  it('refuses every other path and method, with no effect', async () => {
    let received = 0
    const { url } = await start(async () => { received += 1; return reply() })
    for (const [address, method] of [[url, 'GET'], [url, 'PUT'], [`${url}/x`, 'POST'], [new URL('/', url).href, 'POST']] as const) {
      expect((await fetch(address, { method })).status).toBe(401)
    }
    expect(received).toBe(0)
  })

  it('refuses a body that is too large like any other stranger', async () => {
    let received = 0
    const { url } = await start(async () => { received += 1; return reply() })
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(401)
    expect(received).toBe(0)
  })

  it('rejects when the port is taken', async () => {
    const { url } = await start(async () => reply())
    expect(await rejection(start(async () => reply(), Number(new URL(url).port)))).toMatchObject({ code: 'EADDRINUSE' })
  })

  it('closes although a connection idles and another is stuck in the middle of a request', async () => {
    const webhook = await start(async () => reply())
    const { port } = new URL(webhook.url)
    const [idle, stuck] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')]
    await Promise.all([once(idle, 'connect'), once(stuck, 'connect')])
    stuck.on('error', () => { /* the reset that this test is about */ })
    stuck.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12')
    await webhook.close()
    expect(await rejection(fetch(webhook.url, { method: 'POST' }))).toBeInstanceOf(TypeError)
    idle.destroy()
    stuck.destroy()
  })
})

function reply(sent: () => void = () => undefined): EndpointReply {
  return { status: 200, body: Buffer.from('{"ok":true}'), sent }
}
