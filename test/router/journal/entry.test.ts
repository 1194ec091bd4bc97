/** What each line says about an ask, step by step. */
import { describe, expect, it } from 'vitest'
import { canReturn, foldAsk, type AskLine } from '../../../router/journal/entry.ts'
import type { AskEntry, JournalRecord } from '../../../router/journal/types.ts'

const WANG = { surface: 'feishu', name: 'Wang' }
const ANSWER = { answers: [{ id: 'q', selected: ['A'] }] }

type OfAsk = Extract<JournalRecord, { ask: string }>
const asked: OfAsk = { kind: 'asked', ask: 'a', timed: true, count: 1, session: 's', project: '/p', call: 'c', questions: [{ id: 'q', question: 'Why?' }] }
const bare: OfAsk = { kind: 'asked', ask: 'a', timed: false, count: 1 }
const settled = (part: Partial<Extract<OfAsk, { kind: 'settled' }>>): OfAsk => ({ kind: 'settled', ask: 'a', outcome: 'answered', ...part })
const late = (step: 'accepted' | 'delivered' | 'failed' | 'closed', part: Partial<Extract<OfAsk, { kind: 'late' }>> = {}): OfAsk => ({ kind: 'late', ask: 'a', step, ...part })
const decided = (decision: 'continued' | 'redeliver' | 'over', why?: 'restarted' | 'settled-elsewhere' | 'gone'): OfAsk => ({ kind: 'decided', ask: 'a', decision, ...(why ? { why } : {}) })
const continued = settled({ outcome: 'timed-out', continued: true })
const accepted = late('accepted', { actor: WANG, answer: ANSWER })

/** The lines one after the other, a second apart. */
function read(...records: readonly OfAsk[]): AskEntry | undefined {
  return records.map((record, index): AskLine => ({ v: 1, run: 'r', n: index, at: (index + 1) * 1_000, ...record })).reduce<AskEntry | undefined>(foldAsk, undefined)
}
function entryOf(...records: readonly OfAsk[]): AskEntry {
  const entry = read(...records)
  if (entry === undefined) throw new Error('nobody has said what was asked')
  return entry
}
const returns = (...records: readonly OfAsk[]): boolean => canReturn(entryOf(...records))
const leavesAlone = (before: readonly OfAsk[], record: OfAsk): void => {
  const entry = entryOf(...before)
  expect(foldAsk(entry, { v: 1, run: 'r', n: 9, at: 9_000, ...record })).toBe(entry)
}

describe('an ask that was opened', () => {
  it('has what was written of it, and nothing else', () => {
    expect(entryOf(asked)).toStrictEqual({
      ask: 'a', origin: 'r', run: 'r', at: 1_000, timed: true, phase: 'open', isChecked: false, deliveries: [], session: 's', project: '/p', call: 'c', questions: [{ id: 'q', question: 'Why?' }],
    })
    expect(entryOf(bare)).toStrictEqual({ ask: 'a', origin: 'r', run: 'r', at: 1_000, timed: false, phase: 'open', isChecked: false, deliveries: [] })
  })

  it('is unknown before, and opened once', () => {
    expect(read(continued, accepted)).toBeUndefined()
    leavesAlone([asked], bare)
  })

  it('is left as it is by an act, which has its own end', () => leavesAlone([asked], { kind: 'acted', ask: 'a', actor: WANG, verdict: 'won' }))

  it('takes no late answer, and no late end', () => {
    for (const record of [accepted, late('delivered'), late('failed', { code: 'NO_SESSION' }), late('closed', { code: 'gone' })]) leavesAlone([asked], record)
  })
})

const place = (name: string, data?: { readonly id: number }): OfAsk => ({ kind: 'delivery', ask: 'a', surface: 'feishu', place: name, ...(data ? { data } : {}) })

describe('a place of an ask', () => {
  it('has what was said of it last, until nothing remains to be done there', () => {
    expect(entryOf(asked, place('one', { id: 1 }), place('two', { id: 2 }), place('one', { id: 3 })).deliveries).toStrictEqual([
      { surface: 'feishu', place: 'one', at: 4_000, data: { id: 3 } }, { surface: 'feishu', place: 'two', at: 3_000, data: { id: 2 } },
    ])
    expect(entryOf(asked, place('one', { id: 1 }), place('one')).deliveries).toStrictEqual([{ surface: 'feishu', place: 'one', at: 3_000 }])
    leavesAlone([asked, place('one')], place('one', { id: 5 }))
  })

  it('is another one on another surface', () => {
    expect(entryOf(asked, place('one', { id: 1 }), { kind: 'delivery', ask: 'a', surface: 'desk', place: 'one', data: { id: 2 } }).deliveries).toHaveLength(2)
  })
})

describe('an end', () => {
  it('has who and what and why where these were written', () => {
    expect(entryOf(asked, settled({ actor: WANG, answer: ANSWER }))).toMatchObject({ phase: 'over', end: { kind: 'settled', outcome: 'answered', at: 2_000, actor: WANG, answer: ANSWER } })
    expect(entryOf(asked, settled({ outcome: 'aborted', cause: 'disposed' })).end).toStrictEqual({ kind: 'settled', outcome: 'aborted', at: 2_000, cause: 'disposed' })
    expect(entryOf(asked, settled({ outcome: 'timed-out', continued: false })).end).toStrictEqual({ kind: 'settled', outcome: 'timed-out', at: 2_000 })
    expect(entryOf(asked, settled({ outcome: 'dismissed', continued: true })).phase).toBe('over')
  })

  it('is the first one', () => {
    leavesAlone([asked, settled({})], settled({ outcome: 'dismissed' }))
    leavesAlone([asked, continued], settled({}))
    for (const record of [accepted, late('delivered'), late('closed'), late('failed', { code: 'NO_SESSION' })]) leavesAlone([asked, settled({})], record)
  })

  it('can return only where a call went on that the host may not have heard of', () => {
    expect(returns(asked, settled({}))).toBe(true)
    expect(returns(asked, settled({ outcome: 'aborted', cause: 'disposed' }))).toBe(true)
    expect(returns(asked, continued, accepted, late('delivered'))).toBe(true)
    expect(returns(asked, settled({ outcome: 'aborted', cause: 'withdrawn' }))).toBe(false)
    expect(returns(asked, settled({ outcome: 'dismissed', cause: 'disposed' }))).toBe(false)
    expect(returns(asked, continued, late('closed', { code: 'gone' }))).toBe(false)
    expect(returns(bare, settled({}))).toBe(false)
    expect(returns(asked)).toBe(false)
    expect(returns(asked, settled({}), decided('over'))).toBe(false)
  })
})

describe('the questions of an ask', () => {
  const worded: OfAsk = { ...bare, questions: [{ id: 'q', question: 'Why?' }] }
  const shown: OfAsk = { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'chat', data: { message: 'om' } }
  const elsewhere: OfAsk = { ...shown, place: 'other' }
  const done: OfAsk = { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'chat' }
  const has = (...records: readonly OfAsk[]): boolean => 'questions' in entryOf(...records)

  it('go with its end where nothing of it is on a screen', () => {
    expect([has(worded), has(worded, continued), has(worded, settled({}))]).toEqual([true, true, false])
    expect(entryOf(worded, settled({ answer: ANSWER }))).toStrictEqual({ ask: 'a', origin: 'r', run: 'r', at: 1_000, timed: false, phase: 'over', isChecked: false, deliveries: [], end: { kind: 'settled', outcome: 'answered', at: 2_000, answer: ANSWER } })
  })

  it('stay until the last place has been made final', () => {
    expect([has(worded, shown, settled({})), has(worded, shown, elsewhere, settled({}), done), has(worded, shown, settled({}), done), has(worded, shown, done, settled({}))]).toEqual([true, true, false, false])
  })

  it('stay where its call may bring it back', () => {
    expect([has(asked, settled({})), has(asked, settled({}), decided('over'))]).toEqual([true, true])
  })
})

describe('an ask that is continued', () => {
  it('is so since its window closed, and takes one answer', () => {
    expect(entryOf(asked, continued)).toMatchObject({ phase: 'continued', since: 2_000 })
    expect(entryOf(asked, continued, accepted)).toMatchObject({ phase: 'sending', since: 2_000, late: { at: 3_000, actor: WANG, answer: ANSWER } })
    expect(entryOf(asked, continued, late('accepted')).late).toStrictEqual({ at: 3_000 })
    leavesAlone([asked, continued, accepted], late('accepted', { actor: { surface: 'desk' } }))
  })

  it('ends with the answer once that was delivered', () => {
    const entry = entryOf(asked, continued, accepted, late('delivered'))
    expect(entry).toMatchObject({ phase: 'over', end: { kind: 'replied', at: 3_000, actor: WANG, answer: ANSWER } })
    expect('late' in entry).toBe(false)
    leavesAlone([asked, continued], late('delivered'))
  })

  it.each<[string, ReturnType<typeof late>, object]>([
    ['the host no longer asks', late('failed', { code: 'NOT_ANSWERABLE' }), { phase: 'over', end: { kind: 'closed', why: 'gone', at: 4_000 } }],
    ['another client was first', late('failed', { code: 'REPLY_QUEUED' }), { phase: 'over', end: { kind: 'closed', why: 'settled-elsewhere', at: 4_000 } }],
    ['its session is not open', late('failed', { code: 'NO_SESSION' }), { phase: 'continued', since: 2_000 }],
    ['it was closed elsewhere meanwhile', late('closed', { code: 'settled-elsewhere' }), { phase: 'over', end: { kind: 'closed', why: 'settled-elsewhere', at: 4_000 } }],
    ['it went meanwhile', late('closed', { code: 'gone' }), { phase: 'over', end: { kind: 'closed', why: 'gone', at: 4_000 } }],
  ])('hears that an answer did not arrive because %s', (_why, record, expected) => {
    const entry = entryOf(asked, continued, accepted, record)
    expect(entry).toMatchObject(expected)
    expect('late' in entry).toBe(false)
    expect('end' in entry).toBe(entry.phase === 'over')
  })

  it('can be closed while nobody answers', () => {
    expect(entryOf(asked, continued, late('closed')).end).toStrictEqual({ kind: 'closed', why: 'settled-elsewhere', at: 3_000 })
  })

  it('takes another answer once one that was delivered was thrown away unread', () => {
    const replied = [asked, continued, accepted, late('delivered')]
    for (const code of ['NO_SESSION', 'BAD_ANSWER'] as const) expect(entryOf(...replied, late('failed', { code })).phase).toBe('continued')
    for (const code of ['NOT_ANSWERABLE', 'REPLY_QUEUED'] as const) leavesAlone(replied, late('failed', { code }))
    leavesAlone([asked, continued], late('failed', { code: 'NO_SESSION' }))
  })
})

describe('what a later start decides', () => {
  it('continues what was open, since then, and what the host never heard the end of', () => {
    expect(entryOf(asked, decided('continued'))).toMatchObject({ phase: 'continued', since: 2_000, isChecked: false })
    const back = entryOf(asked, settled({ actor: WANG, answer: ANSWER }), decided('continued'))
    expect(back).toMatchObject({ phase: 'continued', since: 3_000 })
    expect('end' in back).toBe(false)
    expect(entryOf(asked, continued, accepted, decided('continued'))).toMatchObject({ phase: 'continued', since: 2_000 })
    leavesAlone([asked, continued], decided('continued'))
    leavesAlone([asked, settled({ outcome: 'dismissed' })], decided('continued'))
  })

  it('sends an answer again that was given, with whose and what it was where that is known', () => {
    expect(entryOf(asked, settled({ actor: WANG, answer: ANSWER }), decided('redeliver'))).toMatchObject({ phase: 'sending', since: 3_000, late: { at: 2_000, actor: WANG, answer: ANSWER } })
    expect(entryOf(asked, continued, accepted, late('delivered'), decided('redeliver'))).toMatchObject({ phase: 'sending', since: 2_000, late: { at: 3_000, actor: WANG, answer: ANSWER } })
    leavesAlone([asked], decided('redeliver'))
    leavesAlone([asked, settled({})], decided('redeliver'))
    leavesAlone([bare, settled({ actor: WANG, answer: ANSWER })], decided('redeliver'))
  })

  it('ends what is over for good, by what is known of it', () => {
    expect(entryOf(asked, decided('over')).end).toStrictEqual({ kind: 'restarted', at: 2_000 })
    expect(entryOf(asked, decided('over', 'restarted')).end).toStrictEqual({ kind: 'restarted', at: 2_000 })
    expect(entryOf(asked, continued, decided('over', 'gone')).end).toStrictEqual({ kind: 'closed', why: 'gone', at: 3_000 })
    expect(entryOf(asked, continued, accepted, decided('over', 'gone')).end).toStrictEqual({ kind: 'closed', why: 'gone', at: 4_000 })
    expect(entryOf(asked, continued, accepted, decided('over'))).toMatchObject({ phase: 'over', isChecked: true, end: { kind: 'replied', at: 3_000, actor: WANG } })
    expect(entryOf(asked, settled({}), decided('over'))).toMatchObject({ phase: 'over', isChecked: true, end: { kind: 'settled' } })
    leavesAlone([asked, settled({}), decided('over')], decided('over'))
  })
})
