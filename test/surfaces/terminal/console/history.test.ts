import { describe, expect, it } from 'vitest'
import { draftOf, recalled, remembered } from '../../../../surfaces/terminal/console/history.ts'
import { KEYS } from '../driver.ts'
import { createShop, sentFrom } from './shop.ts'

const { up, down, enter, left, ctrlC, ctrlY } = KEYS

describe('the history', () => {
  it('remembers a line once where its neighbour reads the same, and nothing that is blank or was pasted at length', () => {
    const history = ['a', 'a', ' ', 'b', 'a', 'x'.repeat(30_000)].reduce<readonly string[]>(remembered, [])
    expect(history).toEqual(['a', 'b', 'a'])
    expect([20_000, 20_001].map((length) => remembered([], 'x'.repeat(length)).length)).toEqual([1, 0])
  })

  it('keeps the last two hundred lines', () => {
    const history = Array.from({ length: 300 }, (_, index) => `line ${index}`).reduce<readonly string[]>(remembered, [])
    expect([history.length, history[0], history.at(-1)]).toEqual([200, 'line 100', 'line 299'])
  })

  it('stops at both ends', () => {
    expect(recalled(undefined, [], 'x', -1)).toBeUndefined()
    const first = recalled(undefined, ['a'], 'x', -1)
    expect(first).toEqual({ at: 0, lines: ['a', 'x'] })
    expect(recalled(first, ['a'], 'a', -1)).toBeUndefined()
    expect(draftOf(first)).toBe('x')
    expect(draftOf(recalled(first, ['a'], 'a', 1))).toBe('')
    expect(draftOf(recalled(undefined, ['a', 'b'], 'x', -1))).toBe('x')
  })
})

describe('↑ and ↓ at the input line', () => {
  it('recall the lines sent from here and bring the draft back', () => {
    const driver = createShop()
    driver.type('one', enter, 'two', enter, 'dra', 'ft', up, up)
    expect(driver.inputText).toBe('one')
    driver.type(up)
    expect(driver.inputText).toBe('one')
    driver.type(down, down)
    expect(driver.inputText).toBe('draft')
    driver.type(down)
    expect(driver.inputText).toBe('draft')
  })

  it('keep a change to a recalled line while moving on', () => {
    const driver = createShop()
    driver.type('one', enter, 'two', enter, up, '!', up, down)
    expect(driver.inputText).toBe('two!')
  })

  it('move within a text of several rows first', () => {
    const driver = createShop()
    driver.type('sent', enter, 'first', '\n', 'second', up)
    expect(driver.model.input).toEqual({ before: 'first', after: '\nsecond' })
    driver.type(up)
    expect(driver.inputText).toBe('sent')
    driver.type(down)
    expect(driver.inputText).toBe('first\nsecond')
  })

  it('keep the draft for ^Y when a recalled line is sent instead, and say so', () => {
    const driver = createShop()
    driver.type('one', enter, 'draft', up, enter)
    expect(sentFrom(driver)).toEqual(['one', 'one'])
    expect(driver.screen()).toContain('^Y inserts it')
    driver.type(ctrlY)
    expect(driver.inputText).toBe('draft')
  })

  it('bring back a line that ^C has cleared', () => {
    const driver = createShop()
    driver.type('much work', ctrlC)
    expect([driver.inputText, driver.effects]).toEqual(['', []])
    driver.type(up)
    expect(driver.inputText).toBe('much work')
  })

  it('do not open the list of commands on a command that is recalled', () => {
    const driver = createShop()
    driver.type('hello', enter, '/plan', enter, up, up)
    expect(driver.inputText).toBe('hello')
    driver.type(down, left)
    expect(driver.screen()).toContain('› /plan\n')
    expect(driver.screen()).not.toContain('❯')
  })

  it('are the panel\'s while it has the keyboard', () => {
    const driver = createShop()
    driver.type('hello', enter)
    driver.wait(2_000)
    driver.open('a', { id: 'q', question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] })
    driver.type(up, down)
    expect(driver.inputText).toBe('')
  })
})
