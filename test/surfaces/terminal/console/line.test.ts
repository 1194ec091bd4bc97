import { describe, expect, it } from 'vitest'
import { view } from '../../../../surfaces/terminal/view.ts'
import { indent, plan } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { createShop, sentFrom } from './shop.ts'

const { enter, up, tab, ctrlY } = KEYS

/** The rows from the prompt to the hint. */
function input(driver: Driver): string[] {
  const lines = driver.screen().split('\n')
  return lines.slice(lines.findLastIndex((line) => /^[›…]/.test(line) && !line.startsWith('… ')), -1)
}

describe('the input line', () => {
  it('grows with its text up to a quarter of the screen, with or without an agent', () => {
    for (const driver of [createShop(), createDriver({ canSend: true })]) {
      driver.type('one', '\n', 'two', '\x1b\r', 'three', '\x1b[13;2u', 'four')
      expect(input(driver)).toEqual(['› one', '  two', '  three', '  four'])
      expect(view(driver.model).caret).toEqual({ x: 6, y: 22, visible: true })
    }
  })

  it('scrolls within, with the caret in sight, and marks where there is more', () => {
    const driver = createShop()
    driver.type(`\x1b[200~${Array.from({ length: 20 }, (_, row) => `row ${row}`).join('\n')}\x1b[201~`)
    expect(driver.screen().split('\n').slice(-7, -1)).toEqual(['… row 14', '  row 15', '  row 16', '  row 17', '  row 18', '  row 19'])
    driver.type(...Array.from({ length: 10 }, () => up))
    const lines = driver.screen().split('\n')
    expect(lines[view(driver.model).caret.y]).toBe('  row 9')
    expect([lines.at(-7), lines.at(-2)]).toEqual(['… row 6', '… row 11'])
    expect(driver.effects).toEqual([])
  })

  it('has one row while a panel has the keyboard, and more where there is room once it is back', () => {
    const driver = createShop()
    driver.type('one', '\n', 'two')
    driver.ask('a', indent)
    expect(input(driver)).toEqual(['› one', '  two'])
    driver.type(tab)
    expect(input(driver)).toEqual(['› one↵two'])
  })

  it('leaves a long plan its choices', () => {
    const driver = createShop({ rows: 10 })
    driver.type('one', '\n', 'two', '\n', 'three')
    driver.ask('a', plan)
    expect(input(driver)).toEqual(['› one↵two↵three'])
    expect(driver.screen()).toMatch(/1\. \( \) Approve[^]*3\. \( \) Changes/)
  })

  it('keeps a wide character out of the last column and puts the cursor behind it', () => {
    const driver = createShop({ columns: 36 })
    driver.type('长'.repeat(17))
    expect(input(driver)).toEqual([`› ${'长'.repeat(16)}`, '  长'])
    expect(view(driver.model).caret).toMatchObject({ x: 4, y: 22 })
  })

  it('never sends by a paste, and sends all of it with Enter', () => {
    const driver = createShop()
    driver.type('\x1b[200~one\r\ntwo\r\x1b[201~')
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['one\ntwo\n'])
  })
})

describe('messages that wait', () => {
  it('stand dim above the line, three of them and a count', () => {
    const driver = createShop()
    driver.tell({ type: 'queue-changed', texts: ['one', 'two\nlines\x1b[2J', 'three', 'four', 'five'] })
    expect(driver.screen().split('\n').slice(-6, -1)).toEqual(['  waiting: one', '  waiting: two lines', '  waiting: three', '  2 more waiting', '›'])
    driver.tell({ type: 'queue-changed', texts: [] })
    expect(driver.screen()).not.toContain('waiting')
  })
})

describe('a message that is given back', () => {
  it('goes into the empty line', () => {
    const driver = createShop()
    driver.tell({ type: 'returned', text: 'unsent' })
    expect(driver.inputText).toBe('unsent')
  })

  it('is kept beside a text that is being typed, and says so', () => {
    const driver = createShop()
    driver.type('draft ')
    driver.tell({ type: 'returned', text: 'unsent' })
    expect(driver.inputText).toBe('draft ')
    expect(driver.screen()).toContain('unsent text came back: ^Y inserts it')
    driver.type(ctrlY)
    expect(driver.inputText).toBe('draft unsent')
  })
})
