import { expect, it } from 'vitest'
import { answered, createDriver, KEYS } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { database } from '../asks.ts'

const LINE = '✓ 王芳 已在飞书回答: PostgreSQL'

/** A screen on which somebody has answered elsewhere, in a panel with a draft or without. */
function elsewhere(draft: string): Driver {
  const driver = createDriver({ locale: 'zh' })
  driver.tell({ type: 'session-opened', id: 's' })
  driver.open('a', database)
  if (draft !== '') driver.type(draft)
  driver.send({ type: 'settled', id: 'a', outcome: answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'db', selected: ['PostgreSQL'] }] }) })
  return driver
}

const linesWith = (driver: Driver, text: string): number => driver.screen().split('\n').filter((line) => line.includes(text)).length

it('says who answered once, before and after the agent goes on', () => {
  const driver = elsewhere('')
  expect(linesWith(driver, LINE)).toBe(1)
  driver.tell({ type: 'streamed', kind: 'text', delta: '好，' })
  expect(linesWith(driver, LINE)).toBe(1)
  expect(driver.screen()).toContain(`${LINE} · `)
  expect(driver.model.notice?.text).toBe(LINE)
})

it('goes on to say what is kept, which the transcript does not', () => {
  const driver = elsewhere('未发送')
  driver.tell({ type: 'streamed', kind: 'text', delta: '好，' })
  expect(linesWith(driver, LINE)).toBe(1)
  expect(driver.screen()).toMatch(/^未发送的文字已保留：\^Y 插入$/m)
})

it('says it in the notice as long as the line is out of sight', () => {
  const driver = elsewhere('')
  for (let line = 0; line < 40; line++) driver.tell({ type: 'streamed', kind: 'text', delta: `line ${line}\n` })
  expect(driver.screen()).toMatch(new RegExp(`^${LINE}$`, 'm'))
  driver.type(KEYS.pageUp)
  expect(linesWith(driver, LINE)).toBe(1)
  driver.wait(9_000)
  expect(linesWith(driver, LINE)).toBe(0)
})
