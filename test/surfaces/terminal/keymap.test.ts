import { describe, expect, it } from 'vitest'
import { bindingOf, hintsOf } from '../../../surfaces/terminal/keymap.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, files, indent, plan, remarks, shortPlan } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const NAMES: Record<string, string> = {
  'Enter': 'enter', 'Esc': 'esc', 'Tab': 'tab', '←': 'left', '^S': 'c-s', '^X': 'c-x', '^Y': 'c-y', '^C': 'c-c', '^F': 'c-f', '^T': 'c-t', '↑↓ PgUp/PgDn': 'up', '↑↓': 'up', '^J': 'c-j', '^O': 'c-o', 'Tab/Enter': 'tab', 'PgUp/PgDn': 'pgup', '^G': 'c-g', 'Enter 1-9': 'enter',
}

const situations: readonly (readonly [string, () => Driver])[] = [
  ['nothing asked', () => createDriver()],
  ['options', () => opened(indent)],
  ['ticks', () => opened(files)],
  ['an approval', () => opened(approval)],
  ['a text', () => opened(remarks)],
  ['Other', () => typed(opened(indent), 'x')],
  ['a batch', () => opened(...batch)],
  ['the review', () => typed(opened(...batch), KEYS.tab, KEYS.tab, KEYS.tab)],
  ['a folded panel', () => typed(opened(indent), KEYS.esc)],
  ['the whole text', () => typed(opened(plan), KEYS.ctrlF)],
  ['a row to talk', () => typed(opened(shortPlan), '4')],
  ['a timed ask', () => timed(opened(indent))],
  ['an ask that the agent no longer waits for', () => continued(opened(indent))],
  ['a late answer on its way', () => typed(continued(opened(indent)), KEYS.enter)],
  ['two asks', () => another(opened(indent))],
  ['the list of asks', () => typed(another(opened(indent)), KEYS.ctrlG)],
  ['a console', () => createShop()],
  ['a console with a text', () => typed(createShop(), 'text', KEYS.enter, 'more')],
  ['a list of commands', () => typed(createShop(), '/p')],
  ['a command typed in full', () => typed(createShop(), '/plan')],
  ['the question whether to dismiss', () => typed(opened(indent), KEYS.ctrlX)],
]

function opened(...questions: Parameters<Driver['open']> extends [string, ...infer Rest] ? Rest : never): Driver {
  const driver = createDriver()
  driver.open('a', ...questions)
  return driver
}

function typed(driver: Driver, ...reads: string[]): Driver {
  driver.type(...reads)
  return driver
}

function timed(driver: Driver): Driver {
  driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 60_000 } })
  return driver
}

function continued(driver: Driver): Driver {
  driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
  return driver
}

function another(driver: Driver): Driver {
  driver.open('b', remarks)
  return driver
}

function enterWord({ model }: Driver): string | undefined {
  return hintsOf(model).find(([picture]) => picture === 'Enter')?.[1]
}

describe('the hint line', () => {
  it.each(situations)('shows only keys that do something at %s', (_, make) => {
    const { model } = make()
    const hints = hintsOf(model)
    expect(hints.length).toBeGreaterThan(0)
    for (const [picture] of hints) {
      const key = picture === '' ? { kind: 'press', name: 'f1' } as const
        : picture === 'Space' ? { kind: 'text', text: ' ' } as const
        : picture === '1-9' ? { kind: 'text', text: '1' } as const
        : { kind: 'press', name: NAMES[picture] ?? picture } as const
      expect([picture, bindingOf(model, key, false)]).not.toContain(undefined)
    }
  })

  it('calls Enter what it does next', () => {
    expect(enterWord(opened(indent))).toBe('submit')
    expect(enterWord(opened(...batch))).toBe('next')
    expect(enterWord(typed(opened(...batch), KEYS.tab, KEYS.tab))).toBe('review')
    expect(enterWord(opened(approval))).toBe('choose')
    expect(enterWord(typed(opened(approval), ' '))).toBe('submit')
    expect(enterWord(typed(opened(indent), '3'))).toBe('answer')
    expect(enterWord(typed(createShop(), '/plan'))).toBe('send')
    expect(enterWord(typed(createShop(), '/pla'))).toBeUndefined()
    expect(hintsOf(typed(createShop(), '/pla').model)[0]).toEqual(['Tab/Enter', 'complete'])
  })
})

/** Every key of a table, those of its inner tables included. */
function keysOf(table: object): string[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => (typeof value === 'object' && value !== null ? keysOf(value).map((inner) => `${key}.${inner}`) : [key]))
}

it('has the same words in both languages, and the same signs in both sets', () => {
  expect(keysOf(wordsOf('zh'))).toEqual(keysOf(wordsOf('en')))
  expect(keysOf(wordsOf('zh', 'ascii'))).toEqual(keysOf(wordsOf('en')))
})

it('says nothing in Chinese that it says in English with the same words', () => {
  const texts = (table: object): string[] => Object.values(table).flatMap((value: unknown) => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? texts(value) : []))
  const { glyphs: _en, ...en } = wordsOf('en')
  const { glyphs: _zh, ...zh } = wordsOf('zh')
  expect(texts(zh).filter((text) => texts(en).includes(text))).toEqual([])
})
