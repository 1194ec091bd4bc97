import { expect, it } from 'vitest'
import { unsaid } from '../../../../surfaces/terminal/console/echo.ts'
import { appended, NO_ENTRIES } from '../../../../surfaces/terminal/console/entries.ts'
import type { Entry } from '../../../../surfaces/terminal/console/entry.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
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

const NOTICE = 'Gone · kept'
const remark = (text: string): Entry => ({ kind: 'remark', text })
const spoken = (text: string): Entry => ({ kind: 'text', text, look: 'line' })

/** A notice above these entries. */
function noticed(entries: readonly Entry[], more: Partial<Model> = {}): Model {
  return {
    ...createModel({ locale: 'en', size: { columns: 40, rows: 24 } }), notice: { text: NOTICE, tone: 'plain', until: 0 },
    transcript: { entries: entries.reduce(appended, NO_ENTRIES), calls: new Map() }, ...more,
  }
}

it('leaves out what stands in any row in sight, also in the first one', () => {
  const said = noticed([remark('Gone'), spoken('two'), spoken('three')])
  expect([unsaid(said, 3), unsaid(said, 2)]).toEqual(['kept', NOTICE])
})

it('says all of it while an earlier part is read', () => {
  expect(unsaid(noticed([remark('Gone'), spoken('two')], { reading: { entry: 0, row: 0 } }), 9)).toBe(NOTICE)
})

it('says all of it where the same words are the assistant\'s, or another line begins alike', () => {
  expect([[spoken('Gone'), spoken('x')], [remark('Go'), spoken('x')], [remark(''), spoken('x')]].map((entries) => unsaid(noticed(entries), 9))).toEqual([NOTICE, NOTICE, NOTICE])
})
