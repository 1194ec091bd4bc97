import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runOnce, summaryOf, type OnceOptions, type Result } from '../../../app/session/once.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'
import { createScriptedHost, until, type ScriptedHost } from './scripted-host.ts'

let host: ScriptedHost

beforeEach(async () => {
  host = await createScriptedHost()
})

afterEach(async () => {
  await host.ctx.fiber.dispose()
})

/** Runs a task to the end: what was printed, and the code that the host was asked to end with. */
async function run(task: string, options: Partial<OnceOptions> = {}): Promise<{ out: string; err: string; code: number | undefined }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  let code: number | undefined
  const fiber = host.ctx.plugin({
    name: 'once',
    inject: ['agents', 'sessions', 'agentDefaultModel'],
    apply(ctx) {
      runOnce(ctx, { task, from: { kind: 'new' }, cwd: '/home/lee', stdout, stderr, exit: (asked) => { code = asked }, ...options })
    },
  })
  await until(() => code !== undefined, () => [task, code])
  await fiber.dispose()
  return { out: String(stdout.read() ?? ''), err: String(stderr.read() ?? ''), code }
}

it('prints the last words of the agent and ends well, with the session written down', async () => {
  host.turns.push(async (agent) => {
    agent.speak('First I look.')
    agent.speak('It is done.')
  })
  expect(await run('Do it')).toEqual({ out: 'It is done.\n', err: '', code: 0 })
  expect(host.flushed).toEqual(host.disposed)
})

it('goes on with the latest session of the folder', async () => {
  await run('One')
  await run('Two', { from: { kind: 'latest' } })
  expect(host.stored.size).toBe(1)
})

it.each<[string, Partial<OnceOptions>, RegExp]>([
  ['a session that isn\'t there', { from: { kind: 'named', id: 'gone' } }, /^ask: there is no session gone; --continue goes on with the latest one of this folder\n$/],
])('says in one line about %s, and ends badly', async (_what, options, line) => {
  const { out, err, code } = await run('Do it', options)
  expect([out, code]).toEqual(['', 1])
  expect(err).toMatch(line)
})

it('says in one line why there is no agent', async () => {
  host.fault = new Error('no\nkey')
  expect(await run('Do it')).toEqual({ out: '', err: 'ask: no key\n', code: 1 })
})

it('runs a command of the host', async () => {
  host.ctx.provide('commands', {
    execute: (agent: { followup(message: unknown): void }, line: string) => {
      if (line === '/plan go') agent.followup({ id: 'm', role: 'user', content: [{ type: 'text', text: 'go' }], source: { kind: 'user' } })
      const results: Record<string, object> = { '/compact': { kind: 'success', text: 'Compacted.' }, '/bad': { kind: 'error', text: 'not now' }, '/plan go': { kind: 'success' } }
      return Promise.resolve(results[line] && { result: results[line] })
    },
  })
  expect(await run('/compact')).toEqual({ out: 'Compacted.\n', err: '', code: 0 })
  expect(await run('/bad')).toEqual({ out: '', err: 'ask: not now\n', code: 1 })
  expect(await run('/plan go')).toEqual({ out: 'Done.\n', err: '', code: 0 })
  expect(await run('/etc/hosts is odd')).toEqual({ out: 'Done.\n', err: '', code: 0 })
})

const spoke: ConsoleNews = { type: 'spoke', text: 'So far.', reasoning: '', interrupted: false }

it.each<[readonly ConsoleNews[], Result]>([
  [[spoke, { type: 'turn-ended', how: 'completed' }], { code: 0, answer: 'So far.' }],
  [[spoke, { ...spoke, text: '' }, { type: 'turn-ended', how: 'completed' }], { code: 0, answer: 'So far.' }],
  [[spoke, { type: 'turn-ended', how: 'failed', detail: 'AUTH: bad key' }], { code: 1, answer: 'So far.', complaint: 'AUTH: bad key' }],
  [[{ type: 'turn-ended', how: 'failed' }], { code: 1, complaint: 'the model failed' }],
  [[{ type: 'turn-ended', how: 'interrupted' }], { code: 1, complaint: 'the agent was interrupted' }],
  [[{ type: 'turn-ended', how: 'blocked' }], { code: 1, complaint: 'the task was refused before the agent began' }],
  [[{ type: 'turn-ended', how: 'cut-short' }], { code: 1, complaint: 'the answer was cut short by the model\'s limit' }],
  [[], { code: 1, complaint: 'the agent did nothing with the task' }],
])('sums up %j', (news, result) => {
  expect(summaryOf(news)).toEqual(result)
})
