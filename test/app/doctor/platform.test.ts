/** Findings about the app on the platform, with the real SDK against a simulated one. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Simulator, SimulatorOptions } from '../../../app/demo/simulator/index.ts'
import type { FindingCode } from '../../../app/doctor/finding.ts'
import { createHome, examine, feishuRow, type Home, KEYS, portsOf, SCOPES, scopes, startPlatform } from './stand.ts'

let home: Home
let platforms: Simulator[]
let servers: Server[]

beforeEach(() => {
  home = createHome()
  platforms = []
  servers = []
})
afterEach(async () => {
  for (const each of platforms) await each.close()
  for (const each of servers) {
    each.closeAllConnections()
    await new Promise((resolve) => { each.close(resolve) })
  }
  home.dispose()
})

async function start(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const platform = await startPlatform(options)
  platforms.push(platform)
  home.patch([feishuRow(platform.url)])
  return platform
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

it('finds nothing to say against an app that is set up well, and changes nothing', async () => {
  const platform = await start({ setup: { transport: 'long-connection' } })
  const before = home.state()
  const { all, codes, exitCode } = await examine(home)
  expect(all).toEqual(expect.arrayContaining<FindingCode>(['platform.token', 'bot.ok', 'scopes.ok', 'app.ok', 'people.ok', 'owner.none', 'link.ok']))
  expect([codes, exitCode]).toEqual([[], 0])
  expect(home.state()).toEqual(before)
  expect(platform.messages()).toEqual([])
  await expect.poll(() => platform.links()).toBe(0)
})

describe('how the app is set up', () => {
  it.each<[FindingCode, Partial<SimulatorOptions>]>([
    ['bot.none', { setup: { bot: 'absent' } }],
    ['bot.inactive', { setup: { bot: 'disabled' } }],
    ['app.unpublished', { setup: { published: false } }],
    ['app.unsubscribed', { setup: { subscribed: ['im.message.receive_v1'] } }],
    ['app.messages-unsubscribed', { setup: { subscribed: ['card.action.trigger'] } }],
    ['app.transport', { setup: { transport: 'webhook' } }],
    ['app.unreadable', { scopes: SCOPES.slice(0, 3) }],
    ['scopes.missing', { scopes: scopes('im:message:update', 'im:message.p2p_msg:readonly') }],
    ['scopes.pending', { scopes: [...scopes('im:message:update', 'im:message.p2p_msg:readonly'), { scope_name: 'im:message:send_as_bot', grant_status: 2 }] }],
    ['scopes.replies', { scopes: scopes('im:message:send_as_bot', 'im:message:update') }],
  ])('gets %s', async (code, options) => {
    await start(options)
    expect((await examine(home)).codes).toContain(code)
  })

  it('is not told to add scopes for sending where the one for reading is missing', async () => {
    await start({ scopes: SCOPES.slice(0, 3) })
    const { report, codes } = await examine(home)
    expect(codes).not.toContain('scopes.missing')
    const { what, next } = report.findings.find(({ code }) => code === 'app.unreadable')!
    expect(what).toContain('(99991672)')
    expect(what + next).not.toContain('im:message')
  })

  it('is well with the one scope that stands for several', async () => {
    await start({ scopes: scopes('im:message', 'application:application:self_manage') })
    expect((await examine(home)).all).toContain('scopes.ok')
  })
})

describe('the way to the platform', () => {
  it('is told when nobody is there, and that a proxy may be the only way', async () => {
    const nowhere = await serve(() => undefined)
    home.patch([feishuRow(nowhere)])
    const quick = { limits: { check: 10_000, call: 200 } }
    expect((await examine(home, quick)).codes).toContain('platform.unreachable')
    const env = { ...portsOf(home).env, HTTPS_PROXY: 'http://proxy:3128' }
    expect((await examine(home, { ...quick, env })).codes).toContain('platform.proxy-only')
  })

  it.each([[200, '<html>Sign in</html>'], [302, ''], [407, 'proxy']])('is told when something else answers with HTTP %i', async (status, text) => {
    home.patch([feishuRow(await serve((_request, response) => { response.writeHead(status, { location: '/login' }).end(text) }))])
    expect((await examine(home)).codes).toContain('platform.foreign')
  })

  it.each([['failed-before-delivery', 'token'], ['rate-limited', 'token'], ['rate-limited', 'bot']] as const)('is told to be busy after %s of %s', async (name, on) => {
    const platform = await start()
    platform.faults.set({ name, on: [on] })
    expect((await examine(home)).codes).toContain('platform.busy')
  })

  it('is told to be slow', async () => {
    const platform = await start()
    platform.faults.set({ name: 'slow', on: ['token'], ms: 2_100 })
    expect((await examine(home)).codes).toContain('platform.slow')
  })

  it('is asked for the time', async () => {
    await start()
    const { codes, fact } = await examine(home, { now: () => Date.now() - 600_000 })
    expect(codes).toContain('platform.clock')
    expect(Math.abs(Number(fact('platform.clock', 'seconds')) - 600)).toBeLessThan(5)
  })

  it('leaves open what single calls do not tell', async () => {
    const platform = await start()
    platform.faults.set({ name: 'rate-limited', on: ['scopes'] })
    expect((await examine(home)).codes).toContain('scopes.unreadable')
    platform.faults.set({ name: 'expired-token' })
    expect((await examine(home)).codes).toContain('bot.unreadable')
  })
})

describe('credentials', () => {
  it.each([[{ appSecret: 'another' }], [{ appId: 'cli_fedcba9876543210' }]])('that the platform does not know are told: %j', async (other) => {
    await start(other)
    const { codes, exitCode, text } = await examine(home)
    expect(codes).toContain('platform.credentials')
    expect(exitCode).toBe(2)
    expect(text).not.toContain(KEYS.appSecret)
  })

  it.each(['feishu', 'lark'] as const)('that the other of the two platforms knows mean a wrong domain, where %s was given', async (given) => {
    const right = await startPlatform()
    const wrong = await startPlatform({ appId: 'cli_fedcba9876543210' })
    platforms.push(right, wrong)
    const other = given === 'feishu' ? 'lark' : 'feishu'
    home.patch([feishuRow(given)])
    const { codes, fact } = await examine(home, { platforms: given === 'feishu' ? { feishu: wrong.url, lark: right.url } : { feishu: right.url, lark: wrong.url } })
    expect(codes).toContain('platform.wrong-domain')
    expect(fact('platform.wrong-domain', 'name')).toBe(other)
  })

  it('of a platform of its own address are told to no other', async () => {
    const own = await start({ appSecret: 'another' })
    const official = await startPlatform()
    platforms.push(official)
    expect((await examine(home, { platforms: { feishu: official.url, lark: official.url } })).codes).toContain('platform.credentials')
    expect(own.wire().length).toBeGreaterThan(0)
    expect(official.wire()).toEqual([])
  })
})
