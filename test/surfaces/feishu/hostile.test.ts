/** The webhook as outsiders meet it: over real sockets, byte by byte. */
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionTimes } from '../../../surfaces/feishu/connections.ts'
import { createEndpoint, REFUSAL_TIME } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { MAX_LINES, MAX_REFUSED } from '../../../surfaces/feishu/refusals.ts'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import { exchange, withoutContinue } from '../../load/exchange.ts'
import { type Attempt, KINDS, post, request, signed } from '../../load/kinds.ts'
import { createRandom } from '../../load/random.ts'
import { seal } from './sealed.ts'
import { KEYS } from './known.ts'

const PATH = '/feishu/webhook'
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Door {
  readonly port: number
  readonly handled: string[]
  readonly logs: string[]
  target(): { path: string; now: number }
  send(attempt: Attempt | Buffer, from?: string): Promise<string>
  close(): Promise<void>
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> => delay(ms, undefined, signal ? { signal } : {})

async function openDoor(trustProxy: readonly string[] = [], times?: ConnectionTimes): Promise<Door> {
  const handled: string[] = []
  const logs: string[] = []
  const log = { info: (line: string) => logs.push(line), warn: (line: string) => logs.push(line) }
  const body = { toast: { type: 'info', content: 'taken', i18n: { zh_cn: 'taken', en_us: 'taken' } } } as const
  const inbox = createInbox({ handle: (payload) => { handled.push(JSON.stringify(payload)); return { body, sent: () => undefined } }, repeat: () => ({ body, sent: () => undefined }), hear: () => undefined })
  const endpoint = createEndpoint({ keys: KEYS, now: Date.now, sleep, inbox, log })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: PATH, trustProxy }, { endpoint, sleep, ...(times ? { times } : {}) })
  closers.push(() => webhook.close())
  const port = Number(new URL(webhook.url).port)
  return {
    port, handled, logs,
    target: () => ({ path: PATH, now: Date.now() }),
    send: async (attempt, from) => (await exchange(Buffer.isBuffer(attempt) ? { bytes: attempt } : attempt, { port, ...(from === undefined ? {} : { from }) })).answer,
    close: () => webhook.close(),
  }
}

const REFUSED = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 33\r\nConnection: close\r\nDate: \r\n\r\n{"code":401,"msg":"unauthorized"}'
const undated = (answer: string): string => withoutContinue(answer).replaceAll(/^Date: .*$/gmu, 'Date: ')
const valid = (door: Door, id = 'good'): Buffer => { const { headers, body } = signed(door.target(), id); return post(door.target(), { ...headers, Connection: 'close' }, body) }

const checkOfAddress = (door: Door, headers: Readonly<Record<string, string>>): Buffer => post(door.target(), { Connection: 'close', ...headers }, seal(JSON.stringify({ type: 'url_verification', token: KEYS.verificationToken, challenge: 'c' })))

describe('an outsider', () => {
  it.each(Object.keys(KINDS))('is refused in the same bytes with %s', async (kind) => {
    const door = await openDoor()
    await Promise.all(Array.from({ length: 20 }, async (_, seed) => {
      const attempt = KINDS[kind]!(door.target(), createRandom(seed))
      const answer = undated(await door.send(attempt))
      // Nobody is left to read an answer where the sender has gone.
      if (attempt.after === undefined) expect(answer).toBe(REFUSED)
      else expect(['', REFUSED]).toContain(answer)
    }))
    expect(door.handled).toEqual([])
    expect(await door.send(valid(door))).toContain('HTTP/1.1 200 OK')
    expect(door.handled).toHaveLength(1)
  })

  it('gets an answer to HEAD without a body, and the same headers', async () => {
    const door = await openDoor()
    expect(undated(await door.send(request(`HEAD ${PATH} HTTP/1.1`)))).toBe(REFUSED.slice(0, -33))
  })

  it('learns nothing of the reason from the time', async () => {
    const door = await openDoor()
    const took: number[] = []
    for (const make of Object.values(KINDS)) {
      const result = await exchange(make(door.target(), createRandom(1)), { port: door.port })
      if (result.took !== undefined) took.push(result.took)
    }
    const sorted = took.toSorted((one, other) => one - other)
    expect(sorted[0]).toBeGreaterThan(REFUSAL_TIME - 3)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(REFUSAL_TIME + 25)
  })

  it('does not learn the path from how long a body is awaited', async () => {
    const door = await openDoor()
    const { headers } = signed(door.target(), 'x')
    const states = await Promise.all([PATH, '/elsewhere'].map(async (path) => {
      const socket = connect(door.port, '127.0.0.1')
      let answer = ''
      socket.on('data', (part) => { answer += part.toString() }).on('error', () => { answer += 'reset' })
      socket.write(request(`POST ${path} HTTP/1.1`, { ...headers, 'Content-Length': '10' }, 'x'))
      await delay(REFUSAL_TIME * 8)
      const early = answer
      socket.write('x'.repeat(9))
      await once(socket, 'close')
      return [early, undated(answer)]
    }))
    expect(states).toEqual([['', REFUSED], ['', REFUSED]])
  })

  it('gets no second try on a connection, whatever was pipelined', async () => {
    const door = await openDoor()
    expect(undated(await door.send(Buffer.concat([post(door.target(), {}, '{}'), post(door.target(), {}, '{}')])))).toBe(REFUSED)
  })

  it('who sends an overheard request again gets the answer of the first time, without a second effect, however many at once', async () => {
    const door = await openDoor()
    const overheard = valid(door, 'overheard')
    const answers = await Promise.all(Array.from({ length: 50 }, () => door.send(overheard)))
    expect(new Set(answers.map((answer) => answer.slice(answer.indexOf('{')))).size).toBe(1)
    expect(door.handled).toHaveLength(1)
  })

  it('who breaks off HTTP behind a good request spoils only his own connection', async () => {
    const door = await openDoor()
    const { headers, body } = signed(door.target(), 'first')
    const answer = await door.send(Buffer.concat([post(door.target(), headers, body), Buffer.from('\x16\x03 nonsense\r\n\r\n')]))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/u)
    expect(undated(answer).endsWith(REFUSED)).toBe(true)
  })

  it('who sends headers or a body drop by drop is cut off in time', async () => {
    const door = await openDoor([], { headers: 300, request: 800, keepAlive: 300, silence: 1_000, checking: 100 })
    const started = performance.now()
    const drip = async (head: Buffer | string): Promise<number> => {
      const socket = connect(door.port, '127.0.0.1')
      socket.on('error', () => undefined).on('data', () => undefined)
      socket.write(head)
      const timer = setInterval(() => socket.write('x'), 50)
      await once(socket, 'close')
      clearInterval(timer)
      return performance.now() - started
    }
    const { headers } = signed(door.target(), 'x')
    const silent = connect(door.port, '127.0.0.1')
    silent.on('error', () => undefined).resume()
    const [header, body] = await Promise.all([drip(`POST ${PATH} HTTP/1.1\r\nX-A: `), drip(request(`POST ${PATH} HTTP/1.1`, { ...headers, 'Content-Length': '100000' })), once(silent, 'close')])
    expect(header).toBeGreaterThan(250)
    expect(header).toBeLessThan(750)
    expect(body).toBeGreaterThan(750)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('cannot keep others out by holding connections: the oldest that never said anything good gives way', async () => {
    const door = await openDoor()
    const agent = connect(door.port, '127.0.0.1')
    const { headers, body } = signed(door.target(), 'kept')
    agent.write(post(door.target(), headers, body))
    await once(agent, 'data')
    const held = Array.from({ length: 300 }, () => connect(door.port, '127.0.0.1').on('error', () => undefined))
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    await delay(1_100)
    for (let at = 0; at < 50; at += 1) expect(await door.send(valid(door))).toContain('200 OK')
    agent.write(post(door.target(), headers, body))
    expect(String((await once(agent, 'data'))[0])).toContain('200 OK')
    await expect.poll(() => held.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(44)
    for (const socket of [...held, agent]) socket.destroy()
  })
})

describe('a flood', () => {
  it('from the same address never limits what is signed, and writes few lines', async () => {
    const door = await openDoor()
    const makes = Object.values(KINDS)
    for (let at = 0; at < MAX_REFUSED * 4; at += 40) await Promise.all(Array.from({ length: 40 }, (_, each) => door.send(makes[(at + each) % makes.length]!(door.target(), createRandom(at + each)))))
    for (let at = 0; at < 20; at += 1) expect(await door.send(valid(door, `good-${at}`))).toContain('200 OK')
    expect(door.handled).toHaveLength(20)
    expect(door.logs).toHaveLength(MAX_LINES)
  })

  it('ends the reading of what comes unsigned from there, and from nowhere else', async () => {
    const door = await openDoor()
    const asked = checkOfAddress(door, {})
    expect(await door.send(asked)).toContain('200 OK')
    await Promise.all(Array.from({ length: MAX_REFUSED }, () => door.send(post(door.target(), {}, '{}'))))
    expect(undated(await door.send(asked))).toBe(REFUSED)
    expect(await door.send(asked, '127.0.0.2')).toContain('200 OK')
  })

  it('is told apart by the address behind a proxy only where the proxy is trusted', async () => {
    const [open, trusting] = [await openDoor(), await openDoor(['loopback'])]
    for (const door of [open, trusting]) await Promise.all(Array.from({ length: MAX_REFUSED }, () => door.send(post(door.target(), { 'X-Forwarded-For': '10.0.0.9' }, '{}'))))
    expect(undated(await open.send(checkOfAddress(open, { 'X-Forwarded-For': '10.0.0.1' })))).toBe(REFUSED)
    expect(await trusting.send(checkOfAddress(trusting, { 'X-Forwarded-For': '10.0.0.1' }))).toContain('200 OK')
    expect(undated(await trusting.send(checkOfAddress(trusting, { 'X-Forwarded-For': '10.0.0.9' })))).toBe(REFUSED)
  })
})

it('a burst of the platform\'s own over many new connections is answered, each', async () => {
  const door = await openDoor()
  const answers = await Promise.all(Array.from({ length: 600 }, (_, at) => door.send(valid(door, `burst-${at}`))))
  expect(answers.filter((answer) => answer.includes('200 OK'))).toHaveLength(600)
  expect(door.handled).toHaveLength(600)
})

describe('whoever watches over it', () => {
  it('learns from /healthz that it is there and nothing more', async () => {
    const door = await openDoor()
    const answer = await door.send(request('GET /healthz HTTP/1.1', { Connection: 'close' }))
    expect(undated(answer)).toBe('HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 11\r\nDate: \r\nConnection: close\r\n\r\n{"ok":true}')
    expect(await door.send(request('HEAD /healthz HTTP/1.1', { Connection: 'close' }))).toContain('200 OK')
    expect(undated(await door.send(request('POST /healthz HTTP/1.1')))).toBe(REFUSED)
  })
})

it('a close lets answers leave that are in flight, under load', async () => {
  const door = await openDoor()
  const answers = Array.from({ length: 60 }, (_, at) => door.send(at % 2 === 0 ? valid(door, `last-${at}`) : post(door.target(), {}, '{}')))
  await expect.poll(() => door.handled.length).toBeGreaterThan(0)
  await door.close()
  const said = await Promise.all(answers)
  const taken = said.filter((answer) => answer.includes('200 OK')).length
  // Whatever had its effect was answered; whoever came too late had none.
  expect(taken).toBe(door.handled.length)
})
