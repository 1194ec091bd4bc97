/** Mounting the host's ask tool where no row of the profile offers it. */
import { Context, Service } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { mountAskTool } from '../../../router/host/ask-tool.ts'
import { settle } from '../../helpers/rounds.ts'

/** The part of the host's tool registry that matters: two tools of one name stop the host. */
class Tools extends Service {
  private readonly names = new Set<string>()

  constructor(ctx: Context) {
    super(ctx, 'tools')
  }

  register(name: string): void {
    if (this.names.has(name)) throw new Error(`tool ${name} is registered already`)
    this.ctx.effect(() => {
      this.names.add(name)
      return () => this.names.delete(name)
    })
  }

  get(name: string): string | undefined {
    return this.names.has(name) ? name : undefined
  }
}

const TOOL = 'ask_user_question'
const toolRow = { name: 'tool-ask-user', inject: ['tools'], apply: (ctx: Context) => { toolsOf(ctx).register(TOOL) } }

function toolsOf(ctx: Context): Tools {
  return ctx.get('tools')
}

/** A host that counts how often the package was asked for. */
async function host() {
  const ctx = new Context()
  await ctx.plugin(Tools)
  let loads = 0
  const load = async () => { loads += 1; return toolRow }
  const mount = () => ctx.plugin({ name: 'mounter', apply: (inner: Context) => { inner.provide('askTool', { mounted: mountAskTool(inner, load) }) } })
  const lines = () => ctx.logger.buffer.map(({ args }) => String(args[0]))
  return { ctx, mount, lines, loads: () => loads }
}

it('mounts the tool for as long as the router is there', async () => {
  const { ctx, mount, lines } = await host()
  const mounter = mount()
  await mounter
  await settle()
  expect(toolsOf(ctx).get(TOOL)).toBe(TOOL)
  expect(lines()).toEqual([`${TOOL} is mounted: no row of the profile offers it`])
  await mounter.dispose()
  expect(toolsOf(ctx).get(TOOL)).toBeUndefined()
})

it('leaves it to a row that offers it', async () => {
  const { ctx, mount, loads, lines } = await host()
  await ctx.plugin(toolRow)
  await mount()
  await settle()
  expect([loads(), lines()]).toEqual([0, []])
})

it('lets whoever needs the tool wait until it is there', async () => {
  const { ctx, mount } = await host()
  await mount()
  await ctx.get('askTool')?.mounted
  expect(toolsOf(ctx).get(TOOL)).toBe(TOOL)
})

it('waits until the profile is up: a row that comes later may offer it', async () => {
  const { ctx, mount, loads } = await host()
  let up: (() => void) | undefined
  ctx.provide('loader', { await: () => new Promise<void>((resolve) => { up = resolve }) })
  await mount()
  await settle()
  expect(toolsOf(ctx).get(TOOL)).toBeUndefined()
  await ctx.plugin(toolRow)
  up?.()
  await settle()
  expect(loads()).toBe(0)
})

it('does nothing when the router was unloaded meanwhile', async () => {
  const { ctx, mount, loads, lines } = await host()
  let up: (() => void) | undefined
  ctx.provide('loader', { await: () => new Promise<void>((resolve) => { up = resolve }) })
  const mounter = mount()
  await mounter
  await mounter.dispose()
  up?.()
  await settle()
  expect([loads(), lines()]).toEqual([0, []])
})

it('says one line where the host has no tools', async () => {
  const ctx = new Context()
  await ctx.plugin({ name: 'mounter', apply: (inner: Context) => mountAskTool(inner) })
  await settle()
  expect(ctx.logger.buffer.map(({ args }) => args[0])).toEqual([`no tools in this host; ${TOOL} is not mounted`])
})

it('says one line where the package is not installed, as in this checkout', async () => {
  const ctx = new Context()
  await ctx.plugin(Tools)
  await ctx.plugin({ name: 'mounter', apply: (inner: Context) => mountAskTool(inner) })
  await expect.poll(() => ctx.logger.buffer.map(({ args }) => String(args[0]))).toEqual([expect.stringContaining('could not be mounted')])
  expect(toolsOf(ctx).get(TOOL)).toBeUndefined()
})

it.each([[Object.assign(new Error('secret'), { code: 'ERR_MODULE_NOT_FOUND' }), 'ERR_MODULE_NOT_FOUND'], [new Error('secret'), 'no code']])('says by a code that the tool could not be mounted, never in words of others: %s', async (error, code) => {
  const { ctx } = await host()
  const load = async (): Promise<never> => { throw error }
  await ctx.plugin({ name: 'mounter', apply: (inner: Context) => { inner.provide('askTool', { mounted: mountAskTool(inner, load) }) } })
  await ctx.get('askTool')?.mounted
  expect(ctx.logger.buffer.map(({ args }) => args[0])).toEqual([`the tool ${TOOL} could not be mounted (${code}); the model cannot ask`])
})

it('mounts nothing when the router was unloaded while the package was loaded', async () => {
  const { ctx } = await host()
  let loaded: (() => void) | undefined
  const load = () => new Promise<typeof toolRow>((resolve) => { loaded = () => resolve(toolRow) })
  const mounter = ctx.plugin({ name: 'mounter', apply: (inner: Context) => { inner.provide('askTool', { mounted: mountAskTool(inner, load) }) } })
  await mounter
  await settle()
  await mounter.dispose()
  loaded?.()
  await settle()
  expect([toolsOf(ctx).get(TOOL), ctx.logger.buffer]).toEqual([undefined, []])
})
