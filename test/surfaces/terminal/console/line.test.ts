import { describe, expect, it } from 'vitest'
import { completed, emptied, marking, moved, offered, returned, sent, withLine } from '../../../../surfaces/terminal/console/line.ts'
import { IDLE_CONSOLE } from '../../../../surfaces/terminal/console/model.ts'
import type { ConsoleModel } from '../../../../surfaces/terminal/console/model.ts'
import { editorText, editorWith } from '../../../../surfaces/terminal/editor.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { view } from '../../../../surfaces/terminal/view.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'
import { indent, plan } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { createShop, sentFrom } from './shop.ts'

const { enter, up, tab, ctrlY } = KEYS

const NOW = 50_000
const WORDS = wordsOf('en')
const COMMANDS = ['pair', 'plan'].map((name) => ({ name, description: '' }))

/** A console with a text at its line. */
function lineWith(before: string, after = '', console: Partial<ConsoleModel> = {}, more: Partial<Model> = {}): Model {
  return { ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), now: NOW, input: { before, after }, console: { ...IDLE_CONSOLE, commands: COMMANDS, ...console }, ...more }
}

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

const sentText = (model: Model): unknown => sent(model, NOW)[1].map((effect) => (effect.type === 'send' ? effect.text : effect.type))
const rowAfter = (model: Model): number | undefined => model.console?.listRow

describe('a line that is sent', () => {
  const choices = { command: 'sessions', items: [{ value: 'one ', label: 'One' }, { value: 'two', label: 'Two' }] }

  it('goes off as it stands, a choice as the line that it makes', () => {
    expect([sentText(lineWith(' hi ')), sentText(lineWith('/plan', '  ')), sentText(lineWith('/plan', ' now ')), sentText(lineWith('/sessions ', '', { choices })), sentText(lineWith('/sessions ', '', { choices, listRow: 1 }))]).toEqual([[' hi '], ['/plan  '], ['/plan now '], ['/sessions one'], ['/sessions two']])
    expect([sentText(lineWith('  \u200b')), sentText(lineWith('/pl'))]).toEqual([[], []])
    expect(editorText(sent(lineWith('/pl'), NOW)[0].input)).toBe('/plan ')
  })

  it('is remembered, and keeps a draft that was left for it', () => {
    const model = lineWith('two', '', { history: ['one'], recalled: { at: 0, lines: ['one', 'draft'] } })
    const after = emptied(model, 'two', NOW)
    expect([after.console?.history, after.console?.recalled, editorText(after.input), after.kept, after.notice]).toEqual([['one', 'two'], undefined, '', 'draft', { text: WORDS.kept, tone: 'plain', until: NOW + 8_000 }])
    const blank = emptied(lineWith('two', '', { recalled: { at: 0, lines: ['one', ' '] } }), 'two', NOW)
    expect([blank.kept, blank.notice]).toEqual(['', undefined])
    expect(emptied(lineWith('x', '', { choices }), '/sessions one', NOW).console?.choices).toBeUndefined()
    expect(emptied(lineWith('x', '', { choices }), 'x', NOW).console?.choices).toEqual(choices)
    const { console: _, ...bare } = lineWith('x')
    expect(emptied(bare, 'x', NOW)).toEqual({ ...bare, input: editorWith('') })
  })
})

describe('the list of the line', () => {
  it('is marked at a row that is there, and moved over by the arrows', () => {
    expect([marking(lineWith('/'), -1), marking(lineWith('/'), 1), marking(lineWith('/'), 9)].map(rowAfter)).toEqual([0, 1, 1])
    expect([moved(lineWith('/'), 1), moved(lineWith('/', '', { listRow: 9 }), -1), moved(lineWith('/', '', { listRow: 9 }), 1), moved(lineWith('/'), -1)].map(rowAfter)).toEqual([1, 0, 1, 0])
    const { console: _, ...bare } = lineWith('/')
    expect([marking(bare, 1), moved(bare, 1), completed(bare)]).toEqual([bare, bare, bare])
  })

  it('starts anew with another text, and stays with the same', () => {
    const model = lineWith('/p', '', { listRow: 1, listClosed: true })
    expect([withLine(model, editorWith('/pl')).console, withLine(model, { before: '/', after: 'p' }).console]).toMatchObject([{ listRow: 0, listClosed: false }, { listRow: 1, listClosed: true }])
  })

  it('of choices opens at an empty line where nobody types, and is deaf for a moment', () => {
    const items = [{ value: 'a', label: 'A' }]
    const offer = (model: Model): readonly unknown[] => {
      const after = offered(model, 'pick\x07', items)
      return [editorText(after.input), after.console?.choices, after.notice?.text, after.notice?.until, after.deafUntil]
    }
    const ready = WORDS.console.choicesReady('pick')
    const kept = { command: 'pick\x07', items }
    expect(offer(lineWith(''))).toEqual(['/pick ', kept, undefined, undefined, NOW + 700])
    expect(offer(lineWith('', '', {}, { deafUntil: NOW + 9_000 }))[4]).toBe(NOW + 9_000)
    expect(offer(lineWith('x'))).toEqual(['x', kept, ready, NOW + 8_000, -Infinity])
    expect(offer(lineWith('', '', {}, { place: 'panel' }))).toEqual(['', kept, ready, NOW + 8_000, -Infinity])
    expect(offer(lineWith('', '', {}, { typedAt: NOW - 999 }))[2]).toBe(ready)
    expect([offer(lineWith('', '', {}, { typedAt: NOW - 1_000 }))[0], offer(lineWith('', '', {}, { typedAt: NOW - 1, lastKey: 'enter' }))[0]]).toEqual(['/pick ', '/pick '])
  })
})

it('a message that comes back into a line with a text is kept, with a notice of its own', () => {
  const after = returned(lineWith('x'), 'back')
  expect([after.kept, after.notice, editorText(after.input)]).toEqual(['back', { text: WORDS.console.returned, tone: 'warn', until: NOW + 8_000 }, 'x'])
  expect(returned(lineWith(''), 'back\x07').input).toEqual(editorWith('back'))
})
