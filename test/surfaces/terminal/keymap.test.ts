import { describe, expect, it } from 'vitest'
import { bindingOf, hintsOf } from '../../../surfaces/terminal/keymap.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, files, indent, remarks } from './asks.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const NAMES: Record<string, string> = {
  'Enter': 'enter', 'Esc': 'esc', 'Tab': 'tab', '←': 'left', '^S': 'c-s', '^X': 'c-x', '^Y': 'c-y', '^C': 'c-c', '^F': 'c-f', '^T': 'c-t', '↑↓': 'up', 'PgUp/PgDn': 'pgup',
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
  })
})

it('has the same words in both languages', () => {
  expect(Object.keys(wordsOf('zh').help)).toEqual(Object.keys(wordsOf('en').help))
  expect(Object.keys(wordsOf('zh'))).toEqual(Object.keys(wordsOf('en')))
})
