/** Which lines go into a new file. */
import { describe, expect, it } from 'vitest'
import { carryOver } from '../../../router/journal/carry.ts'
import { Ledger, MAX_EVENTS } from '../../../router/journal/ledger.ts'
import type { JournalLine, JournalMode, JournalRecord } from '../../../router/journal/types.ts'
import { accepted, asked, timedOut, WANG, won } from '../../helpers/journal-home.ts'

type Said = JournalRecord | readonly [run: string, record: JournalRecord]

const started = (run: string): Said => [run, { kind: 'started', pid: 1, start: 's' }]
const event = (id: string): JournalRecord => ({ kind: 'event', surface: 's', id })
const dismissed = (ask: string): JournalRecord => ({ kind: 'settled', ask, outcome: 'dismissed', actor: WANG })
const shown = (ask: string, data?: { readonly m: number }): JournalRecord => ({ kind: 'delivery', ask, surface: 's', place: 'p', ...(data ? { data } : {}) })

function carry(said: readonly Said[], { mode = 'full', alive = [] }: { mode?: JournalMode; alive?: readonly string[] } = {}) {
  const numbers = new Map<string, number>()
  const lines = said.map((each): JournalLine => {
    const [run, record] = 'kind' in each ? ['r', each] : each
    const n = (numbers.get(run) ?? 0) + 1
    numbers.set(run, n)
    return { ...record, v: 1, run, n, at: 1_000 }
  })
  const ledger = new Ledger()
  for (const line of lines) ledger.apply(line)
  return carryOver(lines, ledger, mode, (run) => alive.includes(run))
}
const kinds = (lines: readonly JournalLine[]) => lines.map((line) => ('ask' in line ? `${line.kind} ${line.ask}` : line.kind === 'event' ? line.id : `${line.kind} ${line.run}`))

describe('a new file', () => {
  it('has everything that a restart needs of an ask, as it was written, but for acts that had no end of their own', () => {
    const lines = carry([started('r'), asked('a'), shown('a', { m: 1 }), { kind: 'acted', ask: 'a', actor: WANG, verdict: 'refused' }, timedOut('a'), accepted('a'), { kind: 'late', ask: 'a', step: 'failed', code: 'NO_SESSION' }])
    expect(kinds(lines)).toEqual(['started r', 'asked a', 'delivery a', 'settled a', 'late a', 'late a'])
    expect(lines[1]).toMatchObject({ questions: [{ id: 'db' }], project: '/home/me/secret-project' })
  })

  it('has of an ask that is over its end, and no words of what was asked', () => {
    const lines = carry([asked('a'), shown('a', { m: 1 }), shown('a'), dismissed('a')])
    expect(kinds(lines)).toEqual(['asked a', 'settled a'])
    expect(lines[0]).not.toHaveProperty('questions')
    expect(lines[1]).toMatchObject({ actor: WANG })
  })

  it('has the ends of the last five hundred', () => {
    const said = Array.from({ length: 501 }, (_, each) => [asked(`a${each}`), dismissed(`a${each}`)]).flat()
    const lines = kinds(carry(said))
    expect([lines.length, lines[0]]).toEqual([1_000, 'asked a1'])
  })

  it('has no end where nothing is kept but what a restart needs, and no words where the mode leaves them out', () => {
    const said = [asked('over'), dismissed('over'), asked('a'), timedOut('a'), accepted('a')]
    for (const mode of ['off', 'ids'] as const) {
      const lines = carry(said, { mode })
      expect(kinds(lines)).toEqual([...(mode === 'ids' ? ['asked over', 'settled over'] : []), 'asked a', 'settled a', 'late a'])
      expect(JSON.stringify(lines)).not.toMatch(/database|Wang|SQLite|secret/u)
    }
  })

  it('has the start and the stop of each run that has asked or taken over what is needed, or that may still write', () => {
    const said: readonly Said[] = [
      started('origin'), ['origin', asked('a')], ['origin', { kind: 'stopped' }], started('idle'), started('over'), ['over', asked('b')], ['over', dismissed('b')],
      started('next'), ['next', { kind: 'adopted', asks: ['a', 'b', 'unknown'] }],
    ]
    const lines = carry(said, { alive: ['idle'] })
    expect(kinds(lines)).toEqual(['started origin', 'asked a', 'stopped origin', 'started idle', 'asked b', 'settled b', 'started next', 'adopted next'])
    expect(lines.at(-1)).toMatchObject({ asks: ['a'] })
  })

  it('has nothing of who took over what is over', () => {
    expect(kinds(carry([asked('a'), { kind: 'adopted', asks: ['a'] }, dismissed('a')]))).toEqual(['asked a', 'settled a'])
  })

  it('has the newest events', () => {
    const lines = kinds(carry([asked('a'), dismissed('a'), ...Array.from({ length: MAX_EVENTS + 2 }, (_, each) => event(`e${each}`))]))
    expect([lines.length, lines[2], lines.at(-1)]).toEqual([MAX_EVENTS + 2, 'e2', `e${MAX_EVENTS + 1}`])
  })

  it('has an answer that its host may not have heard, with its words', () => {
    const lines = carry([started('r'), asked('a'), ...won('a')])
    expect(kinds(lines)).toEqual(['started r', 'asked a', 'settled a'])
    expect(lines[1]).toHaveProperty('questions')
  })
})
