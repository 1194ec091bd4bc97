/** R11, places that are asked one after the other: who waits, and what ends the waiting. */
import { describe, expect, it } from 'vitest'
import type { AskOrder } from '../../router/types.ts'
import { createOrderedRounds, onSide } from '../helpers/ordered.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'
import { lendWindow, timedAsk } from '../helpers/timed.ts'

const TERMINAL_FIRST: AskOrder = { mode: 'terminal-first', delaySeconds: 30 }
const PHONE_FIRST: AskOrder = { mode: 'phone-first', delaySeconds: 30 }

/** A host that never tells how long it waits. */
async function* hang() {
  await new Promise(() => {})
  yield { remainingMs: 1 }
}

function start(order: AskOrder, { claims = true, idle }: { claims?: boolean; idle?: () => number } = {}) {
  const under = createOrderedRounds(order)
  const desk = onSide('desk', 'terminal', { claim: () => claims, ...(idle ? { idle } : {}) })
  const phone = onSide('phone', 'feishu', { claim: () => claims })
  const [leaveDesk, leavePhone] = [under.rounds.add(desk), under.rounds.add(phone)]
  return { ...under, desk, phone, leaveDesk, leavePhone, count: () => [desk.shown.length, phone.shown.length] }
}

describe.each([true, false])('with surfaces that claim the ask: %s', (claims) => {
  it('asks the phone only after the delay, and whoever is later there can win', async () => {
    const { rounds, clock, count, phone, desk, steps } = start(TERMINAL_FIRST, { claims })
    const answer = rounds.ask(DATABASE)
    expect(count()).toEqual([1, 0])
    expect(steps).toContainEqual({ step: 'deferred', ask: 'ask-1', surface: 'feishu', detail: '30 s', at: 1_000 })
    clock.tick(29_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
    phone.shown[0]!.round.submit(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['feishu'])
    expect(clock.pending).toBe(0)
  })

  it('never asks the phone when the terminal has answered before', async () => {
    const { rounds, clock, count, desk, phone } = start(TERMINAL_FIRST, { claims })
    const answer = rounds.ask(DATABASE)
    desk.shown[0]!.round.submit(database('SQLite'))
    await answer
    expect(clock.pending).toBe(0)
    clock.tick(600_000)
    expect([count(), phone.told]).toEqual([[1, 0], []])
  })

  it('asks the phone at once when the terminal fails', async () => {
    const { rounds, desk, count, clock } = start(TERMINAL_FIRST, { claims })
    rounds.ask(DATABASE).catch(() => {})
    desk.shown[0]!.reject(new Error('broken'))
    await settle()
    expect(count()).toEqual([1, 1])
    expect(clock.pending).toBe(0)
  })

  it('asks the phone at once when the terminal leaves', () => {
    const { rounds, leaveDesk, count } = start(TERMINAL_FIRST, { claims })
    rounds.ask(DATABASE).catch(() => {})
    leaveDesk()
    expect(count()).toEqual([1, 1])
  })

  it('asks the phone at once where there is no terminal', () => {
    const { rounds, leaveDesk, count } = start(TERMINAL_FIRST, { claims })
    leaveDesk()
    rounds.ask(DATABASE).catch(() => {})
    expect(count()).toEqual([0, 1])
  })

  it('asks the terminal after the phone the same way', () => {
    const { rounds, clock, count } = start(PHONE_FIRST, { claims })
    rounds.ask(DATABASE).catch(() => {})
    expect(count()).toEqual([0, 1])
    clock.tick(30_000)
    expect(count()).toEqual([1, 1])
  })
})

it('asks the phone at once when the terminal does not claim what the phone claims', () => {
  const { rounds } = createOrderedRounds(TERMINAL_FIRST)
  const [desk, phone] = [onSide('desk', 'terminal', { claim: () => false }), onSide('phone', 'feishu')]
  for (const surface of [desk, phone]) rounds.add(surface)
  rounds.ask(DATABASE).catch(() => {})
  expect([desk.shown.length, phone.shown.length]).toEqual([0, 1])
})

it('asks at once, whoever is first, a surface without a side and the rest of the host\'s row', () => {
  const { rounds, count } = start(TERMINAL_FIRST)
  const [notes, browser] = [thirdParty('notes'), thirdParty('dsh')]
  rounds.add(notes)
  rounds.ask(DATABASE, { companion: browser }).catch(() => {})
  expect([count(), notes.shown.length, browser.shown.length]).toEqual([[1, 0], 1, 1])
})

it('keeps nobody waiting for a place that the ask is not for, as a permission for the terminal alone', () => {
  const { rounds, count } = start(PHONE_FIRST)
  rounds.ask(DATABASE, { admits: ({ name }) => name === 'terminal' }).catch(() => {})
  expect(count()).toEqual([1, 0])
})

it('asks those who claimed nothing only once the deferred claimants have failed, too', async () => {
  const { rounds, desk, phone } = start(TERMINAL_FIRST)
  const other = thirdParty('other', { claim: () => false })
  rounds.add(other)
  const answer = rounds.ask(DATABASE)
  desk.shown[0]!.reject(new Error('first'))
  await settle()
  expect([phone.shown.length, other.shown.length]).toEqual([1, 0])
  phone.shown[0]!.reject(new Error('second'))
  await settle()
  expect(other.shown.length).toBe(1)
  other.shown[0]!.reject(new Error('third'))
  expect(await rejection(answer)).toMatchObject({ message: 'first' })
})

it('defers a phone that registers meanwhile, and asks one at once that registers after the delay', () => {
  const { rounds, clock } = createOrderedRounds(TERMINAL_FIRST)
  const [desk, early, late] = [onSide('desk', 'terminal'), onSide('phone', 'early'), onSide('phone', 'late')]
  rounds.add(desk)
  rounds.ask(DATABASE).catch(() => {})
  clock.tick(20_000)
  rounds.add(early)
  expect(early.shown).toHaveLength(0)
  clock.tick(10_000)
  expect(early.shown).toHaveLength(1)
  rounds.add(late)
  expect(late.shown).toHaveLength(1)
})

it('asks a phone at once that registers while no terminal is asked', async () => {
  const { rounds } = createOrderedRounds(TERMINAL_FIRST)
  const [notes, desk, phone] = [thirdParty('notes'), onSide('desk', 'terminal'), onSide('phone', 'feishu')]
  for (const surface of [notes, desk]) rounds.add(surface)
  rounds.ask(DATABASE).catch(() => {})
  desk.shown[0]!.reject(new Error('broken'))
  await settle()
  rounds.add(phone)
  expect([notes.shown.length, phone.shown.length]).toEqual([1, 1])
})

it('forgets a deferred phone that leaves, and asks it no more', () => {
  const { rounds, clock, leavePhone, count } = start(TERMINAL_FIRST)
  rounds.ask(DATABASE).catch(() => {})
  leavePhone()
  expect(clock.pending).toBe(0)
  clock.tick(60_000)
  expect(count()).toEqual([1, 0])
})

describe('keys at the terminal', () => {
  it('hold the phone back until none was pressed for the delay', () => {
    let pressed = -Infinity
    const { rounds, clock, count } = start(TERMINAL_FIRST, { idle: () => clock.now() - pressed })
    rounds.ask(DATABASE).catch(() => {})
    clock.tick(20_000)
    pressed = clock.now()
    clock.tick(29_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
  })

  it('forget nobody: after four delays the phone is asked though they go on', () => {
    const { rounds, clock, count } = start(TERMINAL_FIRST, { idle: () => 0 })
    rounds.ask(DATABASE).catch(() => {})
    clock.tick(119_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
  })

  it('count as none where the surface throws or talks nonsense', () => {
    for (const idle of [() => { throw new Error('no') }, () => NaN, () => -1]) {
      const { rounds, clock, count } = start(TERMINAL_FIRST, { idle })
      rounds.ask(DATABASE).catch(() => {})
      clock.tick(30_000)
      expect(count()).toEqual([1, 1])
    }
  })
})

describe('another order while an ask is open', () => {
  it('asks at once whoever waits, where all are asked together or the phone is first now', () => {
    for (const mode of ['together', 'phone-first'] as const) {
      const { rounds, choose, clock, count } = start(TERMINAL_FIRST)
      rounds.ask(DATABASE).catch(() => {})
      choose({ mode, delaySeconds: 30 })
      expect([count(), clock.pending]).toEqual([[1, 1], 0])
    }
  })

  it('counts its delay from the beginning of the ask', () => {
    const { rounds, choose, clock, count } = start(TERMINAL_FIRST)
    rounds.ask(DATABASE).catch(() => {})
    clock.tick(10_000)
    choose({ mode: 'terminal-first', delaySeconds: 15 })
    clock.tick(4_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
  })

  it('takes nothing back from anybody who is asked already, and counts for the next ask', () => {
    const { rounds, choose, count } = start({ mode: 'together', delaySeconds: 30 })
    rounds.ask(DATABASE).catch(() => {})
    choose(PHONE_FIRST)
    expect(count()).toEqual([1, 1])
    rounds.ask(DATABASE).catch(() => {})
    expect(count()).toEqual([1, 2])
  })
})

describe('a timed ask', () => {
  it('asks everybody while half of its window is left', async () => {
    const { rounds, clock, count } = start(TERMINAL_FIRST)
    rounds.ask(timedAsk(), { window: lendWindow(clock, { ms: 20_000 }) }).catch(() => {})
    await settle()
    clock.tick(9_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
  })

  it('keeps to the delay while somebody holds its clock', async () => {
    const { rounds, clock, count, desk } = start(TERMINAL_FIRST)
    rounds.ask(timedAsk(), { window: lendWindow(clock, { ms: 20_000 }) }).catch(() => {})
    await settle()
    desk.shown[0]!.round.countdown!.hold('for-good')
    clock.tick(29_999)
    expect(count()).toEqual([1, 0])
    clock.tick(1)
    expect(count()).toEqual([1, 1])
  })

  it('keeps nobody waiting for longer than a second where the host does not tell its window', () => {
    const { rounds, clock, count } = start(TERMINAL_FIRST)
    rounds.ask(timedAsk(), { window: { continues: true, attach: hang } }).catch(() => {})
    clock.tick(1_000)
    expect(count()).toEqual([1, 1])
  })

  it('asks all together where the host keeps its clock to itself', () => {
    const { rounds, count } = start(TERMINAL_FIRST)
    rounds.ask(timedAsk(), { window: { continues: true } }).catch(() => {})
    expect(count()).toEqual([1, 1])
  })
})

it('leaves no timer behind when the ask is withdrawn or the router closes', async () => {
  const { rounds, clock, count } = start(TERMINAL_FIRST)
  const turn = new AbortController()
  const answers = [rounds.ask({ ...DATABASE, signal: turn.signal }), rounds.ask(DATABASE)].map(rejection)
  turn.abort()
  rounds.close().catch(() => {})
  await Promise.all(answers)
  clock.tick(600_000)
  expect([count(), clock.pending]).toEqual([[2, 0], 0])
})
