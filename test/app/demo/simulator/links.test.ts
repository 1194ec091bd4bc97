/** The long connection, tried with the vendor's own client and, for what that never does, with a bare socket. */
import { EventEmitter, once } from 'node:events'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { METHOD, parseFrame, renderFrame, type Frame } from '../../../../app/demo/simulator/frame.ts'
import type { Simulator, SimulatorOptions } from '../../../../app/demo/simulator/index.ts'
import { cardOf, finalCard, multi, questionCard } from './cards.ts'
import { APP, createSdk, json, openLink, sendCard, startSimulator, startWebhook, until, type AppLink, type AppLinkOptions, type Reaction } from './rig.ts'

const AT_ONCE = { reconnectNonce: 0, reconnectInterval: 0.01 }
const CLICK = 'card.action.trigger'

let simulator: Simulator
let messageId: string
const closers: (() => unknown)[] = []

async function begin(options: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({ linkConfig: AT_ONCE, ...options })
  closers.push(() => simulator.close())
  messageId = (await sendCard(createSdk(simulator.url), questionCard())).data?.message_id ?? ''
}

/** Connects the app and waits until events go to it. */
async function link(reaction: Reaction, options: AppLinkOptions = {}): Promise<AppLink> {
  const before = simulator.links()
  const one = await openLink(simulator.url, { [CLICK]: reaction }, options)
  closers.push(() => one.close())
  await until(simulator, () => simulator.links() === before + 1)
  return one
}

const click = (extra: object = {}) => simulator.act({ messageId, personId: 'ou_fang', element: 'dismiss_1', ...extra })

async function askForAddress(body: object = { AppID: APP.appId, AppSecret: APP.appSecret }): Promise<{ status: number; body: { code: number; data: { URL: string } } }> {
  const response = await fetch(`${simulator.url}/callback/ws/endpoint`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() as { code: number; data: { URL: string } } }
}

/** A socket without the SDK; resolves when it is open. */
async function openSocket(url?: string): Promise<WebSocket> {
  const socket = new WebSocket(url ?? (await askForAddress()).body.data.URL)
  closers.push(() => socket.terminate())
  await once(socket, 'open')
  return socket
}

const PING: Frame = { seqId: 0n, logId: 0n, service: 1, method: METHOD.control, headers: { type: 'ping' } }

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

describe('the endpoint', () => {
  it('gives an address and the settings for the right credentials', async () => {
    await begin({ linkConfig: {} })
    const { body } = await askForAddress()
    expect(body).toMatchObject({
      code: 0, msg: 'ok', data: { ClientConfig: { PingInterval: 120, ReconnectCount: -1, ReconnectInterval: 120, ReconnectNonce: 30 } },
    })
    expect([...new URL(body.data.URL).searchParams.keys()]).toEqual(['fpid', 'device_id', 'service_id'])
  })

  it.each([
    ['a wrong secret', { AppID: APP.appId, AppSecret: 'wrong' }, 514],
    ['no secret', { AppID: APP.appId }, 514],
    ['another app', { AppID: 'cli_fedcba9876543210', AppSecret: APP.appSecret }, 403],
    ['anything but an object', ['x'], 403],
  ])('refuses %s with HTTP 200, a code and data that is not null', async (_what, body, code) => {
    await begin()
    expect(await askForAddress(body)).toMatchObject({ status: 200, body: { code, data: {} } })
  })

  it('makes the SDK give up on a wrong secret instead of trying for ever', async () => {
    await begin()
    const refused = await openLink(simulator.url, {}, { appSecret: 'wrong' })
    closers.push(() => refused.close())
    expect(refused.history).toEqual(['failed'])
    expect(simulator.links()).toBe(0)
  })

  it('gives addresses that open one link each', async () => {
    await begin()
    const url = (await askForAddress()).body.data.URL
    await openSocket(url)
    await expect(openSocket(url)).rejects.toThrow('403')
    await expect(openSocket(url.replace(/device_id=\w+/u, 'device_id=made-up'))).rejects.toThrow('403')
  })
})

describe('a link', () => {
  it('answers a ping with the settings, and gets events only from then on', async () => {
    await begin({ answerDeadlineMs: 2000 })
    const socket = await openSocket()
    expect(simulator.links()).toBe(0)
    expect(await click()).toMatchObject({ kind: 'failed', phoneCode: 200340 })
    const pong = once(socket, 'message')
    socket.send(renderFrame(PING))
    const answer = parseFrame((await pong)[0] as Buffer)
    expect(answer).toMatchObject({ method: METHOD.control, service: 1, headers: { type: 'pong' } })
    expect(JSON.parse(String(answer.payload))).toMatchObject({ PingInterval: 120, ReconnectNonce: 0 })
    expect(simulator.links()).toBe(1)
    expect(simulator.transport()).toBe('long-connection')
  })

  it('carries an event as plain JSON under its own headers', async () => {
    await begin({ answerDeadlineMs: 2000 })
    const socket = await openSocket()
    socket.send(renderFrame(PING))
    await until(simulator, () => simulator.links() === 1)
    await once(socket, 'message')
    const arrival = once(socket, 'message')
    const reply = click()
    const frame = parseFrame((await arrival)[0] as Buffer)
    expect(frame).toMatchObject({ method: METHOD.data, headers: { type: 'event', sum: '1', seq: '0', message_id: expect.stringMatching(/./u), trace_id: expect.stringMatching(/./u) } })
    expect(JSON.parse(String(frame.payload))).toMatchObject({ schema: '2.0', header: { event_type: CLICK, app_id: APP.appId }, event: { operator: { open_id: 'ou_fang' } } })
    socket.send(renderFrame({ ...frame, payload: Buffer.from(JSON.stringify({ code: 200, data: Buffer.from('{}').toString('base64') })) }))
    expect(await reply).toMatchObject({ kind: 'answered', status: 200, body: {} })
  })

  it('is cut when it speaks anything but frames', async () => {
    await begin()
    const socket = await openSocket()
    const closed = once(socket, 'close')
    socket.send('hello')
    await closed
    expect(simulator.links()).toBe(0)
  })
})

describe('a click over a link', () => {
  it('shows toast and card on the phone just as over the webhook', async () => {
    await begin()
    const webhook = await startWebhook(json({}))
    closers.push(() => webhook.close())
    simulator.connectWebhook(webhook.url)
    const seen: unknown[] = []
    await link((event) => {
      seen.push(event)
      return { toast: { type: 'success', content: 'taken', i18n: { zh_cn: '已提交' } }, card: { type: 'raw', data: finalCard() } }
    })
    expect(await click()).toMatchObject({ kind: 'answered', cardReplaced: true, toast: { type: 'success', text: '已提交' } })
    expect(simulator.messages()[0]).toMatchObject({ card: finalCard(), history: [{ cause: 'sent' }, { cause: 'answered' }] })
    expect(seen).toMatchObject([{ operator: { open_id: 'ou_fang' }, action: { tag: 'button', value: { act: 'dismiss' } }, context: { open_message_id: messageId } }])
    expect(webhook.received).toEqual([])
  })

  it.each<[string, Reaction, number]>([
    ['200671 for a handler that throws', () => { throw new Error('broken') }, 200671],
    ['200672 for a handler without a result', () => undefined, 200672],
    ['200672 for unknown keys', () => ({ message: 'x' }), 200672],
    ['200673 for a card that breaks the rules', () => ({ card: { type: 'raw', data: cardOf([multi()]) } }), 200673],
  ])('shows %s, and keeps the card', async (_what, reaction, phoneCode) => {
    await begin()
    await link(reaction)
    expect(await click()).toMatchObject({ kind: 'failed', phoneCode, cardReplaced: false })
    expect(simulator.messages()[0]?.card).toEqual(questionCard())
  })

  it('shows 200341 when no acknowledgement comes in time, whatever comes later', async () => {
    await begin({ answerDeadlineMs: 30 })
    const late = new EventEmitter()
    await link(async () => {
      await once(late, 'now')
      return { card: { type: 'raw', data: finalCard() } }
    })
    expect(await click()).toMatchObject({ kind: 'failed', phoneCode: 200341 })
    const acknowledged = until(simulator, () => simulator.wire().some((line) => line.kind === 'frame' && line.frame === 'ack'))
    late.emit('now')
    await acknowledged
    expect(simulator.messages()[0]?.card).toEqual(questionCard())
  })

  it('goes to one of several links, which one being chance', async () => {
    const chances = [0.99, 0, 0.5]
    await begin({ random: () => chances.shift() ?? 0 })
    const got: string[] = []
    for (const name of ['first', 'second']) {
      await link(() => {
        got.push(name)
        return {}
      })
    }
    for (let count = 0; count < 3; count += 1) expect(await click()).toMatchObject({ kind: 'answered' })
    expect(got).toEqual(['second', 'first', 'second'])
  })

  it('can be lost or doubled on its way', async () => {
    await begin()
    const ids: unknown[] = []
    await link((event) => {
      ids.push(event['event_id'])
      return {}
    })
    simulator.faults.set({ name: 'dropped-callback', times: 1 })
    expect(await click()).toMatchObject({ phoneCode: 200341 })
    simulator.faults.set({ name: 'duplicated-event', times: 1 })
    const { eventId } = await click()
    expect(ids).toEqual([eventId, eventId])
  })
})

describe('losing links', () => {
  it('by a cut: the click falls back to the webhook, and the SDK comes back', async () => {
    await begin()
    const webhook = await startWebhook(json({}))
    closers.push(() => webhook.close())
    simulator.connectWebhook(webhook.url)
    const one = await link(() => ({}))
    simulator.dropLinks()
    await until(simulator, () => simulator.links() === 0)
    expect(simulator.transport()).toBe('webhook')
    await click()
    expect(webhook.received).toHaveLength(1)
    await until(simulator, () => simulator.links() === 1)
    expect(await click()).toMatchObject({ kind: 'answered' })
    expect(webhook.received).toHaveLength(1)
    expect(one.history).toEqual(['ready', 'reconnecting', 'reconnected'])
  })

  it('by a cut while a click waits: the phone shows 200341 at once', async () => {
    await begin({ answerDeadlineMs: 60_000 })
    await link(() => {
      simulator.dropLinks()
      return {}
    })
    expect(await click()).toMatchObject({ phoneCode: 200341 })
  })

  it('half: a frozen link takes clicks and answers nothing, until the SDK misses its pong', async () => {
    await begin({ answerDeadlineMs: 20, linkConfig: { ...AT_ONCE, pingInterval: 0.3 } })
    const seen: unknown[] = []
    const one = await link((event) => {
      seen.push(event)
      return {}
    }, { pingTimeout: 0.1 })
    simulator.freezeLinks()
    expect(simulator.links()).toBe(1)
    expect(await click()).toMatchObject({ phoneCode: 200341 })
    expect(seen).toEqual([])
    await until(simulator, () => simulator.links() === 0)
    await until(simulator, () => simulator.links() === 1)
    expect(one.history).toEqual(['ready', 'reconnecting', 'reconnected'])
    expect(await click()).toMatchObject({ kind: 'answered' })
  })

  it('as a fault hits one link for each of its times', async () => {
    await begin({ linkConfig: { reconnectNonce: 60 } })
    await link(() => ({}))
    await link(() => ({}))
    simulator.faults.set({ name: 'dropped-link', times: 1 })
    await until(simulator, () => simulator.links() === 1)
    expect(simulator.faults.list()).toEqual([])
    simulator.faults.set({ name: 'frozen-link', times: 3 })
    expect(simulator.faults.list()).toEqual([{ name: 'frozen-link', times: 2 }])
    expect(simulator.links()).toBe(1)
  })

  it('as a lasting fault hits those that come, too', async () => {
    await begin()
    simulator.faults.set({ name: 'frozen-link' })
    const socket = await openSocket()
    socket.send(renderFrame(PING))
    simulator.faults.set({ name: 'dropped-link' })
    await once(socket, 'close')
    const next = await openSocket()
    await once(next, 'close')
    expect(simulator.links()).toBe(0)
  })

  it('for good when the simulator closes', async () => {
    await begin({ linkConfig: { reconnectNonce: 60 } })
    const one = await link(() => ({}))
    const told: unknown[] = []
    simulator.on((event) => {
      if (event.kind === 'transport-changed') told.push(event.links)
    })
    await simulator.close()
    await until(simulator, () => told.length === 1)
    expect(told).toEqual([0])
    expect(one.history[0]).toBe('ready')
  })
})

describe('the wire log', () => {
  it('shows frames by type and size alone, and no secret', async () => {
    await begin()
    await link(() => ({ toast: { type: 'info', content: 'words of the answer' } }))
    await click()
    const frames = simulator.wire().filter((line) => line.kind === 'frame')
    expect(frames.map(({ direction, frame }) => `${direction} ${frame}`)).toEqual(['in ping', 'out pong', 'out event', 'in ack'])
    for (const frame of frames) {
      expect(Object.keys(frame).toSorted()).toEqual(['bytes', 'direction', 'frame', 'kind', 'path'])
      expect(frame.bytes).toBeGreaterThan(0)
    }
    expect(simulator.wire().find(({ path }) => path === '/callback/ws/endpoint')).toMatchObject({ method: 'POST', status: 200, code: 0, credential: '••••cret' })
    const log = JSON.stringify(simulator.wire())
    for (const secret of [APP.appSecret, 'device_id', 'words of the answer']) expect(log).not.toContain(secret)
  })
})
