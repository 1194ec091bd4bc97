import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as router from '../../../router/index.ts'
import { createTerminalPlugin } from '../../../surfaces/terminal/index.ts'
import type { TerminalSurface } from '../../../surfaces/terminal/index.ts'
import { settle } from '../../helpers/rounds.ts'
import { FakeInput, FakeOutput } from './fake-terminal.ts'

it('opens with the plugin, registers, and gives the terminal back with it', async () => {
  const ctx = new Context()
  await ctx.plugin(router)
  const [input, output, surfaces] = [new FakeInput(), new FakeOutput(), [] as TerminalSurface[]]
  const plugin = createTerminalPlugin({ input, output, env: { LANG: 'zh_CN.UTF-8', USER: 'lee' }, onOpen: (surface) => surfaces.push(surface) })
  const fiber = ctx.plugin(plugin, {})
  await fiber
  expect(surfaces).toHaveLength(1)
  expect((await output.screen()).join('\n')).toContain('没有待答的提问')
  await fiber.dispose()
  await output.screen()
  expect(output.alternate).toBe(false)
  expect([input.eventNames(), output.eventNames()]).toEqual([[], []])
  await ctx.fiber.dispose()
})

it('takes keys a second after a question came although the clock was set back by hours meanwhile', async () => {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router)
  const [input, output] = [new FakeInput(), new FakeOutput()]
  await ctx.plugin(createTerminalPlugin({ input, output, env: {} }), {})
  const answer = ctx.userQuestions.ask({ questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }] })
  await settle()
  const real = Date.now
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => real() - 3 * 3_600_000)
  onTestFinished(() => spy.mockRestore())
  for (const key of ['2', ' ', '\r']) {
    await delay(1_200)
    input.type(key)
  }
  expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
  await ctx.fiber.dispose()
}, 15_000)

it('survives being taken down while it is still opening', async () => {
  const ctx = new Context()
  await ctx.plugin(router)
  const [input, output] = [new FakeInput(), new FakeOutput()]
  const fiber = ctx.plugin(createTerminalPlugin({ input, output, env: {} }), {})
  await fiber.dispose()
  await settle()
  expect(input.eventNames()).toEqual([])
  expect(output.eventNames()).toEqual([])
  await ctx.fiber.dispose()
})

it.each<[string, boolean, Record<string, string>, unknown]>([
  ['on a dumb terminal', true, { TERM: 'dumb' }, {}],
  ['through pipes where the config says so', false, { TERM: 'xterm' }, { lines: 'on' }],
])('prints and reads lines %s', async (_, isTTY, env, config) => {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router)
  const [input, output, surfaces] = [Object.assign(new PassThrough(), { isTTY }), Object.assign(new FakeOutput(), { isTTY }), [] as TerminalSurface[]]
  await ctx.plugin(createTerminalPlugin({ input, output, env, onOpen: (surface) => surfaces.push(surface) }), config)
  expect(surfaces).toHaveLength(1)
  surfaces[0]?.say('text')
  expect(output.writes).toEqual(['text\n'])
  input.end()
  await settle()
  expect(surfaces[0]?.claim({ questions: [] })).toBe(false)
  await ctx.fiber.dispose()
  expect(input.listenerCount('data')).toBe(0)
})

it('takes neither keys nor lines through pipes by default, nor on a dumb terminal when told so', async () => {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router)
  let opened = 0
  const onOpen = () => { opened += 1 }
  await ctx.plugin(createTerminalPlugin({ input: new PassThrough(), output: new FakeOutput(), env: {}, onOpen }), {})
  await ctx.plugin(createTerminalPlugin({ input: Object.assign(new PassThrough(), { isTTY: true }), output: new FakeOutput(), env: { TERM: 'dumb' }, onOpen }), { lines: 'off' })
  expect(opened).toBe(0)
  await ctx.fiber.dispose()
})

it('draws in ASCII and leaves the mouse alone as configured', async () => {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router)
  const output = new FakeOutput()
  await ctx.plugin(createTerminalPlugin({ input: new FakeInput(), output, env: { LANG: 'C' } }), { mouse: 'off' })
  expect((await output.screen()).at(-2)).toBe('>')
  expect(output.writes.join('')).not.toMatch(/\?100[036]h/)
  await ctx.fiber.dispose()
})

it.each([
  ['the input is no terminal', { input: Object.assign(new FakeInput(), { isTTY: false }), output: new FakeOutput(), env: {} }],
  ['the output is no terminal', { input: new FakeInput(), output: Object.assign(new FakeOutput(), { isTTY: false }), env: {} }],
  ['the terminal is dumb', { input: new FakeInput(), output: new FakeOutput(), env: { TERM: 'dumb' } }],
])('stays out when %s', async (_, ports) => {
  const ctx = new Context()
  await ctx.plugin(router)
  let opened = 0
  await ctx.plugin(createTerminalPlugin({ ...ports, onOpen: () => { opened += 1 } }), {})
  expect(opened).toBe(0)
  expect(ports.output.writes).toEqual([])
  await ctx.fiber.dispose()
})
