import { describe, expect, it } from 'vitest'
import { foldAsk } from '../../router/journal/entry.ts'
import type { AskEntry, HostView, JournalLine, JournalRecord } from '../../router/journal/types.ts'
import { decideRestart, recordOf } from '../../router/restart.ts'
import { accepted, asked, SQLITE, timedOut, WANG, won } from '../helpers/journal-home.ts'

const NOW = 9_000
const VIEWS: readonly HostView[] = ['open', 'continued', 'settled', 'absent', 'unreadable']

function entryOf(...records: readonly JournalRecord[]): AskEntry {
  let entry: AskEntry | undefined
  records.forEach((record, index) => {
    const line: JournalLine = { ...record, v: 1, run: 'r', n: index + 1, at: 1_000 + index }
    if ('ask' in line) entry = foldAsk(entry, line)
  })
  if (entry === undefined) throw new Error('nothing was asked')
  return entry
}

function outcomes(entry: AskEntry, takesAnswers = true): string[] {
  return VIEWS.map((call) => {
    const decision = decideRestart(entry, { call, takesAnswers, now: NOW })
    if (decision.kind !== 'over') return decision.kind === 'continued' && decision.lost ? `lost by ${decision.lost.actor?.name ?? 'somebody'}` : decision.kind
    const { end } = decision
    return end.kind === 'closed' ? end.why : end.kind === 'settled' ? end.outcome : end.kind
  })
}

const open = entryOf(asked('a'))
const continued = entryOf(asked('a'), timedOut('a'))
const sending = entryOf(asked('a'), timedOut('a'), accepted('a'))
const wordless = entryOf(asked('a'), timedOut('a'), { kind: 'late', ask: 'a', step: 'accepted', actor: WANG })
const unread = entryOf(asked('a'), timedOut('a'), accepted('a'), { kind: 'late', ask: 'a', step: 'delivered' })
const answered = entryOf(asked('a'), ...won('a'))
const disposed = entryOf(asked('a'), { kind: 'settled', ask: 'a', outcome: 'aborted', cause: 'disposed' })
const withdrawn = entryOf(asked('a'), { kind: 'settled', ask: 'a', outcome: 'aborted', cause: 'withdrawn' })
const odd = entryOf(asked('a'), { kind: 'settled', ask: 'a', outcome: 'dismissed', cause: 'disposed' })
const dismissed = entryOf(asked('a'), { kind: 'settled', ask: 'a', outcome: 'dismissed', actor: WANG })

describe('what becomes of an ask, by what the host says of its call', () => {
  it.each([
    // open, continued, settled, absent, unreadable
    ['that was open', open, ['continued', 'continued', 'settled-elsewhere', 'restarted', 'continued']],
    ['that was continued', continued, ['continued', 'continued', 'settled-elsewhere', 'gone', 'continued']],
    ['whose late answer was on its way', sending, ['redeliver', 'redeliver', 'replied', 'gone', 'redeliver']],
    ['whose late answer has no words', wordless, ['lost by Wang Fang', 'lost by Wang Fang', 'replied', 'gone', 'lost by Wang Fang']],
    ['whose late answer may not have been read', unread, ['redeliver', 'redeliver', 'replied', 'replied', 'replied']],
    ['that was answered just before', answered, ['redeliver', 'redeliver', 'answered', 'answered', 'answered']],
    ['that ended with its router', disposed, ['continued', 'continued', 'aborted', 'aborted', 'aborted']],
    ['that was withdrawn', withdrawn, ['aborted', 'aborted', 'aborted', 'aborted', 'aborted']],
    ['that was dismissed though it has a cause', odd, ['dismissed', 'dismissed', 'dismissed', 'dismissed', 'dismissed']],
    ['that was dismissed', dismissed, ['dismissed', 'dismissed', 'dismissed', 'dismissed', 'dismissed']],
  ])('%s', (_what, entry, expected) => {
    expect(outcomes(entry)).toEqual(expected)
  })

  it('is its end where the host takes no late answers, or the ask names no call', () => {
    expect(outcomes(open, false)).toEqual(['restarted', 'restarted', 'settled-elsewhere', 'restarted', 'restarted'])
    const { call: _call, ...nameless } = open
    expect(outcomes(nameless)).toEqual(['restarted', 'restarted', 'settled-elsewhere', 'restarted', 'restarted'])
  })

  it('sends an answer again as it was given', () => {
    expect(decideRestart(sending, { call: 'continued', takesAnswers: true, now: NOW })).toEqual({ kind: 'redeliver', answer: SQLITE, actor: WANG, at: 1_002 })
  })
})

it('looks again at the answer that came after a late one was sent once more', () => {
  const delivered: JournalRecord = { kind: 'late', ask: 'a', step: 'delivered' }
  const read = [asked('a'), timedOut('a'), accepted('a'), delivered, { kind: 'decided', ask: 'a', decision: 'over' }] as const
  expect(outcomes(entryOf(...read))).toEqual(['replied', 'replied', 'replied', 'replied', 'replied'])
  const anew = entryOf(...read, { kind: 'late', ask: 'a', step: 'failed', code: 'NO_SESSION' }, accepted('a'), delivered)
  expect(outcomes(anew)).toEqual(outcomes(unread))
})

/** What is written of the decision. */
function lineOf(entry: AskEntry, call: HostView, takesAnswers = true) {
  const view = { call, takesAnswers, now: NOW }
  return recordOf(entry, decideRestart(entry, view), view)
}

describe('the line about it', () => {
  it.each([open, continued, sending, wordless, unread, answered, disposed, dismissed].flatMap((entry) => VIEWS.map((call) => [entry, call] as const)))('makes the next start come to the same (%#)', (entry, call) => {
    const view = { call, takesAnswers: true, now: NOW }
    const decision = decideRestart(entry, view)
    const record = recordOf(entry, decision, view)
    const after = record ? foldAsk(entry, { ...record, v: 1, run: 'next', n: 2, at: NOW }) : entry
    if (after === undefined) throw new Error('the ask was forgotten')
    const expected = { continued: 'continued', redeliver: 'sending', over: 'over' }[decision.kind]
    expect(after.phase).toBe(expected)
    const again = decideRestart(after, view)
    // That an answer was lost is told once.
    if (decision.kind === 'continued') expect(again).toEqual({ kind: 'continued' })
    else expect(again).toEqual(decision)
    expect(recordOf(after, again, view)).toBeUndefined()
  })

  it('says what was decided, and why where that is not known of it already', () => {
    const line = { kind: 'decided', ask: 'a' }
    expect(lineOf(open, 'open')).toStrictEqual({ ...line, decision: 'continued' })
    expect(lineOf(open, 'absent')).toStrictEqual({ ...line, decision: 'over', why: 'restarted' })
    expect(lineOf(open, 'settled')).toStrictEqual({ ...line, decision: 'over', why: 'settled-elsewhere' })
    expect(lineOf(sending, 'absent')).toStrictEqual({ ...line, decision: 'over', why: 'gone' })
    expect(lineOf(continued, 'open', false)).toStrictEqual({ ...line, decision: 'over', why: 'restarted' })
    expect(lineOf(sending, 'settled')).toStrictEqual({ ...line, decision: 'over' })
    expect(lineOf(answered, 'continued')).toStrictEqual({ ...line, decision: 'redeliver' })
    for (const call of ['settled', 'absent'] as const) expect(lineOf(answered, call)).toStrictEqual({ ...line, decision: 'over' })
    for (const entry of [dismissed, withdrawn]) for (const call of VIEWS) expect(lineOf(entry, call)).toBeUndefined()
  })

  it('is not written while the host can not be asked about an end', () => {
    const view = { call: 'unreadable', takesAnswers: true, now: NOW } as const
    expect(recordOf(answered, decideRestart(answered, view), view)).toBeUndefined()
  })
})
