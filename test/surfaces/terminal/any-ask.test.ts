/** What holds for every ask at every size, whoever wrote it. */
import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { cellsOf } from '../../../surfaces/terminal/cells.ts'
import { layoutOf } from '../../../surfaces/terminal/layout.ts'
import { currentOf, pointerOf } from '../../../surfaces/terminal/panel.ts'
import { rowText, rowWidth } from '../../../surfaces/terminal/row.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { anyAsk, anyGlyphs, anyLocale, anySize } from './arbitraries.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

/** Nothing that a terminal acts upon or that hides: controls, escapes, direction marks, separators, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** The rows as they are painted. */
const painted = (driver: Driver): string[] => view(driver.model).rows.map((row) => cellsOf(rowText(row)).map(({ text }) => text).join(''))

function look(driver: Driver, columns: number, rows: number): void {
  const frame = view(driver.model)
  expect(frame.rows).toHaveLength(rows)
  for (const row of frame.rows) expect(rowWidth(row)).toBe(columns)
  expect(frame.caret.x).toBeLessThan(columns)
  expect(frame.caret.y).toBeLessThan(rows)
  for (const row of painted(driver)) expect(row).not.toMatch(UNPRINTABLE)
}

describe('every ask at every size', () => {
  it('fills the screen exactly, with nothing but text that can be printed, on each of its pages', () => {
    fc.assert(fc.property(anyAsk, anySize, anyLocale, anyGlyphs, fc.array(fc.constantFrom(KEYS.down, KEYS.pageDown, KEYS.tab, KEYS.ctrlF, KEYS.ctrlG, KEYS.esc, KEYS.ctrlX, 'x', ' ', '9', '\x1b[<65;5;5M'), { maxLength: 12 }), (questions, { columns, rows }, locale, glyphs, keys) => {
      const driver = createDriver({ columns, rows, locale, glyphs })
      driver.open('a', ...questions)
      look(driver, columns, rows)
      for (const key of keys) {
        driver.type(key)
        look(driver, columns, rows)
      }
      driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
      look(driver, columns, rows)
      driver.send({ type: 'continued', id: 'b', questions, since: 0, session: questions[0]?.question ?? '' })
      for (const key of [KEYS.ctrlG, KEYS.down, KEYS.enter, KEYS.esc]) {
        driver.type(key)
        look(driver, columns, rows)
      }
      driver.send({ type: 'late-ended', id: 'b', end: { kind: 'closed', why: 'gone', at: 0 } })
      driver.send({ type: 'settled', id: 'a', outcome: { kind: 'answered', at: 0, actor: { surface: 'feishu', name: questions[0]?.question ?? '' }, answer: { answers: [{ id: questions[0]?.id ?? '', selected: [], custom: questions[0]?.question ?? '' }] } } })
      look(driver, columns, rows)
    }), { numRuns: 120 })
  }, 60_000)

  it('keeps choices on the screen, the pointer among them, and leads to each with the arrows', () => {
    fc.assert(fc.property(anyAsk, anySize, anyLocale, (questions, { columns, rows }, locale) => {
      const driver = createDriver({ columns, rows, locale })
      driver.open('a', ...questions)
      for (const [page, question] of questions.entries()) {
        const panel = driver.model.panels[0]
        const current = panel && currentOf(panel)
        expect(panel?.page).toBe(page)
        const { body, text } = layoutOf(driver.model).panel!
        expect(body.size).toBeGreaterThanOrEqual(Math.min(4, body.total))
        expect(text.size).toBeGreaterThanOrEqual(Math.min(2, text.total))
        if (current !== undefined && current.field.kind !== 'text') {
          driver.type('\x1b[H')
          const reached = new Set<number>()
          for (const [row, item] of current.face.items.entries()) {
            expect(pointerOf(driver.model.panels[0]!)).toBe(row)
            if (item.kind === 'choice') reached.add(item.index)
            // Painting 200 rows of 50 KB each time would say nothing more.
            if (row % 17 === 0) expect(painted(driver).filter((line) => line.startsWith('│ ❯ ')), `row ${row}`).toHaveLength(1)
            driver.type(KEYS.down)
          }
          expect(reached.size).toBe(question.options?.length)
        }
        driver.type(KEYS.tab)
      }
    }), { numRuns: 60 })
  }, 60_000)

  it('answers each option by its own label', () => {
    fc.assert(fc.property(anyAsk.filter(([first, more]) => more === undefined && (first?.options?.length ?? 0) > 0), fc.nat(), (questions, seed) => {
      const [question] = questions
      const driver = createDriver()
      driver.open('a', ...questions)
      const items = currentOf(driver.model.panels[0]!)!.face.items
      const row = seed % items.filter(({ kind }) => kind === 'choice').length
      driver.type('\x1b[H', ...Array.from({ length: row }, () => KEYS.down), ' ', KEYS.enter, KEYS.enter, KEYS.enter)
      const item = items[row]
      expect(driver.answers).toEqual([{ answers: [{ id: question!.id, selected: [question!.options![item?.kind === 'choice' ? item.index : -1]!.label] }] }])
    }), { numRuns: 60 })
  }, 60_000)
})
