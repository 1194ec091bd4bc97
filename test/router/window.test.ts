/** The clock that all surfaces of a timed ask see: what each of them is told, and what the host gets back. */
import { expect, it } from 'vitest'
import type { HoldKind } from '../../router/types.ts'
import { Window } from '../../router/window.ts'
import { createClock } from '../helpers/clock.ts'
import { settle } from '../helpers/rounds.ts'
import { lendWindow } from '../helpers/timed.ts'

function start(ms = 10_000) {
  const clock = createClock()
  const lent = lendWindow(clock, { ms })
  const asked = new Set([1, 2])
  const held: [string, HoldKind][] = []
  const contained: [string, unknown][] = []
  let expired = 0
  const window = new Window({
    monotonic: clock.now, after: clock.after, attach: lent.attach!, isAsked: (key) => asked.has(key),
    expired: () => { expired += 1 }, held: (surface, how) => held.push([surface, how]), contain: (source, error) => contained.push([source, error]),
  })
  return { window, clock, lent, asked, held, contained, expired: () => expired, desk: window.seen(1, 'desk'), phone: window.seen(2, 'phone') }
}

async function counting(ms?: number) {
  const under = start(ms)
  under.window.occupy(true)
  await settle()
  return under
}

it('is claimed once while somebody is asked, and given back when nobody is', async () => {
  const { window, lent, desk, clock } = await counting()
  window.occupy(true)
  await settle()
  expect([lent.made, lent.claims, desk.state]).toEqual([1, 1, 'counting'])
  window.occupy(false)
  window.occupy(false)
  await settle()
  expect([lent.claims, desk.state, desk.remaining(), clock.pending]).toEqual([0, 'starting', undefined, 0])
})

it('is not claimed where nobody is asked, nor when it is over', async () => {
  const { window, lent } = start()
  window.occupy(false)
  window.close()
  window.occupy(true)
  await settle()
  expect(lent.made).toBe(0)
})

it('tells who holds it once each, and takes no hold of one that is not asked', async () => {
  const { desk, phone, asked, held } = await counting()
  asked.delete(2)
  phone.hold('touched')
  expect([held, desk.state]).toEqual([[], 'counting'])
  desk.hold('touched')
  desk.hold('touched')
  desk.hold('for-good')
  expect(held).toEqual([['desk', 'touched'], ['desk', 'for-good']])
})

it('cannot be held when it is over, and says nothing of a hold that came too late', async () => {
  const { window, desk, held, clock, expired } = await counting()
  clock.tick(10_000)
  expect([expired(), desk.state, desk.remaining()]).toEqual([1, 'over', 0])
  desk.hold('touched')
  window.close()
  expect(held).toEqual([])
})

it('ends the round when a hold finds it run down, and counts that for no hold', async () => {
  const clock = createClock()
  let now = 0
  const held: string[] = []
  let expired = 0
  const window = new Window({
    monotonic: () => now, after: clock.after, attach: lendWindow(clock, { ms: 1_000 }).attach!, isAsked: () => true,
    expired: () => { expired += 1 }, held: (surface) => held.push(surface), contain: () => {},
  })
  window.occupy(true)
  await settle()
  now = 2_000
  window.seen(1, 'desk').hold('touched')
  expect([expired, held, clock.pending]).toEqual([1, [], 0])
})

it('goes on with what was left when the last hand is gone, whoever let go', async () => {
  const { window, desk, phone, clock } = await counting()
  clock.tick(4_000)
  desk.hold('touched')
  phone.hold('touched')
  clock.tick(60_000)
  desk.release()
  expect([desk.state, desk.remaining()]).toEqual(['held', 6_000])
  window.drop(2)
  expect([desk.state, clock.pending]).toEqual(['counting', 1])
  clock.tick(1_000)
  expect(phone.remaining()).toBe(5_000)
})

it('tells each listener of every change, as often as it listens, and none that has been removed', async () => {
  const { desk, phone } = await counting()
  const heard: string[] = []
  const listener = () => { heard.push('desk') }
  const remove = desk.onChange(listener)
  desk.onChange(listener)
  phone.onChange(() => { heard.push('phone') })
  desk.hold('touched')
  expect(heard).toEqual(['desk', 'desk', 'phone'])
  desk.hold('touched')
  expect(heard).toHaveLength(3)
  remove()
  desk.release()
  expect(heard.slice(3)).toEqual(['desk', 'phone'])
})

it('contains a listener that throws, by the name of its surface', async () => {
  const { desk, phone, contained } = await counting()
  const error = new Error('boom')
  const heard: string[] = []
  phone.onChange(() => { throw error })
  desk.onChange(() => { heard.push('desk') })
  desk.hold('touched')
  expect([contained, heard]).toEqual([[['phone', error]], ['desk']])
})

it('contains what the host does with its wait, and has no time then', async () => {
  const clock = createClock()
  const contained: unknown[] = []
  const window = new Window({
    monotonic: clock.now, after: clock.after, attach: () => { throw new Error('gone') }, isAsked: () => true,
    expired: () => {}, held: () => {}, contain: (source) => contained.push(source),
  })
  window.occupy(true)
  await settle()
  expect([contained, window.seen(1, 'desk').state]).toEqual([['host'], 'starting'])
})

it('has decided the round before its listeners hear that it is over', async () => {
  const { desk, clock, expired } = await counting()
  const heard: number[] = []
  desk.onChange(() => { heard.push(expired()) })
  clock.tick(10_000)
  expect(heard).toEqual([1])
})

it('keeps its claim until the host has heard the answer, tells nobody any more, and sets no timer', async () => {
  const { window, lent, desk, clock, expired } = await counting()
  const heard: string[] = []
  window.close()
  desk.onChange(() => { heard.push(desk.state) })
  expect([lent.claims, desk.state, clock.pending]).toEqual([1, 'over', 1])
  clock.tick(0)
  await settle()
  window.close()
  clock.tick(100_000)
  expect([lent.claims, heard, expired(), clock.pending]).toEqual([0, [], 0, 0])
})

it('says that it is over to whoever listens while it is closed', async () => {
  const { window, desk } = await counting()
  const heard: string[] = []
  desk.onChange(() => { heard.push(desk.state) })
  window.close()
  window.close()
  expect(heard).toEqual(['over'])
})
