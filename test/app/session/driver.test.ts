import { SessionId } from '@deepseek-ai/dsh-session'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Driver, type DriverOptions, type Memory } from '../../../app/session/driver.ts'
import { SessionTaken, type Holds } from '../../../app/session/holds.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'
import { settle } from '../../helpers/rounds.ts'
import { createScriptedHost, until, type ScriptedHost } from './scripted-host.ts'

const CWD = '/home/lee/shop'

let host: ScriptedHost

beforeEach(async () => {
  host = await createScriptedHost()
})

afterEach(async () => {
  await host.ctx.fiber.dispose()
})

interface Driven {
  readonly driver: Driver
  readonly news: ConsoleNews[]
  readonly said: string[]
  end(): Promise<void>
}

/** A driver in a plugin of its own, with one follower unless told otherwise. */
async function drive(options: Partial<DriverOptions> = {}, followed = true): Promise<Driven> {
  const news: ConsoleNews[] = []
  const said: string[] = []
  let driver: Driver | undefined
  const fiber = host.ctx.plugin({
    name: 'driver',
    inject: ['agents', 'sessions', 'agentDefaultModel'],
    apply(ctx) {
      driver = new Driver(ctx, { from: { kind: 'new' }, cwd: CWD, memory: {}, ...options })
    },
  })
  await fiber
  if (driver === undefined) throw new Error('the driver was not made')
  if (followed) {
    driver.follow({ locale: 'en', tell: (one) => void news.push(one), say: (line) => void said.push(line) })
    await until(() => news.some(({ type }) => type === 'session-opened') || said.length > 0, () => news)
  }
  return { driver, news, said, end: () => fiber.dispose() }
}

const textsOf = (news: readonly ConsoleNews[]): string[] => news.flatMap((one) => (one.type === 'user-said' ? [`> ${one.text}`] : one.type === 'spoke' ? [one.text] : []))
const lastState = (news: readonly ConsoleNews[]) => news.findLast((one) => one.type === 'state-changed')

/** Something that waits for the test. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const waiting = new AbortController()
  const opened = new Promise<void>((resolve) => {
    waiting.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  return { opened, open: () => waiting.abort() }
}

it('opens a session in its folder with the host\'s model once somebody follows', async () => {
  const { driver, news } = await drive({}, false)
  await settle()
  expect(host.agents).toEqual([])
  driver.follow({ locale: 'en', tell: (one) => void news.push(one), say: () => {} })
  await until(() => host.agents.length === 1, () => news)
  expect(host.agents[0]?.session.header.cwd).toBe(CWD)
  await until(() => driver.shows(host.agents[0]?.id), () => news)
  expect(news.find((one) => one.type === 'headed')).toEqual({ type: 'headed', heading: { project: 'shop', model: 'test-model' } })
  expect(news.findLast((one) => one.type === 'commands-listed')).toMatchObject({ commands: [{ name: 'help' }, { name: 'new' }, { name: 'pair' }, { name: 'quit' }, { name: 'sessions' }, { name: 'where' }] })
})

it('sends the first task once, also when the row is reloaded, and goes on with the same session then', async () => {
  const memory: Memory = {}
  const first = await drive({ task: 'Begin', memory })
  await until(() => textsOf(first.news).includes('Done.'), () => first.news)
  const id = host.agents[0]?.id
  await first.end()
  const second = await drive({ task: 'Begin', memory })
  expect(host.agents[0]?.id).toBe(id)
  expect(textsOf(second.news)).toEqual(['> Begin', 'Done.'])
})

it('steers a running turn and begins another when the agent is at rest', async () => {
  const gate = createGate()
  host.turns.push(async (agent) => {
    await gate.opened
    agent.takeSteering()
    agent.speak('Both.')
  })
  const { driver, news } = await drive()
  driver.submit('One')
  driver.submit('Two')
  expect(host.agents[0]?.inbox.nextStep.length).toBe(1)
  expect(news.findLast((one) => one.type === 'queue-changed')).toEqual({ type: 'queue-changed', texts: ['Two'] })
  gate.open()
  await until(() => lastState(news)?.state === 'idle', () => news)
  driver.submit('Three')
  await until(() => textsOf(news).includes('Done.'), () => news)
  expect(textsOf(news)).toEqual(['> One', '> Two', 'Both.', '> Three', 'Done.'])
})

it('interrupts the turn and gives back what the agent will not take', async () => {
  host.turns.push(() => new Promise(() => {}))
  const { driver, news } = await drive()
  driver.submit('Forever')
  driver.submit('Then this')
  driver.interrupt()
  await until(() => lastState(news)?.state === 'interrupted', () => news)
  expect(news).toContainEqual({ type: 'returned', text: 'Then this' })
  expect(news).toContainEqual({ type: 'turn-ended', how: 'interrupted' })
})

it('gives back what waited for a turn that failed, which nobody would take before somebody says more', async () => {
  const gate = createGate()
  host.turns.push(async () => {
    await gate.opened
    throw new Error('no server')
  })
  const { driver, news } = await drive()
  driver.submit('One')
  driver.submit('Two')
  gate.open()
  await until(() => news.some(({ type }) => type === 'returned'), () => news)
  expect(news.filter(({ type }) => type === 'returned')).toEqual([{ type: 'returned', text: 'Two' }])
  expect(news.findLast((one) => one.type === 'queue-changed')).toEqual({ type: 'queue-changed', texts: [] })
  expect(lastState(news)?.state).toBe('idle')
  driver.submit('Three')
  await until(() => textsOf(news).includes('Done.'), () => news)
  expect(textsOf(news)).toEqual(['> One', '> Three', 'Done.'])
})

it('keeps what is typed until the agent is there, and gives it back when it never comes', async () => {
  const gate = createGate()
  host.opening = gate.opened
  const { driver, news, said } = await drive({}, false)
  driver.follow({ locale: 'en', tell: (one) => void news.push(one), say: (line) => void said.push(line) })
  driver.submit('Early')
  expect(news.at(-1)).toEqual({ type: 'queue-changed', texts: ['Early'] })
  host.fault = new Error('no key')
  gate.open()
  await until(() => said.length > 0, () => news)
  expect(said).toEqual(['The session could not be opened (no key); /new begins another, /sessions lists earlier ones.'])
  expect(news).toContainEqual({ type: 'returned', text: 'Early' })
  host.fault = undefined
  driver.submit('Again')
  await until(() => textsOf(news).includes('Done.'), () => news)
  expect(textsOf(news)).toEqual(['> Again', 'Done.'])
})

it('goes on with the session that was used last, with the one that is named, and says when there is none', async () => {
  const none = await drive({ from: { kind: 'latest' } })
  expect(none.said).toEqual(['No earlier session in this folder: this is a new one.'])
  none.driver.submit('Older')
  await until(() => textsOf(none.news).includes('Done.'), () => none.news)
  const id = host.agents[0]?.id ?? ''
  await none.end()
  for (const from of [{ kind: 'named', id }, { kind: 'latest' }] as const) {
    const again = await drive({ from })
    expect(textsOf(again.news)).toEqual(['> Older', 'Done.'])
    expect(again.driver.shows(id)).toBe(true)
    await again.end()
  }
})

it('does not give the task to another session than the one that it was meant for', async () => {
  const { news, said } = await drive({ from: { kind: 'named', id: 'gone' }, task: 'Fix it' })
  await until(() => news.some(({ type }) => type === 'returned'), () => news)
  expect(said).toEqual(['There is no session gone; /sessions lists those of this folder.'])
  expect(news).toContainEqual({ type: 'returned', text: 'Fix it' })
  expect(textsOf(news)).toEqual([])
})

it('leaves a session alone that another process drives, gives the task back, and goes on in a new one', async () => {
  const held = new Map([['elsewhere', 77]])
  const taken: string[] = []
  const holds: Holds = {
    holderOf: (id) => held.get(id),
    take(id) {
      const pid = held.get(id)
      if (pid !== undefined) throw new SessionTaken(pid)
      taken.push(id)
      return () => void taken.splice(taken.indexOf(id), 1)
    },
  }
  host.stored.set('elsewhere', { header: { version: 1, id: SessionId('elsewhere'), createdAt: 1, cwd: CWD }, events: [] })
  const { driver, news, said, end } = await drive({ from: { kind: 'named', id: 'elsewhere' }, task: 'Fix it', holds })
  await until(() => news.some(({ type }) => type === 'returned'), () => news)
  expect(said).toEqual(['Another process (77) drives that session: leave it there first. /new begins another, /sessions lists earlier ones.'])
  expect(news).toContainEqual({ type: 'returned', text: 'Fix it' })
  driver.submit('Something else')
  await until(() => textsOf(news).includes('Done.'), () => news)
  const id = host.agents[0]?.id ?? ''
  expect(taken).toEqual([id])
  driver.submit('/sessions elsewhere')
  await until(() => said.length === 2, () => said)
  expect(driver.shows(id)).toBe(true)
  await end()
  expect(taken).toEqual([])
})

it('tells a follower that comes late all there was, and what is still being written', async () => {
  host.turns.push(async (agent) => {
    agent.stream('Hm. ', 'reasoning-delta')
    agent.stream('Hel')
    agent.stream('lo')
    await new Promise(() => {})
  })
  const { driver, news } = await drive()
  driver.submit('Greet')
  await until(() => news.filter(({ type }) => type === 'streamed').length === 3, () => news)
  const late: ConsoleNews[] = []
  const leave = driver.follow({ locale: 'zh', tell: (one) => void late.push(one), say: () => {} })
  expect(late[0]).toEqual({ type: 'session-opened', id: host.agents[0]?.id })
  expect(textsOf(late)).toEqual(['> Greet'])
  expect(late.filter((one) => one.type === 'streamed').map(({ delta }) => delta)).toEqual(['Hm. ', 'Hel', 'lo'])
  expect(lastState(late)?.state).toBe('running')
  leave()
  const heard = late.length
  host.agents[0]?.stream('!')
  expect(late.length).toBe(heard)
})

it('offers the earlier sessions of the folder and changes to the one that is picked, but not while the agent works', async () => {
  const first = await drive()
  first.driver.submit('In the first')
  await until(() => textsOf(first.news).includes('Done.') && lastState(first.news)?.state === 'idle', () => first.news)
  const id = host.agents[0]?.id ?? ''
  first.driver.submit('/new')
  await until(() => host.agents[0] !== undefined && host.agents[0].id !== id && first.driver.shows(host.agents[0].id), () => first.news)
  expect(host.flushed).toContain(id)
  expect(host.disposed).toEqual([id])
  first.driver.submit('/sessions')
  await until(() => first.news.at(-1)?.type === 'choices-offered', () => first.news.at(-1))
  expect(first.news.at(-1)).toMatchObject({ command: 'sessions', choices: [{ value: id, label: 'In the first', detail: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d, 1 message$/) }] })

  host.turns.push(() => new Promise(() => {}))
  first.driver.submit('Busy')
  first.driver.submit(`/sessions ${id}`)
  expect(first.said).toEqual(['The agent is at work: interrupt it first (^C twice), or wait.'])
  first.driver.interrupt()
  await until(() => lastState(first.news)?.state === 'interrupted', () => first.news)
  first.driver.submit(`/sessions ${id}`)
  await until(() => first.driver.shows(id), () => first.news)
  const opened = first.news.findLastIndex((one) => one.type === 'session-opened')
  expect(textsOf(first.news.slice(opened))).toEqual(['> In the first', 'Done.'])
})

it('runs the host\'s commands, and says what came of them; what only looks like one is text', async () => {
  const asked: string[] = []
  host.ctx.provide('commands', {
    list: () => [{ name: 'compact', description: 'Compact', input: { hint: '[focus]' } }, { name: 'help', description: 'The host\'s' }],
    execute: (_agent: unknown, line: string) => {
      asked.push(line)
      if (line === '/throw') return Promise.reject(new Error('out of order'))
      const results: Record<string, object> = { '/compact now': { kind: 'success', text: 'Compacted.' }, '/quiet': { kind: 'success' }, '/bad': { kind: 'error', text: 'no' } }
      return Promise.resolve(results[line] && { result: results[line] })
    },
  })
  const { driver, news, said } = await drive()
  expect(news.findLast((one) => one.type === 'commands-listed')?.commands.map(({ name }) => name)).toEqual(['compact', 'help', 'new', 'pair', 'quit', 'sessions', 'where'])
  for (const line of ['/compact now', '/quiet', '/bad', '/unknown', '/throw']) {
    driver.submit(line)
    const before = said.length
    await until(() => said.length > before, () => said)
  }
  expect(said).toEqual([
    'Compacted.', '/quiet: done', '/bad: no',
    'There is no command /unknown; /help lists them. To send the line as text, begin it with a blank.', '/throw: out of order',
  ])
  driver.submit('/help')
  expect(said.at(-1)).toContain('/compact')
  expect(asked).toHaveLength(5)
  driver.submit('/usr/bin/false fails')
  await until(() => textsOf(news).includes('Done.'), () => news)
  driver.submit(' /compact is what I typed')
  await until(() => textsOf(news).filter((text) => text === 'Done.').length === 2, () => news)
  expect(textsOf(news)).toEqual(['> /usr/bin/false fails', 'Done.', '> /compact is what I typed', 'Done.'])
})

it('ends its agent once, written down, and gives back what still waited, while somebody hears it', async () => {
  host.turns.push(() => new Promise(() => {}))
  const { driver, news, end } = await drive()
  const id = host.agents[0]?.id
  driver.submit('Forever')
  driver.submit('Then this')
  await end()
  expect(host.disposed).toEqual([id])
  expect(host.flushed).toContain(id)
  expect(host.agents).toEqual([])
  expect(news).toContainEqual({ type: 'returned', text: 'Then this' })
})

it('goes on with the session of an agent that was taken down by somebody else', async () => {
  const { driver, news } = await drive()
  driver.submit('Before')
  await until(() => textsOf(news).includes('Done.'), () => news)
  const id = host.agents[0]?.id ?? ''
  await host.takeDown(id)
  await until(() => host.agents.length === 1 && driver.shows(id), () => news)
  driver.submit('After')
  await until(() => textsOf(news).filter((text) => text === 'Done.').length >= 3, () => textsOf(news))
  expect(textsOf(news)).toEqual(['> Before', 'Done.', '> Before', 'Done.', '> After', 'Done.'])
})

it('shares a session that is live already, and leaves it alone at the end', async () => {
  const other = await drive()
  other.driver.submit('Hello')
  await until(() => textsOf(other.news).includes('Done.'), () => other.news)
  const id = host.agents[0]?.id ?? ''
  host.stored.set(id, { header: host.agents[0]!.session.header, events: [] })
  const second = await drive({ from: { kind: 'named', id } })
  expect(textsOf(second.news)).toEqual(['> Hello', 'Done.'])
  await second.end()
  expect(host.agents.map((agent) => agent.id)).toEqual([id])
})

it('leaves no listener behind', async () => {
  const before = host.ctx.fiber.getEffects().length
  const { end } = await drive()
  await end()
  expect(host.ctx.fiber.getEffects().length).toBe(before)
})
