import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { headingRow } from '../../../../surfaces/terminal/console/heading-view.ts'
import { rowText, rowWidth } from '../../../../surfaces/terminal/row.ts'
import { indent } from '../asks.ts'
import { createDriver, KEYS } from '../driver.ts'
import type { Driver, DriverOptions } from '../driver.ts'
import { createShop } from './shop.ts'

function title(driver: Driver): string {
  return rowText(headingRow(driver.model)).replace(/ {2,}/g, '  ').trim()
}

function titleAt(columns: number, options: DriverOptions = {}): string {
  return title(createShop({ ...options, columns }))
}

/** The title of a long project and a long session. */
function longTitleAt(columns: number): string {
  const driver = createDriver({ columns })
  driver.tell({ type: 'headed', heading: { project: 'p'.repeat(20), session: 's'.repeat(20) } })
  return title(driver)
}

describe('the title row', () => {
  it('names project, session, model, permissions, where asks go, and what the agent does', () => {
    expect(titleAt(110)).toBe('shop · Move the cache · deepseek-chat · ask-first  asks: here, Feishu  idle')
    expect(titleAt(110, { locale: 'zh' })).toBe('shop · Move the cache · deepseek-chat · ask-first  提问发往：此处、飞书  空闲')
  })

  it('gives way from the least needed: the model, the places, the session, the permissions', () => {
    expect(titleAt(60)).toBe('shop · Move the cache · ask-first  asks: here, Feishu  idle')
    expect(titleAt(48)).toBe('shop · Move the cache · ask-first  idle')
    expect(titleAt(36)).toBe('shop · Move the c… · ask-first  idle')
  })

  it('says asking with a count while questions are open here, whatever the agent does', () => {
    const driver = createShop()
    driver.tell({ type: 'state-changed', state: 'running' })
    expect(title(driver)).toMatch(/• running$/)
    driver.ask('a', indent)
    driver.ask('b', indent)
    expect(title(driver)).toMatch(/\? asking 2$/)
    driver.send({ type: 'withdrawn', id: 'a' })
    driver.send({ type: 'withdrawn', id: 'b' })
    driver.tell({ type: 'state-changed', state: 'interrupted' })
    expect(title(driver)).toMatch(/✕ interrupted$/)
  })

  it('says who is asked first, and nothing of it when all are asked together', () => {
    const driver = createShop({ columns: 130 })
    driver.tell({ type: 'headed', heading: { order: { mode: 'terminal-first', delaySeconds: 30 } } })
    expect(title(driver)).toMatch(/asks: terminal first, phone after 30 s {2}idle$/)
    driver.tell({ type: 'headed', heading: { order: { mode: 'phone-first', delaySeconds: 5 } } })
    expect(title(driver)).toContain('asks: phone first, terminal after 5 s')
    driver.tell({ type: 'headed', heading: { order: { mode: 'together', delaySeconds: 5 } } })
    expect(title(driver)).toContain('asks: here, Feishu')
  })

  it('cuts just what is too much, from the first on, and nothing where all fits', () => {
    expect(longTitleAt(49)).toBe(`${'p'.repeat(20)} · ${'s'.repeat(20)}  idle`)
    expect(longTitleAt(48)).toBe(`${'p'.repeat(18)}… · ${'s'.repeat(20)}  idle`)
    expect(longTitleAt(44)).toBe(`${'p'.repeat(14)}… · ${'s'.repeat(20)}  idle`)
    expect(longTitleAt(36)).toBe(`${'p'.repeat(7)}… · ${'s'.repeat(18)}…  idle`)
  })

  it('is the state alone where nothing else has room', () => {
    expect([longTitleAt(12), longTitleAt(5), longTitleAt(2)]).toEqual(['idle', 'idle', 'idle'])
  })

  it('has nothing but the state where nothing is told, and no place without a name', () => {
    const driver = createDriver()
    expect([title(driver), headingRow(driver.model).filter(({ text }) => text.trim() !== '')]).toEqual(['idle', [{ text: 'idle', style: 'faint' }]])
    driver.tell({ type: 'headed', heading: { places: ['\u200b'], project: ' ', model: 'm' } })
    expect(title(driver)).toBe('m  idle')
  })

  it('counts no question that the agent has gone on from', () => {
    const driver = createShop()
    for (const id of ['a', 'b']) driver.ask(id, indent)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
    expect(title(driver)).toMatch(/\? asking 1$/)
  })

  it('takes over what changes and keeps the rest', () => {
    const driver = createShop()
    driver.tell({ type: 'headed', heading: { session: 'Renamed' } })
    expect(title(driver)).toContain('shop · Renamed')
  })

  it('gives way to the choices of a panel, and is back when there is room', () => {
    const driver = createShop({ rows: 10 })
    expect(driver.screen()).toContain('shop')
    driver.open('a', indent)
    expect(driver.screen()).not.toContain('shop')
    driver.send({ type: 'resized', size: { columns: 80, rows: 24 } })
    expect(driver.screen().split('\n')[0]).toContain('shop')
  })

  it('leaves the note its own row', () => {
    const driver = createShop()
    driver.send({ type: 'noted', text: 'Phone: http://127.0.0.1:1' })
    expect(driver.screen().split('\n').slice(0, 2)).toEqual([expect.stringContaining('shop'), 'Phone: http://127.0.0.1:1'])
  })

  it('is as wide as the screen and shows the state, whatever it is told', () => {
    const piece = fc.array(fc.constantFrom('shop', '数据库', '👨‍👩‍👧', '🇨🇳', '\x1b[2J', '\u202e', '\n', 'word '), { maxLength: 30 }).map((parts) => parts.join(''))
    const told = fc.record({ project: piece, session: piece, model: piece, preset: piece, places: fc.array(piece, { maxLength: 4 }) }, { requiredKeys: [] })
    fc.assert(fc.property(told, fc.integer({ min: 36, max: 124 }), fc.constantFrom('en' as const, 'zh' as const), (heading, columns, locale) => {
      const driver = createDriver({ columns, locale })
      driver.tell({ type: 'headed', heading })
      const row = headingRow(driver.model)
      expect(rowWidth(row)).toBe(columns)
      expect(rowText(row).trim()).toMatch(locale === 'en' ? /idle$/ : /空闲$/)
      expect(rowText(row)).not.toMatch(/[\p{Cc}\u202e]/u)
    }))
  })
})

describe('the strip', () => {
  it('tells of asks that only other places can answer', () => {
    const driver = createShop()
    driver.tell({ type: 'headed', heading: { elsewhere: 2 } })
    expect(driver.screen().split('\n').at(-3)).toBe(' ▸ 2 open elsewhere')
    driver.tell({ type: 'headed', heading: { elsewhere: 0 } })
    expect(driver.screen()).not.toContain('elsewhere')
  })

  it('counts both sorts while a panel is folded', () => {
    const driver = createShop({ locale: 'zh' })
    driver.open('a', indent)
    driver.tell({ type: 'headed', heading: { elsewhere: 1 } })
    driver.type(KEYS.esc)
    expect(driver.screen()).toMatch(/▸ Tabs or spaces\? +此处待答 1 · 别处待答 1\n/)
  })
})
