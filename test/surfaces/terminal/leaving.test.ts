import { describe, expect, it } from 'vitest'
import { indent } from './asks.ts'
import { createShop } from './console/shop.ts'
import { leave } from '../../../surfaces/terminal/leaving.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const { ctrlC, enter } = KEYS
const ctrlD = '\x04'

function running(): Driver {
  const driver = createShop({ apart: 100 })
  driver.tell({ type: 'state-changed', state: 'running' })
  return driver
}

describe('^C while the agent runs', () => {
  it('says what a second one does, which interrupts', () => {
    const driver = running()
    driver.type(ctrlC)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Press ^C again to interrupt the agent.')
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'interrupt' }])
    expect(driver.screen()).toContain('Interrupting the agent')
  })

  it('begins anew after two seconds', () => {
    const driver = running()
    driver.type(ctrlC)
    driver.wait(2_000)
    driver.type(ctrlC)
    expect(driver.effects).toEqual([])
  })

  it('begins anew at the very millisecond', () => {
    const driver = running()
    driver.type(ctrlC)
    const until = driver.model.leaving?.until ?? NaN
    expect([until - 1, until].map((now) => leave(driver.model, now, wordsOf('en'))[1])).toEqual([[{ type: 'interrupt' }], []])
  })

  it('clears a field first', () => {
    const driver = running()
    driver.type('text', ctrlC, ctrlC)
    expect([driver.inputText, driver.effects]).toEqual(['', []])
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'interrupt' }])
  })

  it('interrupts while a panel has the keyboard as well, and decides nothing there', () => {
    const driver = running()
    driver.open('a', indent)
    driver.type(ctrlC, ctrlC)
    expect(driver.effects).toEqual([{ type: 'interrupt' }])
    expect(driver.model.panels).toHaveLength(1)
  })

  it('never leaves with a press that was meant for the agent: it may have ended in between', () => {
    const driver = running()
    driver.type(ctrlC)
    driver.tell({ type: 'state-changed', state: 'idle' })
    driver.type(ctrlC)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Press ^C again to leave.')
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })

  it('never leaves with one press too many', () => {
    const driver = running()
    driver.type(ctrlC, ctrlC)
    driver.tell({ type: 'state-changed', state: 'interrupted' })
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'interrupt' }])
    driver.wait(2_000)
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'interrupt' }, { type: 'quit' }])
  })
})

describe('^C at rest', () => {
  it('leaves at once', () => {
    const driver = createShop()
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })

  it('leaves a question of another agent only when pressed twice', () => {
    const driver = createShop()
    driver.open('a', indent)
    driver.type(ctrlC)
    expect(driver.screen()).toContain('open questions stay open elsewhere')
    expect(driver.effects).toEqual([])
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })

  it('leaves where an agent runs that cannot be interrupted from here', () => {
    const driver = createDriver({ canInterrupt: false })
    driver.tell({ type: 'state-changed', state: 'running' })
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })
})

describe('^D', () => {
  it('deletes, and on an empty line says how to leave instead of leaving', () => {
    const driver = createShop()
    driver.type('ab', KEYS.left, ctrlD, ctrlD, KEYS.backspace, ctrlD, ctrlD, enter)
    expect([driver.inputText, driver.effects]).toEqual(['', []])
    expect(driver.screen()).toContain('^C leaves; ^D only deletes.')
  })
})
