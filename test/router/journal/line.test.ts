import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { hasWords, identityOf, readLine, type ReadLine, redact, writeLine } from '../../../router/journal/line.ts'
import type { JournalRecord } from '../../../router/journal/types.ts'
import { parseJournal } from '../../../router/journal/reading.ts'

const HEAD = { run: 'r', n: 1, at: 5 }
const text = fc.string({ unit: 'binary', maxLength: 30 })
const actor = fc.record({ surface: text, id: text, name: text }, { requiredKeys: ['surface'], noNullPrototype: true })
const answer = fc.record({ answers: fc.array(fc.record({ id: text, selected: fc.array(text, { maxLength: 2 }), custom: text }, { requiredKeys: ['id', 'selected'], noNullPrototype: true }), { maxLength: 2 }) }, { noNullPrototype: true })
const record: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant('started' as const), pid: fc.nat(), start: text }, { noNullPrototype: true }),
  fc.record({ kind: fc.constant('stopped' as const) }, { noNullPrototype: true }),
  fc.record({ kind: fc.constant('asked' as const), ask: text, timed: fc.boolean(), count: fc.nat(), session: text, project: text, call: text, questions: fc.array(fc.record({ id: text, question: text, detail: text }, { noNullPrototype: true }), { maxLength: 2 }) }, { requiredKeys: ['kind', 'ask', 'timed', 'count'], noNullPrototype: true }),
  fc.record({ kind: fc.constant('delivery' as const), ask: text, surface: text, place: text, data: fc.dictionary(text, fc.oneof(text, fc.nat(), fc.constant(null)), { maxKeys: 3, noNullPrototype: true }) }, { requiredKeys: ['kind', 'ask', 'surface', 'place'], noNullPrototype: true }),
  fc.record({ kind: fc.constant('acted' as const), ask: text, actor, verdict: fc.constantFrom('won' as const, 'lost' as const, 'refused' as const) }, { noNullPrototype: true }),
  fc.record({ kind: fc.constant('settled' as const), ask: text, outcome: fc.constantFrom('answered' as const, 'timed-out' as const), actor, continued: fc.boolean(), answer }, { requiredKeys: ['kind', 'ask', 'outcome'], noNullPrototype: true }),
  fc.record({ kind: fc.constant('late' as const), ask: text, step: fc.constantFrom('accepted' as const, 'failed' as const), actor, answer, code: fc.constant('NO_SESSION' as const) }, { requiredKeys: ['kind', 'ask', 'step'], noNullPrototype: true }),
  fc.record({ kind: fc.constant('adopted' as const), asks: fc.array(text, { maxLength: 3 }) }, { noNullPrototype: true }),
  fc.record({ kind: fc.constant('event' as const), surface: text, id: text }, { noNullPrototype: true }),
)

function readFields(kind: string, fields: object): ReadLine {
  return readLine(JSON.stringify({ v: 1, ...HEAD, kind, ...fields }))
}

describe('a line', () => {
  it.each(['', 'null', '{', '{"v":1}', '{"v":1,"run":"r"}', '[]'])('that is %j is a broken one', (text) => expect(readLine(text)).toStrictEqual({ kind: 'broken' }))

  it('is read as it was written, whatever people write', () => {
    fc.assert(fc.property(record.filter((one) => !('data' in one) || !Object.hasOwn(one.data ?? {}, '__proto__')), (one) => {
      const line = writeLine(HEAD, one)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      // What JSON can't hold, such as half a character, comes back as JSON writes it.
      expect(readLine(line.slice(0, -1))).toEqual({ kind: 'known', line: JSON.parse(JSON.stringify({ v: 1, ...HEAD, ...one })) })
    }))
  })

  it('behind any torn one is read, and the torn one is not', () => {
    fc.assert(fc.property(record, record, fc.nat(), (torn, whole, at) => {
      const first = writeLine(HEAD, torn)
      const second = writeLine({ ...HEAD, n: 2 }, whole)
      const { lines } = parseJournal([first.slice(0, at % (first.length - 2)) + second])
      expect(lines.map(({ n }) => n)).toEqual([2])
    }))
  })

  describe('of this version', () => {
    const delivery = { ask: 'a', surface: 's', place: 'p' }

    it.each<[string, object]>([
      ['started', { pid: 1 }], ['started', { pid: 1.5, start: 's' }], ['started', { pid: '1', start: 's' }], ['stopped', { n: '1' }], ['stopped', { n: 1.5 }], ['stopped', { at: null }], ['stopped', { v: 2 }],
      ['asked', { ask: 'a', timed: 1, count: 1 }], ['asked', { ask: 'a', timed: true, count: 0.5 }], ['asked', { timed: true, count: 1 }], ['asked', { ask: 'a', timed: true, count: 1, session: 1 }],
      ['asked', { ask: 'a', timed: true, count: 1, questions: [{ id: 'q' }] }], ['asked', { ask: 'a', timed: true, count: 1, questions: [{ id: 'q', question: 'Why?', options: [{}] }] }],
      ['asked', { ask: 'a', timed: true, count: 1, questions: [{ id: 'q', question: 'Why?', multiSelect: 'no' }] }], ['asked', { ask: 'a', timed: true, count: 1, questions: [{ id: 'q', question: 'Why?', intent: {} }] }],
      ['delivery', { ask: 'a', surface: 's' }], ['delivery', { ...delivery, data: [] }], ['delivery', { ...delivery, data: 'x' }], ['delivery', { ...delivery, data: { a: [[]] } }], ['delivery', { ...delivery, data: { a: { b: [true] } } }],
      ['acted', { ask: 'a', actor: {}, verdict: 'won' }], ['acted', { ask: 'a', actor: { surface: 's' }, verdict: 'drawn' }], ['acted', { ask: 'a', actor: { surface: 's', name: 1 }, verdict: 'won' }],
      ['settled', { ask: 'a', outcome: 'lost' }], ['settled', { ask: 'a', outcome: 'answered', answer: { answers: [{ id: 'q', selected: 'a' }] } }], ['settled', { ask: 'a', outcome: 'aborted', cause: 'other' }], ['settled', { ask: 'a', outcome: 'timed-out', continued: 1 }],
      ['late', { ask: 'a', step: 'sent' }], ['late', { ask: 'a', step: 'failed', code: 'OTHER' }], ['decided', { ask: 'a', decision: 'open' }], ['decided', { ask: 'a', decision: 'over', why: 'other' }],
      ['adopted', {}], ['adopted', { asks: [1] }], ['event', { surface: 's' }], ['event', { surface: 's', id: 1 }], ['unheard', {}], ['constructor', {}],
    ])('that says %s with %j is of another one', (kind, fields) => {
      expect(readFields(kind, fields)).toStrictEqual({ kind: 'foreign' })
    })

    it('leaves out what this version does not know, but keeps all of what a host asks', () => {
      const questions = [{ id: 'q', question: 'Why?', later: 1, options: [{ label: 'A', icon: 'x' }], intent: { kind: 'new', detail: {} } }]
      expect(readFields('asked', { ask: 'a', timed: true, count: 1, questions, later: 1 })).toStrictEqual({ kind: 'known', line: { v: 1, ...HEAD, kind: 'asked', ask: 'a', timed: true, count: 1, questions } })
    })

    it('has data of any depth for what a surface has shown', () => {
      const data = { a: 'x', b: 1, c: true, d: null, e: ['x', 1], f: { g: { h: [] } } }
      expect(readFields('delivery', { ...delivery, data })).toStrictEqual({ kind: 'known', line: { v: 1, ...HEAD, kind: 'delivery', ...delivery, data } })
    })
  })

  it('nested so deeply that it cannot be read stops nobody from reading the others', () => {
    const deep = `{"v":1,"run":"r","n":1,"at":1,"kind":"delivery","ask":"a","surface":"s","place":"p","data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`
    expect(readLine(deep)).toEqual({ kind: 'foreign' })
  })

  it('that makes no sense is none', () => {
    fc.assert(fc.property(fc.oneof(text, fc.json()), (row) => { expect(readLine(row).kind).not.toBe('known') }))
  })
})

describe('a record without its words', () => {
  it('holds nothing that a person or a model wrote', () => {
    const word = 'SECRET'
    const records: JournalRecord[] = [
      { kind: 'asked', ask: 'a', timed: true, count: 1, session: 's', call: 'c', project: word, questions: [{ id: word, question: word }] },
      { kind: 'acted', ask: 'a', actor: { surface: 'feishu', id: 'ou_1', name: word }, verdict: 'won' },
      { kind: 'settled', ask: 'a', outcome: 'answered', actor: { surface: 'feishu', name: word }, answer: { answers: [{ id: word, selected: [word], custom: word }] } },
      { kind: 'late', ask: 'a', step: 'accepted', actor: { surface: 'feishu', name: word }, answer: { answers: [{ id: word, selected: [word] }] } },
    ]
    for (const mode of ['ids', 'off'] as const) expect(records.map((each) => writeLine(HEAD, redact(each, mode))).join('')).not.toContain(word)
    expect(redact(records[1]!, 'ids')).toEqual({ kind: 'acted', ask: 'a', actor: { surface: 'feishu', id: 'ou_1' }, verdict: 'won' })
    expect(records.map((each) => redact(each, 'full'))).toEqual(records)
  })
})

describe('whether something would be left out of a record', () => {
  const someone = { surface: 'desk', id: 'i' }
  const named = { ...someone, name: 'Li' }
  const answer = { answers: [] }
  const asked = { kind: 'asked', ask: 'a', timed: true, count: 0 } as const
  const settled = { kind: 'settled', ask: 'a', outcome: 'answered' } as const
  const late = { kind: 'late', ask: 'a', step: 'accepted' } as const

  it.each<[JournalRecord]>([
    [{ ...asked, questions: [] }], [{ ...asked, project: '' }], [{ kind: 'acted', ask: 'a', actor: named, verdict: 'won' }],
    [{ ...settled, answer }], [{ ...settled, actor: named }], [{ ...late, answer }], [{ ...late, actor: named, code: 'NO_SESSION' }],
  ])('is so of %j', (one) => {
    expect(hasWords(one)).toBe(true)
    expect(hasWords(redact(one, 'ids'))).toBe(false)
    expect(redact(one, 'ids')).not.toEqual(one)
  })

  it.each<[JournalRecord]>([
    [{ ...asked, session: 's', call: 'c' }], [{ kind: 'acted', ask: 'a', actor: someone, verdict: 'won' }], [settled], [{ ...settled, actor: someone }], [late], [{ ...late, actor: someone }],
    [{ kind: 'started', pid: 1, start: 's' }], [{ kind: 'stopped' }], [{ kind: 'delivery', ask: 'a', surface: 's', place: 'p', data: { name: 'x' } }],
    [{ kind: 'decided', ask: 'a', decision: 'over' }], [{ kind: 'adopted', asks: ['a'] }], [{ kind: 'event', surface: 's', id: 'e' }],
  ])('is not so of %j, which stays as it is', (one) => {
    expect(hasWords(one)).toBe(false)
    for (const mode of ['full', 'ids', 'off'] as const) expect(redact(one, mode)).toStrictEqual(one)
  })
})

it('is the same line by its run and its number', () => {
  const line = { v: 1, at: 5, kind: 'stopped' } as const
  expect(new Set([{ run: 'r', n: 1 }, { run: 'r', n: 2 }, { run: 's', n: 1 }, { run: 'r', n: 1, at: 6 }].map((part) => identityOf({ ...line, ...part }))).size).toBe(3)
})
