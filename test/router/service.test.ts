/** `ctx.askSurfaces` as plugins see it, on the real cordis. */
import { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as router from '../../router/index.ts'
import { keptFile } from '../../router/own-file.ts'
import type { AskOrder, AskSurface } from '../../router/types.ts'
import { thirdParty } from '../helpers/third-party.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ask-service-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start(config: object = {}, ports: router.RouterPorts = {}) {
  const ctx = new Context()
  const fiber = ctx.plugin({ name: 'core', apply: (inner: Context) => router.apply(inner, { askTool: false, ...config }, ports) })
  await fiber
  const events: string[] = []
  ctx.on('ask-surfaces/places', () => { events.push('places') })
  ctx.on('ask-surfaces/order', () => { events.push('order') })
  return { ctx, fiber, events, places: () => ctx.askSurfaces.places?.() }
}

/** A plugin that registers a surface for its life. */
async function plugin(ctx: Context, surface: AskSurface) {
  const fiber = ctx.plugin({ name: surface.name, inject: ['askSurfaces'], apply: (inner: Context) => { inner.askSurfaces.register(surface) } })
  await fiber
  return fiber
}

it('names the places that are there, oldest first, and tells whoever listens when one comes or goes', async () => {
  const { ctx, events, places } = await start()
  expect(places()).toEqual([])
  const removers = ['desk', 'phone', 'notes'].map((name) => ctx.askSurfaces.register(thirdParty(name)))
  expect([places(), events]).toEqual([['desk', 'phone', 'notes'], ['places', 'places', 'places']])
  removers[1]!()
  removers[1]!()
  expect([places(), events.length]).toEqual([['desk', 'notes'], 4])
})

it('hands out a list that nobody can change it by', async () => {
  const { ctx, places } = await start()
  ctx.askSurfaces.register(thirdParty('desk'))
  const list: string[] = [...places() ?? []]
  Object.assign(places()!, { 0: 'other' })
  expect([list, places()]).toEqual([['desk'], ['desk']])
})

it('lets a surface go with the plugin that has registered it', async () => {
  const { ctx, places } = await start()
  const desk = await plugin(ctx, thirdParty('desk'))
  await plugin(ctx, thirdParty('phone'))
  await desk.dispose()
  expect(places()).toEqual(['phone'])
})

it('counts a surface by the name that it had when it came', async () => {
  const { ctx, places } = await start()
  const surface = { ...thirdParty('desk') }
  const remove = ctx.askSurfaces.register(surface)
  ctx.askSurfaces.register(thirdParty('phone'))
  Object.assign(surface, { name: 'phone' })
  remove()
  expect(places()).toEqual(['phone'])
})

it('refuses what is no surface, and counts it nowhere', async () => {
  const { ctx, places, events } = await start()
  expect(() => ctx.askSurfaces.register({ name: 'desk' } as never)).toThrow(expect.objectContaining({ code: 'BAD_SURFACE' }))
  expect([places(), events]).toEqual([[], []])
})

it('has the order of its row until somebody chooses another, which outlives it where it has a file', async () => {
  const CHOSEN: AskOrder = { mode: 'phone-first', delaySeconds: 7 }
  const orderFile = keptFile(join(folder, 'order.json'))
  const first = await start({ order: 'terminal-first', delaySeconds: 60 }, { orderFile })
  expect(first.ctx.askSurfaces.order?.()).toEqual({ mode: 'terminal-first', delaySeconds: 60 })
  expect(first.ctx.askSurfaces.reorder?.(CHOSEN)).toBe(true)
  expect([first.ctx.askSurfaces.order?.(), first.events]).toEqual([CHOSEN, ['order']])
  await first.fiber.dispose()
  const second = await start({ order: 'terminal-first', delaySeconds: 60 }, { orderFile })
  expect(second.ctx.askSurfaces.order?.()).toEqual(CHOSEN)
  const unkept = await start()
  expect([unkept.ctx.askSurfaces.reorder?.(CHOSEN), unkept.ctx.askSurfaces.order?.()]).toEqual([false, CHOSEN])
})

it('refuses what is no order, and tells nobody of it', async () => {
  const { ctx, events } = await start()
  expect(() => ctx.askSurfaces.reorder?.({ mode: 'nowhere', delaySeconds: 1 } as never)).toThrow(TypeError)
  expect([ctx.askSurfaces.order?.(), events]).toEqual([{ mode: 'together', delaySeconds: 30 }, []])
})

it('stays out where another router is there, which goes on when the second one goes', async () => {
  const { ctx, fiber, places } = await start()
  ctx.askSurfaces.register(thirdParty('desk'))
  const second = ctx.plugin({ name: 'second', apply: (inner: Context) => router.apply(inner, { askTool: false }) })
  await second
  expect(places()).toEqual(['desk'])
  await second.dispose()
  expect(places()).toEqual(['desk'])
  await fiber.dispose()
  expect(ctx.get('askSurfaces', false) === undefined).toBe(true)
})

it('refuses a row that it cannot read, by the name of the field', () => {
  const ctx = new Context()
  expect(() => router.apply(ctx, { journal: 'on' })).toThrow(/`journal`/u)
})
