import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../surfaces/feishu/answer.ts'
import { createEndpoint, type Endpoint, MAX_SIGNED, MAX_UNSIGNED, REFUSAL_TIME } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { MAX_REFUSED } from '../../../surfaces/feishu/refusals.ts'
import { eventOf, seal, sign } from './sealed.ts'
import { KEYS } from './known.ts'

const NOW = 1_700_000_000_000

function createParts(handle: (payload: unknown) => Answer): { endpoint: Endpoint; logs: string[]; waits: number[] } {
  const logs: string[] = []
  const waits: number[] = []
  const log = { info: (line: string) => logs.push(line), warn: (line: string) => logs.push(line) }
  const sleep = async (ms: number): Promise<void> => { waits.push(ms) }
  const inbox = createInbox({ handle, repeat: handle, hear: () => undefined })
  return { endpoint: createEndpoint({ keys: KEYS, now: () => NOW, sleep, inbox, log }), logs, waits }
}

const signed = (header: Record<string, unknown> = {}): ReturnType<typeof sign> => sign(seal(JSON.stringify(eventOf({ click: 1 }, header))), NOW)
const body = { toast: { type: 'info', content: 'x', i18n: { zh_cn: 'x', en_us: 'x' } } } as const

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

describe('the endpoint', () => {
  it('answers a click with what the surface says and passes on that it was sent', async () => {
    let sent = 0
    const { endpoint } = createParts(() => ({ body, sent: () => { sent += 1 } }))
    const reply = await endpoint.receive(signed())
    expect(reply).toMatchObject({ status: 200, body: json(body) })
    expect(sent).toBe(0)
    reply.sent()
    expect(sent).toBe(1)
  })

  it('answers the same event again with the same answer, without a second effect', async () => {
    let handled = 0
    const { endpoint } = createParts(() => ({ body: { toast: { ...body.toast, content: String(++handled) } }, sent: () => undefined }))
    const [first, again, other] = [await endpoint.receive(signed()), await endpoint.receive(signed()), await endpoint.receive(signed({ event_id: 'event-2' }))]
    expect(again.body).toEqual(first.body)
    expect(other.body).not.toEqual(first.body)
    expect(handled).toBe(2)
  })

  it('acknowledges an event of another kind without an effect', async () => {
    const { endpoint } = createParts(() => { throw new Error('not for the surface') })
    expect(await endpoint.receive(signed({ event_type: 'im.message.receive_v1' }))).toMatchObject({ status: 200, body: json({}) })
  })

  it('answers the check of its address', async () => {
    const { endpoint } = createParts(() => { throw new Error('not for the surface') })
    const asked = seal(JSON.stringify({ type: 'url_verification', token: KEYS.verificationToken, challenge: 'c' }))
    expect(await endpoint.receive({ headers: {}, body: asked })).toMatchObject({ status: 200, body: json({ challenge: 'c' }) })
  })

  it('refuses everything else in the same words and the same time, and tells the reason to the log only', async () => {
    let handled = 0
    const { endpoint, logs, waits } = createParts(() => { handled += 1; return { body, sent: () => undefined } })
    const bad = [
      { headers: {}, body: Buffer.alloc(0) },
      { headers: {}, body: seal('{"type":"url_verification","token":"x","challenge":"c"}') },
      { ...signed(), body: Buffer.from('{}') },
      sign(seal('{}'), NOW),
      sign(seal(JSON.stringify(eventOf({}))), NOW - 400_000),
      signed({ token: 'x' }),
      signed({ app_id: 'x' }),
    ]
    const replies = await Promise.all(bad.map((request) => endpoint.receive(request)))
    expect(new Set(replies.map(({ status, body: said }) => `${status} ${said.toString()}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(401)
    expect(waits).toEqual(bad.map(() => REFUSAL_TIME))
    expect(logs.toSorted()).toEqual(['app', 'encryption', 'json', 'signature', 'timestamp', 'token', 'unsigned'].map((reason) => `request refused: ${reason}`))
    expect(handled).toBe(0)
  })

  it('counts the time of a refusal from before its work and by no clock, which may be set back', async () => {
    const order: string[] = []
    let now = NOW
    const endpoint = createEndpoint({
      keys: KEYS, log: { info: () => undefined, warn: () => order.push('refused') },
      now: () => (now -= 3_600_000), sleep: async (ms) => { order.push(`sleep ${ms}`) },
      inbox: createInbox({ handle: () => ({ body, sent: () => undefined }), repeat: () => ({ body, sent: () => undefined }), hear: () => undefined }),
    })
    expect((await endpoint.receive(signed())).status).toBe(401)
    expect(order).toEqual([`sleep ${REFUSAL_TIME}`, 'refused'])
  })

  it('reads only as much of a body as its headers can be good for', () => {
    const { endpoint } = createParts(() => ({ body, sent: () => undefined }))
    const { headers } = signed()
    expect(endpoint.admit({ headers })).toEqual({ kind: 'read', limit: MAX_SIGNED })
    expect(endpoint.admit({ headers: {} })).toEqual({ kind: 'read', limit: MAX_UNSIGNED })
    expect(endpoint.admit({ headers: { ...headers, 'x-lark-request-nonce': undefined } })).toEqual({ kind: 'refuse', reason: 'headers' })
    expect(endpoint.admit({ headers: { ...headers, 'x-lark-request-timestamp': '1' } })).toEqual({ kind: 'refuse', reason: 'timestamp' })
  })

  it('reads nothing unsigned from where too much was refused, and everything that is signed', async () => {
    const { endpoint } = createParts(() => ({ body, sent: () => undefined }))
    const [from, elsewhere] = ['10.0.0.1', '10.0.0.2']
    for (let at = 0; at < MAX_REFUSED; at += 1) await endpoint.refuse('path', from)
    expect(endpoint.admit({ headers: {}, from })).toEqual({ kind: 'refuse', reason: 'limit' })
    expect(endpoint.admit({ headers: {}, from: elsewhere })).toEqual({ kind: 'read', limit: MAX_UNSIGNED })
    expect(endpoint.admit({ ...signed(), from })).toEqual({ kind: 'read', limit: MAX_SIGNED })
    expect((await endpoint.receive({ ...signed(), from })).status).toBe(200)
  })

  it('answers nothing but a refusal when the surface breaks', async () => {
    const { endpoint, logs } = createParts(() => { throw new Error(KEYS.appSecret) })
    expect(await endpoint.receive(signed())).toMatchObject({ status: 401 })
    expect(logs).toEqual(['request refused: broken'])
  })
})
