/** Findings about how clicks come in: real sockets, the real verifier, the real long connection client. */
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '../../../app/demo/simulator/index.ts'
import type { FindingCode } from '../../../app/doctor/finding.ts'
import type { WebhookConfig } from '../../../surfaces/feishu/config.ts'
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { ownerFile } from '../../../surfaces/feishu/owner.ts'
import { createWebhook, type Webhook } from '../../../surfaces/feishu/webhook.ts'
import { createHome, examine, feishuRow, type Home, KEYS, startPlatform } from './stand.ts'

let home: Home
let platform: Simulator
const closers: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  home = createHome()
  platform = await startPlatform()
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await platform.close()
  home.dispose()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  closers.push(() => closed(server))
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return portOf(server)
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => { server.close(resolve) })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const sleep = (ms: number): Promise<void> => delay(ms)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const port = portOf(server)
  await closed(server)
  return port
}

/** A running dsh, as far as the socket shows it. */
async function running(keys: Partial<typeof KEYS> = {}, path = '/feishu/webhook'): Promise<Webhook> {
  const nothing = { body: {}, sent: () => undefined }
  const inbox = createInbox({ handle: () => nothing, repeat: () => nothing, hear: () => undefined })
  const endpoint = createEndpoint({ keys: { ...KEYS, ...keys }, now: Date.now, sleep, inbox, log: { info: () => undefined, warn: () => undefined } })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path, trustProxy: [] }, { endpoint, sleep })
  closers.push(() => webhook.close())
  return webhook
}

function set(webhook: Partial<WebhookConfig['webhook']>): void {
  home.patch([feishuRow(platform.url, { transport: 'webhook', webhook })])
}

describe('the webhook', () => {
  it('is opened for a moment where nobody listens, and takes what the platform signs', async () => {
    const port = await freePort()
    set({ port })
    const { all, fact } = await examine(home)
    expect(all).toContain('webhook.self-test')
    expect(fact('webhook.self-test', 'address')).toBe(`http://127.0.0.1:${port}/feishu/webhook`)
    expect(all).toContain('webhook.public-unknown')
    // The port is free again.
    const server = createServer()
    await new Promise<void>((resolve, reject) => { server.once('error', reject).listen(port, '127.0.0.1', resolve) })
    await closed(server)
  })

  it('that runs is asked over its own socket', async () => {
    set({ port: Number(new URL((await running()).url).port) })
    expect((await examine(home)).all).toContain('webhook.running')
  })

  it.each<[Partial<typeof KEYS>, string]>([[{ encryptKey: 'another' }, '/feishu/webhook'], [{ verificationToken: 'another' }, '/feishu/webhook'], [{ appId: 'cli_1' }, '/feishu/webhook'], [{}, '/other']])('that runs with other keys or on another path is told: %j %s', async (keys, path) => {
    set({ port: Number(new URL((await running(keys, path)).url).port) })
    expect((await examine(home)).codes).toContain('webhook.keys-differ')
  })

  it('whose port another program has is told', async () => {
    set({ port: await serve((_request, response) => { response.end('hello') }) })
    expect((await examine(home)).codes).toContain('webhook.port-taken')
  })

  it('that cannot listen at its address is told', async () => {
    set({ port: await freePort(), host: '192.0.2.1' })
    const { codes } = await examine(home)
    expect(codes).toContain('webhook.no-listen')
    expect(codes).toContain('webhook.open-wide')
  })

  it('that has a new port at each start is told', async () => {
    set({ port: 0 })
    expect((await examine(home)).codes).toContain('webhook.port-random')
  })

  it('whose own event does not come through is told', async () => {
    set({ port: await freePort() })
    // The time goes on by ten minutes between signing and looking.
    let looks = 0
    const now = (): number => Date.now() + (looks += 1) * 600_000
    expect((await examine(home, { now })).codes).toContain('webhook.self-test-failed')
  })
})

/** Passes everything on to the webhook, as a tunnel does, after so many milliseconds. */
function tunnel(port: number, path = '/feishu/webhook', ms = 0): Promise<number> {
  return serve((incoming, outgoing) => {
    const onward = request({ port, host: '127.0.0.1', path, method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    setTimeout(() => incoming.pipe(onward), ms)
  })
}

function endless(): Readable {
  return new Readable({ read() { this.push('x'.repeat(1_000)) } })
}

function at(port: number, host = '127.0.0.1'): { readonly public: string } {
  return { public: `http://${host}:${port}/feishu/webhook` }
}

describe('its public address', () => {
  it.each<[FindingCode, (port: number) => Promise<number>]>([
    ['webhook.public', (port) => tunnel(port)],
    ['webhook.public-slow', (port) => tunnel(port, '/feishu/webhook', 1_100)],
    ['webhook.public-refused', (port) => tunnel(port, '/elsewhere')],
    ['webhook.public-foreign', () => serve((_request, response) => { response.writeHead(302, { location: '/login' }).end() })],
    ['webhook.public-foreign', () => serve((_request, response) => { endless().pipe(response) })],
    ['webhook.public-silent', () => freePort()],
  ])('gets %s', async (code, expose) => {
    const port = await freePort()
    set({ port })
    expect((await examine(home, {}, at(await expose(port)))).all).toContain(code)
  })

  it('is told when it is not https', async () => {
    set({ port: await freePort() })
    expect((await examine(home, { limits: { check: 10_000, call: 500 } }, at(1, 'doctor.invalid'))).codes).toContain('webhook.public-plain')
  })

  it('is taken from what the platform says of the app', async () => {
    const port = await freePort()
    set({ port })
    await platform.close()
    platform = await startPlatform({ setup: { requestUrl: at(await tunnel(port)).public } })
    set({ port })
    expect((await examine(home)).all).toContain('webhook.public')
  })
})

describe('the long connection', () => {
  beforeEach(() => home.patch([feishuRow(platform.url)]))

  it('opens and answers pings', async () => {
    expect((await examine(home)).all).toContain('link.ok')
  })

  it('that opens and then says nothing is told', async () => {
    platform.faults.set({ name: 'frozen-link' })
    expect((await examine(home)).codes).toContain('link.deaf')
  })

  it('that is never opened is told', async () => {
    platform.faults.set({ name: 'unopened-link' })
    expect((await examine(home, { limits: { check: 10_000, call: 500 } })).codes).toContain('link.not-open')
  })

  it('that the platform refuses is told with its reason', async () => {
    platform.faults.set({ name: 'refused-link' })
    const { codes, report } = await examine(home)
    expect(codes).toContain('link.refused')
    expect(report.findings.find(({ code }) => code === 'link.refused')?.next).toContain('Long connection')
  })
})

describe('another process', () => {
  it('that serves the bot is left alone with its connection', async () => {
    home.patch([feishuRow(platform.url)])
    home.write(ownerFile('ask-anywhere', { appId: KEYS.appId, domain: platform.url }), '{"pid":4711,"start":"s"}')
    const lived = await examine(home, { startOf: (pid) => (pid === 4711 ? 's' : undefined) }, { live: true, seconds: 1 })
    expect(lived.codes).toEqual(expect.arrayContaining<FindingCode>(['owner.running', 'link.owned', 'live.owner']))
    expect(platform.messages()).toEqual([])
    expect((await examine(home)).codes).toContain('owner.stale')
  })
})
