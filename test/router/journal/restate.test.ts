import { expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { foldAsk } from '../../../router/journal/entry.ts'
import { restate } from '../../../router/journal/restate.ts'
import type { AskEntry, JournalRecord } from '../../../router/journal/types.ts'
import { accepted, asked, SQLITE, timedOut, WANG } from '../../helpers/journal-home.ts'

const late = (step: 'delivered' | 'failed' | 'closed', code?: 'NO_SESSION' | 'REPLY_QUEUED' | 'NOT_ANSWERABLE' | 'gone'): JournalRecord => ({ kind: 'late', ask: 'a', step, ...(code ? { code } : {}) })
const RECORDS: readonly JournalRecord[] = [
  timedOut('a'), accepted('a'), late('delivered'), late('failed', 'NO_SESSION'), late('failed', 'REPLY_QUEUED'), late('failed', 'NOT_ANSWERABLE'), late('closed', 'gone'), late('closed'),
  { kind: 'settled', ask: 'a', outcome: 'answered', actor: WANG, answer: SQLITE }, { kind: 'settled', ask: 'a', outcome: 'aborted', cause: 'disposed' }, { kind: 'settled', ask: 'a', outcome: 'dismissed', actor: WANG },
  { kind: 'decided', ask: 'a', decision: 'continued' }, { kind: 'decided', ask: 'a', decision: 'redeliver' }, { kind: 'decided', ask: 'a', decision: 'over' }, { kind: 'decided', ask: 'a', decision: 'over', why: 'restarted' },
  { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'x', data: { message: 'om_1' } }, { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'x' }, { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'y', data: { n: [1] } },
]

function fold(records: readonly (JournalRecord & { at?: number })[]): AskEntry | undefined {
  return records.reduce<AskEntry | undefined>((entry, record, index) => {
    const line = { at: index + 1, ...record, v: 1, run: 'run', n: index + 1 } as const
    return 'ask' in line ? foldAsk(entry, line) : entry
  }, undefined)
}

it('says of any ask what gives the same ask when it is read, without the places that are done with', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...RECORDS), { maxLength: 12 }), fc.boolean(), (records, hasCall) => {
    const entry = fold([hasCall ? asked('a') : asked('a', { call: undefined } as object), ...records])!
    expect(fold(restate(entry))).toEqual({ ...entry, deliveries: entry.deliveries.filter(({ data }) => data !== undefined) })
  }), { numRuns: 2_000 })
})

const BARE: AskEntry = { ask: 'a', origin: 'r', run: 'r', at: 5, timed: false, phase: 'open', isChecked: false, deliveries: [] }

it('says nothing that is not known', () => {
  expect(restate(BARE)).toStrictEqual([{ kind: 'asked', ask: 'a', at: 5, timed: false, count: 0 }])
})

it('says everything that is, each at its time', () => {
  const questions = [{ id: 'q', question: 'Why?' }, { id: 'r', question: 'How?' }]
  expect(restate({ ...BARE, session: 's', project: '/p', call: 'c', questions, since: 6, phase: 'sending', late: { at: 7, actor: WANG, answer: SQLITE } })).toStrictEqual([
    { kind: 'asked', ask: 'a', at: 5, timed: false, count: 2, session: 's', project: '/p', call: 'c', questions },
    { kind: 'settled', ask: 'a', at: 6, outcome: 'timed-out', continued: true },
    { kind: 'late', ask: 'a', step: 'accepted', at: 7, actor: WANG, answer: SQLITE },
  ])
  expect(restate({ ...BARE, phase: 'over', end: { kind: 'closed', why: 'gone', at: 8 }, isChecked: true }).slice(1)).toStrictEqual([
    { kind: 'decided', ask: 'a', at: 8, decision: 'over', why: 'gone' }, { kind: 'decided', ask: 'a', at: 8, decision: 'over' },
  ])
})
