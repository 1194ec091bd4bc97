/** The clock of a timed ask as a value, held against a model that is simpler still. */
import { describe, expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import { advance, leftOf, NEW_COUNTDOWN, stateOf, type CountdownEvent, type CountdownValue } from '../../router/countdown.ts'
import { Window } from '../../router/window.ts'
import { createClock } from '../helpers/clock.ts'
import { settle } from '../helpers/rounds.ts'
import { lendWindow, WINDOW_MS } from '../helpers/timed.ts'

const after = (...events: CountdownEvent[]): CountdownValue => events.reduce(advance, NEW_COUNTDOWN)
const told: CountdownEvent = { kind: 'told', left: 1_000, at: 0 }
const touched = (key: number, at: number): CountdownEvent => ({ kind: 'held', key, how: 'touched', at })

describe('the clock of a timed ask', () => {
  it('counts from the moment the host has told', () => {
    expect([after(), after(told)].map((value) => [stateOf(value), leftOf(value, 400)])).toEqual([['starting', undefined], ['counting', 600]])
  })

  it('is over exactly when it has run down, whatever event finds it so', () => {
    expect(stateOf(after(told, { kind: 'looked', at: 999 }))).toBe('counting')
    for (const event of [{ kind: 'looked', at: 1_000 }, touched(1, 1_000), { kind: 'released', key: 1, at: 5_000 }] satisfies CountdownEvent[]) {
      expect(after(told, event).clock).toEqual({ phase: 'over', expired: true })
    }
  })

  it('counts each surface\'s touch once, and a release of nobody\'s touch not at all', () => {
    const value = after(told, touched(1, 100), touched(1, 200), touched(2, 300))
    expect(advance(value, { kind: 'released', key: 3, at: 400 })).toBe(value)
    expect(stateOf(after(told, touched(1, 100), touched(1, 200), { kind: 'released', key: 1, at: 300 }))).toBe('counting')
  })

  it('keeps what was left, to the millisecond, however long it is held', () => {
    const value = after(told, touched(1, 250), { kind: 'released', key: 1, at: 90_000 })
    expect(value.clock).toEqual({ phase: 'counting', until: 90_750 })
  })

  it('is the same while the host says nothing new: what it has told, or that it keeps its time', () => {
    for (const value of [after(told), after(told, touched(1, 100))]) expect(advance(value, { ...told, left: 5_000, at: 200 })).toBe(value)
    expect(advance(NEW_COUNTDOWN, { kind: 'untold' })).toBe(NEW_COUNTDOWN)
  })

  it('starts no earlier than the host has told, whoever has touched it and let go', () => {
    expect(after(touched(1, 100), { kind: 'released', key: 1, at: 200 }).clock).toEqual({ phase: 'starting' })
  })

  it('takes a time of the past for none left, and never less', () => {
    expect(leftOf(after({ ...told, left: -5 }), 0)).toBe(0)
  })

  it('stays over', () => {
    const over = after(told, { kind: 'ended' })
    for (const event of [told, touched(1, 0), { kind: 'untold' }, { kind: 'looked', at: 0 }, { kind: 'ended' }] satisfies CountdownEvent[]) expect(advance(over, event)).toBe(over)
  })

  it('forgets its time when the host keeps it again, but not who has taken their time', () => {
    const value = after(told, { kind: 'held', key: 1, how: 'for-good', at: 100 }, { kind: 'untold' })
    expect(stateOf(value)).toBe('starting')
    expect(advance(value, { kind: 'told', left: 500, at: 700 }).clock).toEqual({ phase: 'held', left: 500 })
  })
})

type Move =
  | { readonly kind: 'touch' | 'good' | 'release' | 'leave' | 'join'; readonly key: number }
  | { readonly kind: 'tick'; readonly ms: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constantFrom('touch' as const, 'good' as const, 'release' as const, 'leave' as const, 'join' as const), key: fc.nat(2) }),
  fc.record({ kind: fc.constant('tick' as const), ms: fc.integer({ min: 1, max: 25_000 }) }),
)

it('agrees with a model that only adds up the time in which nobody held it, in every order of events', async () => {
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 25 }), async (moves) => {
    const clock = createClock()
    const lent = lendWindow(clock)
    const asked = new Set([0, 1, 2])
    let expired = 0
    const window = new Window({
      monotonic: clock.now, after: clock.after, attach: lent.attach!,
      isAsked: (key) => asked.has(key),
      expired: () => { expired += 1; window.close() },
      held: () => {},
      contain: (_source, error) => { throw error },
    })
    const seats = [0, 1, 2].map((key) => window.seen(key, `s${key}`))
    const touches = new Set<number>()
    let [left, isForGood, isTold] = [WINDOW_MS, false, true]
    const started = clock.now()
    window.occupy(true)
    await settle()
    for (const step of moves) {
      switch (step.kind) {
        case 'touch': seats[step.key]!.hold('touched'); if (asked.has(step.key) && left > 0) touches.add(step.key); break
        case 'good': seats[step.key]!.hold('for-good'); isForGood ||= asked.has(step.key) && left > 0; break
        case 'release': seats[step.key]!.release(); touches.delete(step.key); break
        case 'leave': asked.delete(step.key); window.drop(step.key); touches.delete(step.key); break
        case 'join': asked.add(step.key); break
        case 'tick':
          clock.tick(step.ms)
          if (left > 0 && isTold && !isForGood && touches.size === 0) left = Math.max(0, left - step.ms)
          break
      }
      if (left > 0) {
        window.occupy(asked.size > 0)
        await settle()
        // A claim made anew starts from the host's own deadline.
        if (!isTold && asked.size > 0) left = Math.max(0, WINDOW_MS - (clock.now() - started))
        isTold = asked.size > 0
        if (left === 0 && !isForGood && touches.size === 0) clock.tick(0)
        else if (left === 0) break
      }
      const isOver = isTold && left === 0
      expect(expired).toBe(isOver ? 1 : 0)
      expect(seats.map((seat) => seat.remaining())).toEqual([0, 1, 2].map(() => (isTold ? left : undefined)))
      expect(seats[0]!.state).toBe(isOver ? 'over' : !isTold ? 'starting' : isForGood || touches.size > 0 ? 'held' : 'counting')
      expect(lent.claims).toBeLessThanOrEqual(1)
    }
    window.close()
    clock.tick(0)
    await settle()
    expect([lent.claims, clock.pending]).toEqual([0, 0])
  }), { numRuns: 500 })
})

it('looks at the monotonic clock when its timer fires: early it waits on, late it is over', async () => {
  const clock = createClock()
  let [now, expired] = [0, 0]
  const window = new Window({
    monotonic: () => now, after: clock.after, attach: lendWindow(clock, { ms: 10_000 }).attach!,
    isAsked: () => true, expired: () => { expired += 1 }, held: () => {}, contain: () => {},
  })
  window.occupy(true)
  await settle()
  now = 4_000
  clock.tick(10_000)
  expect([expired, window.seen(1, 'desk').remaining(), clock.pending]).toEqual([0, 6_000, 1])
  now = 3_600_000
  expect(window.seen(1, 'desk').remaining()).toBe(0)
  clock.tick(6_000)
  expect([expired, clock.pending]).toEqual([1, 0])
})

it('waits in steps for a window that is longer than any timer', async () => {
  const clock = createClock()
  const set: number[] = []
  const window = new Window({
    monotonic: clock.now, after: (ms, callback) => { set.push(ms); return clock.after(ms, callback) },
    attach: lendWindow(clock, { ms: 2 ** 31 + 5_000 }).attach!, isAsked: () => true, expired: () => {}, held: () => {}, contain: () => {},
  })
  window.occupy(true)
  await settle()
  clock.tick(2 ** 31 + 5_000)
  expect(set).toEqual([2 ** 31 - 1, 5_001])
  expect(window.seen(1, 'desk').state).toBe('over')
})
