/** The test card on a simulated phone: what each way of going wrong is told as. */
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimMessage, SimReply, Simulator, SimulatorOptions } from '../../../app/demo/simulator/index.ts'
import type { FindingCode } from '../../../app/doctor/finding.ts'
import { runDoctor } from '../../../app/doctor/index.ts'
import type { DoctorPorts } from '../../../app/doctor/situation.ts'
import { openLink } from '../demo/simulator/rig.ts'
import { createHome, EVE, examine, type Examined, feishuRow, type Home, KEYS, portsOf, SCOPES, scopes, startPlatform, WANG } from './stand.ts'

let home: Home
let platform: Simulator
let port: number
const closers: (() => void)[] = []

beforeEach(async () => {
  home = createHome()
  port = await freePort()
})
afterEach(async () => {
  for (const close of closers.splice(0)) close()
  await platform.close()
  home.dispose()
})

/** A port that nobody has. */
async function freePort(): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  await new Promise((resolve) => { server.close(resolve) })
  return typeof address === 'object' && address !== null ? address.port : 0
}

type Way = 'webhook' | 'long-connection'

async function start(way: Way, options: Partial<SimulatorOptions> = {}, config: Readonly<Record<string, unknown>> = {}): Promise<void> {
  platform = await startPlatform({ answerDeadlineMs: 800, ...options })
  if (way === 'webhook') platform.connectWebhook(`http://127.0.0.1:${port}/feishu/webhook`)
  home.patch([feishuRow(platform.url, { transport: way, webhook: { port }, ...config })])
}

/** What a person does with the card, and what they then type at the terminal. */
type Person = (card: SimMessage, type: (line: string) => void) => unknown

async function live(person: Person, given: Partial<DoctorPorts> = {}, seconds = 5): Promise<Examined> {
  const listeners = new Set<(line: string) => void>()
  const type = (line: string): void => { for (const listener of listeners) listener(line) }
  const onLine: DoctorPorts['onLine'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const failures: unknown[] = []
  /** No card may ever come: then the wait ends with the doctor. */
  const over = new AbortController()
  const acting = platform.waitForMessage((message) => message.card !== undefined, over.signal)
    .then(async (card) => person(card, type))
    .catch((error: unknown) => { if (!over.signal.aborted) failures.push(error) })
  const examined = await examine(home, { onLine, ...given }, { live: true, seconds })
  over.abort(new Error('the doctor is done'))
  await acting
  expect(failures).toEqual([])
  await expect.poll(() => listeners.size).toBe(0)
  return examined
}

function tap(card: SimMessage, personId: string = WANG.openId): Promise<SimReply> {
  const [, button] = (card.card as { body: { elements: { name: string }[] } }).body.elements
  return platform.act({ messageId: card.messageId, personId, element: button?.name ?? '' })
}

/** Taps, and types what the phone shows: its code, or that it shows something else. */
const tapAndTell: Person = async (card, type) => {
  const { phoneCode } = await tap(card)
  type(String(phoneCode ?? 'ok'))
}

const NOBODY: Person = () => undefined

describe.each<Way>(['webhook', 'long-connection'])('over %s', (way) => {
  it('a tap that arrives in time is all that is wanted, and the card says so', async () => {
    await start(way)
    let reply: SimReply | undefined
    const { all, exitCode } = await live(async (card) => { reply = await tap(card) })
    expect(all).toContain('live.ok')
    expect(exitCode).toBe(0)
    await expect.poll(() => reply).toMatchObject({ kind: 'answered', toast: { type: 'success', text: 'The tap has arrived' }, cardReplaced: true })
    expect(platform.messages()).toHaveLength(1)
    expect(JSON.stringify(platform.messages()[0]?.card)).toContain('The tap has arrived.')
  })

  it('a tap of somebody else is told, and waited on for the operator\'s', async () => {
    await start(way)
    const { all } = await live(async (card) => {
      expect(await tap(card, EVE.openId)).toMatchObject({ toast: { type: 'warning' }, cardReplaced: false })
      await tap(card)
    })
    expect(all).toEqual(expect.arrayContaining<FindingCode>(['live.stranger', 'live.ok']))
  })

  it('a callback that is not subscribed is told by the platform, also when nothing is typed', async () => {
    await start(way, { setup: { subscribed: ['im.message.receive_v1'] } })
    expect((await live((card) => tap(card), {}, 1)).codes).toContain('live.not-subscribed')
  })

  it('an app without a published version is told by the platform', async () => {
    await start(way, { setup: { published: false } })
    let code: number | undefined
    const { codes } = await live(async (card, type) => {
      code = (await tap(card)).phoneCode
      type(String(code))
    })
    expect(code).toBe(200340)
    expect(codes).toContain('live.not-published')
  })

  it('200340 on the phone means one of the two where the platform does not tell', async () => {
    await start(way, { setup: { published: false }, scopes: SCOPES.slice(0, 3) })
    expect((await live(tapAndTell)).codes).toContain('live.phone-200340')
  })

  it('200340 on the phone and scopes that are not in force mean that no version is published', async () => {
    await start(way, { setup: { published: false }, scopes: [...scopes('im:message:send_as_bot'), { scope_name: 'im:message:update', grant_status: 2 }] })
    expect((await live(tapAndTell)).codes).toContain('live.not-published')
  })

  it('a tap that is lost on the way is told by 200341 on the phone', async () => {
    await start(way)
    platform.faults.set({ name: 'dropped-callback' })
    let code: number | undefined
    const { codes } = await live(async (card, type) => {
      code = (await tap(card)).phoneCode
      type(String(code))
    })
    expect(code).toBe(200341)
    expect(codes).toContain('live.dropped')
  })

  it('a tap that comes when the phone has given up is told with its time', async () => {
    await start(way)
    platform.faults.set({ name: 'late-callback', ms: 3_300 })
    const { codes, fact } = await live((card) => tap(card), {}, 8)
    expect(codes).toContain('live.late')
    expect(Number(fact('live.late', 'ms'))).toBeGreaterThan(3_200)
  })

  it('no tap and no word is told as that, and the card is put to rest', async () => {
    await start(way)
    expect((await live(NOBODY, {}, 0.3)).codes).toContain('live.no-tap')
    expect(JSON.stringify(platform.messages()[0]?.card)).toContain('The test is over.')
  })
})

describe('a second process', () => {
  it('that the platform gave the tap to is told when the phone got an answer', async () => {
    // The first of two connections gets every event.
    await start('long-connection', { random: () => 0 })
    const other = await openLink(platform.url, { 'card.action.trigger': () => ({ toast: { type: 'info', content: 'Not from here' } }) }, { appSecret: KEYS.appSecret })
    closers.push(() => other.close())
    expect((await live(tapAndTell)).codes).toContain('live.elsewhere')
  })
})

describe('a webhook with keys of its own', () => {
  it.each<[FindingCode, Partial<SimulatorOptions>]>([
    ['live.encrypt-key', { encryptKey: 'what-the-console-shows' }],
    ['live.verification-token', { verificationToken: 'what-the-console-shows' }],
    ['live.clock', { now: () => Date.now() - 400_000 }],
  ])('is told %s when the platform signs otherwise', async (code, options) => {
    await start('webhook', options)
    const { codes, text } = await live((card) => tap(card))
    expect(codes).toContain(code)
    expect(text).not.toContain(KEYS.encryptKey)
  })

  it('is told when another app posts to it', async () => {
    await start('webhook')
    const other = await startPlatform({ appId: 'cli_fedcba9876543210' })
    closers.push(() => { other.close().catch(() => undefined) })
    other.connectWebhook(`http://127.0.0.1:${port}/feishu/webhook`)
    const { codes } = await live(() => void other.say({ personId: WANG.openId, text: 'hello' }))
    expect(codes).toContain('live.other-app')
  })

  it('goes on where a stranger only knocks', async () => {
    await start('webhook')
    const { all } = await live(async (card) => {
      for (const headers of [{}, { 'x-lark-signature': 'x', 'x-lark-request-nonce': 'x', 'x-lark-request-timestamp': String(Math.floor(Date.now() / 1000)) }]) {
        await fetch(`http://127.0.0.1:${port}/feishu/webhook`, { method: 'POST', body: '{}', headers })
      }
      await tap(card)
    })
    expect(all).toContain('live.ok')
  })

  it('is told when something else stands at the address that the platform posts to', async () => {
    await start('webhook')
    const server = createServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    closers.push(() => { server.closeAllConnections(); server.close() })
    const address = server.address()
    platform.connectWebhook(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
    const { codes, fact } = await live(tapAndTell)
    expect(codes).toContain('live.foreign-answer')
    expect(fact('live.foreign-answer', 'code')).toBe('200671')
  })
})

describe('sending', () => {
  it.each<[FindingCode, number]>([['live.receiver', 230013], ['live.receiver', 230002], ['live.no-scope', 99991672], ['live.send-failed', 230028]])('that is refused is told %s for %i', async (code, refused) => {
    await start('webhook')
    platform.faults.set({ name: 'refused-send', code: refused })
    expect((await live(NOBODY)).codes).toContain(code)
  })

  it('is left alone where nothing could come of it', async () => {
    await start('webhook', { appSecret: 'another' })
    expect((await live(NOBODY)).codes).toContain('live.impossible')
    expect(platform.messages()).toEqual([])
  })

  it('tells that the long connection broke off meanwhile', async () => {
    await start('long-connection')
    expect((await live(() => platform.dropLinks())).codes).toContain('live.link-lost')
  })
})

it('ends when the person ends it, without a verdict, and puts the card to rest', async () => {
  await start('webhook')
  const ending = new AbortController()
  platform.waitForMessage(({ card }) => card !== undefined).then(() => ending.abort(), () => undefined)
  let text = ''
  const code = await runDoctor({ profile: 'ask', seconds: 60, live: true, locale: 'en' }, portsOf(home, { signal: ending.signal }), (part) => { text += part })
  expect(code).toBe(130)
  expect(text).toContain('[platform.token]')
  expect(text).not.toMatch(/\[live\.|All is well/u)
  await expect.poll(() => JSON.stringify(platform.messages()[0]?.card)).toContain('The test is over.')
})
