/** What holds of the transcript whatever is told, and however it comes in pieces. */
import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { appended, entryAt, NO_ENTRIES, replaced, trimmed } from '../../../../surfaces/terminal/console/entries.ts'
import type { Entries } from '../../../../surfaces/terminal/console/entries.ts'
import { kept } from '../../../../surfaces/terminal/console/entry.ts'
import type { Entry } from '../../../../surfaces/terminal/console/entry.ts'
import { entryRows } from '../../../../surfaces/terminal/console/entry-view.ts'
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'
import { bounded, EMPTY_TRANSCRIPT, heard, remarked } from '../../../../surfaces/terminal/console/transcript.ts'
import type { Transcript, TranscriptNews } from '../../../../surfaces/terminal/console/transcript.ts'
import { sightOf, transcriptRows } from '../../../../surfaces/terminal/console/transcript-view.ts'
import { rowText, rowWidth } from '../../../../surfaces/terminal/row.ts'
import { view } from '../../../../surfaces/terminal/view.ts'
import { sanitise } from '../../../../surfaces/terminal/sanitise.ts'
import { anyGlyphs, anyLocale, anySize } from '../arbitraries.ts'
import { database } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'

const PIECES = [
  'word ', '数据库', '👨‍👩‍👧', 'e\u0301', 'مرحبا ', '\x1b[2J', '\x1b]0;owned\x07', '\x9b31m', '\r\n', '\r', '\n', '\n\n', '\t', '\u2028', '\ud83d', '\udc4d',
  '```', '\n```js\n', '\n# ', '\n- ', '\n1. ', '\n> ', '**', '_', '*', '`', '~~~', '    ', 'a'.repeat(300), '长'.repeat(200), 'x '.repeat(900), '',
]
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(''))
const call = fc.constantFrom('c1', 'c2', 'c3')

/** What can be told to the transcript, in no order that makes sense. */
const anyNews: fc.Arbitrary<TranscriptNews> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('streamed' as const), kind: fc.constantFrom('text' as const, 'reasoning' as const), delta: text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('spoke' as const), text, reasoning: text, interrupted: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('user-said' as const), text, source: fc.constantFrom('person' as const, 'late' as const, 'context' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tool-called' as const), call, tool: text, subject: text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tool-ended' as const), call, ok: fc.boolean(), result: text }) },
  fc.record({ type: fc.constant('tool-ended' as const), call, ok: fc.constant(false), result: text, exit: fc.record({ kind: fc.constant('killed' as const), signal: text }) }),
  fc.record({ type: fc.constant('retrying' as const), attempt: fc.nat(), detail: text }),
  fc.record({ type: fc.constant('todo-written' as const), items: fc.array(fc.record({ text, state: fc.constantFrom('pending' as const, 'active' as const, 'done' as const) }), { maxLength: 10 }) }),
  fc.record({ type: fc.constant('plan-mode-changed' as const), active: fc.boolean() }),
  fc.record({ type: fc.constant('turn-ended' as const), how: fc.constantFrom('completed' as const, 'interrupted' as const, 'failed' as const, 'blocked' as const, 'cut-short' as const), detail: text }),
)
const anyTalk = fc.array(anyNews, { maxLength: 30 })

function entriesOf({ first, end, ...rest }: Entries): Entry[] {
  return Array.from({ length: end - first }, (_, index) => entryAt({ first, end, ...rest }, first + index)).flatMap((entry) => entry ?? [])
}

const after = (...news: readonly TranscriptNews[]): Entry[] => entriesOf(news.reduce(heard, EMPTY_TRANSCRIPT).entries)

/** The assistant's words, without the white space between them. */
function textOf(transcript: Transcript): string {
  return entriesOf(transcript.entries).flatMap((entry) => (entry.kind === 'text' ? [entry.text] : [])).join('').replace(/\s+/g, '')
}

const bare = (foreign: string): string => sanitise(foreign).replace(/\s+/g, '')

/** A text cut into pieces at any place. */
const inPieces = fc.tuple(text, fc.array(fc.nat(400), { maxLength: 20 })).map(([whole, cuts]) => {
  const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length].toSorted((a, b) => a - b)
  return { whole, pieces: places.slice(1).map((to, index) => whole.slice(places[index], to)) }
})

const streamed = (delta: string): TranscriptNews => ({ type: 'streamed', kind: 'text', delta })
const spoke = (whole: string): TranscriptNews => ({ type: 'spoke', text: whole, reasoning: '', interrupted: false })

describe('the assistant\'s text', () => {
  it('is shown in order and whole, however it was cut into pieces', () => {
    fc.assert(fc.property(inPieces, ({ whole, pieces }) => {
      const transcript = pieces.map(streamed).reduce(heard, EMPTY_TRANSCRIPT)
      expect(textOf(transcript)).toBe(bare(whole))
    }), { numRuns: 400 })
  })

  it('does not move when the whole of it comes', () => {
    fc.assert(fc.property(inPieces, ({ whole, pieces }) => {
      const before = pieces.map(streamed).reduce(heard, EMPTY_TRANSCRIPT)
      const after = heard(before, spoke(whole))
      expect(after.entries.end).toBe(before.entries.end)
      expect(entriesOf(after.entries)).toEqual(entriesOf(before.entries))
      expect(after.speech).toBeUndefined()
    }), { numRuns: 200 })
  })

  it('is replaced by the whole of it where that differs, and nothing else is', () => {
    fc.assert(fc.property(inPieces, text, ({ pieces }, whole) => {
      const between: TranscriptNews = { type: 'tool-called', call: 'c', tool: 'bash', subject: 'x' }
      const told = [...pieces.slice(0, 3).map(streamed), between, ...pieces.slice(3).map(streamed)].reduce(heard, heard(EMPTY_TRANSCRIPT, spoke('before')))
      const after = heard(told, spoke(whole))
      expect(textOf(after)).toBe(`before${bare(whole)}`)
      expect(entriesOf(after.entries).filter(({ kind }) => kind === 'tool')).toHaveLength(1)
    }), { numRuns: 200 })
  })

  it('is shown as well when nothing of it was streamed', () => {
    fc.assert(fc.property(text, (whole) => {
      expect(textOf(heard(EMPTY_TRANSCRIPT, spoke(whole)))).toBe(bare(whole))
    }))
  })

  it('goes on in a new place after a turn that was broken off', () => {
    const told = [streamed('half'), { type: 'turn-ended', how: 'interrupted' } as const, streamed('whole'), spoke('whole')].reduce(heard, EMPTY_TRANSCRIPT)
    expect(entriesOf(told.entries).map(({ kind }) => kind)).toEqual(['text', 'end', 'text'])
    expect(textOf(told)).toBe('halfwhole')
  })

  it('holds back blank lines until something is behind them', () => {
    const told = [streamed('\n\none\n\n\n'), spoke('\n\none\n\n\n'), streamed('two\n\nthree\n')].reduce(heard, EMPTY_TRANSCRIPT)
    expect(entriesOf(told.entries).map((entry) => (entry.kind === 'text' ? entry.text : entry.kind))).toEqual(['one', 'two', '', 'three'])
  })

  it('of a fence is no markdown, in whatever pieces it comes', () => {
    const told = Array.from('a\n```\n# no\n```\n# yes\n').map(streamed).reduce(heard, EMPTY_TRANSCRIPT)
    expect(entriesOf(told.entries).map((entry) => (entry.kind === 'text' ? entry.look : entry.kind))).toEqual(['line', 'fence', 'code', 'fence', 'line'])
  })
})

describe('the transcript', () => {
  const running: Entry = { kind: 'tool', tool: 'bash', subject: 'x', state: 'running', result: { lines: [], dropped: 0 } }
  const called: TranscriptNews = { type: 'tool-called', call: 'c', tool: 'bash', subject: 'x' }

  it('has a remark line by line, without the blank ones at its end, and the time of day behind the last', () => {
    expect(entriesOf(remarked(EMPTY_TRANSCRIPT, '  one\ntwo \n\n', '10:00').entries)).toStrictEqual([{ kind: 'remark', text: '  one' }, { kind: 'remark', text: 'two', at: '10:00' }])
    expect(entriesOf(remarked(EMPTY_TRANSCRIPT, 'one').entries)).toStrictEqual([{ kind: 'remark', text: 'one' }])
  })

  it('stays as it is where there is nothing to tell', () => {
    const before = [{ type: 'plan-mode-changed', active: true } as const, called].reduce(heard, EMPTY_TRANSCRIPT)
    const nothing: readonly TranscriptNews[] = [{ type: 'user-said', source: 'person', text: ' \n' }, { type: 'todo-written', items: [] }, { type: 'tool-ended', call: 'other', ok: true, result: 'x' }]
    for (const news of nothing) expect(heard(before, news)).toBe(before)
    expect(bounded(before)).toBe(before)
  })

  it('keeps two thousand characters of what has one line', () => {
    const long = 'x'.repeat(3_000)
    const entries = after({ ...called, tool: long, subject: long }, { type: 'todo-written', items: [{ text: long, state: 'done' }] }, { type: 'retrying', attempt: 1, detail: long }, { type: 'turn-ended', how: 'failed', detail: long })
    expect(JSON.stringify(entries).match(/x+/g)?.map((text) => text.length).filter((length) => length > 1)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
  })

  it('holds nothing of a call or another try that was not told', () => {
    expect(after(called, { type: 'tool-ended', call: 'c', ok: true, result: '' })).toStrictEqual([{ ...running, state: 'ok' }])
    expect(after({ type: 'retrying', attempt: 1, detail: '' })).toStrictEqual([{ kind: 'retry', attempt: 1, detail: '' }])
  })

  it('has the reasoning before the text where neither was streamed', () => {
    expect(after({ type: 'spoke', text: 'Done', reasoning: 'why', interrupted: false })).toMatchObject([{ kind: 'reasoning', lines: [{ text: 'why' }], streaming: false }, { kind: 'text', text: 'Done' }])
  })

  it('has no line for a turn that was completed, after which nothing is written', () => {
    expect(after({ type: 'streamed', kind: 'reasoning', delta: 'why' }, { type: 'turn-ended', how: 'completed' })).toMatchObject([{ kind: 'reasoning', lines: [{ text: 'why' }], streaming: false }])
  })

  it('can do without a call that is not kept any more', () => {
    const begun = heard(EMPTY_TRANSCRIPT, called)
    const entries = trimmed(Array.from({ length: 600 }).reduce<Entries>((list) => appended(list, { kind: 'gone' }), begun.entries), 100)
    const late = heard({ ...begun, entries }, { type: 'tool-ended', call: 'c', ok: true, result: 'x' })
    expect([late.entries, heard(late, { type: 'turn-ended', how: 'completed' }).entries]).toEqual([entries, entries])
  })
})

describe('a text that is folded', () => {
  it('is kept up to a bound and says how much was dropped', () => {
    expect(kept('\n\n a\nb\n\n')).toEqual({ lines: [{ text: ' a' }, { text: 'b' }], dropped: 0 })
    const long = kept(Array.from({ length: 1_000 }, (_, index) => `${index}`).join('\n'))
    expect([long.lines.length, long.dropped]).toEqual([400, 600])
    const huge = kept('x'.repeat(39_999) + '\n'.padEnd(1_000_000, 'y\n'))
    expect(huge.lines.length).toBe(1)
    expect(huge.dropped).toBeGreaterThan(400_000)
  })
})

describe('the list of entries', () => {
  it('is what a plain list would be', () => {
    const act = fc.oneof(
      { weight: 10, arbitrary: fc.record({ append: fc.string({ maxLength: 4 }) }) },
      fc.record({ replace: fc.nat(900), by: fc.string({ maxLength: 4 }) }),
    )
    fc.assert(fc.property(fc.array(act, { maxLength: 900, size: 'max' }), (acts) => {
      const plain: string[] = []
      let list = NO_ENTRIES
      for (const each of acts) {
        if ('append' in each) {
          plain.push(each.append)
          list = appended(list, { kind: 'remark', text: each.append })
        } else {
          if (each.replace < plain.length) plain[each.replace] = each.by
          list = replaced(list, each.replace, { kind: 'remark', text: each.by })
        }
      }
      expect(entriesOf(list).map((entry) => (entry.kind === 'remark' ? entry.text : ''))).toEqual(plain)
    }), { numRuns: 30 })
  })

  it('drops its oldest in blocks, keeps every number, and spares what is being read, up to twice the bound', () => {
    let list = NO_ENTRIES
    for (let count = 0; count < 3_000; count++) list = appended(list, { kind: 'remark', text: `${count}` })
    const short = trimmed(list, 1_000)
    expect(short.weight).toBeLessThanOrEqual(1_000 + 8)
    expect(short.end - short.first).toBeGreaterThan(700)
    expect(entryAt(short, 2_999)).toEqual({ kind: 'remark', text: '2999' })
    expect(entryAt(short, short.first)).toEqual({ kind: 'remark', text: `${short.first}` })
    expect(trimmed(list, 2_000, 300).first).toBe(256)
    expect(trimmed(list, 1_000, 300).first).toBeGreaterThan(300)
  })
})

describe('the memory', () => {
  it('is bounded, whatever the lines are like', () => {
    let transcript = EMPTY_TRANSCRIPT
    for (let count = 0; count < 3_000; count++) {
      transcript = bounded(heard(transcript, spoke(`${'x'.repeat(3_000)}\n`.repeat(5))), undefined, 5_000)
      transcript = bounded(heard(heard(transcript, { type: 'tool-called', call: `c${count}`, tool: 'bash', subject: 'x' }), { type: 'tool-ended', call: `c${count}`, ok: true, result: 'y\n'.repeat(50) }), undefined, 5_000)
    }
    const characters = entriesOf(transcript.entries).reduce((sum, entry) => sum + JSON.stringify(entry).length, 0)
    expect(characters).toBeLessThan(5_000 * 800)
    expect(transcript.calls.size).toBe(0)
  })
})

describe('a reasoning without an end', () => {
  it('keeps its last lines, counts all its words, and says how many lines are lost', () => {
    const driver = createDriver()
    for (let line = 0; line < 5_000; line++) driver.tell({ type: 'streamed', kind: 'reasoning', delta: `thought ${line}\n` })
    const entry = entryAt(driver.model.transcript.entries, 0)
    if (entry?.kind !== 'reasoning') throw new Error('nothing was kept')
    expect(entry.lines.length).toBeLessThanOrEqual(2_000)
    expect(entry.lines.at(-1)).toEqual({ text: 'thought 4999' })
    expect([entry.words, entry.dropped + entry.lines.length]).toEqual([10_000, 5_000])
    driver.type('\x0f')
    expect(transcriptRows(driver.model, 5_000).map(rowText).join('\n')).toContain(`${entry.dropped} lines were not kept`)
  })
})

describe('on the screen, whatever is told', () => {
  it('no row is wider than the screen, which is filled exactly, folded or not', () => {
    fc.assert(fc.property(anyTalk, anySize, anyLocale, anyGlyphs, fc.boolean(), (talk, size, locale, glyphs, unfolded) => {
      const driver = createDriver({ ...size, locale, glyphs })
      for (const news of talk) driver.tell(news)
      if (unfolded) driver.type('\x0f')
      const { rows } = view(driver.model)
      expect(rows).toHaveLength(size.rows)
      for (const row of rows) expect(rowWidth(row)).toBe(size.columns)
      for (const row of transcriptRows(driver.model, 100)) expect(rowWidth(row)).toBeLessThanOrEqual(size.columns)
      expect(rows.map(rowText).join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }), { numRuns: 200 })
  })

  it('what is read back stays: its first row is the same row of the same entry, also when an ask comes and goes', () => {
    const start = Array.from({ length: 120 }, (_, line): ConsoleNews => ({ type: 'streamed', kind: 'text', delta: `line ${line} ${'with words '.repeat(line % 9)}\n` }))
    fc.assert(fc.property(anyTalk, anySize, fc.integer({ min: 1, max: 6 }), fc.boolean(), (talk, size, pages, asks) => {
      const driver = createDriver(size)
      for (const news of start) driver.tell(news)
      driver.tell({ type: 'turn-ended', how: 'completed' })
      driver.type(...Array.from({ length: pages }, () => KEYS.pageUp))
      const { reading } = driver.model
      const height = 5
      const before = transcriptRows(driver.model, height).slice(0, 2)
      expect(reading).toBeDefined()
      for (const [index, news] of talk.entries()) {
        driver.tell(news)
        if (asks && index === 2) driver.ask('a', database)
        expect(transcriptRows(driver.model, height).slice(0, 2)).toEqual(before)
      }
      expect(driver.model.reading).toEqual(reading)
    }), { numRuns: 100 })
  })

  it('the rows of an entry are made once for a width', () => {
    const driver = createDriver()
    driver.tell(streamed('a line\n'))
    const entry = entryAt(driver.model.transcript.entries, 0)
    if (entry === undefined) throw new Error('nothing was kept')
    expect(entryRows(entry, sightOf(driver.model))).toBe(entryRows(entry, sightOf(driver.model)))
  })

  it('the rows of an entry are forgotten once many others have been looked at', () => {
    const sight = sightOf(createDriver().model)
    const first: Entry = { kind: 'remark', text: 'first' }
    const rows = entryRows(first, sight)
    for (let other = 0; other <= 2_000; other++) entryRows({ kind: 'remark', text: `${other}` }, sight)
    expect(entryRows(first, sight)).not.toBe(rows)
    expect(entryRows(first, sight)).toEqual(rows)
  })
})
