import { describe, expect, it } from 'vitest'
import { Ledger, MAX_ENDED, MAX_EVENTS } from '../../../router/journal/ledger.ts'
import type { JournalRecord } from '../../../router/journal/types.ts'
import { accepted, asked, timedOut, WANG, won } from '../../helpers/journal-home.ts'

const DAY = 24 * 3_600_000

function ledger() {
  const known = new Ledger()
  let n = 0
  return {
    known,
    tell: (at: number, ...records: readonly JournalRecord[]) => {
      for (const record of records) known.apply({ ...record, v: 1, run: 'r', n: ++n, at })
    },
    tellOf: (run: string, at: number, ...records: readonly JournalRecord[]) => {
      for (const record of records) known.apply({ ...record, v: 1, run, n: ++n, at })
    },
    size: () => [...known.asks()].length,
  }
}

describe('what is remembered', () => {
  it('of ended asks are the latest ones', () => {
    const { known, tell, size } = ledger()
    for (let count = 0; count < MAX_ENDED * 2; count += 1) tell(count, asked(`a${count}`), ...won(`a${count}`))
    known.tidy()
    expect([size(), known.ask(`a${MAX_ENDED - 1}`), known.ask(`a${MAX_ENDED}`)?.phase]).toEqual([MAX_ENDED, undefined, 'over'])
  })

  it('of ended asks are those that ended last, whenever they were asked', () => {
    const { known, tell, size } = ledger()
    tell(0, asked('first'))
    for (let count = 0; count < MAX_ENDED; count += 1) tell(count, asked(`a${count}`), ...won(`a${count}`))
    tell(MAX_ENDED, ...won('first'))
    known.tidy()
    expect([size(), known.ask('first')?.phase, known.ask('a0'), known.ask('a1')?.phase]).toEqual([MAX_ENDED, 'over', undefined, 'over'])
  })

  it('is never more than a little above that', () => {
    const { tell, size } = ledger()
    for (let count = 0; count < MAX_ENDED * 3; count += 1) tell(count, asked(`a${count}`), ...won(`a${count}`))
    expect(size()).toBeLessThan(MAX_ENDED * 1.2)
  })

  it('is tidied by itself once two hundred have ended or come, whichever that was', () => {
    const { tell, size } = ledger()
    for (let count = 0; count < 150; count += 1) tell(0, asked(`old${count}`), ...won(`old${count}`))
    tell(20 * DAY, asked('new0'))
    // Each ask counted twice above, when it came and when it ended: 301 so far, tidied once while all were fresh.
    expect(size()).toBe(151)
    for (let count = 1; count < 99; count += 1) tell(20 * DAY, asked(`new${count}`))
    expect(size()).toBe(249)
    // An act and a second end change nothing that counts.
    tell(20 * DAY, ...won('old0'), timedOut('new0'), accepted('new0'), timedOut('new1'))
    expect(size()).toBe(249)
    tell(20 * DAY, asked('new99'))
    expect(size()).toBe(100)
  })

  it('is forgotten after fourteen days, counted from the latest line, unless it can still be answered', () => {
    const { known, tell } = ledger()
    tell(0, asked('ended'), ...won('ended'), asked('late'), timedOut('late'), asked('open'))
    tell(14 * DAY, asked('now'))
    known.tidy()
    expect(known.ask('ended')?.phase).toBe('over')
    tell(15 * DAY, asked('later'))
    known.tidy()
    expect([...known.asks()].map(({ ask }) => ask)).toEqual(['late', 'open', 'now', 'later'])
  })
})

it('counts the days of an ask from its end, not from when it was asked', () => {
  const { known, tell } = ledger()
  tell(0, asked('long'))
  tell(10 * DAY, ...won('long'))
  tell(20 * DAY, asked('now'))
  known.tidy()
  expect(known.ask('long')?.phase).toBe('over')
})

it('forgets no end because a clock was years ahead for a moment', () => {
  const { known, tell } = ledger()
  tell(0, asked('first'))
  tell(10_000 * DAY, { kind: 'event', surface: 's', id: 'from the future' })
  tell(5, ...won('first'))
  known.tidy()
  expect(known.ask('first')?.phase).toBe('over')
})

it('gives the same for the same lines', () => {
  const [one, other] = [ledger(), ledger()]
  for (const { tell } of [one, other]) tell(5, asked('a'), timedOut('a'), { kind: 'event', surface: 's', id: 'e' })
  expect([...one.known.asks()]).toEqual([...other.known.asks()])
})

describe('what can still be answered', () => {
  it('is forgotten beyond five thousand, the oldest first, however many have ended', () => {
    const { known, tell, size } = ledger()
    tell(0, asked('ended'), ...won('ended'))
    for (let count = 0; count < 5_001; count += 1) tell(0, asked(`a${count}`))
    known.tidy()
    expect([size(), known.ask('a0'), known.ask('a1')?.phase, known.ask('ended')?.phase]).toEqual([5_001, undefined, 'open', 'over'])
  })

  it('is nothing that was never asked', () => {
    const { known, tell } = ledger()
    tell(0, timedOut('a'), ...won('a'))
    expect([known.ask('a'), [...known.asks()]]).toEqual([undefined, []])
  })
})

describe('a run', () => {
  it('is known by its start, until when it wrote, and whether it has stopped', () => {
    const { known, tellOf } = ledger()
    tellOf('one', 5, { kind: 'started', pid: 7, start: 's' })
    expect(known.run('one')).toEqual({ run: 'one', pid: 7, start: 's', isStopped: false, lastAt: 5 })
    tellOf('one', 6, asked('a'))
    // The same number once more is another run's business.
    tellOf('one', 8, { kind: 'started', pid: 9, start: 't' })
    expect(known.run('one')).toEqual({ run: 'one', pid: 7, start: 's', isStopped: false, lastAt: 8 })
    tellOf('one', 9, { kind: 'stopped' })
    tellOf('one', 10, asked('b'))
    expect(known.run('one')).toEqual({ run: 'one', pid: 7, start: 's', isStopped: true, lastAt: 10 })
  })

  it('is unknown without a start, whatever it wrote', () => {
    const { known, tellOf } = ledger()
    tellOf('one', 5, asked('a'), { kind: 'stopped' })
    expect([known.run('one'), known.run('other')]).toEqual([undefined, undefined])
  })

  it('is one of the last thousand', () => {
    const { known, tellOf } = ledger()
    for (let count = 0; count <= 1_000; count += 1) tellOf(`r${count}`, 0, { kind: 'started', pid: 1, start: 's' })
    expect([known.run('r0'), known.run('r1')?.run, known.run('r1000')?.run]).toEqual([undefined, 'r1', 'r1000'])
  })

  it('takes over asks that are known, as they are', () => {
    const { known, tell, tellOf } = ledger()
    tell(0, asked('a'), asked('b'))
    tellOf('next', 1, { kind: 'adopted', asks: ['a', 'unknown'] })
    expect([known.ask('a'), known.ask('b')?.run, known.ask('unknown')]).toEqual([expect.objectContaining({ run: 'next', origin: 'r', phase: 'open' }), 'r', undefined])
  })
})

const needed = (known: Ledger, id: string) => known.isNeeded(known.ask(id)!)
const dismissed = (ask: string): JournalRecord => ({ kind: 'settled', ask, outcome: 'dismissed', actor: WANG })
const place = (ask: string, data?: { readonly m: number }): JournalRecord => ({ kind: 'delivery', ask, surface: 's', place: 'p', ...(data ? { data } : {}) })

describe('a later start', () => {
  it('has something to do for what is not over, and for places where something remains to be done', () => {
    const { known, tell } = ledger()
    tell(0, asked('open'), asked('late'), timedOut('late'), asked('sent'), timedOut('sent'), accepted('sent'))
    tell(0, asked('shown'), place('shown', { m: 1 }), dismissed('shown'), asked('done'), place('done', { m: 1 }), place('done'), dismissed('done'))
    expect(['open', 'late', 'sent', 'shown', 'done'].map((ask) => needed(known, ask))).toEqual([true, true, true, true, false])
  })

  it('asks the host about an answer of the last minute of its run, and about every late one', () => {
    const { known, tell } = ledger()
    tell(0, { kind: 'started', pid: 1, start: 's' })
    tell(1_000, asked('early'), ...won('early'), asked('late'), timedOut('late'), accepted('late'), { kind: 'late', ask: 'late', step: 'delivered' })
    tell(1_001, asked('just'), ...won('just'))
    expect(known.isUnsettled(known.ask('early')!)).toBe(true)
    tell(61_001, { kind: 'event', surface: 's', id: 'e' })
    expect(['early', 'just', 'late'].map((ask) => known.isUnsettled(known.ask(ask)!))).toEqual([false, true, true])
    expect(['early', 'just', 'late'].map((ask) => needed(known, ask))).toEqual([false, true, true])
  })

  it('takes an answer of a run that nobody knows for one that has arrived', () => {
    const { known, tell } = ledger()
    tell(0, asked('a'), ...won('a'))
    expect(known.isUnsettled(known.ask('a')!)).toBe(false)
  })
})

describe('events', () => {
  it('are known of their surface, in the order in which they were last seen', () => {
    const { known, tell } = ledger()
    for (const id of ['one', 'two', 'one']) tell(0, { kind: 'event', surface: 'feishu', id })
    tell(0, { kind: 'event', surface: 'desk', id: 'a\nb' })
    expect(known.seenEvents()).toEqual([{ surface: 'feishu', id: 'two' }, { surface: 'feishu', id: 'one' }, { surface: 'desk', id: 'a\nb' }])
    expect([known.seen('feishu', 'one'), known.seen('desk', 'one'), known.seen('desk', 'a\nb'), known.seen('feishu', 'three')]).toEqual([true, false, true, false])
  })

  it('are forgotten beyond their number, the one first that was not seen for longest', () => {
    const { known, tell } = ledger()
    for (let count = 0; count < MAX_EVENTS; count += 1) tell(0, { kind: 'event', surface: 's', id: `e${count}` })
    tell(0, { kind: 'event', surface: 's', id: 'e0' }, { kind: 'event', surface: 's', id: 'new' })
    expect([known.seenEvents().length, known.seen('s', 'e0'), known.seen('s', 'e1'), known.seen('s', 'e2'), known.seen('s', 'new')]).toEqual([MAX_EVENTS, true, false, true, true])
  })
})
