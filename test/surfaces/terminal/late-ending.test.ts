/** Asks that the agent no longer waits for: which of them is on the screen, and what a person may do with them. */
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../router/types.ts'
import { deadlineOf } from '../../../surfaces/terminal/model.ts'
import { batch, database, indent, remarks, shortPlan } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const wentOn: Outcome = { kind: 'timed-out', continued: true, at: 0 }

function continued(driver: Driver = createDriver(), id = 'a'): Driver {
  driver.open(id, indent)
  driver.send({ type: 'settled', id, outcome: wentOn })
  return driver
}

const shown = ({ model }: Driver): string | undefined => model.panels[0]?.id
const away = ({ model }: Driver): readonly string[] => model.putAway.map(({ id }) => id)
const bells = ({ effects }: Driver): number => effects.filter(({ type }) => type === 'bell').length

describe('a later ask', () => {
  it('comes before one that has gone on, guarded like any that takes a place', () => {
    const driver = continued()
    driver.ask('b', database)
    expect([shown(driver), bells(driver)]).toEqual(['b', 0])
    driver.type(KEYS.enter)
    expect(driver.effects).toEqual([])
    driver.wait(1_000)
    driver.type(KEYS.enter)
    expect(driver.effects).toMatchObject([{ type: 'submit', id: 'b' }])
  })

  it('never takes the place of the one that the person is in, and calls instead', () => {
    const driver = continued()
    driver.type(KEYS.down)
    driver.ask('b', database)
    expect([shown(driver), bells(driver)]).toEqual(['a', 1])
    expect(driver.screen()).toContain('1 more waiting')
    driver.type(KEYS.esc)
    expect([shown(driver), away(driver)]).toEqual(['b', ['a']])
  })

  it('that waits already comes forward when the one before it goes on', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', database)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    expect(shown(driver)).toBe('b')
    expect(driver.model.panels.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('stays behind a folded one that has gone on, and is what Tab opens', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.esc)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.ask('b', database)
    expect([shown(driver), driver.model.place, bells(driver)]).toEqual(['b', 'strip', 1])
  })
})

describe('a panel that has gone on', () => {
  it.each([['Esc', KEYS.esc], ['^X', KEYS.ctrlX]])('is only put away by %s: nothing is sent and the draft stays', (_, key) => {
    const driver = continued()
    driver.type('mine', KEYS.esc, key)
    expect([driver.effects, shown(driver), away(driver)]).toEqual([[], undefined, ['a']])
    expect(driver.screen()).toContain('Put away; a late answer is still taken: ^G lists it.')
    driver.type(KEYS.ctrlG, KEYS.enter)
    expect(driver.screen()).toContain('Other: mine')
  })

  it('is put away by the row of a plan that decides nothing', () => {
    const driver = createDriver()
    driver.open('a', shortPlan)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.type('4', KEYS.enter, KEYS.enter)
    expect([driver.effects, away(driver)]).toEqual([[], ['a']])
  })

  it('counts no more, is no question that the agent asks, and does not keep the screen from being left', () => {
    const driver = createShop()
    driver.open('a', indent)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 10_000 } })
    expect(driver.screen()).toContain('asking 1')
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 10_000 } })
    driver.wait(10_000)
    expect(deadlineOf(driver.model)).toBeUndefined()
    expect(driver.screen()).not.toMatch(/asking|\d\d:\d\d left/)
  })

  it('takes the answer that lost against the clock again: what was on its way is back with its draft', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.down, KEYS.enter)
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'lost', outcome: wentOn } })
    driver.type(KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: ['Spaces'] }] }, { answers: [{ id: 'style', selected: ['Spaces'] }] }])
  })

  it('can be put away while its answer is on the way; what becomes of that is said then', () => {
    const driver = continued()
    driver.type(KEYS.enter)
    driver.send({ type: 'late-judged', id: 'a', verdict: { kind: 'accepted', result: new Promise(() => {}) } })
    expect(driver.screen()).toContain('Sending')
    driver.type(KEYS.esc)
    expect(away(driver)).toEqual(['a'])
    driver.send({ type: 'late-delivered', id: 'a', result: { kind: 'failed', code: 'NO_SESSION' } })
    expect(driver.screen()).toContain('could not be opened')
    driver.type(KEYS.ctrlG, KEYS.enter)
    driver.wait(1_000)
    driver.type(KEYS.enter)
    driver.send({ type: 'late-delivered', id: 'a', result: { kind: 'delivered' } })
    expect(driver.screen()).toContain('✓ Late answer sent as a message: Tabs')
    expect([shown(driver), away(driver)]).toEqual([undefined, []])
  })

  it('leads to the question that a refusal is about', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.send({ type: 'late-judged', id: 'a', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'no such\nlabel', question: 'style' } })
    expect(driver.model.panels[0]?.page).toBe(1)
    expect(driver.screen()).toContain('Not accepted: no such label')
  })

  it('goes quietly when it is over and nobody was at it, and with a word where it was shown', () => {
    const driver = continued()
    driver.type(KEYS.esc)
    driver.wait(10_000)
    driver.send({ type: 'late-ended', id: 'a', end: { kind: 'closed', why: 'gone', at: 0 } })
    expect(driver.screen()).not.toContain('The question is over')
    continued(driver, 'b')
    driver.send({ type: 'late-ended', id: 'b', end: { kind: 'closed', why: 'settled-elsewhere', at: 0 } })
    expect(driver.screen()).toContain('Answered elsewhere')
    driver.type(KEYS.enter)
    expect(driver.effects).toEqual([])
  })
})

describe('an ask from before', () => {
  it('takes its questions once they are known, and keeps what was typed where they were', () => {
    const driver = createDriver()
    driver.send({ type: 'continued', id: 'old', questions: [], since: 0, session: 's' })
    expect(driver.model.putAway[0]?.form).toEqual([])
    driver.send({ type: 'continued', id: 'old', questions: [remarks], since: 0, session: 's' })
    driver.type(KEYS.ctrlG, KEYS.enter, 'text')
    driver.send({ type: 'continued', id: 'old', questions: [remarks], since: 0, session: 's' })
    expect(driver.screen()).toContain('text')
    driver.wait(1_000)
    driver.type(KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'note', selected: [], custom: 'text' }] }])
  })

  it('counts with the others in one notice, however many come', () => {
    const driver = createDriver()
    for (let index = 0; index < 1_000; index++) driver.send({ type: 'continued', id: `old-${index}`, questions: [indent], since: index })
    expect(driver.screen()).toContain('1000 questions still take a late answer: ^G lists them.')
    expect(driver.screen()).toContain('^G all questions')
    driver.type(KEYS.ctrlG, '\x1b[F', KEYS.enter)
    expect(driver.model.panels[0]?.id).toBe('old-0')
  })
})
