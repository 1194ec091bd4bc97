import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulator, type Fault, type Simulator } from '../../../app/demo/simulator/index.ts'
import { renderCard, SealedCard } from '../../../surfaces/feishu/card.ts'
import { createFeishuClient, type FeishuClient } from '../../../surfaces/feishu/client.ts'
import type { Recipient } from '../../../surfaces/feishu/config.ts'
import { type Failure, FeishuError } from '../../../surfaces/feishu/error.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { cardView } from '../../../surfaces/feishu/view.ts'
import { rejection } from '../../helpers/rounds.ts'
import { KEYS } from './known.ts'
import { WANG } from './stand.ts'

const TO_WANG: Recipient = { id: WANG.openId, idType: 'open_id' }
const TREE = renderCard(cardView(cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?' }] }), { kind: 'open' }, { locale: 'en', timeZone: 'UTC', places: [] }))
const CARD = new SealedCard(TREE)

describe('the client, with the real SDK', () => {
  let simulator: Simulator
  let client: FeishuClient
  let logs: string[]
  const clients: FeishuClient[] = []
  const connect = async (options: { domain?: string; appSecret?: string; timeout?: number } = {}): Promise<FeishuClient> => {
    const credentials = { appId: KEYS.appId, appSecret: options.appSecret ?? KEYS.appSecret, domain: options.domain ?? simulator.url }
    const log = { info: (line: string) => logs.push(line), warn: (line: string) => logs.push(line) }
    const made = await createFeishuClient(credentials, { log, timeout: options.timeout ?? 5_000 })
    clients.push(made)
    return made
  }
  beforeEach(async () => {
    logs = []
    simulator = await createSimulator({ ...KEYS, people: [WANG] })
    client = await connect()
  })
  afterEach(async () => {
    for (const each of clients.splice(0)) each.close()
    await simulator.close()
  })

  it('sends a card and a text, tells where they are, and replaces a card', async () => {
    const place = await client.sendCard(TO_WANG, CARD, 'key-1')
    const [message] = simulator.messages()
    expect(place).toEqual({ messageId: message?.messageId, chatId: message?.chatId })
    await client.patchCard(place.messageId, new SealedCard({ ...TREE, body: { elements: [] } }))
    expect(simulator.messages()[0]?.history.map(({ cause }) => cause)).toEqual(['sent', 'patched'])
    await client.sendText(TO_WANG, 'hello', 'key-2')
    expect(simulator.messages()[1]?.text).toBe('hello')
  })

  it('sends one message for one key', async () => {
    const first = await client.sendCard(TO_WANG, CARD, 'key-1')
    expect(await client.sendCard(TO_WANG, CARD, 'key-1')).toEqual(first)
    expect(simulator.messages()).toHaveLength(1)
  })

  const failures: readonly (readonly [Fault, Partial<Failure>])[] = [
    [{ name: 'rate-limited', resetSeconds: 7 }, { kind: 'rate', http: 429, retryAfter: 7_000 }],
    [{ name: 'failed-after-delivery' }, { kind: 'unknown', http: 500 }],
    [{ name: 'failed-before-delivery' }, { kind: 'unknown', http: 502 }],
    [{ name: 'failed-before-delivery', on: ['token'] }, { kind: 'retry', http: 502 }],
    [{ name: 'refused-send', code: 230013 }, { kind: 'final', code: 230013 }],
    [{ name: 'refused-send', code: 230020 }, { kind: 'rate', code: 230020 }],
    [{ name: 'refused-send', code: 99991672 }, { kind: 'final', code: 99991672 }],
  ]
  it.each(failures)('reads the fault %j as %j', async (fault, failure) => {
    simulator.faults.set(fault)
    expect(await failureOf(client.sendCard(TO_WANG, CARD, 'key-1'))).toMatchObject(failure)
  })

  it('keeps the platform\'s log id', async () => {
    simulator.faults.set({ name: 'refused-send' })
    expect((await failureOf(client.sendCard(TO_WANG, CARD, 'key-1'))).logId).toMatch(/\w{8,}/u)
  })

  it('forgets a refused token and tries once more', async () => {
    await client.sendCard(TO_WANG, CARD, 'key-1')
    simulator.faults.set({ name: 'expired-token', times: 1 })
    await client.sendCard(TO_WANG, CARD, 'key-2')
    expect(simulator.messages()).toHaveLength(2)
  })

  it('gives up on the second refused token', async () => {
    simulator.faults.set({ name: 'expired-token' })
    expect(await failureOf(client.sendCard(TO_WANG, CARD, 'key-1'))).toMatchObject({ kind: 'token' })
    expect(simulator.wire().filter(({ path }) => path.includes('/messages'))).toHaveLength(2)
  })

  it('knows wrong credentials, an unknown receiver and a refused card', async () => {
    expect(await failureOf((await connect({ appSecret: 'wrong' })).sendCard(TO_WANG, CARD, 'k'))).toMatchObject({ kind: 'final', reason: expect.stringContaining('appSecret') })
    expect(await failureOf(client.sendCard({ id: 'ou_nobody', idType: 'open_id' }, CARD, 'k'))).toMatchObject({ kind: 'final' })
    const broken = new SealedCard({ ...TREE, body: { elements: [{ tag: 'note' }] } })
    expect(await failureOf(client.sendCard(TO_WANG, broken, 'k'))).toMatchObject({ kind: 'refused-card', code: 230099, reason: 'the platform refused the card, ErrCode 200861' })
  })

  it('knows that nobody listens from that nobody answered', async () => {
    const free = await closedPort()
    expect(await failureOf((await connect({ domain: `http://127.0.0.1:${free}` })).sendCard(TO_WANG, CARD, 'k'))).toMatchObject({ kind: 'retry' })
    await client.sendCard(TO_WANG, CARD, 'warm')
    const hasty = await connect({ timeout: 300 })
    await hasty.sendText(TO_WANG, 'warm', 'warm-2')
    simulator.faults.set({ name: 'slow', ms: 2_000 })
    expect(await failureOf(hasty.sendCard(TO_WANG, CARD, 'k'))).toMatchObject({ kind: 'unknown', http: undefined })
  })

  it('takes a page of some proxy neither for success nor for a refusal', async () => {
    const proxy = createServer((_request, response) => response.end('<html>Log in first</html>'))
    await listening(proxy)
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const captive = await connect({ domain: `http://127.0.0.1:${port}` })
    expect(await failureOf(captive.patchCard('om_1', CARD))).toMatchObject({ kind: 'unknown', reason: 'the answer is not the platform\'s' })
    proxy.closeAllConnections()
    proxy.close()
  })

  it('ignores the proxy of the environment', async () => {
    const before = process.env['HTTP_PROXY']
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
    try {
      await client.sendCard(TO_WANG, CARD, 'key-1')
    } finally {
      if (before === undefined) delete process.env['HTTP_PROXY']
      else process.env['HTTP_PROXY'] = before
    }
    expect(simulator.messages()).toHaveLength(1)
  })

  it('keeps secrets, tokens and words out of logs and errors, whatever fails', async () => {
    const spoken: string[] = []
    const bearers = new Set<string>()
    const spy = createServer((request, response) => {
      bearers.add(String(request.headers.authorization))
      response.setHeader('content-type', 'application/json')
      const isToken = request.url?.includes('tenant_access_token') === true
      response.statusCode = isToken ? 200 : 400
      response.end(isToken ? '{"code":0,"tenant_access_token":"t-g1234567890abcdefghij","expire":7200}' : '{"code":230099,"msg":"ErrMsg: Go? t-g1234567890abcdefghij"}')
    })
    await listening(spy)
    const address = spy.address()
    const domain = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    for (const each of [await connect({ domain }), await connect({ appSecret: 'wrong-secret-xyz' }), await connect({ domain: `http://127.0.0.1:${await closedPort()}` })]) {
      const error = await failureOf(each.sendCard(TO_WANG, CARD, 'k'))
      spoken.push(JSON.stringify(error), error.message, String(error.stack), JSON.stringify(Object.getOwnPropertyNames(error)))
      expect(error.cause).toBeUndefined()
    }
    spy.closeAllConnections()
    spy.close()
    expect([...bearers].some((bearer) => bearer.includes('t-g1234567890abcdefghij'))).toBe(true)
    for (const secret of [KEYS.appSecret, 'wrong-secret-xyz', 't-g1234567890abcdefghij', 'Go?']) expect([...spoken, ...logs].join('\n')).not.toContain(secret)
  })
})

async function listening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
}

/** A port on which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await listening(server)
  const address = server.address()
  await new Promise((resolve) => { server.close(resolve) })
  return typeof address === 'object' && address ? address.port : 0
}

async function failureOf(call: Promise<unknown>): Promise<FeishuError> {
  const error = await rejection(call)
  if (!(error instanceof FeishuError)) throw new Error('not our error', { cause: error })
  return error
}
