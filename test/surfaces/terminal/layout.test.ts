import { describe, expect, it } from 'vitest'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { appended, NO_ENTRIES } from '../../../surfaces/terminal/console/entries.ts'
import type { Entries } from '../../../surfaces/terminal/console/entries.ts'
import { isWholeTextSeen, layoutOf, panelTop, readingOn, scrolled } from '../../../surfaces/terminal/layout.ts'
import { isTiny, withNotice } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { files, indent, longCommand, plan, shortPlan } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver, DriverOptions } from './driver.ts'

function opened(question: Parameters<Driver['open']>[1], options: DriverOptions = {}): Model {
  const driver = createDriver(options)
  driver.open('a', question)
  return driver.model
}

/** Rows of the regions, from the top. */
function regions(model: Model): readonly unknown[] {
  const layout = layoutOf(model)
  const { heading, note, transcript, notice, noticeOnInput, panel, waiting, list, input } = layout
  const rows = heading + note + transcript + (noticeOnInput ? 0 : notice.length) + (panel?.rows.length ?? 0) + waiting + list + input + 1
  if (model.place !== 'strip') expect(rows).toBe(model.size.rows)
  return [heading, note, transcript, notice.length, panel?.rows.length ?? 0, waiting, list, input]
}

const noticed = (model: Model, text: string): Model => withNotice(model, { text, tone: 'plain', until: Infinity })

const scrollOf = (next: Model): number | undefined => next.panels[0]?.scroll

describe('the rows of the screen', () => {
  it('are the transcript\'s where nothing else is, but for the input line and the hint', () => {
    expect(regions(createDriver().model)).toEqual([0, 0, 22, 0, 0, 0, 0, 1])
    expect(regions({ ...createDriver().model, note: 'x' })).toEqual([0, 1, 21, 0, 0, 0, 0, 1])
    expect(regions(createShop().model)).toEqual([1, 0, 21, 0, 0, 0, 0, 1])
    expect(regions({ ...createShop({ rows: 13 }).model, note: 'x' })).toEqual([1, 1, 9, 0, 0, 0, 0, 1])
  })

  it('go to a list that is open, the title, a longer line, and then to messages that wait', () => {
    const driver = createShop()
    driver.tell({ type: 'queue-changed', texts: ['1', '2', '3', '4', '5'] })
    expect(regions(driver.model)).toEqual([1, 0, 17, 0, 0, 4, 0, 1])
    driver.type('/p')
    expect(regions(driver.model)).toEqual([1, 0, 13, 0, 0, 4, 4, 1])
    expect(regions({ ...driver.model, input: editorWith('1\n2\n3') })).toEqual([1, 0, 15, 0, 0, 4, 0, 3])
    expect(regions({ ...driver.model, size: { columns: 80, rows: 10 } })).toEqual([1, 0, 2, 0, 0, 1, 4, 1])
  })

  it('are a panel\'s first, as many as it wants, and never less than eight', () => {
    expect(regions(opened(indent))).toEqual([0, 0, 15, 0, 7, 0, 0, 1])
    expect(regions(opened(plan))[4]).toBe(22)
    const shop = createShop({ rows: 10 })
    shop.open('a', plan)
    expect(regions(shop.model)).toEqual([0, 0, 0, 0, 8, 0, 0, 1])
    const roomy = createShop({ rows: 11 })
    roomy.open('a', plan)
    expect(regions(roomy.model)).toEqual([1, 0, 0, 0, 8, 0, 0, 1])
  })

  it('are one for a panel that is folded', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.esc)
    expect(regions(driver.model)).toEqual([0, 0, 21, 0, 0, 0, 0, 1])
  })

  it('are all the text\'s while that is read', () => {
    const driver = createDriver()
    driver.open('a', plan)
    driver.type(KEYS.ctrlF)
    const { panel, ...others } = layoutOf({ ...noticed(driver.model, 'x'), note: 'x' })
    expect(layoutOf({ ...driver.model, place: 'input' }).reading).toBeUndefined()
    expect([panel?.rows.length, others]).toEqual([23, { heading: 0, waiting: 0, list: 0, input: 1, note: 0, transcript: 0, notice: [], noticeOnInput: false, reading: true }])
  })
})

describe('a notice', () => {
  it('has up to three rows, and one that is cut where it needs more', () => {
    const model = createDriver({ columns: 40 }).model
    const rows = (text: string): number => layoutOf(noticed(model, text)).notice.length
    expect([rows('x'.repeat(40)), rows('x'.repeat(41)), rows('x'.repeat(120)), rows('x'.repeat(121)), rows('x'.repeat(1_000))]).toEqual([1, 2, 3, 1, 1])
    for (const length of [121, 1_000]) expect(layoutOf(noticed(model, 'x'.repeat(length))).notice).toEqual([`${'x'.repeat(39)}…`])
    expect([rows(`e${'\u0301'.repeat(3)}`.repeat(120)), rows(`e${'\u0301'.repeat(4)}`.repeat(120))]).toEqual([3, 1])
  })

  it('has no row for what the transcript says in sight', () => {
    const entries = ['Gone', 'more'].reduce<Entries>((list, text) => appended(list, { kind: 'remark', text }), NO_ENTRIES)
    const { model } = createDriver()
    const said: Model = { ...model, transcript: { ...model.transcript, entries } }
    expect(['Gone', 'Lost'].map((text) => layoutOf(noticed(said, text)).notice)).toEqual([[], ['Lost']])
  })

  it('stands on the empty input line where a panel leaves no row to spare', () => {
    const places = (rows: number, more: Partial<Model> = {}): unknown => {
      const layout = layoutOf(noticed({ ...opened(indent, { rows }), ...more }, 'x'.repeat(100)))
      return [layout.notice.length, layout.noticeOnInput]
    }
    expect([places(13), places(14), places(13, { input: editorWith('x') }), places(13, { place: 'input' }), places(13, { place: 'strip' }), places(13, { panels: [] })]).toEqual([[1, true], [2, false], [1, false], [1, false], [2, false], [2, false]])
    expect(layoutOf({ ...opened(indent, { rows: 13 }), note: 'x' }).note).toBe(0)
    expect(layoutOf({ ...opened(indent, { rows: 14 }), note: 'x' }).note).toBe(1)
  })
})

describe('the top of a panel', () => {
  it('is below all that stands above it', () => {
    const driver = createShop()
    driver.open('a', indent)
    const model = noticed({ ...driver.model, note: 'note' }, 'notice')
    const lines = view(model).rows.map((row) => row.map(({ text }) => text).join(''))
    expect(lines[panelTop(layoutOf(model))]).toMatch(/^┌/)
    const tight = noticed(opened(indent, { rows: 13 }), 'notice')
    expect(view(tight).rows[panelTop(layoutOf(tight))]?.map(({ text }) => text).join('')).toMatch(/^┌/)
  })
})

describe('scrolling', () => {
  it('moves the text of a panel by a page, which keeps a row, or by rows, up to both ends', () => {
    const model = opened(plan)
    const { text } = layoutOf(model).panel!
    const last = text.total - text.size
    expect([text.from, text.size < text.total]).toEqual([0, true])
    expect([scrollOf(scrolled(model, 1)), scrollOf(scrolled(model, 1, 3)), scrollOf(scrolled(model, -1)), scrollOf(scrolled(model, 1, 999))]).toEqual([text.size - 1, 3, 0, last])
    expect([scrollOf(scrolled(scrolled(model, 1, 999), -1)), scrollOf(scrolled(scrolled(model, 1, 5), -1, 2))]).toEqual([last - text.size + 1, 3])
    expect([scrolled(model, 1, last - 1), scrolled(model, 1, last), scrolled(scrolled(model, 1, last), -1, 1)].map(({ panels: [panel] }) => panel?.readToEnd)).toEqual([false, true, true])
  })

  it('moves the pointer where all of the text is shown and not all options are, and the transcript else', () => {
    const many = opened(files)
    const { body } = layoutOf(many).panel!
    expect([scrolled(many, 1).panels[0]?.entries[0]?.row, scrolled(many, 1, 2).panels[0]?.entries[0]?.row, scrolled(many, -1).panels[0]?.entries[0]?.row]).toEqual([body.size - 1, 2, 0])
    const few = createDriver()
    for (let line = 0; line < 100; line++) few.tell({ type: 'streamed', kind: 'text', delta: `line ${line}\n` })
    few.open('a', indent)
    const back = scrolled(few.model, -1, 3)
    expect([back.panels, back.reading !== undefined, scrolled(back, 1, 3).reading]).toEqual([few.model.panels, true, undefined])
    expect(scrolled({ ...few.model, panels: [{ ...few.model.panels[0]!, mode: 'reading' }] }, -1)).toEqual({ ...few.model, panels: [{ ...few.model.panels[0]!, mode: 'reading' }] })
  })

  it('is the transcript\'s while the keyboard is elsewhere, by a page of which a row stays', () => {
    const driver = createDriver()
    for (let line = 0; line < 100; line++) driver.tell({ type: 'streamed', kind: 'text', delta: `line ${line}\n` })
    const { transcript } = layoutOf(driver.model)
    const top = driver.model.transcript.entries.end - transcript
    expect([scrolled(driver.model, -1).reading, scrolled(driver.model, -1, 5).reading]).toEqual([{ entry: top - transcript + 2, row: 0 }, { entry: top - 5, row: 0 }])
    for (const question of [plan, files]) {
      driver.open('a', question)
      const beside: Model = { ...driver.model, place: 'input', input: editorWith('x') }
      expect([scrolled(beside, -1, 5).panels, scrolled(beside, -1, 5).reading !== undefined]).toEqual([beside.panels, true])
      driver.send({ type: 'withdrawn', id: 'a' })
    }
    driver.open('a', plan)
    driver.type(KEYS.ctrlF)
    expect(scrolled({ ...driver.model, place: 'input' }, -1, 5).reading).toBeDefined()
    expect(scrolled({ ...driver.model, panels: [] }, -1, 5).reading).toBeDefined()
    const typing: Model = { ...opened(files), panels: [{ ...opened(files).panels[0]!, mode: 'typing' }] }
    expect(scrolled(typing, 1).panels).toEqual(typing.panels)
  })

  it('goes on where it was, unless all that is below is on the screen', () => {
    const driver = createDriver()
    for (let line = 0; line < 100; line++) driver.tell({ type: 'streamed', kind: 'text', delta: `line ${line}\n` })
    const back = scrolled(driver.model, -1, 30)
    expect([readingOn(back), readingOn({ ...back, size: { columns: 80, rows: 200 } }).reading, readingOn(driver.model)]).toEqual([back, undefined, driver.model])
  })

  it('does nothing where there is no room for a panel', () => {
    const tiny: Model = { ...opened(plan), size: { columns: 35, rows: 24 } }
    expect([isTiny(tiny.size), scrolled(tiny, 1), readingOn(tiny)]).toEqual([true, tiny, tiny])
  })

  it('has shown a text whole once its last row was on the screen', () => {
    const model = opened(longCommand)
    expect([isWholeTextSeen(model), isWholeTextSeen(scrolled(model, 1, 999)), isWholeTextSeen(scrolled(scrolled(model, 1, 999), -1, 999)), isWholeTextSeen(opened(shortPlan, { rows: 60 })), isWholeTextSeen(createDriver().model)]).toEqual([false, true, true, true, true])
    expect(isWholeTextSeen(scrolled(model, 1, 1))).toBe(false)
  })
})
