import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOurs } from '../../../../app/demo/simulator/guard.ts'
import type { Simulator } from '../../../../app/demo/simulator/index.ts'
import { dismiss, finalCard, questionCard } from './cards.ts'
import { APP, createSdk, json, sendCard, startSimulator, startWebhook, type Webhook } from './rig.ts'

let simulator: Simulator
let webhook: Webhook
let port: number

beforeEach(async () => {
  simulator = await startSimulator()
  webhook = await startWebhook(json({ toast: { type: 'success', content: 'ok' } }))
  simulator.connectWebhook(webhook.url)
  port = Number(new URL(simulator.url).port)
})

afterEach(async () => {
  await simulator.close()
  await webhook.close()
})

interface Answer {
  readonly status: number
  readonly body: string
}

/** A request with any headers: `fetch` would not send a foreign host. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers: { 'content-type': 'application/json', ...headers } }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => { text += chunk })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const act = (messageId: string, extra: object = {}) => JSON.stringify({ messageId, personId: 'ou_fang', element: 'dismiss_1', ...extra })

describe('the phone', () => {
  it('acts for its person on a request of its own page', async () => {
    const sent = await sendCard(createSdk(simulator.url), questionCard())
    const answer = await ask('POST', '/sim/act', { origin: simulator.url, 'sec-fetch-site': 'same-origin' }, act(sent.data?.message_id ?? ''))
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'answered', toast: { type: 'success', text: 'ok' } })
    expect(webhook.received).toHaveLength(1)
  })

  it.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['a foreign name that resolves to this machine', { host: 'evil.example' }],
    ['another site, in the browser\'s own words', { 'sec-fetch-site': 'cross-site' }],
    ['another port, in the browser\'s own words', { 'sec-fetch-site': 'same-site' }],
  ])('refuses to act, to show and to stream for %s', async (_what, headers) => {
    const sent = await sendCard(createSdk(simulator.url), questionCard())
    expect((await ask('POST', '/sim/act', headers, act(sent.data?.message_id ?? ''))).status).toBe(403)
    expect((await ask('GET', '/sim/state', headers)).status).toBe(403)
    expect((await ask('GET', '/events', headers)).status).toBe(403)
    expect((await ask('POST', '/sim/faults', headers, '{"name":"slow"}')).status).toBe(403)
    expect(webhook.received).toEqual([])
    expect(simulator.faults.list()).toEqual([])
  })

  it('does not read a body that a foreign form could send', async () => {
    const sent = await sendCard(createSdk(simulator.url), questionCard())
    expect((await ask('POST', '/sim/act', { 'content-type': 'text/plain' }, act(sent.data?.message_id ?? ''))).status).toBe(400)
  })

  it('names what is wrong with an act', async () => {
    expect((await ask('POST', '/sim/act', {}, '{}')).status).toBe(400)
    expect((await ask('POST', '/sim/act', {}, '{')).status).toBe(400)
    expect(await ask('POST', '/sim/act', {}, act('om_none'))).toEqual({ status: 404, body: '{"error":"There is no card om_none"}' })
  })

  it('says what its person writes, and names what is wrong with it', async () => {
    const answer = await ask('POST', '/sim/say', { origin: simulator.url }, '{"personId":"ou_fang","text":"hello"}')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ senderId: 'ou_fang', text: 'hello' })
    expect((await ask('POST', '/sim/say', {}, '{"personId":"ou_fang"}')).status).toBe(400)
    expect((await ask('POST', '/sim/say', {}, '{"personId":"ou_fang","text":"x","sticker":"y"}')).status).toBe(400)
    expect(await ask('POST', '/sim/say', {}, '{"personId":"ou_none","text":"x"}')).toEqual({ status: 404, body: '{"error":"There is no person ou_none"}' })
    expect((await ask('POST', '/sim/say', { origin: 'http://evil.example' }, '{"personId":"ou_fang","text":"x"}')).status).toBe(403)
    expect(simulator.messages()).toHaveLength(1)
  })

  it('recalls a message once', async () => {
    const sent = await sendCard(createSdk(simulator.url), finalCard())
    expect((await ask('DELETE', `/sim/messages/${sent.data?.message_id}`)).status).toBe(200)
    expect(simulator.messages()[0]?.recalled).toBe(true)
    expect((await ask('DELETE', `/sim/messages/${sent.data?.message_id}`)).status).toBe(404)
    expect((await ask('DELETE', '/sim/messages/om_none')).status).toBe(404)
  })

  it('shows what stands, without the app\'s credentials', async () => {
    await sendCard(createSdk(simulator.url), questionCard())
    const { body } = await ask('GET', '/sim/state')
    expect(JSON.parse(body)).toMatchObject({ botName: 'Ask Anywhere', people: [{ name: 'Wang Fang' }, { name: 'Eve' }], messages: [{ card: questionCard() }], transport: 'webhook', links: 0 })
    for (const secret of [APP.appSecret, APP.encryptKey, APP.verificationToken]) expect(body).not.toContain(secret)
  })

  it('switches faults on and off', async () => {
    expect((await ask('POST', '/sim/faults', {}, '{"name":"slow","ms":5,"times":2}')).status).toBe(200)
    expect(simulator.faults.list()).toEqual([{ name: 'slow', ms: 5, times: 2 }])
    expect((await ask('POST', '/sim/faults', {}, '{"name":"fire"}')).status).toBe(400)
    expect((await ask('DELETE', '/sim/faults/fire')).status).toBe(404)
    expect(await ask('DELETE', '/sim/faults/slow')).toEqual({ status: 200, body: '[]' })
    simulator.faults.set({ name: 'slow' })
    await ask('DELETE', '/sim/faults')
    expect(simulator.faults.list()).toEqual([])
  })

  it('streams the state first, then each event, until the simulator closes', async () => {
    const response = await fetch(`${simulator.url}/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    const readUntil = async (word: string) => {
      while (!seen.includes(word)) {
        const chunk = await reader?.read()
        if (chunk === undefined || chunk.done) throw new Error(`The stream ended before "${word}"`)
        seen += chunk.value
      }
    }
    await readUntil('event: state')
    await sendCard(createSdk(simulator.url), finalCard())
    await readUntil('"kind":"message-sent"')
    simulator.faults.set({ name: 'slow' })
    await readUntil('"faults":[{"name":"slow"}]')
    await simulator.close()
    await expect(readUntil('never')).rejects.toThrow()
  })

  it('serves its page under a policy that allows nothing from elsewhere', async () => {
    const response = await fetch(simulator.url)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<script type="module" src="/main.js">')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect((await ask('GET', '/../simulator/index.ts')).status).toBe(404)
  })
})

describe('the guard', () => {
  const ours = { host: '127.0.0.1:80', origin: undefined, site: undefined }

  it('lets in our page under both names, the address bar and programs', () => {
    expect(isOurs(ours, 80)).toBe(true)
    expect(isOurs({ ...ours, site: 'none' }, 80)).toBe(true)
    expect(isOurs({ host: 'localhost:80', origin: 'http://localhost:80', site: 'same-origin' }, 80)).toBe(true)
  })

  it('keeps out a missing host, mixed names and another scheme', () => {
    expect(isOurs({ ...ours, host: undefined }, 80)).toBe(false)
    expect(isOurs({ ...ours, origin: 'http://localhost:80' }, 80)).toBe(false)
    expect(isOurs({ ...ours, origin: 'https://127.0.0.1:80' }, 80)).toBe(false)
  })
})

describe('a disabled button', () => {
  it('stays quiet from the page too', async () => {
    const sent = await sendCard(createSdk(simulator.url), { ...finalCard(), body: { elements: [dismiss({ disabled: true })] } })
    const answer = await ask('POST', '/sim/act', {}, act(sent.data?.message_id ?? ''))
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'blocked' })
  })
})
