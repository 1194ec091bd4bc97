import { describe, expect, it } from 'vitest'
import type { AskRound, AskUserQuestionItem, ContinuedAsk, LateVerdict, Outcome, Verdict } from '../../../router/types.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { createEntries, type Entry } from '../../../surfaces/feishu/entries.ts'
import { createRulings, notice, type Ruling, type Rulings, touch } from '../../../surfaces/feishu/ruling.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { wordsOf } from '../../../surfaces/feishu/words.ts'
import { titleOf } from './scene.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: [] }
const EN = wordsOf('en')
const NAME: AskUserQuestionItem = { id: 'name', header: 'Name', question: 'What is it called?' }
const ANSWER = { answers: [{ id: 'name', selected: [], custom: 'ledger' }] }
const LI = { id: 'li', name: 'Li' }
const OUTCOME: Outcome = { kind: 'answered', actor: { surface: 'terminal', name: 'Li' }, answer: ANSWER, at: 1_000 }
const GONE = { kind: 'closed', why: 'gone', at: 1_000 } as const

/** Each knows of no end yet. */
const rulings = (): Rulings => createRulings({ entries: createEntries(READER), now: () => 66_000, reader: READER, slips: { ended: (ask) => (ask === 'known' ? { kind: 'settled', outcome: 'timed-out', at: 6_000 } : undefined) } })

function entryOf(stage: Entry['stage']): Entry {
  return {
    ask: cardAsk('ask-1', { questions: [NAME] }), role: 'answer', stage, at: 0, shown: { count: 1, saving: [1], isWhole: true },
    deliveries: { match: () => 'ours', has: () => false, clicked: () => undefined, end: () => Promise.resolve(), hold: () => () => undefined, adopt: () => undefined, retire: () => undefined, again: () => 'sent', isIn: () => true, isEmpty: false },
  }
}

interface Clock {
  readonly state: 'starting' | 'counting' | 'held' | 'over'
}

/** An open ask whose arbiter gives this verdict, with a clock that says so when it is held. */
function open(verdict: Verdict, clock?: Clock, holds: unknown[] = []): Entry {
  const round: AskRound = {
    id: 'ask-1', signal: new AbortController().signal, outcome: new Promise(() => undefined), report: () => undefined, submit: () => verdict, dismiss: () => verdict,
    ...(clock === undefined ? {} : { countdown: { ...clock, remaining: () => 5, hold: (...given) => { holds.push(given) }, release: () => undefined, onChange: () => () => undefined } }),
  }
  return entryOf({ kind: 'open', round })
}

function late(verdict: LateVerdict): Entry {
  const ask: ContinuedAsk = { id: 'ask-1', session: 's', callId: 'c', since: 0, signal: new AbortController().signal, submit: () => verdict }
  return entryOf({ kind: 'continued', late: ask })
}

const said = ({ tone, text, cards }: Ruling): readonly unknown[] => [tone, text.en, ...(cards ?? []).map(titleOf)]

const refusedInTime = (code: 'BAD_ANSWER' | 'NOT_ASKED', question?: string): unknown => said(rulings().submit(open({ kind: 'refused', code, reason: 'x', ...(question === undefined ? {} : { question }) }), ANSWER, LI))
const refusedLate = (code: 'BAD_ANSWER' | 'UNREADABLE'): unknown => said(rulings().submit(late({ kind: 'refused', code, reason: 'x', question: 'name' }), ANSWER, LI))

describe('an act in time', () => {
  it('that counts says so, and ends the ask on its cards', () => {
    expect(said(rulings().submit(open({ kind: 'won', outcome: OUTCOME }), ANSWER, LI))).toEqual(['success', EN.toast.won, 'Li answered at the terminal'])
    expect(said(rulings().dismiss(open({ kind: 'won', outcome: { kind: 'dismissed', actor: { surface: 'feishu', name: 'Li' }, at: 0 } }), LI))).toEqual(['success', EN.toast.dismissed, expect.any(String)])
  })

  it('that came second tells who was first, when, and with what', () => {
    expect(said(rulings().submit(open({ kind: 'lost', outcome: OUTCOME }), ANSWER, LI)).slice(0, 2)).toEqual(['info', 'Li answered at the terminal, 1 min ago: ledger'])
  })

  it('that is refused says what does not fit, by the name of its question where that is known', () => {
    expect([refusedInTime('BAD_ANSWER', 'name'), refusedInTime('BAD_ANSWER', 'other'), refusedInTime('BAD_ANSWER'), refusedInTime('NOT_ASKED')]).toEqual([['warning', EN.toast.refused('Name')], ['warning', EN.toast.refused('')], ['warning', EN.toast.refused('')], ['warning', EN.toast.notAsked]])
  })
})

describe('a late act', () => {
  it('has to wait while nobody knows who takes it, and finds nothing to dismiss', () => {
    expect([said(rulings().submit(entryOf({ kind: 'continued' }), ANSWER, LI)), said(rulings().dismiss(entryOf({ kind: 'continued' }), LI)), said(rulings().hold(entryOf({ kind: 'continued' }), LI))]).toEqual([['warning', EN.toast.starting], ['info', EN.toast.nothingToDismiss], ['info', EN.toast.noClock]])
  })

  it('that came second tells what ended the ask', () => {
    expect(said(rulings().submit(late({ kind: 'lost', end: GONE }), ANSWER, LI))).toEqual(['info', 'The agent takes no answer to this any more, 1 min ago.'])
  })

  it('that is refused says why, and leaves what was filled in', () => {
    expect([refusedLate('BAD_ANSWER'), refusedLate('UNREADABLE')]).toEqual([['warning', EN.toast.refused('Name')], ['warning', EN.toast.unknownWords]])
  })

  it('that was first says that it is on its way, and afterwards only what went wrong, with the words', async () => {
    const given = rulings().submit(late({ kind: 'accepted', result: Promise.resolve({ kind: 'delivered' }) }), ANSWER, LI)
    expect([said(given), await given.afterwards]).toEqual([['success', EN.late.sending], undefined])
    const lost = rulings().submit(late({ kind: 'accepted', result: Promise.resolve({ kind: 'failed', code: 'NO_SESSION' }) }), ANSWER, LI)
    expect((await lost.afterwards)?.en).toBe(`${EN.late.failed.NO_SESSION}\n${EN.late.said('ledger')}`)
    const two = late({ kind: 'accepted', result: Promise.resolve({ kind: 'failed', code: 'NO_SESSION' }) })
    const part = rulings().submit({ ...two, ask: cardAsk('ask-1', { questions: [{ id: 'why', question: 'Why?' }, NAME] }) }, ANSWER, LI)
    expect((await part.afterwards)?.en).toBe(`${EN.late.failed.NO_SESSION}\n${EN.late.said('ledger')}`)
  })
})

describe('the clock', () => {
  it.each([['held', 'success', EN.toast.held], ['starting', 'success', EN.toast.held], ['counting', 'warning', EN.toast.notHeld], ['over', 'warning', EN.toast.notHeld]] as const)('that is %s after it was stopped for good is told as it is', (state, tone, text) => {
    const holds: unknown[] = []
    expect(said(rulings().hold(open({ kind: 'lost', outcome: OUTCOME }, { state }, holds), LI))).toEqual([tone, text])
    expect(holds).toEqual([['for-good', LI]])
  })

  it('is none where the ask has none, and is touched by whoever is at an open one', () => {
    expect(said(rulings().hold(open({ kind: 'lost', outcome: OUTCOME }), LI))).toEqual(['warning', EN.toast.notHeld])
    const holds: unknown[] = []
    touch(open({ kind: 'lost', outcome: OUTCOME }, { state: 'counting' }, holds), LI)
    touch(entryOf({ kind: 'continued' }), LI)
    expect(holds).toEqual([['touched', LI]])
  })
})

describe('an ask that is over here', () => {
  it('says that Feishu was switched off, or how it ended', () => {
    expect(said(rulings().over(open({ kind: 'lost', outcome: OUTCOME }), 'left'))).toEqual(['info', 'No longer answered here', 'No longer answered here'])
    const { ask, ...rest } = open({ kind: 'lost', outcome: OUTCOME })
    expect(said(rulings().over({ ...rest, ask: { ...ask, id: 'ask-2' } }, OUTCOME))).toEqual(['info', 'Li answered at the terminal, 1 min ago: ledger', 'Li answered at the terminal'])
  })

  it('is told from the journal where that knows it, on as many cards as were clicked up to', () => {
    expect(said(rulings().forgotten('known', 3))).toEqual(['info', 'Time ran out, 1 min ago.', ...Array.from({ length: 3 }, () => 'Time ran out')])
    expect(said(rulings().forgotten('unknown', 1))).toEqual(['info', EN.toast.unknown])
    expect(said(notice('error', ({ toast }) => toast.broken))).toEqual(['error', EN.toast.broken])
  })
})
