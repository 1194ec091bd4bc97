import { describe, expect, it } from 'vitest'
import { appended, NO_ENTRIES } from '../../../../surfaces/terminal/console/entries.ts'
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'
import { following, transcriptRows } from '../../../../surfaces/terminal/console/transcript-view.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { rowText } from '../../../../surfaces/terminal/row.ts'
import { database } from '../asks.ts'
import { answered, createDriver, KEYS } from '../driver.ts'
import type { Driver, DriverOptions } from '../driver.ts'
import { talk } from './talk.ts'

/** Styles that a golden file shows, by a sign on each side. */
const SIGNS: Record<string, string> = { strong: '*', faint: '.', accent: '!', good: '+', warn: '#', emphasis: '/', code: '`', inverse: '%', plain: '' }

/** The whole transcript in as many rows as it takes, with its styles or without. */
function transcript({ model }: Driver, styles = false): string {
  return transcriptRows(model, 400).map((row) => (styles ? row.map(({ text, style }) => `${SIGNS[style]}${text}${SIGNS[style]}`).join('') : rowText(row)).trimEnd())
    .join('\n').trim()
}

function told(news: readonly ConsoleNews[], options: DriverOptions = {}): Driver {
  const driver = createDriver({ rows: 40, ...options })
  for (const each of news) driver.tell(each)
  return driver
}

describe('the transcript looks as in the golden file', () => {
  for (const locale of ['en', 'zh'] as const) {
    it.each([80, 36])(`${locale}, %i columns`, async (columns) => {
      const driver = told(talk, { locale, columns })
      await expect(`${transcript(driver)}\n`).toMatchFileSnapshot(`golden/transcript.${columns}.${locale}.txt`)
    })
  }

  it('unfolded, with its styles, and in ASCII', async () => {
    const driver = told(talk)
    await expect(`${transcript(driver, true)}\n`).toMatchFileSnapshot('golden/transcript.80.styles.txt')
    driver.type('\x0f')
    await expect(`${transcript(driver)}\n`).toMatchFileSnapshot('golden/transcript.80.unfolded.txt')
    await expect(`${transcript(told(talk, { glyphs: 'ascii' }))}\n`).toMatchFileSnapshot('golden/transcript.80.ascii.txt')
  })

  it.each(talk.map((_, index) => index + 1))('after %i pieces of news no row is wider than 36 columns', (count) => {
    const driver = told(talk.slice(0, count), { columns: 36 })
    expect(driver.screen().split('\n')).toHaveLength(40)
  })
})

describe('reasoning', () => {
  it('shows its last line while it is written, and how much it was afterwards', () => {
    const driver = told([{ type: 'streamed', kind: 'reasoning', delta: 'first line\nsecond li' }])
    expect(transcript(driver)).toBe('∴ second li')
    driver.tell({ type: 'streamed', kind: 'reasoning', delta: `ne ${'goes on and on '.repeat(10)}to here` })
    expect(transcript(driver)).toMatch(/^∴ ….*to here$/)
    driver.tell({ type: 'streamed', kind: 'text', delta: 'Done' })
    expect(transcript(driver)).toBe('∴ Thought, 46 words\n\nDone')
  })

  it('is unfolded and folded by ^O, everywhere', () => {
    const driver = told(talk)
    expect(driver.screen()).toContain('^O details')
    driver.type('\x0f')
    expect(transcript(driver)).toContain('So the installer refuses.')
    expect(transcript(driver)).toContain('12 passed')
    driver.type('\x0f')
    expect(transcript(driver)).not.toContain('So the installer refuses.')
    expect(transcript(driver)).not.toContain('12 passed')
  })
})

describe('a call', () => {
  it('is one row that changes when it ends, with its result folded under it', () => {
    const driver = told([{ type: 'tool-called', call: 'c', tool: 'bash', subject: 'npm test' }])
    expect(transcript(driver)).toBe('○ bash  npm test  running')
    driver.tell({ type: 'tool-ended', call: 'c', ok: true, result: 'one\ntwo\nthree' })
    expect(transcript(driver)).toBe('● bash  npm test  ✓ done\n  └ one · 2 more lines')
  })

  it.each([
    ['en', { kind: 'code', code: 127 }, 'exit 127'], ['zh', { kind: 'code', code: 127 }, '退出码 127'],
    ['en', { kind: 'killed', signal: 'SIGKILL' }, 'killed: SIGKILL'], ['en', { kind: 'timed-out', ms: 120_000 }, 'timed out after 120 s'],
  ] as const)('says in %s how a command ended: %j', (locale, exit, word) => {
    const driver = told([{ type: 'tool-called', call: 'c', tool: 'bash', subject: 'x' }, { type: 'tool-ended', call: 'c', ok: false, result: 'no', exit }], { locale })
    expect(transcript(driver)).toBe(`● bash  x  ✕ ${word}\n  └ no`)
  })

  it('that is still running when the turn ends is said to have stopped', () => {
    const driver = told([{ type: 'tool-called', call: 'c', tool: 'bash', subject: 'sleep' }, { type: 'turn-ended', how: 'interrupted' }])
    expect(transcript(driver)).toBe('● bash  sleep  ✕ stopped\n\n✕ Interrupted')
    driver.tell({ type: 'tool-ended', call: 'c', ok: true, result: 'too late' })
    expect(transcript(driver)).not.toContain('too late')
  })
})

describe('a model that does not answer', () => {
  it('is one line, however often it is asked again', () => {
    const driver = told([
      { type: 'user-said', source: 'person', text: 'Go' },
      { type: 'retrying', attempt: 1, most: 5, detail: 'SERVER: broken' }, { type: 'retrying', attempt: 2, most: 5, detail: 'SERVER: bro\x1b[2Jken\nbadly' },
    ])
    expect(transcript(driver)).toBe('❯ Go\n\n○ No answer from the model, trying again (2/5): SERVER: broken badly')
  })
})

describe('a list of things to do', () => {
  it('takes the place of the list before it, and counts what is done when it is long', () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ text: `item ${index}`, state: index < 3 ? 'done' as const : index === 3 ? 'active' as const : 'pending' as const }))
    const driver = told([{ type: 'todo-written', items: items.slice(0, 2) }, { type: 'todo-written', items }])
    expect(transcript(driver)).toBe('☑ 3 done\n◐ item 3\n☐ item 4\n☐ item 5\n☐ item 6\n☐ item 7\n☐ item 8\n☐ 3 more')
  })
})

describe('foreign text', () => {
  it('carries nothing that a terminal acts upon, wherever it comes from', () => {
    const evil = 'a\x1b[2Jb\x9d0;x\x9cc\u202ed\x07'
    const driver = told([
      { type: 'user-said', source: 'person', text: evil }, { type: 'user-said', source: 'context', text: evil },
      { type: 'streamed', kind: 'reasoning', delta: evil }, { type: 'streamed', kind: 'text', delta: evil },
      { type: 'spoke', text: evil, reasoning: evil, interrupted: false },
      { type: 'tool-called', call: 'c', tool: evil, subject: evil }, { type: 'tool-ended', call: 'c', ok: false, result: evil },
      { type: 'todo-written', items: [{ text: evil, state: 'pending' }] }, { type: 'turn-ended', how: 'failed', detail: evil },
    ])
    driver.type('\x0f')
    expect(transcript(driver).match(/abcd/g)?.length).toBeGreaterThanOrEqual(8)
    expect(transcript(driver)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  it('is no less fit when a sequence comes in two pieces', () => {
    const driver = told([{ type: 'streamed', kind: 'text', delta: 'red \x1b[3' }, { type: 'streamed', kind: 'text', delta: '1mword' }])
    expect(transcript(driver)).toBe('red word')
  })
})

describe('an ask that ended elsewhere', () => {
  it('leaves a line that says who, where, what and when', () => {
    const driver = told([{ type: 'streamed', kind: 'text', delta: 'Working\n' }])
    driver.open('a', database)
    const at = Date.UTC(2026, 2, 4, 14, 32, 10)
    driver.send({ type: 'settled', id: 'a', outcome: { ...answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'db', selected: ['SQLite'] }] }), at } })
    driver.wait(9_000)
    expect(transcript(driver)).toBe('Working\n\n✓ 王芳 answered on Feishu: SQLite · 14:32')
  })

  it('is not said twice while its notice stands', () => {
    const driver = told([])
    driver.open('a', database)
    driver.send({ type: 'settled', id: 'a', outcome: { ...answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'db', selected: ['SQLite'] }] }), at: 0 } })
    expect(driver.screen().match(/王芳/g)).toHaveLength(1)
  })
})

const many = (from: number, to: number): ConsoleNews => ({ type: 'streamed', kind: 'text', delta: Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('') })
/** The first row that shows a line. */
const top = (driver: Driver): string | undefined => driver.screen().split('\n').find((row) => /line \d+/.test(row))

describe('reading back', () => {
  it('stays where it is while text comes, tools end and lines are remarked', () => {
    const driver = told([{ type: 'tool-called', call: 'c', tool: 'bash', subject: 'x' }, many(0, 200)])
    driver.type(KEYS.pageUp, KEYS.pageUp)
    const before = driver.screen().split('\n').slice(0, 30)
    for (let piece = 0; piece < 30; piece++) driver.tell(many(200 + piece * 10, 210 + piece * 10))
    driver.tell({ type: 'tool-ended', call: 'c', ok: true, result: 'one\ntwo' })
    driver.send({ type: 'said', text: 'remark' })
    expect(driver.screen().split('\n').slice(0, 30)).toEqual(before)
    expect(driver.screen()).toMatch(/↓ \d+ more below · End follows/)
  })

  it('follows again at the end, by End at an empty line, and with a message', () => {
    for (const back of [[KEYS.pageDown, KEYS.pageDown, KEYS.pageDown], ['\x1b[F'], ['hello', KEYS.enter]]) {
      const driver = told([many(0, 200)], { canSend: true })
      driver.type(KEYS.pageUp, KEYS.pageUp)
      expect(driver.screen()).not.toContain('line 199')
      driver.type(...back)
      expect(driver.screen()).toContain('line 199')
      driver.tell(many(200, 300))
      expect(driver.screen()).toContain('line 299')
    }
  })

  it('goes on while something is typed, whose End is its own', () => {
    const driver = told([many(0, 200)])
    driver.type(KEYS.pageUp, 'typed', '\x1b[F')
    expect(driver.screen()).toMatch(/↓ \d+ more below$/m)
  })

  it('turns by a page of which one row stays, back and forth to the same place', () => {
    const driver = told([many(0, 300)])
    driver.type(KEYS.pageUp)
    const first = top(driver)
    driver.type(KEYS.pageUp)
    expect(driver.screen()).toContain(first)
    driver.type(KEYS.pageDown)
    expect(top(driver)).toBe(first)
  })

  it('stops at the first row', () => {
    const driver = told([many(0, 60)])
    for (let count = 0; count < 10; count++) driver.type(KEYS.pageUp)
    expect(top(driver)).toBe('line 0')
  })

  it('holds its first row through a resize and through folding', () => {
    const driver = told([many(0, 200), { type: 'spoke', text: Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join(''), reasoning: '', interrupted: false }, many(200, 300)])
    driver.type(KEYS.pageUp, KEYS.pageUp)
    const first = top(driver)
    driver.send({ type: 'resized', size: { columns: 40, rows: 20 } })
    expect(top(driver)).toBe(first)
    driver.send({ type: 'resized', size: { columns: 120, rows: 40 } })
    driver.type('\x0f')
    expect(top(driver)).toBe(first)
  })

  it('follows again when a larger window shows everything below', () => {
    const driver = told([many(0, 60)], { rows: 24 })
    driver.type(KEYS.pageUp)
    driver.send({ type: 'resized', size: { columns: 80, rows: 100 } })
    driver.tell(many(60, 200))
    expect(driver.screen()).toContain('line 199')
  })

  it('follows again when a panel goes that had left no room for what is below', () => {
    const driver = told([many(0, 60)], { rows: 40 })
    driver.open('a', database)
    driver.type('\x1b[<64;8;3M')
    expect(driver.screen()).toMatch(/more below$/m)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'aborted', cause: 'withdrawn', at: 0 } })
    driver.tell(many(60, 100))
    expect(driver.screen()).toContain('line 99')
  })

  it('ends when another session is opened', () => {
    const driver = told([many(0, 200)])
    driver.type(KEYS.pageUp)
    driver.tell({ type: 'session-opened', id: 'other' })
    expect(transcript(driver)).toBe('Type what the agent should do.')
  })
})

/** A model whose transcript has these remarks, read from a row of one of them or at its end. */
function remarks(texts: readonly string[], entry?: number, row = 0): Model {
  const entries = texts.reduce((list, text) => appended(list, { kind: 'remark', text }), NO_ENTRIES)
  return { ...createModel({ locale: 'en', size: { columns: 40, rows: 24 } }), transcript: { entries, calls: new Map() }, ...(entry === undefined ? {} : { reading: { entry, row } }) }
}

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index}`)
const rowsIn = (model: Model, height: number): readonly string[] => transcriptRows(model, height).map(rowText)

describe('the rows of the transcript', () => {
  it('are the last ones, below blank ones where there are fewer', () => {
    expect([rowsIn(remarks(TEN), 3), rowsIn(remarks(['one', 'two\nthree']), 2), rowsIn(remarks(['one']), 3), rowsIn(remarks(['one']), 0), rowsIn(remarks([]), 0)]).toEqual([['line 7', 'line 8', 'line 9'], ['two', 'three'], ['', '', 'one'], [], []])
  })

  it('are those from where it is read, the last of them for what is below unless there are less than three', () => {
    expect([4, 3, 2, 1].map((height) => rowsIn(remarks(TEN, 2), height))).toEqual([
      ['line 2', 'line 3', 'line 4', '↓ 5 more below · End follows'], ['line 2', 'line 3', '↓ 6 more below · End follows'], ['line 2', 'line 3'], ['line 2'],
    ])
  })

  it('begin and end within an entry, which counts as below with any of its rows', () => {
    const list = ['a\nb\nc', 'd', 'e\nf', 'g', 'h']
    expect([rowsIn(remarks(list, 0, 1), 5), rowsIn(remarks(list, 0, 1), 4), rowsIn(remarks(list, 0, 2), 5)]).toEqual([
      ['b', 'c', 'd', 'e', '↓ 3 more below · End follows'], ['b', 'c', 'd', '↓ 3 more below · End follows'], ['c', 'd', 'e', 'f', '↓ 2 more below · End follows'],
    ])
  })

  it('begin with the first one that is kept where the place is gone', () => {
    const model = remarks(['a\nb', 'c', 'd', 'e'], 3, 1)
    const { entries } = model.transcript
    expect(rowsIn({ ...model, transcript: { ...model.transcript, entries: { ...entries, first: 256, end: 260 } } }, 4)).toEqual(['a', 'b', 'c', '↓ 2 more below · End follows'])
  })

  it('are the last ones again where all that is below has room', () => {
    expect([rowsIn(remarks(TEN, 6), 4), following(remarks(TEN, 6), 4).reading, following(remarks(TEN, 6), 3).reading]).toEqual([['line 6', 'line 7', 'line 8', 'line 9'], undefined, { entry: 6, row: 0 }])
  })
})
