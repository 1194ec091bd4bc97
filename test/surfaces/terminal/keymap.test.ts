import { describe, expect, it } from 'vitest'
import { bindingOf, digitOf, hintsOf } from '../../../surfaces/terminal/keymap.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, files, indent, languages, permission, plan, remarks, shortPlan } from './asks.ts'
import { createShop, sessions } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'
import type { Stroke } from '../../../surfaces/terminal/keys.ts'

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

function running(driver: Driver): Driver {
  driver.tell({ type: 'state-changed', state: 'running' })
  return driver
}

function read(driver: Driver): Driver {
  for (let line = 0; line < 100; line++) driver.tell({ type: 'streamed', kind: 'text', delta: `line ${line}\n` })
  return typed(driver, KEYS.pageUp)
}

function choosing(driver: Driver): Driver {
  driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
  return driver
}

function asked(driver: Driver, ...questions: Parameters<typeof opened>): Driver {
  driver.open('a', ...questions)
  return driver
}

/** The review of so many questions. */
const review = (count: number): Driver => typed(opened(...Array.from({ length: count }, (_, index) => ({ ...indent, id: `${index}` }))), ...Array.from({ length: count }, () => KEYS.tab))

function enterWord({ model }: Driver): string | undefined {
  return hintsOf(model).find(([picture]) => picture === 'Enter')?.[1]
}

/** More of them, as far as a key means something else there. */
const finer: readonly (readonly [string, () => Driver])[] = [
  ['a window that is too small', () => createDriver({ columns: 35 })],
  ['nothing asked, and nobody to send to', () => createDriver({ canSend: false })],
  ['nothing asked, with somebody to send to', () => createDriver({ canSend: true })],
  ['an agent at work', () => running(createShop())],
  ['a text that was kept', () => typed(createShop(), 'x', KEYS.enter, 'y', KEYS.up, KEYS.enter)],
  ['a transcript that is read back', () => read(createDriver())],
  ['a transcript that is read back beside a text', () => typed(read(createDriver()), 'x')],
  ['a list of commands without anybody to send to', () => typed(createShop({ canSend: false }), '/plan')],
  ['a list of choices', () => choosing(createShop())],
  ['an ask beside a text', () => asked(typed(createShop(), 'x'), indent)],
  ['ticks', () => opened(languages)],
  ['a detail', () => opened({ ...indent, detail: 'more' })],
  ['a detail beside a console', () => asked(createShop(), { ...indent, detail: 'more' })],
  ['an approval that was marked', () => typed(opened(approval), ' ')],
  ['an approval that was marked by Enter', () => typed(opened(approval), KEYS.enter)],
  ['an approval marked by Enter, among others', () => typed(opened(approval, indent), KEYS.enter, KEYS.up)],
  ['an approval among others', () => opened(approval, indent)],
  ['Other without a text', () => typed(opened(indent), KEYS.down, KEYS.down)],
  ['Other with a text', () => typed(opened(indent), 'x', KEYS.esc)],
  ['the last of a batch', () => typed(opened(...batch), KEYS.tab, KEYS.tab)],
  ['the middle of a batch', () => typed(opened(...batch), KEYS.tab)],
  ['the middle of a batch that was reviewed', () => typed(opened(...batch), KEYS.tab, KEYS.tab, KEYS.tab, KEYS.shiftTab, KEYS.shiftTab)],
  ['the review of ten', () => typed(opened(...Array.from({ length: 10 }, (_, index) => ({ ...indent, id: `${index}` }))), ...Array.from({ length: 10 }, () => KEYS.tab))],
  ['the review that Enter led to', () => typed(opened(indent, remarks), '1', KEYS.enter, 'x', KEYS.enter)],
  ['a timed ask that is held by a key', () => typed(timed(opened(indent)), KEYS.down)],
  ['a timed ask that is held for good', () => typed(timed(opened(indent)), KEYS.ctrlT)],
  ['several questions that the agent no longer waits for', () => continued(opened(...batch))],
  ['the review of what the agent no longer waits for', () => typed(continued(opened(...batch)), KEYS.tab, KEYS.tab, KEYS.tab)],
  ['a verdict that is awaited', () => typed(opened(indent), KEYS.enter)],
  ['a folded ask beside another', () => typed(another(opened(indent)), KEYS.esc)],
  ['the question whether to give for good', () => typed(opened(permission), KEYS.down, ' ', KEYS.enter)],
]

const PRESSED: readonly string[] = [
  'enter', 's-enter', 'm-enter', 'esc', 'tab', 's-tab', 'up', 'down', 'left', 'right', 'home', 'end', 'pgup', 'pgdn', 'backspace', 'm-backspace', 'delete',
  ...'acdefghjklnopstuwxyz'.split('').map((letter) => `c-${letter}`), 'f1',
]
const TYPED: readonly Stroke[] = [{ kind: 'text', text: ' ' }, { kind: 'text', text: '1' }, { kind: 'text', text: '９' }, { kind: 'text', text: 'x' }, { kind: 'text', text: '12' }, { kind: 'paste', text: '1' }]

/** What every key does in a situation, and what the hint line says. */
function sheet({ model }: Driver): string {
  const line = (guarded: boolean): string => [...PRESSED.map((name): Stroke => ({ kind: 'press', name })), ...TYPED].flatMap((key) => {
    const binding = bindingOf(model, key, guarded)
    return binding === undefined ? [] : [`${'name' in key ? key.name : `${key.kind} ${JSON.stringify('text' in key ? key.text : '')}`}=${binding.command}${binding.edit === undefined ? '' : `:${binding.edit}`}`]
  }).join(', ')
  return [`hints: ${hintsOf(model).map(([keys, word]) => `${keys} ${word}`).join(', ')}`, `keys: ${line(false)}`, `guarded: ${line(true)}`].join('\n')
}

it('does what it says, key by key, wherever a person may be', async () => {
  const sheets = [...situations, ...finer].map(([name, make]) => `# ${name}\n${sheet(make())}\n`)
  await expect(sheets.join('\n')).toMatchFileSnapshot('golden/keymap.txt')
})

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

describe('the hint of Enter', () => {
  it('is of a choice only where it picks one', () => {
    const driver = typed(createShop(), '/plan')
    driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
    expect(enterWord(driver)).toBe('send')
    expect(enterWord(choosing(createShop()))).toBe('pick')
  })

  it('on a text of one\'s own sends it, whatever was pressed last', () => {
    const { model } = typed(opened(shortPlan), '3', 'more tests', KEYS.esc)
    expect(hintsOf({ ...model, lastKey: 'enter' }).find(([picture]) => picture === 'Enter')?.[1]).toBe('submit')
  })
})

describe('a key', () => {
  it('is a blank or a digit by itself alone', () => {
    const { model } = opened(languages)
    const command = (text: string): string | undefined => bindingOf(model, { kind: 'text', text }, false)?.command
    expect([' ', '\u3000', ' x', 'x ', '1', '12'].map(command)).toEqual(['mark', 'mark', 'type', 'type', 'point', 'type'])
    expect([digitOf({ kind: 'text', text: '７' }), digitOf({ kind: 'press', name: 'up' })]).toEqual([7, NaN])
  })

  it('opens a question of the review by its digit as long as there are no more than nine', () => {
    expect([9, 10].map((count) => hintsOf(review(count).model).some(([picture]) => picture === '↑↓ Space'))).toEqual([false, true])
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
