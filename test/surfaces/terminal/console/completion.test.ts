import { describe, expect, it } from 'vitest'
import { isListOpen, markedOf, suggestionsOf } from '../../../../surfaces/terminal/console/completion.ts'
import { IDLE_CONSOLE } from '../../../../surfaces/terminal/console/model.ts'
import type { CommandNews } from '../../../../surfaces/terminal/console/news.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { createPanel } from '../../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'
import { indent } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { commands, createShop, sentFrom, sessions } from './shop.ts'

const { up, down, enter, tab, esc, left, backspace, ctrlC } = KEYS

/** The rows of the list, as they stand above the input line. */
function list(driver: Driver): string[] {
  const lines = driver.screen().split('\n')
  const input = lines.findLastIndex((line) => line.startsWith('›'))
  const first = lines.findIndex((line) => /^(?:❯ | {2})\/|^❯ /.test(line))
  return first < 0 ? [] : lines.slice(first, input)
}

function offered(): Driver {
  const driver = createShop({ apart: 200 })
  driver.type('/sessions', enter)
  driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
  return driver
}

describe('the list of commands', () => {
  it('shows what the line may become, with the first row marked', () => {
    const driver = createShop()
    driver.type('/p')
    expect(list(driver)).toEqual([
      '❯ /pair             Pair a phone', '  /plan             Plan before anything is changed',
      '  /compact [focus]  Compact the conversation', '  /help             What can be typed here',
    ])
  })

  it('shows six rows of a longer one and says which, with the mark always among them', () => {
    const driver = createShop()
    driver.type('/')
    expect(list(driver)).toHaveLength(6)
    expect(driver.screen()).toContain('1–6/8')
    for (const { name } of commands) {
      expect(driver.screen()).toContain(`❯ /${name}`)
      driver.type(down)
    }
    expect(driver.screen()).toContain('❯ /sessions')
    driver.type(up)
    expect(driver.screen()).toContain('❯ /quit')
  })

  it('completes with Tab, and sends nothing by that', () => {
    const driver = createShop()
    driver.type('/mo', tab)
    expect([driver.inputText, driver.effects]).toEqual(['/model ', []])
    expect(list(driver)).toEqual([])
  })

  it('completes with Enter what is not typed in full, and sends what is', () => {
    const driver = createShop()
    driver.type('/mo', enter)
    expect([driver.inputText, driver.effects]).toEqual(['/model ', []])
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/model '])
    driver.type('/plan', enter)
    expect(sentFrom(driver)).toEqual(['/model ', '/plan'])
  })

  it('sends nothing by an Enter that is held down over the completion', () => {
    const driver = createShop({ apart: 1 })
    driver.type('/mo', enter)
    for (const ms of [400, 33, 33, 33]) {
      driver.wait(ms)
      driver.type(enter)
    }
    expect([driver.inputText, driver.effects]).toEqual(['/model ', []])
    driver.wait(800)
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/model '])
  })

  it('completes inside a line and keeps what follows the name', () => {
    const driver = createShop()
    driver.type('/comp the cache', ...Array.from({ length: 10 }, () => left), tab)
    expect(driver.inputText).toBe('/compact the cache')
  })

  it('is put away with Esc until the line changes', () => {
    const driver = createShop()
    driver.type('/pl', esc)
    expect(list(driver)).toEqual([])
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/pl'])
    driver.type('/pl', esc, backspace)
    expect(list(driver)).toHaveLength(4)
  })

  it('stays away from text: a slash later in the line, a path, several lines', () => {
    for (const text of ['see /plan', '/etc/passwd', '/plan now', '\x1b[200~/plan\nnow\x1b[201~', '@src/plan.ts']) {
      const driver = createShop()
      driver.type(text)
      expect(list(driver)).toEqual([])
      driver.type(enter)
      expect(sentFrom(driver)).toHaveLength(1)
    }
  })

  it('lets a command that nobody knows go off as it is', () => {
    const driver = createShop()
    driver.type('/unheard-of', enter)
    expect(sentFrom(driver)).toEqual(['/unheard-of'])
  })

  it('takes a click as completion', () => {
    const driver = createShop()
    driver.type('/p')
    const row = driver.screen().split('\n').findIndex((line) => line.includes('/plan')) + 1
    driver.type(`\x1b[<0;4;${row}M`)
    expect([driver.inputText, driver.effects]).toEqual(['/plan ', []])
  })

  it('has Tab before an open panel, which gets the next one', () => {
    const driver = createShop()
    driver.type('/pl')
    driver.ask('a', indent)
    expect(driver.model.place).toBe('input')
    driver.type(tab)
    expect([driver.inputText, driver.model.place]).toEqual(['/plan ', 'input'])
    driver.type(tab)
    expect(driver.model.place).toBe('panel')
  })

  it('is not there, and takes no key, where a panel leaves no room for it', () => {
    const driver = createShop({ rows: 12 })
    driver.type('/pl')
    driver.ask('a', indent)
    expect(driver.screen()).not.toContain('❯ /plan')
    driver.type(tab)
    expect([driver.inputText, driver.model.place]).toEqual(['/pl', 'panel'])
  })

  it('is no part of a screen without an agent', () => {
    const driver = createDriver({ canSend: true })
    driver.type('/', tab, up)
    expect([driver.inputText, list(driver)]).toEqual(['/', []])
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/'])
  })

  it('shows names and descriptions without what a terminal would act upon', () => {
    const driver = createShop()
    driver.tell({ type: 'commands-listed', commands: [{ name: 'x', description: '\x1b[2J\u202eevil\nline', hint: '\x07h' }] })
    driver.type('/')
    expect(list(driver)).toEqual(['❯ /x h  evil line'])
  })
})

describe('choices for a command', () => {
  it('open behind the command, are picked with Enter and remembered as a line', () => {
    const driver = offered()
    expect(list(driver)).toEqual(['❯ Move the cache  2 hours ago', '  修复登录        yesterday'])
    driver.wait(1_000)
    driver.type(down, enter)
    expect(sentFrom(driver)).toEqual(['/sessions', '/sessions ses-2'])
    expect([driver.inputText, driver.model.console?.choices]).toEqual(['', undefined])
    driver.type(up)
    expect(driver.inputText).toBe('/sessions ses-2')
  })

  it('are narrowed by what is typed behind the command', () => {
    const driver = offered()
    driver.type('yester')
    expect(list(driver)).toEqual(['❯ 修复登录  yesterday'])
    driver.type('day?')
    expect(list(driver)).toEqual([])
    driver.wait(1_000)
    driver.type(enter)
    expect(sentFrom(driver).at(-1)).toBe('/sessions yesterday?')
  })

  it('are not picked by an Enter that was pressed for what stood there before', () => {
    const driver = offered()
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/sessions'])
    driver.wait(700)
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/sessions', '/sessions ses-1'])
  })

  it('wait while a person types, whose Enter sends what was typed', () => {
    const driver = createShop()
    driver.type('/sessions', enter, 'next message')
    driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
    expect([driver.inputText, list(driver)]).toEqual(['next message', []])
    expect(driver.screen()).toContain('Type /sessions and a blank to pick.')
    driver.type(enter)
    expect(sentFrom(driver)).toEqual(['/sessions', 'next message'])
    driver.type('/sessions ')
    expect(list(driver)).toHaveLength(2)
  })

  it('wait while a panel has the keyboard', () => {
    const driver = createShop()
    driver.open('a', indent)
    driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
    expect([driver.inputText, driver.model.place]).toEqual(['', 'panel'])
  })

  it('go away with the line', () => {
    const driver = offered()
    driver.type(ctrlC)
    expect([driver.inputText, driver.model.console?.choices, driver.effects.length]).toEqual(['', undefined, 1])
  })
})

const named = (...names: string[]): readonly CommandNews[] => names.map((name) => ({ name, description: `does ${name}` }))
const withInput = (before: string, after: string, listed: readonly CommandNews[], more: Partial<Model> = {}): Model => ({
  ...createModel({ locale: 'en', size: { columns: 80, rows: 16 } }), input: { before, after }, console: { ...IDLE_CONSOLE, commands: listed }, ...more,
})
const titles = (model: Model): readonly string[] => suggestionsOf(model).map(({ title }) => title)
const isOpen = (rows: number, more: Partial<Model> = {}): boolean => isListOpen(withInput('/p', '', named('plan'), { size: { columns: 80, rows }, ...more }))

describe('what the line may become', () => {
  const panels = [createPanel('a', { questions: [indent] }, { locale: 'en', words: wordsOf('en') })]

  it('is sorted by how it begins, then by name, equal ones as they were told', () => {
    expect(titles(withInput('/p', '', named('plan', 'stop', 'up', 'pair', 'new', 'plan', 'apt')))).toEqual(['/pair', '/plan', '/plan', '/apt', '/stop', '/up'])
    expect(suggestionsOf(withInput('/p', '', [{ name: 'plan', description: 'first' }, { name: 'plan', description: 'second' }])).map(({ detail }) => detail)).toEqual(['first', 'second'])
    expect(titles(withInput('/plan', '', named('PLANX', 'plan', 'explain')))).toEqual(['/plan', '/PLANX'])
    expect(titles(withInput('/PLAN', '', named('plan', 'replanning')))).toEqual(['/plan', '/replanning'])
  })

  it('takes the place of the whole name that the caret stands in, and keeps what follows', () => {
    const [plan] = suggestionsOf(withInput('/pl', 'an  the cache', named('plan')))
    expect(plan).toEqual({ title: '/plan', hint: '', detail: 'does plan', line: '/plan the cache', whole: true })
    expect(suggestionsOf(withInput('/pl', '', named('plan')))[0]).toMatchObject({ line: '/plan ', whole: false })
    expect(suggestionsOf(withInput('/plan', ' now', named('plan')))[0]).toMatchObject({ line: '/plan now', whole: true })
  })

  it('of choices is what holds the text behind the command, without the blanks around that', () => {
    const choices = { command: 'sessions', items: [{ value: 's1', label: ' ', detail: 'Now' }, { value: 's2', label: 'Two' }] }
    const offer = (before: string): Model => withInput(before, '', [], { console: { ...IDLE_CONSOLE, choices } })
    expect(suggestionsOf(offer('/sessions  now '))).toEqual([{ title: 's1', hint: '', detail: 'Now', line: '/sessions s1', whole: true }])
    expect([titles(offer('/sessions ')), titles(offer('/sessions TWO')), titles(offer('/sessions')), titles(offer('/sessions2 '))]).toEqual([['s1', 'Two'], ['Two'], [], []])
  })

  it('is nothing in a panel, without an agent, once it was put away, or for what is no command', () => {
    expect(titles(withInput('/p', '', named('plan'), { place: 'panel' }))).toEqual([])
    expect(titles(withInput('/p', '', named('plan'), { console: { ...IDLE_CONSOLE, commands: named('plan'), listClosed: true } }))).toEqual([])
    expect([titles(withInput('p', '', named('plan'))), titles(withInput('/p ', '', named('plan'))), suggestionsOf({ input: { before: '/p', after: '' }, place: 'input' })]).toEqual([[], [], []])
  })

  it('is shown beside a panel where there are sixteen rows, and always while that is folded', () => {
    expect([isOpen(10), isOpen(9), isOpen(15, { panels }), isOpen(16, { panels }), isOpen(10, { panels, place: 'strip' }), isOpen(24, { panels, place: 'panel' })]).toEqual([true, false, false, true, true, false])
  })

  it('is marked at a row that is there', () => {
    const marked = (listRow: number): string | undefined => markedOf(withInput('/', '', [], { console: { ...IDLE_CONSOLE, commands: named('a', 'b'), listRow } }))?.title
    expect([marked(0), marked(1), marked(2), marked(99)]).toEqual(['/a', '/b', '/b', '/b'])
    expect(markedOf(withInput('/', '', []))).toBeUndefined()
    const { console: _, ...bare } = withInput('/', '', [])
    expect(markedOf(bare)).toBeUndefined()
  })
})
