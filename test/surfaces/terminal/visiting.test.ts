/** The ask that a person is in: nothing takes its place. */
import { describe, expect, it } from 'vitest'
import { indent } from './asks.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const { enter, esc, down, ctrlG } = KEYS
const WENT_ON = { kind: 'timed-out', continued: true, at: 0 } as const

/** Asks that the agent no longer waits for. */
const late = (driver: Driver, ...ids: readonly string[]): Driver => {
  for (const id of ids) {
    driver.open(id, indent)
    driver.send({ type: 'settled', id, outcome: WENT_ON })
  }
  return driver
}
const order = ({ model }: Driver): readonly string[] => model.panels.map(({ id }) => id)

describe('the ask that a person is in', () => {
  it('is the one in which a key was pressed, not one over which the list of asks was opened', () => {
    const driver = late(createDriver(), 'a')
    driver.type(ctrlG, esc)
    driver.ask('b', indent)
    expect([order(driver), driver.model.visiting]).toEqual([['a', 'b'], 'a'])
    const listing = late(createDriver(), 'a')
    listing.type(ctrlG)
    listing.ask('b', indent)
    expect([order(listing), listing.model.visiting]).toEqual([['b', 'a'], undefined])
  })

  it('is the one that was picked from the list', () => {
    const driver = late(createDriver(), 'a', 'b')
    driver.type(ctrlG, down, enter)
    const [picked] = order(driver)
    driver.ask('c', indent)
    expect([order(driver)[0], driver.model.visiting]).toEqual([picked, picked])
  })

  it('is none that a key only brought by taking another away, and none beside the input line', () => {
    const driver = late(createDriver(), 'a', 'b')
    driver.type(down)
    const [shown] = order(driver)
    expect(driver.model.visiting).toBe(shown)
    driver.type(esc)
    expect([order(driver).length, 'visiting' in driver.model]).toEqual([1, false])
    driver.ask('c', indent)
    expect(order(driver)[0]).toBe('c')
    const typing = createDriver()
    typing.type('x')
    typing.ask('a', indent)
    typing.type('y')
    expect([typing.model.place, 'visiting' in typing.model]).toEqual(['input', false])
    const bare = createDriver()
    bare.type('x')
    expect('visiting' in bare.model).toBe(false)
  })
})
