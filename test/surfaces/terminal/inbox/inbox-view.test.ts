/** ^G: the list of asks, what it says of each, and what its keys do. */
import { describe, expect, it } from 'vitest'
import { inboxHeight, inboxView } from '../../../../surfaces/terminal/inbox/inbox-view.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { atPage, createPanel } from '../../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../../surfaces/terminal/panel.ts'
import { view } from '../../../../surfaces/terminal/view.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'
import { rowText, rowWidth } from '../../../../surfaces/terminal/row.ts'
import { approval, database, hostile, indent, languages, permission, remarks, shortPlan } from '../asks.ts'
import { createShop } from '../console/shop.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver, DriverOptions } from '../driver.ts'

/** Four asks of two sessions; one of them has gone on. */
function busy(options: DriverOptions = {}): Driver {
  const driver = createDriver(options)
  const ask = (id: string, questions: typeof database, session: string, origin?: string): void => {
    driver.send({ type: 'asked', id, questions: [questions], session, ...(origin === undefined ? {} : { origin }) })
    driver.wait(30_000)
  }
  ask('a', database, 'till-1234567890123')
  ask('b', languages, 'shop', 'shop: Mend the till')
  ask('c', remarks, 'till-1234567890123')
  ask('d', shortPlan, 'shop', 'shop: Mend the till')
  driver.send({ type: 'timed', id: 'c', wait: { kind: 'counting', remaining: 90_000 } })
  driver.send({ type: 'settled', id: 'b', outcome: { kind: 'timed-out', continued: true, at: 0 } })
  return driver
}

describe('the list of asks', () => {
  it('shows them by session, newest first, with kind, first words, age and state, and which one is shown', () => {
    const driver = busy()
    driver.type(KEYS.ctrlG)
    expect(driver.screen().split('\n').slice(0, 8)).toEqual([
      '┌─ Questions ───────────────────────────────────────────────── 3 open, 1 late ─┐',
      '│ shop: Mend the till                                                          │',
      '│   1. Plan review · Approve this plan?                                    30s │',
      '│   2. Languages · Which languages do you use?                       1m · late │',
      '│ till-123                                                                     │',
      '│   3. 备注 · 还有什么要说的？                                      1m · 01:30 │',
      '│ ❯ 4. 数据库 · 生产环境要用哪个数据库？                            shown · 2m │',
      '│                                                                              │',
    ])
    expect(driver.screen()).toContain('↑↓ move · Enter 1-9 open · Esc close')
  })

  it('goes on counting while it is open', () => {
    const driver = busy()
    driver.type(KEYS.ctrlG)
    driver.wait(30_000)
    expect(driver.screen()).toContain('01:00 │')
  })

  it('speaks Chinese, and ASCII where that is all there is', () => {
    const driver = busy({ locale: 'zh' })
    driver.type(KEYS.ctrlG)
    expect(driver.screen()).toContain('待答 3，可补答 1')
    const plain = busy({ glyphs: 'ascii' })
    plain.type(KEYS.ctrlG)
    expect(plain.screen()).toContain('> 4. ')
  })

  it.each([[36, 10], [40, 12], [200, 60]])('fits %i columns and %i rows exactly, with the marked ask in sight', (columns, rows) => {
    const driver = busy({ columns, rows })
    driver.open('h', hostile)
    driver.type(KEYS.ctrlG)
    for (let step = 0; step < 6; step++) {
      const frame = view(driver.model)
      expect(frame.rows.map(rowWidth)).toEqual(Array.from({ length: rows }, () => columns))
      expect(frame.rows.filter((row) => rowText(row).startsWith('│ ❯ '))).toHaveLength(1)
      driver.type(KEYS.up)
    }
  })

  it('opens what an arrow and Enter, a digit, or a click point at', () => {
    for (const keys of [[KEYS.up, KEYS.up, KEYS.enter], ['2'], ['\x1b[<0;10;4M']]) {
      const driver = busy()
      driver.type(KEYS.ctrlG, ...keys)
      expect([driver.model.panels[0]?.id, driver.model.place, driver.model.inbox]).toEqual(['b', 'panel', undefined])
      expect(driver.effects.filter(({ type }) => type !== 'bell')).toEqual([])
    }
  })

  it('never answers with an Enter that is still held down', () => {
    const driver = busy({ apart: 30 })
    driver.wait(1_000)
    driver.type(KEYS.ctrlG)
    driver.wait(1_000)
    driver.type(...Array.from({ length: 100 }, () => KEYS.enter))
    expect(driver.answers).toEqual([])
    driver.wait(1_000)
    driver.type(KEYS.enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('leaves everything as it was with Esc, but guards a panel that came under it', () => {
    const driver = createDriver({ apart: 100 })
    driver.open('a', indent)
    driver.type(KEYS.ctrlG, KEYS.esc, KEYS.down)
    expect(driver.model.panels[0]?.entries[0]?.row).toBe(1)
    driver.type(KEYS.ctrlG)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: false, at: 0 } })
    expect(driver.model.inbox).toBeUndefined()
    driver.open('b', indent)
    driver.ask('c', database)
    driver.type(KEYS.ctrlG)
    driver.send({ type: 'settled', id: 'b', outcome: { kind: 'timed-out', continued: false, at: 0 } })
    driver.wait(5_000)
    driver.type(KEYS.esc, KEYS.enter)
    expect(driver.answers).toEqual([])
  })

  it('calls when an ask comes under it', () => {
    const driver = createDriver()
    driver.send({ type: 'continued', id: 'old', questions: [indent], since: 0 })
    driver.type(KEYS.ctrlG)
    driver.ask('a', database)
    expect(driver.effects).toEqual([{ type: 'bell' }])
    expect(driver.screen()).toContain('1 open, 1 late')
  })

  it('lets the clock of the panel go that it leaves, and holds none by its own keys', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 60_000 } })
    driver.ask('b', database)
    driver.type(KEYS.ctrlG, KEYS.up, KEYS.down, KEYS.esc)
    expect(driver.effects.filter(({ type }) => type === 'hold')).toEqual([{ type: 'hold', id: 'a', forGood: false }])
    driver.type(KEYS.ctrlG, '1')
    expect(driver.model.panels[0]?.id).toBe('b')
    expect(driver.effects.at(-1)).toEqual({ type: 'release', id: 'a' })
    expect(driver.model.panels[1]?.wait.kind).toBe('counting')
  })

  it('names the session that the screen shows as such, whatever it was when it asked', () => {
    const driver = createShop()
    driver.send({ type: 'asked', id: 'a', questions: [indent], session: 'one', origin: 'shop: Mend the till' })
    driver.wait(1_000)
    expect(driver.screen()).toContain('─ shop: Mend the till · Question')
    driver.tell({ type: 'headed', heading: { id: 'one', session: 'Mend the till' } })
    expect(driver.screen()).toContain('┌─ Question ─')
    driver.type(KEYS.ctrlG)
    expect(driver.screen().split('\n')[1]).toMatch(/^│ Mend the till /)
  })

  it('takes a key in little time with 1,000 asks', () => {
    const driver = createDriver({ columns: 120, rows: 40 })
    for (let index = 0; index < 1_000; index++) driver.send({ type: 'continued', id: `old-${index}`, questions: [indent], since: index, session: `s${index % 9}` })
    driver.type(KEYS.ctrlG)
    const started = performance.now()
    for (let turn = 0; turn < 20; turn++) {
      driver.type(KEYS.down)
      view(driver.model)
    }
    expect((performance.now() - started) / 20).toBeLessThan(40)
  })

  it('has nothing to list at rest, and says so', () => {
    const driver = createDriver()
    driver.type(KEYS.ctrlG)
    expect(driver.model.inbox).toBeUndefined()
    expect(driver.screen()).toContain('No open questions')
  })

  it('moves with the wheel and stops at both ends', () => {
    const driver = busy()
    driver.type(KEYS.ctrlG, '\x1b[<64;5;5M', '\x1b[<64;5;5M')
    expect(driver.screen()).toContain('│ ❯ 2. ')
    driver.type('\x1b[H', KEYS.up)
    expect(driver.screen()).toContain('│ ❯ 1. ')
  })

  it('asks nothing of a permission by being opened', () => {
    const driver = createDriver({ apart: 300 })
    driver.open('a', indent)
    driver.open('b', approval)
    // The first repeat of the Enter that opened it.
    driver.type(KEYS.ctrlG, KEYS.up, KEYS.enter, KEYS.enter)
    expect(driver.answers).toEqual([])
    expect(driver.model.panels[0]).toMatchObject({ id: 'b', entries: [{ chosen: [] }] })
  })
})

const NOW = 10 * 86_400_000
const WORDS = wordsOf('en')

/** The rows of a list of these asks between its borders, in a screen so wide. */
function listed(panels: readonly Panel[], { columns = 80, height = 24, at = 'a', putAway = [] }: { columns?: number; height?: number; at?: string; putAway?: readonly Panel[] } = {}): readonly string[] {
  const model: Model = { ...createModel({ locale: 'en', size: { columns, rows: height + 1 } }), now: NOW, panels, putAway, inbox: { at } }
  return inboxView(model, height).rows.map((row) => rowText(row).replace(/^│ (.*) │$/, '$1').trimEnd())
}

const panelOf = (id: string, ...questions: Parameters<Driver['open']> extends [string, ...infer Rest] ? Rest : never): Panel => createPanel(id, { questions, since: NOW }, { locale: 'en', words: WORDS })
const many = (count: number): readonly Panel[] => Array.from({ length: count }, (_, index) => ({ ...panelOf(String.fromCharCode(97 + index), indent), since: NOW - index }))

describe('an ask in the list', () => {
  it.each([
    [-1, '0s'], [59_999, '0s'], [60_000, '1m'], [3_599_000, '59m'], [3_600_000, '1h'], [86_399_000, '23h'], [86_400_000, '1d'], [2 * 86_400_000, '2d'],
  ])('is after %i ms as old as %s', (ms, age) => {
    expect(listed([{ ...panelOf('a', indent), since: NOW - ms }])[2]).toMatch(new RegExp(` · ${age === '0s' && ms > 0 ? '59s' : age}$`))
  })

  it('says so, and that it is shown, where there are fifty columns', () => {
    expect([listed([panelOf('a', indent)], { columns: 54 })[2], listed([panelOf('a', indent)], { columns: 53 })[2]]).toEqual([expect.stringMatching(/shown · 0s$/), '❯ 1. Tabs or spaces?'])
  })

  it('has the words of the question that it is at, and of its first one on the review', () => {
    const two = panelOf('a', indent, remarks)
    expect([0, 1, 2].map((page) => /^❯ 1\. (.*\?)|^❯ 1\. (\S+ · \S+)/u.exec(listed([atPage(two, page)])[2] ?? '')?.slice(1).join(''))).toEqual(['Tabs or spaces?', `${remarks.header} · ${remarks.question}`, 'Tabs or spaces?'])
  })

  it('says once what kind of decision it is', () => {
    expect([listed([panelOf('a', approval)])[2], listed([panelOf('a', permission)])[2], listed([panelOf('a', { ...shortPlan, header: 'Cache' })])[2], listed([panelOf('a', { ...approval, header: 'Shell' })])[2]]).toEqual([
      expect.stringMatching(new RegExp(`^❯ 1\\. ${WORDS.permission} · Run this command`)), expect.stringMatching(new RegExp(`^❯ 1\\. ${WORDS.permission} · bash · `)), expect.stringMatching(new RegExp(`^❯ 1\\. ${WORDS.plan} · Cache · `)), expect.stringMatching(new RegExp(`^❯ 1\\. ${WORDS.permission} · Shell · `)),
    ])
  })

  it('says whether its clock runs or is held', () => {
    const waits = [{ kind: 'counting', until: NOW + 90_000 }, { kind: 'held', remaining: 90_000, by: 'touch' }] as const
    expect(waits.map((wait) => listed([{ ...panelOf('a', indent), wait }])[2]?.split(' · ').at(-1))).toEqual(['01:30', WORDS.held('01:30')])
  })
})

describe('a list that is longer than its place', () => {
  it('has the mark in its middle, and says which part is shown', () => {
    const shown = (at: string): readonly unknown[] => {
      const rows = listed(many(9), { height: 6, at })
      return [rows.slice(1, -1).map((row) => /\d+(?=\.)/.exec(row)?.[0] ?? 'label'), /\d+–\d+\/\d+/.exec(rows.at(-1) ?? '')?.[0]]
    }
    expect([shown('a'), shown('d'), shown('i')]).toEqual([[['label', '1', '2', '3'], '1–4/10'], [['2', '3', '4', '5'], '3–6/10'], [['6', '7', '8', '9'], '7–10/10']])
    expect([listed(many(3), { height: 6 }).at(-1), listed(many(4), { height: 6 }).at(-1)]).toEqual([expect.not.stringContaining('–'), expect.stringContaining('1–4/5')])
  })

  it('has its numbers below each other, those that were put away counted', () => {
    expect([listed(many(4), { putAway: many(5) })[2], listed(many(4), { putAway: many(6).map((panel) => ({ ...panel, id: `${panel.id}2` })) })[2]]).toEqual([expect.stringMatching(/^❯ 1\. /), expect.stringMatching(/^❯ {2}1\. /)])
  })

  it('leaves a row to a notice', () => {
    const size = { columns: 80, rows: 24 }
    expect([inboxHeight(createModel({ locale: 'en', size })), inboxHeight({ ...createModel({ locale: 'en', size }), notice: { text: 'x', tone: 'plain', until: 0 } })]).toEqual([23, 22])
  })
})
