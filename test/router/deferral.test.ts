/** The waiting of the later surfaces of one round, on a clock that a test moves. */
import { describe, expect, it } from 'vitest'
import { Deferral } from '../../router/deferral.ts'
import type { AskOrder } from '../../router/types.ts'
import { createClock } from '../helpers/clock.ts'
import { onSide } from '../helpers/ordered.ts'

const TERMINAL_FIRST: AskOrder = { mode: 'terminal-first', delaySeconds: 30 }

function start({ order = TERMINAL_FIRST, window, idles = [] }: { order?: AskOrder; window?: { left: number | undefined }; idles?: readonly (() => number)[] } = {}) {
  const clock = createClock()
  const contained: [string, unknown][] = []
  const listeners: (() => void)[] = []
  let due = 0
  const countdown = window && { remaining: () => window.left, onChange: (listener: () => void) => { listeners.push(listener); return () => {} } }
  const deferral = new Deferral(order, { monotonic: clock.now, after: clock.after, contain: (surface, error) => contained.push([surface, error]) }, () => { due += 1 }, countdown)
  for (const [index, idle] of idles.entries()) deferral.turnOf({ surface: onSide('desk', `desk${index}`, { idle }), side: 'desk' })
  return { deferral, clock, contained, due: () => due, change: () => { for (const listener of listeners) listener() } }
}
const desk = { surface: onSide('desk', 'terminal'), side: 'desk' } as const
const phone = { surface: onSide('phone', 'feishu'), side: 'phone' } as const

it('gives each side its turn, and none to whom names no side', () => {
  const { deferral } = start()
  expect([deferral.turnOf(desk), deferral.turnOf(phone), deferral.turnOf({ surface: onSide(undefined, 'notes') })]).toEqual(['first', 'later', undefined])
  expect(deferral.delaySeconds).toBe(30)
})

it('has no timer while nobody waits, and one while somebody does', () => {
  const { deferral, clock, due } = start()
  expect(clock.pending).toBe(0)
  deferral.look(false)
  expect(clock.pending).toBe(0)
  deferral.look(true)
  deferral.look(true)
  expect(clock.pending).toBe(1)
  deferral.look(false)
  expect(clock.pending).toBe(0)
  clock.tick(100_000)
  expect(due()).toBe(0)
})

it('is due once, and from then on nobody has a turn', () => {
  const { deferral, clock, due } = start()
  deferral.look(true)
  clock.tick(30_000)
  expect([due(), clock.pending]).toEqual([1, 0])
  expect([deferral.turnOf(desk), deferral.turnOf(phone)]).toEqual([undefined, undefined])
  deferral.look(false)
  deferral.look(true)
  deferral.reorder({ mode: 'phone-first', delaySeconds: 5 })
  deferral.reorder({ mode: 'terminal-first', delaySeconds: 5 })
  clock.tick(100_000)
  expect([due(), clock.pending, deferral.delaySeconds]).toEqual([1, 0, 30])
})

it('makes nobody wait who comes when the delay has passed, though nobody was there to wait', () => {
  const { deferral, clock } = start()
  clock.tick(29_999)
  expect(deferral.turnOf(phone)).toBe('later')
  clock.tick(1)
  expect([deferral.turnOf(phone), deferral.turnOf(desk)]).toEqual([undefined, 'first'])
})

it('counts a new delay from the beginning for those who wait, and ends with another first choice', () => {
  const { deferral, clock, due } = start()
  deferral.look(true)
  clock.tick(10_000)
  deferral.reorder({ mode: 'terminal-first', delaySeconds: 60 })
  expect([clock.pending, deferral.delaySeconds]).toEqual([1, 60])
  clock.tick(49_999)
  expect(due()).toBe(0)
  deferral.reorder({ mode: 'together', delaySeconds: 60 })
  expect([due(), clock.pending]).toEqual([1, 0])
})

describe('the desks', () => {
  it('hold the phone back by the latest key at any of them', () => {
    const { deferral, clock, due } = start({ idles: [() => 25_000, () => 10_000, () => 20_000] })
    deferral.look(true)
    clock.tick(30_000)
    expect([due(), clock.pending]).toEqual([0, 1])
    // Twenty seconds later, as the middle one still says so.
    clock.tick(19_999)
    expect(due()).toBe(0)
  })

  it('are heard all when one of them throws, and what is no span of time counts as no key', () => {
    const odd = [() => { throw new Error('no') }, () => NaN, () => -1, () => '5' as never]
    const { deferral, clock, contained, due } = start({ idles: [...odd, () => 0] })
    deferral.look(true)
    clock.tick(30_000)
    expect(due()).toBe(0)
    expect(contained[0]).toEqual(['desk0', expect.objectContaining({ message: 'no' })])
    const alone = start({ idles: odd })
    alone.deferral.look(true)
    alone.clock.tick(30_000)
    expect(alone.due()).toBe(1)
  })

  it('need not say when their last key was', () => {
    const { deferral, clock, contained, due } = start()
    deferral.turnOf(desk)
    deferral.look(true)
    clock.tick(30_000)
    expect([contained, due()]).toEqual([[], 1])
  })

  it('are those that were there in this round, not the phones', () => {
    const { deferral, clock, due } = start()
    deferral.turnOf({ surface: onSide('phone', 'feishu', { idle: () => 0 }), side: 'phone' })
    deferral.look(true)
    clock.tick(30_000)
    expect(due()).toBe(1)
  })
})

describe('the window of a timed ask', () => {
  it('keeps nobody waiting beyond its half, as it was when it was first known', () => {
    const window = { left: 40_000 as number | undefined }
    const { deferral, clock, due, change } = start({ window })
    deferral.look(true)
    clock.tick(10_000)
    window.left = 25_000
    change()
    expect(clock.pending).toBe(1)
    clock.tick(4_999)
    expect(due()).toBe(0)
    window.left = 20_000
    clock.tick(1)
    expect(due()).toBe(1)
  })

  it('that is not told is waited for by a second at most', () => {
    const { deferral, clock, due } = start({ window: { left: undefined } })
    deferral.look(true)
    clock.tick(999)
    expect(due()).toBe(0)
    clock.tick(1)
    expect(due()).toBe(1)
  })

  it('that is told in time is counted from then on', () => {
    const window = { left: undefined as number | undefined }
    const { deferral, clock, due, change } = start({ window })
    deferral.look(true)
    clock.tick(500)
    window.left = 100_000
    change()
    clock.tick(29_499)
    expect(due()).toBe(0)
    clock.tick(1)
    expect(due()).toBe(1)
  })
})
