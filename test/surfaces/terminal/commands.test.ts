import { describe, expect, it } from 'vitest'
import { batch, indent, languages, plan, remarks } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver, DriverOptions } from './driver.ts'

const { enter, esc, tab, up, down, ctrlC, ctrlF, ctrlG, ctrlL, ctrlS, ctrlY, ctrlZ } = KEYS
const [HOME, END] = ['\x1b[H', '\x1b[F']

type Questions = Parameters<Driver['open']> extends [string, ...infer Rest] ? Rest : never

function opened(questions: Questions, options: DriverOptions = {}): Driver {
  const driver = createDriver(options)
  driver.open('a', ...questions)
  return driver
}

const panel = ({ model }: Driver): Driver['model']['panels'][number] => {
  const [first] = model.panels
  if (first === undefined) throw new Error('no panel is there')
  return first
}
const row = (driver: Driver): number | undefined => panel(driver).entries[panel(driver).page]?.row
/** How long a notice stands from now on. */
const standing = ({ model }: Driver): number => (model.notice?.until ?? NaN) - model.now

describe('the keys of the options', () => {
  it('move to the first and the last row', () => {
    const driver = opened([indent])
    driver.type(END)
    expect(row(driver)).toBe(2)
    driver.type(HOME)
    expect(row(driver)).toBe(0)
  })

  it('tick by a digit where several can be ticked, only point at a text of one\'s own, and do nothing without a row', () => {
    const driver = opened([languages])
    driver.type('2')
    expect([row(driver), panel(driver).entries[0]?.chosen]).toEqual([1, [1]])
    driver.type('9')
    expect([row(driver), panel(driver).entries[0]?.chosen]).toEqual([1, [1]])
    driver.type('4')
    expect([row(driver), panel(driver).mode]).toEqual([3, 'choosing'])
    const single = opened([indent])
    single.type('9')
    expect([row(single), panel(single).entries[0]?.chosen]).toEqual([0, []])
  })

  it('insert nothing where nothing was kept', () => {
    const driver = opened([indent])
    driver.type(ctrlY)
    expect([panel(driver).mode, row(driver)]).toEqual(['choosing', 0])
  })

  it('keep a text that a choice replaces, and say so for a while', () => {
    const driver = opened([indent])
    driver.type('eight', esc, up, enter)
    expect([driver.model.kept, standing(driver), driver.effects]).toEqual(['eight', 8_000, []])
  })

  it('take a skip back by typing', () => {
    const driver = opened([indent, remarks])
    driver.type(ctrlS, KEYS.shiftTab)
    expect(panel(driver).entries[0]?.skipped).toBe(true)
    driver.type('x')
    expect(panel(driver).entries[0]).toMatchObject({ skipped: false, editor: { before: 'x' } })
  })
})

describe('the keys of a text of one\'s own', () => {
  it('lead back to its row by Esc, and to the one above by ↑', () => {
    const driver = opened([indent])
    driver.type('x', esc)
    expect([panel(driver).mode, row(driver)]).toEqual(['choosing', 2])
    driver.type('y', up)
    expect([panel(driver).mode, row(driver), panel(driver).entries[0]?.editor.before]).toEqual(['choosing', 1, 'xy'])
  })
})

describe('the keys of the review', () => {
  it('open the question that is pointed at, or that has the number', () => {
    const driver = opened([...batch])
    driver.type(tab, tab, tab, down, ' ')
    expect(panel(driver).page).toBe(1)
    driver.type(tab, tab, '3')
    expect(panel(driver).page).toBe(2)
  })

  it('leave a complaint where no question has the number', () => {
    const driver = opened([...batch])
    driver.type(ctrlS, ctrlS, ctrlS, enter)
    const before = panel(driver)
    driver.type('9')
    expect([before.complaint === undefined, panel(driver)]).toEqual([false, before])
  })
})

describe('the keys of a text that is read', () => {
  it('scroll it by a row, and to either end', () => {
    const driver = opened([plan])
    driver.type(ctrlF, down, down, down, up)
    expect(panel(driver).scroll).toBe(2)
    driver.type(END)
    expect(driver.screen()).toContain('模块64')
    driver.type(HOME)
    expect(panel(driver).scroll).toBe(0)
  })
})

describe('the keys of the list of asks', () => {
  it('move the mark by one, and to either end', () => {
    const driver = opened([indent])
    for (const id of ['b', 'c', 'd']) driver.ask(id, remarks)
    driver.type(ctrlG, HOME, down)
    const order = ['b', 'c', 'd', 'a']
    expect(driver.model.inbox?.at).toBe(order[1])
    driver.type(END)
    expect(driver.model.inbox?.at).toBe(order[3])
    driver.type(up)
    expect(driver.model.inbox?.at).toBe(order[2])
  })
})

describe('^C', () => {
  it('in a panel leaves what stands at the input line', () => {
    const driver = createDriver()
    driver.type('draft')
    driver.ask('a', indent)
    driver.type(tab)
    driver.wait(1_000)
    driver.type(ctrlC)
    expect([driver.model.place, driver.inputText]).toEqual(['panel', 'draft'])
  })

  it('clears a text only while it is being typed', () => {
    const other = opened([indent])
    other.type('eight', esc, ctrlC)
    expect(panel(other).entries[0]?.editor.before).toBe('eight')
    const folded = opened([remarks])
    folded.type('words', esc, ctrlC)
    expect([folded.model.place, panel(folded).entries[0]?.editor.before]).toEqual(['strip', 'words'])
    folded.type(tab)
    folded.wait(1_000)
    folded.type(ctrlC)
    expect(panel(folded).entries[0]?.editor.before).toBe('')
  })
})

describe('other keys', () => {
  it('stop the process, and paint anew', () => {
    const driver = opened([indent])
    driver.type(ctrlZ, ctrlL)
    expect(driver.effects).toEqual([{ type: 'suspend' }, { type: 'redraw' }])
  })

  it('unfold what is folded in the transcript, and fold it again', () => {
    const driver = createShop()
    driver.tell({ type: 'user-said', source: 'context', text: 'one\ntwo' })
    driver.type('\x0f')
    expect(driver.screen()).toContain('two')
    driver.type('\x0f')
    expect(driver.screen()).not.toContain('two')
  })

  it('say for a while how to leave', () => {
    const driver = createShop()
    driver.type('\x04')
    expect(standing(driver)).toBe(8_000)
  })
})
