import { describe, expect, it } from 'vitest'
import { batch, database, files, indent, languages, permission, plan, remarks } from './asks.ts'
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

describe('the wheel', () => {
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
