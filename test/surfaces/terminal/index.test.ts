import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
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
