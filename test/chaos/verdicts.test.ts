/** The judges find what they are there to find. */
import { describe, expect, it } from 'vitest'
import type { JournalLine, JournalRecord } from '../../router/journal/types.ts'
import { judgeKilled, type Evidence } from './kill/verdicts.ts'
import { parseSeeds, planJobs } from './plan.ts'
import { createStory, type Story, tagIn } from './story.ts'
import { accountsOf, judgeStory } from './verdicts.ts'

const SQLITE = { answers: [{ id: 'q0', selected: ['SQLite'] }] }
const MYSQL = { answers: [{ id: 'q0', selected: ['MySQL'] }] }
const QUESTIONS = [{ id: 'q0', question: 'K1Q0 Which shall it be?', options: [{ label: 'SQLite' }, { label: 'MySQL' }] }]

/** An ask that the phone answered, with all that belongs to it. */
function answered(over: Partial<Story> = {}): Story {
  const attempt = { place: 'feishu', what: SQLITE }
  return { ...createStory({ tag: 'K1', session: 's1', call: 'K1', questions: QUESTIONS }), attempts: [attempt], told: [{ eventId: 'e1', word: 'won', attempt }], end: { kind: 'answered', answer: SQLITE }, ...over }
}

const asked: JournalRecord = { kind: 'asked', ask: 'a', timed: false, count: 1, questions: QUESTIONS }
const settled: JournalRecord = { kind: 'settled', ask: 'a', outcome: 'answered', actor: { surface: 'feishu' }, answer: SQLITE }

function accounts(...records: readonly JournalRecord[]) {
  const lines = records.map((record, index): JournalLine => ({ v: 1, run: 'r', n: index + 1, at: 0, ...record }))
  return accountsOf(lines, (text) => tagIn(text)?.tag).get('K1') ?? []
}

describe('the judge of an ask', () => {
  it('has nothing against one whose answer was given, told and written down once', () => {
    expect(judgeStory(answered(), accounts(asked, settled))).toEqual([])
  })

  it.each<[string, Partial<Story>, JournalRecord[], RegExp]>([
    ['an answer that nobody gave', { end: { kind: 'answered', answer: MYSQL } }, [asked, settled], /nobody gave/u],
    ['an end that the journal has twice', {}, [asked, settled, settled], /2 ends/u],
    ['no end in the journal', {}, [asked], /0 ends/u],
    ['another end in the journal', {}, [asked, { kind: 'settled', ask: 'a', outcome: 'dismissed' }], /the journal says dismissed/u],
    ['a winner who did nothing', {}, [asked, { ...settled, actor: { surface: 'terminal' } }], /terminal is said/u],
    ['two clicks that were told to count', { told: [1, 2].map((each) => ({ eventId: `e${each}`, word: 'won', attempt: { place: 'feishu', what: SQLITE } })) }, [asked, settled], /2 clicks/u],
    ['a click that was told to count, and did not', { told: [{ eventId: 'e1', word: 'won', attempt: { place: 'feishu', what: MYSQL } }] }, [asked, settled], /was told/u],
    ['a late answer to an ask that was answered', { late: [SQLITE] }, [asked, settled], /a late answer came/u],
    ['a late answer that was accepted and lost', { end: { kind: 'pending' }, windowMs: 1, told: [{ eventId: 'e1', word: 'accepted', attempt: { place: 'feishu', what: SQLITE } }] }, [asked, { kind: 'settled', ask: 'a', outcome: 'timed-out', continued: true }], /neither read nor/u],
    ['a failure without a reason', { end: { kind: 'failed', code: 'NO_PROVIDER' }, told: [] }, [asked, { kind: 'settled', ask: 'a', outcome: 'failed' }], /no reason/u],
  ])('finds %s', (_what, over, records, line) => {
    expect(judgeStory(answered(over), accounts(...records)).join('\n')).toMatch(line)
  })
})

describe('the judge of an ask whose process was killed', () => {
  const evidence = (over: Partial<Evidence> = {}): Evidence => ({
    story: answered(), accounts: accounts(asked, settled), end: undefined, attempts: answered().attempts, answers: [SQLITE], isContinued: false, phases: ['over'], liveCards: [], isToldInLog: false, ...over,
  })

  it('has nothing against one whose answer has reached its agent once', () => {
    expect(judgeKilled(evidence())).toEqual([])
  })

  it.each<[string, Partial<Evidence>, RegExp]>([
    ['an answer that was read twice', { answers: [SQLITE, SQLITE] }, /read 2 answers/u],
    ['an answer that nobody gave', { answers: [MYSQL] }, /nobody gave/u],
    ['a click that was told to count, and was lost', { answers: [] }, /never read it/u],
    ['a click that was told to count, and was not written down', { accounts: accounts(asked) }, /knows nothing/u],
    ['an ask that the journal takes for answerable, and the host does not', { phases: ['continued'] }, /the host takes no answer/u],
    ['an ask that the host takes an answer for, and the journal does not', { isContinued: true }, /the host takes an answer/u],
    ['a card that looks open', { liveCards: ['om_1'] }, /stay open/u],
  ])('finds %s', (_what, over, line) => {
    expect(judgeKilled(evidence(over)).join('\n')).toMatch(line)
  })
})

describe('the plan of a run', () => {
  it('gives every seed its part of the asks, and kills a part of them besides', () => {
    const jobs = planJobs({ asks: 20_000, from: 1, to: 50, killed: 1_000 })
    expect([jobs.length, jobs.filter(({ kind }) => kind === 'world').reduce((sum, { asks }) => sum + asks, 0)]).toEqual([60, 20_000])
    expect(jobs.filter(({ kind }) => kind === 'ordeal').reduce((sum, { asks }) => sum + asks, 0)).toBe(1_000)
  })

  it('reads one seed or a row of them', () => {
    expect(['7', '1-50', '5-1', 'x', ''].map((text) => parseSeeds(text))).toEqual([[7, 7], [1, 50], undefined, undefined, undefined])
  })
})
