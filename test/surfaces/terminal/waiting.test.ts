/** Timed asks on this screen: what is shown of the clock, and what holds it. */
import { describe, expect, it } from 'vitest'
import { deadlineOf } from '../../../surfaces/terminal/model.ts'
import { clockText } from '../../../surfaces/terminal/wait.ts'
import { batch, database, indent, remarks } from './asks.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

function counting(remaining = 60_000): Driver {
  const driver = createDriver()
  driver.open('a', indent)
  driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining } })
  return driver
}

describe('a countdown', () => {
  it.each([[59_999, '01:00'], [59_000, '00:59'], [1, '00:01'], [0, '00:00'], [3_600_000, '60:00']])('shows %i ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })

  it('changes the screen once a second and says when', () => {
    const driver = counting()
    const deadlines: number[] = []
    for (let second = 0; second < 3; second++) {
      const next = deadlineOf(driver.model) ?? 0
      deadlines.push(next - driver.model.now)
      driver.wait(next - driver.model.now)
    }
    expect(deadlines).toEqual([1_000, 1_000, 1_000])
    expect(driver.screen()).toContain('00:57 left')
  })

  it('stands at zero until somebody says what became of it', () => {
    const driver = counting(1_500)
    driver.wait(5_000)
    expect(driver.screen()).toContain('00:00 left')
    expect(deadlineOf(driver.model)).toBeUndefined()
    expect(driver.effects).toEqual([])
  })
})

describe('the first touch', () => {
  it('holds the clock until the panel is folded, and lets it run on from there', () => {
    const driver = counting()
    driver.wait(10_000)
    driver.type(KEYS.down)
    expect(driver.effects).toEqual([{ type: 'hold', id: 'a', forGood: false }])
    driver.wait(100_000)
    expect(driver.screen()).toContain('00:50 left, held')
    driver.type(KEYS.up, KEYS.esc)
    expect(driver.effects).toEqual([{ type: 'hold', id: 'a', forGood: false }, { type: 'release', id: 'a' }])
    driver.wait(10_000)
    driver.type(KEYS.tab)
    expect(driver.screen()).toContain('00:40 left')
  })

  it.each([['a mark', ' '], ['a text', 'x'], ['^T', KEYS.ctrlT]])('holds it for good with %s', (_, key) => {
    const driver = counting()
    driver.type(key, KEYS.esc, KEYS.esc)
    expect(driver.effects).toEqual([{ type: 'hold', id: 'a', forGood: true }])
    driver.wait(100_000)
    expect(driver.model.panels[0]?.wait).toMatchObject({ kind: 'held', by: 'good' })
  })

  it('turns into holding for good with the first edit', () => {
    const driver = counting()
    driver.type(KEYS.down, ' ')
    expect(driver.effects).toEqual([{ type: 'hold', id: 'a', forGood: false }, { type: 'hold', id: 'a', forGood: true }])
  })

  it('is no key that goes to the input line, and none before the panel takes keys', () => {
    const driver = createDriver({ apart: 30 })
    driver.ask('a', indent)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 60_000 } })
    driver.type(KEYS.down, ' ')
    expect(driver.effects).toEqual([])
    driver.type('hello')
    expect([driver.inputText, driver.effects]).toEqual(['hello', []])
  })

  it('on another surface stops the clock here', () => {
    const driver = counting()
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'held', remaining: 42_000 } })
    expect(driver.screen()).toContain('00:42 left, held')
    driver.type(KEYS.esc, KEYS.tab)
    expect(driver.effects).toEqual([])
  })
})

describe('an ask that the agent no longer waits for', () => {
  it('says so, keeps the draft and can still be answered', () => {
    const driver = counting()
    driver.type('half an ans')
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
    expect(driver.screen()).toContain('The agent went on; a late answer is sent as a message.')
    expect(driver.screen()).toContain('Other: half an ans')
    driver.type('wer', KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: [], custom: 'half an answer' }] }])
  })

  it.each([['en', 'Agent went on: sent as a message'], ['zh', '代理已继续；回答将作为消息发送。']] as const)('says so in one row where there is no more room (%s)', (locale, line) => {
    const driver = createDriver({ locale, columns: 36, rows: 10 })
    driver.open('a', database)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
    expect(driver.screen()).toContain(`│ ${line} `)
  })
})

it('has no clock where the host has none', () => {
  const driver = createDriver()
  driver.open('a', database)
  driver.ask('b', ...batch)
  driver.ask('c', remarks)
  expect(driver.screen()).not.toMatch(/\d\d:\d\d/)
  expect(deadlineOf(driver.model)).toBeUndefined()
})
