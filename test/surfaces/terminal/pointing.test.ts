import { describe, expect, it } from 'vitest'
import { batch, database, files, indent, languages, permission, plan, remarks } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

/** A click on the row of the screen that shows `text`. */
function click(driver: Driver, text: string): void {
  const y = driver.screen().split('\n').findIndex((line) => line.includes(text))
  if (y < 0) throw new Error(`${text} is not on the screen`)
  driver.type(`\x1b[<0;8;${y + 1}M\x1b[<0;8;${y + 1}m`)
}

function wheel(driver: Driver, direction: 'up' | 'down', row: number): void {
  driver.type(`\x1b[<${direction === 'up' ? 64 : 65};8;${row}M`)
}

const at = (driver: Driver, row: number): void => driver.type(`\x1b[<0;8;${row}M`)
const rowOf = (driver: Driver, text: string): number => driver.screen().split('\n').findIndex((line) => line.includes(text)) + 1
const top = (driver: Driver): number => rowOf(driver, '┌')
const bottom = (driver: Driver): number => rowOf(driver, '└')

const offered = (): Driver => {
  const driver = createShop()
  driver.type('/')
  return driver
}

const planned = (): Driver => {
  const driver = createShop()
  driver.open('a', plan)
  return driver
}

describe('a click', () => {
  it('marks the option under it and submits nothing', () => {
    const driver = createDriver()
    driver.open('a', indent)
    click(driver, 'Spaces')
    click(driver, 'Spaces')
    expect(driver.screen()).toContain('❯ 2. (•) Spaces')
    expect(driver.effects).toEqual([])
    driver.type(KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: ['Spaces'] }] }])
  })

  it('ticks and unticks on a multiple choice', () => {
    const driver = createDriver()
    driver.open('a', languages)
    click(driver, 'Python')
    click(driver, 'Rust')
    click(driver, 'Python')
    expect(driver.screen()).toMatch(/\[ \] Python[^]*\[ \] Go[^]*\[x\] Rust/)
  })

  it('hits what is under it in a list that is scrolled, its description included', () => {
    const driver = createDriver({ rows: 14 })
    driver.open('a', files)
    driver.type(...Array.from({ length: 63 }, () => KEYS.down))
    click(driver, '生成的文件')
    expect(driver.screen()).toMatch(/❯ +64\. \[x\] packages\/part-063/)
  })

  it('opens the text of one\'s own, and keeps a text that a choice replaces', () => {
    const driver = createDriver()
    driver.open('a', indent)
    click(driver, 'Other')
    driver.type('eight')
    expect(driver.screen()).toContain('Other: eight')
    click(driver, '1. ( ) Tabs')
    expect(driver.model.kept).toBe('eight')
    expect(driver.screen()).toContain('^Y inserts it')
  })

  it('points on the review page, and opens the question that is pointed at', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type(KEYS.tab, KEYS.tab, KEYS.tab)
    click(driver, 'Tabs or spaces')
    expect(driver.screen()).toContain('❯ 2. Tabs or spaces?')
    click(driver, 'Tabs or spaces')
    expect(driver.screen()).toContain('Question 2/3')
  })

  it('is one deliberate act of two on a permission', () => {
    const driver = createDriver({ locale: 'zh' })
    driver.open('a', permission)
    click(driver, '仅此一次')
    expect(driver.effects).toEqual([])
    driver.type(KEYS.enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('brings the keyboard to the panel, to the strip, and back to the input line, and does nothing else with it', () => {
    const driver = createDriver()
    driver.type('draft')
    driver.ask('a', indent)
    driver.wait(3_000)
    click(driver, 'Spaces')
    expect([driver.model.place, driver.screen().includes('(•)')]).toEqual(['panel', false])
    driver.type('\x1b[<0;3;23M')
    expect(driver.model.place).toBe('input')
    driver.type(KEYS.tab, KEYS.esc)
    expect(driver.model.place).toBe('strip')
    click(driver, '▸')
    expect(driver.model.place).toBe('panel')
  })

  it('does nothing while a panel has only just appeared, beside it, and while something is asked back', () => {
    const driver = createDriver({ apart: 30 })
    driver.ask('a', indent)
    click(driver, 'Spaces')
    expect(driver.screen()).not.toContain('(•)')
    driver.wait(1_000)
    driver.type('\x1b[<0;3;1M', KEYS.ctrlX)
    click(driver, 'Spaces')
    expect(driver.model.panels[0]).toMatchObject({ mode: 'confirming', entries: [{ chosen: [] }] })
  })
})

describe('a click beside what it is for', () => {
  it('on the list of commands completes the row under it, and none above', () => {
    const first = rowOf(offered(), '/compact')
    expect([0, 1, 5].map((below) => {
      const driver = offered()
      at(driver, first + below)
      return driver.inputText
    })).toEqual(['/compact ', '/help ', '/plan '])
    const driver = offered()
    at(driver, first - 1)
    expect(driver.inputText).toBe('/')
    driver.type(...Array.from({ length: 7 }, () => KEYS.down))
    at(driver, first)
    expect(driver.inputText).toBe('/model ')
  })

  it('does nothing where nothing is asked, on the hint, and on what a panel says', () => {
    const bare = createShop()
    const before = bare.model
    for (let row = 1; row <= 24; row++) at(bare, row)
    expect([bare.model.place, bare.inputText, bare.model.panels]).toEqual([before.place, '', []])
    const driver = createDriver()
    driver.open('a', indent)
    at(driver, 24)
    expect(driver.model.place).toBe('panel')
    at(driver, rowOf(driver, 'Tabs or spaces?'))
    expect(driver.model.panels[0]?.entries[0]).toMatchObject({ row: 0, chosen: [] })
  })

  it('brings a folded panel back by its strip alone, and an open one by its own rows alone', () => {
    const folded = createDriver()
    folded.open('a', indent)
    folded.type(KEYS.esc)
    at(folded, 1)
    expect(folded.model.place).toBe('strip')
    const beside = (row: (driver: Driver) => number): string => {
      const driver = createShop()
      driver.tell({ type: 'queue-changed', texts: ['later'] })
      driver.type('draft')
      driver.ask('a', indent)
      at(driver, row(driver))
      return driver.model.place
    }
    expect([(driver: Driver) => top(driver) - 1, top, bottom, (driver: Driver) => bottom(driver) + 1, (driver: Driver) => rowOf(driver, 'later')].map(beside)).toEqual(['input', 'panel', 'panel', 'input', 'input'])
  })

  it('keeps nothing where nothing was typed, and says for a while what it kept', () => {
    const driver = createDriver()
    driver.open('a', indent)
    click(driver, 'Spaces')
    expect([driver.model.kept, driver.model.notice]).toEqual(['', undefined])
    driver.type('eight')
    click(driver, '1. ( ) Tabs')
    expect((driver.model.notice?.until ?? 0) - driver.model.now).toBe(8_000)
  })

  it('leaves a text as it is that is being typed', () => {
    const driver = createDriver()
    driver.open('a', remarks)
    driver.type('words')
    for (let row = 1; row <= 22; row++) at(driver, row)
    expect(driver.model.panels[0]).toMatchObject({ mode: 'typing', entries: [{ editor: { before: 'words' } }] })
  })
})

describe('the wheel', () => {
  it('turns what is under it: the text from its border on, the transcript above', () => {
    const border = planned().screen().split('\n').findIndex((line) => line.includes('┌')) + 1
    expect(border).toBeGreaterThan(1)
    expect([border - 1, border].map((row) => {
      const driver = planned()
      wheel(driver, 'down', row)
      return [driver.model.place, driver.model.panels[0]?.scroll]
    })).toEqual([['panel', 0], ['panel', 3]])
  })

  it('leaves the keyboard where it is', () => {
    const driver = createDriver()
    driver.type('draft')
    driver.ask('a', indent)
    wheel(driver, 'up', 2)
    expect(driver.model.place).toBe('input')
  })

  it('does not move in a list of asks that is too small to be seen', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', remarks)
    driver.type(KEYS.ctrlG)
    const before = driver.model.inbox
    driver.send({ type: 'resized', size: { columns: 35, rows: 24 } })
    wheel(driver, 'up', 2)
    wheel(driver, 'down', 2)
    wheel(driver, 'down', 2)
    wheel(driver, 'up', 2)
    wheel(driver, 'up', 2)
    expect(driver.model.inbox).toEqual(before)
  })

  it('scrolls the text of the panel under it', () => {
    const driver = createDriver()
    driver.open('a', plan)
    wheel(driver, 'down', 5)
    expect(driver.screen()).toContain('lines 4–')
    wheel(driver, 'up', 5)
    expect(driver.screen()).toContain('lines 1–')
  })

  it('moves through options that are longer than their place', () => {
    const driver = createDriver()
    driver.open('a', files)
    wheel(driver, 'down', 10)
    expect(driver.screen()).toMatch(/❯ +4\. \[ \]/)
  })

  it('scrolls the transcript where there is no panel under it', () => {
    const driver = createDriver()
    driver.send({ type: 'said', text: Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n') })
    driver.open('a', remarks)
    const atEnd = driver.screen()
    const top = (): number => Number(/line (\d+)/.exec(driver.screen())?.[1])
    const first = top()
    wheel(driver, 'up', 2)
    expect(top()).toBe(first - 3)
    expect(driver.model.place).toBe('panel')
    wheel(driver, 'down', 2)
    expect(driver.screen()).toBe(atEnd)
  })
})

it('decides nothing anywhere on the screen', () => {
  const driver = createDriver()
  driver.open('a', database)
  for (let y = 1; y <= 24; y++) driver.type(`\x1b[<0;8;${y}M`, `\x1b[<64;8;${y}M`, `\x1b[<65;8;${y}M`)
  expect(driver.effects).toEqual([])
})
