import { Context } from '@deepseek-ai/cordis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { elsewhereOf, NO_ASKS, stepped, tellPlaces, type OpenAsks } from '../../../app/session/places.ts'
import * as router from '../../../router/index.ts'
import type { AskSurface, StepName } from '../../../router/types.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) })
afterEach(() => { vi.useRealTimers() })

type Given = readonly [StepName, string, string?]

const after = (...steps: readonly Given[]): OpenAsks => steps.reduce((asks, [step, ask, surface]) => stepped(asks, { step, ask, ...(surface === undefined ? {} : { surface }) }), NO_ASKS)

it.each<[string, number, readonly Given[]]>([
  ['an ask that only the phone shows', 1, [['opened', 'a'], ['claimed', 'a', 'feishu'], ['shown', 'a', 'feishu']]],
  ['an ask that the terminal shows as well', 0, [['opened', 'a'], ['shown', 'a', 'feishu'], ['shown', 'a', 'terminal']]],
  ['an ask that the terminal could not go on showing', 1, [['opened', 'a'], ['shown', 'a', 'terminal'], ['failed', 'a', 'terminal']]],
  ['an ask that is over', 0, [['opened', 'a'], ['acted', 'a', 'feishu'], ['settled', 'a', 'feishu'], ['collapsed', 'a', 'feishu']]],
  ['two of three', 2, [['opened', 'a'], ['opened', 'b'], ['opened', 'c'], ['shown', 'b', 'terminal']]],
])('counts %s', (_what, count, steps) => {
  expect(elsewhereOf(after(...steps))).toBe(count)
})

const surfaceOf = (name: string): AskSurface => ({ name, claim: () => false, ask: () => new Promise(() => {}) })

it('tells the other places as they come and go, and what stays open there once it has settled', async () => {
  const ctx = new Context()
  const told: ConsoleNews[] = []
  const headings = () => told.splice(0).map((one) => (one.type === 'headed' ? one.heading : one))
  const fiber = ctx.plugin({ name: 'screen', apply: (inner: Context) => tellPlaces(inner, (news) => void told.push(news)) })
  await fiber
  expect(headings()).toEqual([{ places: [] }])
  await ctx.plugin(router, { askTool: false })
  ctx.askSurfaces.register(surfaceOf('terminal'))
  const leave = ctx.askSurfaces.register(surfaceOf('feishu'))
  expect(headings().at(-1)).toEqual({ places: ['feishu'] })

  ctx.emit('ask-surfaces/step', { step: 'opened', ask: 'a', at: 0 })
  vi.advanceTimersByTime(100)
  ctx.emit('ask-surfaces/step', { step: 'shown', ask: 'a', surface: 'terminal', at: 0 })
  vi.advanceTimersByTime(1_000)
  expect(headings()).toEqual([])
  ctx.emit('ask-surfaces/step', { step: 'opened', ask: 'b', at: 0 })
  vi.advanceTimersByTime(1_000)
  expect(headings()).toEqual([{ elsewhere: 1 }])
  ctx.emit('ask-surfaces/step', { step: 'settled', ask: 'b', surface: 'feishu', at: 0 })
  vi.advanceTimersByTime(1_000)
  expect(headings()).toEqual([{ elsewhere: 0 }])

  ctx.askSurfaces.reorder?.({ mode: 'phone-first', delaySeconds: 5 })
  expect(headings()).toEqual([{ order: { mode: 'phone-first', delaySeconds: 5 } }])
  ctx.askSurfaces.reorder?.({ mode: 'together', delaySeconds: 5 })
  expect(headings()).toEqual([{ order: { mode: 'together', delaySeconds: 5 } }])

  leave()
  expect(headings()).toEqual([{ places: [] }])
  ctx.emit('ask-surfaces/step', { step: 'opened', ask: 'c', at: 0 })
  await fiber.dispose()
  vi.advanceTimersByTime(1_000)
  expect(headings()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
