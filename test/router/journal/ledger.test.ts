import { describe, expect, it } from 'vitest'
import { Ledger, MAX_ENDED } from '../../../router/journal/ledger.ts'
import type { JournalRecord } from '../../../router/journal/types.ts'
import { asked, timedOut, won } from '../../helpers/journal-home.ts'

const DAY = 24 * 3_600_000

function ledger() {
  const known = new Ledger()
  let n = 0
  return {
    known,
    tell: (at: number, ...records: readonly JournalRecord[]) => {
      for (const record of records) known.apply({ ...record, v: 1, run: 'r', n: ++n, at })
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
    tell(20 * DAY, ...won('old0'))
    expect(size()).toBe(249)
    tell(20 * DAY, asked('new99'))
    expect(size()).toBe(100)
  })

  it('is forgotten after fourteen days, counted from the latest line, unless it can still be answered', () => {
    const { known, tell } = ledger()
    tell(0, asked('ended'), ...won('ended'), asked('late'), timedOut('late'), asked('open'))
    tell(13 * DAY, asked('now'))
    known.tidy()
    expect(known.ask('ended')?.phase).toBe('over')
    tell(15 * DAY, asked('later'))
    known.tidy()
    expect([...known.asks()].map(({ ask }) => ask)).toEqual(['late', 'open', 'now', 'later'])
  })
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
