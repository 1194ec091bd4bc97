/** What holds for a console whatever it is told and whatever is typed, at every size. */
import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { cellsOf } from '../../../../surfaces/terminal/cells.ts'
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'
import { layoutOf } from '../../../../surfaces/terminal/layout.ts'
import { rowText, rowWidth } from '../../../../surfaces/terminal/row.ts'
import { view } from '../../../../surfaces/terminal/view.ts'
import { anyAsk, anyGlyphs, anyLocale, anySize } from '../arbitraries.ts'
import { approval, batch, database, files, indent, plan } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { commands, heading, sessions } from './shop.ts'

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const text = fc.array(fc.constantFrom('word ', '数据库', '👨‍👩‍👧', '🇨🇳', '1️⃣', 'e\u0301', '\u202e', '\x1b[2J', '\x9b31m', '\n', '\ud800', '长'.repeat(90), 'a'.repeat(120)), { maxLength: 8 }).map((parts) => parts.join(''))
const name = fc.oneof(fc.constantFrom('plan', 'sessions', 'model'), text)

const news: fc.Arbitrary<ConsoleNews> = fc.oneof(
  fc.record({ project: text, session: text, model: text, preset: text, places: fc.array(text, { maxLength: 4 }), elsewhere: fc.nat(3) }, { requiredKeys: [] }).map((told): ConsoleNews => ({ type: 'headed', heading: told })),
  fc.constantFrom('idle' as const, 'running' as const, 'interrupted' as const).map((state): ConsoleNews => ({ type: 'state-changed', state })),
  fc.array(text, { maxLength: 6 }).map((texts): ConsoleNews => ({ type: 'queue-changed', texts })),
  fc.array(fc.record({ name, description: text, hint: text }), { maxLength: 12 }).map((list): ConsoleNews => ({ type: 'commands-listed', commands: list })),
  fc.record({ command: name, items: fc.array(fc.record({ value: text, label: text, detail: text }), { maxLength: 12 }) }).map(({ command, items }): ConsoleNews => ({ type: 'choices-offered', command, choices: items })),
  text.map((each): ConsoleNews => ({ type: 'returned', text: each })),
)

type Event = { readonly kind: 'told'; readonly news: ConsoleNews } | { readonly kind: 'typed'; readonly bytes: string } | { readonly kind: 'waited'; readonly ms: number }

const keys = fc.oneof(
  fc.constantFrom(...Object.values(KEYS), '\x04', '\n', '\x1b\r', '/', '/', '/p', 'x', ' ', '@'),
  text.map((pasted) => `\x1b[200~${pasted}\x1b[201~`),
  fc.record({ x: fc.integer({ min: 1, max: 124 }), y: fc.integer({ min: 1, max: 42 }) }).map(({ x, y }) => `\x1b[<0;${x};${y}M`),
)
const events = fc.array(fc.oneof(
  { weight: 2, arbitrary: news.map((each): Event => ({ kind: 'told', news: each })) },
  { weight: 4, arbitrary: keys.map((bytes): Event => ({ kind: 'typed', bytes })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000 }).map((ms): Event => ({ kind: 'waited', ms })) },
), { maxLength: 25 })

function play(driver: Driver, event: Event): void {
  switch (event.kind) {
    case 'told':
      return driver.tell(event.news)
    case 'typed':
      return driver.type(event.bytes)
    case 'waited':
      return driver.wait(event.ms)
  }
}

function look(driver: Driver, columns: number, rows: number): void {
  const frame = view(driver.model)
  expect(frame.rows).toHaveLength(rows)
  for (const row of frame.rows) {
    expect(rowWidth(row)).toBe(columns)
    expect(cellsOf(rowText(row)).map((cell) => cell.text).join('')).not.toMatch(UNPRINTABLE)
  }
  expect(frame.caret.x).toBeLessThan(columns)
  expect(frame.caret.y).toBeLessThan(rows)
}

function choicesShown(driver: Driver): void {
  const panel = driver.model.panels[0]
  const shown = layoutOf(driver.model)
  if (panel === undefined || shown.panel === undefined || shown.reading) return
  const { body, text: read } = shown.panel
  // What a panel asks back is said whole, and the choices give way to that.
  if (panel.mode !== 'confirming') expect(body.size).toBeGreaterThanOrEqual(Math.min(panel.complaint === undefined ? 4 : 3, body.total))
  expect(read.size).toBeGreaterThanOrEqual(1)
}

describe('a console at every size', () => {
  it('fills the screen exactly, with the caret on it, whatever it is told and whatever is typed', () => {
    fc.assert(fc.property(events, anySize, anyLocale, anyGlyphs, (list, { columns, rows }, locale, glyphs) => {
      const driver = createDriver({ columns, rows, locale, glyphs, canSend: true, canInterrupt: true })
      driver.tell({ type: 'commands-listed', commands })
      for (const event of list) {
        play(driver, event)
        look(driver, columns, rows)
      }
    }), { numRuns: 200 })
  }, 60_000)

  it('leaves a panel its choices, and its text a row', () => {
    fc.assert(fc.property(events, anyAsk, fc.constantFrom([database], [...batch], [plan], [files], [approval]), fc.boolean(), anySize, anyLocale, (list, any, known, usual, { columns, rows }, locale) => {
      const driver = createDriver({ columns, rows, locale, canSend: true, canInterrupt: true })
      driver.tell({ type: 'headed', heading: { ...heading, elsewhere: 1 } })
      driver.tell({ type: 'commands-listed', commands })
      driver.tell({ type: 'queue-changed', texts: ['one', 'two', 'three', 'four'] })
      driver.send({ type: 'noted', text: 'a note' })
      driver.open('a', ...(usual ? known : any))
      for (const event of list) {
        play(driver, event)
        look(driver, columns, rows)
        choicesShown(driver)
      }
    }), { numRuns: 200 })
  }, 60_000)
})

describe('what is typed at the input line', () => {
  it('never decides an ask, with a list open or not', () => {
    fc.assert(fc.property(events, fc.constantFrom([indent], [approval], [plan]), (list, ask) => {
      const driver = createDriver({ canSend: true, canInterrupt: true })
      driver.tell({ type: 'commands-listed', commands })
      driver.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
      driver.ask('a', ...ask)
      for (const event of list) {
        const { place } = driver.model
        const before = driver.effects.length
        play(driver, event)
        const acts = driver.effects.slice(before).filter(({ type }) => type === 'submit' || type === 'dismiss')
        if (place !== 'panel') expect(acts).toEqual([])
        if (acts.length > 0) break
      }
    }), { numRuns: 300 })
  }, 60_000)

  it('is never lost but by deleting it: what goes from the line is sent, kept or remembered', () => {
    const harmless = fc.oneof(
      { weight: 2, arbitrary: news.map((each): Event => ({ kind: 'told', news: each })) },
      { weight: 3, arbitrary: fc.constantFrom(KEYS.up, KEYS.down, KEYS.enter, KEYS.esc, KEYS.ctrlC, '\x04').map((bytes): Event => ({ kind: 'typed', bytes })) },
    )
    fc.assert(fc.property(fc.array(harmless, { maxLength: 12 }), (list) => {
      const driver = createDriver({ canSend: true, canInterrupt: true })
      driver.tell({ type: 'commands-listed', commands })
      driver.type('words of mine')
      for (const event of list) play(driver, event)
      const { console: shown, kept } = driver.model
      const places = [driver.inputText, kept, ...(shown?.history ?? []), ...(shown?.recalled?.lines ?? [])]
      expect(places.some((each) => each.includes('words of mine'))).toBe(true)
    }), { numRuns: 300 })
  }, 60_000)
})
