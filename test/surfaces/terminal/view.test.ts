import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { textWidth } from '../../../surfaces/terminal/cells.ts'
import { rowText, rowWidth } from '../../../surfaces/terminal/row.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { approval, batch, database, everyAsk, files, hostile, indent, languages, longCommand, lookalikes, permission, plan, remarks, scripts, shortPlan } from './asks.ts'
import { answered, createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

/** The panel at 80x24 in Chinese, as it was designed. */
const REFERENCE = `\
┌─ 数据库 1/3 ─────────────────────────────────────────────────────────────────┐
│ 生产环境要用哪个数据库？                                                     │
│                                                                              │
│ ❯ 1. (•) PostgreSQL                                                     推荐 │
│          团队已有运维经验，支持事务与 JSON。                                 │
│   2. ( ) SQLite                                                              │
│          Zero ops; one file; single writer.                                  │
│   3. ( ) 其他: 输入你的答案                                                  │
└──────────────────────────────────────────────────────────────────────────────┘
›
↑↓ 移动 · Enter 下一题 · ^S 跳过 · PgUp/PgDn 滚动 · Esc 收起`

it('shows the reference screen, exact to the column', () => {
  const driver = createDriver({ locale: 'zh' })
  driver.open('a', database, indent, remarks)
  expect(driver.screen().split('\n').slice(13).join('\n')).toBe(REFERENCE)
  for (const row of REFERENCE.split('\n').slice(0, 9)) expect(textWidth(row)).toBe(80)
})

const scenes: Record<string, (driver: Driver) => void> = {
  'single': (driver) => driver.open('a', database),
  'multi': (driver) => {
    driver.open('a', languages)
    driver.type('1', '3')
  },
  'multi-nothing-ticked': (driver) => {
    driver.open('a', languages)
    driver.type(KEYS.enter)
  },
  'other': (driver) => {
    driver.open('a', indent)
    driver.type('两个空格，', '\n', 'second line')
  },
  'text': (driver) => {
    driver.open('a', remarks)
    driver.type('一', '二', KEYS.left)
  },
  'review': (driver) => {
    driver.open('a', ...batch)
    driver.type('1', '2', KEYS.enter, KEYS.ctrlS, KEYS.tab)
  },
  'dismissing': (driver) => {
    driver.open('a', ...batch)
    driver.type('1', KEYS.enter, KEYS.ctrlX)
  },
  'folded': (driver) => {
    driver.open('a', database)
    driver.ask('b', indent)
    driver.type(KEYS.esc)
  },
  'without-keyboard': (driver) => {
    driver.type('half a message')
    driver.ask('a', database)
    driver.ask('b', indent)
  },
  'many-options': (driver) => {
    driver.open('a', files)
    driver.type(...Array.from({ length: 60 }, () => KEYS.down), ' ')
  },
  'plan-scrolled': (driver) => {
    driver.open('a', plan)
    driver.type(KEYS.pageDown)
  },
  'approval': (driver) => driver.open('a', approval),
  'emoji': (driver) => driver.open('a', scripts),
  'lookalikes': (driver) => driver.open('a', lookalikes),
  'hostile': (driver) => driver.open('a', hostile),
  'answered-elsewhere': (driver) => {
    driver.send({ type: 'noted', text: 'Phone: http://127.0.0.1:1234' })
    driver.send({ type: 'said', text: 'The agent asks.' })
    driver.open('a', database)
    driver.type('我想')
    driver.send({ type: 'settled', id: 'a', outcome: answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'db', selected: ['PostgreSQL（推荐）'] }] }) })
  },
  'next-after-elsewhere': (driver) => {
    driver.open('a', database)
    driver.ask('b', ...batch)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: false, at: 0 } })
  },
  'refused': (driver) => {
    driver.open('a', indent)
    driver.type(KEYS.enter)
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'the label was not offered' } })
  },
  'plan': (driver) => driver.open('a', shortPlan),
  'plan-changes': (driver) => {
    driver.open('a', shortPlan)
    driver.type('先迁移只读流量')
  },
  'plan-talk': (driver) => {
    driver.open('a', shortPlan)
    driver.type('4', KEYS.enter)
  },
  'plan-approved-elsewhere': (driver) => {
    driver.open('a', shortPlan)
    driver.send({ type: 'settled', id: 'a', outcome: answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'plan-review', selected: ['Approve'] }] }) })
  },
  'permission': (driver) => driver.open('a', permission),
  'permission-always': (driver) => {
    driver.open('a', permission)
    driver.type('2', ' ', KEYS.enter)
  },
  'permission-unseen': (driver) => {
    driver.open('a', longCommand)
    driver.type(KEYS.enter, KEYS.enter)
  },
  'reading': (driver) => {
    driver.open('a', plan)
    driver.type(KEYS.ctrlF, KEYS.pageDown)
  },
  'counting-down': (driver) => {
    driver.open('a', indent)
    driver.ask('b', remarks)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 65_000 } })
  },
  'held': (driver) => {
    driver.open('a', indent)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 65_000 } })
    driver.type(KEYS.down)
  },
  'continued': (driver) => {
    driver.open('a', indent)
    driver.send({ type: 'settled', id: 'a', outcome: { kind: 'timed-out', continued: true, at: 0 } })
  },
  'sending': (driver) => {
    driver.open('a', indent)
    driver.type(KEYS.enter)
  },
  'at-rest': (driver) => driver.send({ type: 'noted', text: 'Phone: http://127.0.0.1:1234' }),
}

describe('the screen looks as in the golden file', () => {
  for (const locale of ['en', 'zh'] as const) {
    it.each(Object.keys(scenes))(`80x24, ${locale}: %s`, async (name) => {
      const driver = createDriver({ locale })
      scenes[name]?.(driver)
      await expect(`${driver.screen()}\n`).toMatchFileSnapshot(`golden/80x24.${locale}.${name}.txt`)
    })
  }

  it.each(['single', 'folded', 'plan', 'permission-always', 'reading', 'counting-down', 'answered-elsewhere', 'many-options'])('80x24, in ASCII: %s', async (name) => {
    const driver = createDriver({ glyphs: 'ascii' })
    scenes[name]?.(driver)
    await expect(`${driver.screen()}\n`).toMatchFileSnapshot(`golden/80x24.ascii.${name}.txt`)
  })

  it.each(['single', 'review', 'plan-scrolled', 'plan', 'permission', 'permission-always', 'permission-unseen', 'reading', 'many-options', 'next-after-elsewhere'])('36x10, zh: %s', async (name) => {
    const driver = createDriver({ locale: 'zh', columns: 36, rows: 10 })
    scenes[name]?.(driver)
    await expect(`${driver.screen()}\n`).toMatchFileSnapshot(`golden/36x10.zh.${name}.txt`)
  })
})

describe('at every size', () => {
  const columns = fc.integer({ min: 36, max: 124 })
  const rows = fc.integer({ min: 10, max: 42 })
  const locale = fc.constantFrom('en', 'zh')

  it('the screen is filled exactly, and the caret is on it', () => {
    fc.assert(fc.property(columns, rows, locale, fc.constantFrom(...Object.keys(scenes)), (columns, rows, locale, name) => {
      const driver = createDriver({ columns, rows, locale })
      scenes[name]?.(driver)
      const frame = view(driver.model)
      expect(frame.rows).toHaveLength(rows)
      for (const row of frame.rows) expect(rowWidth(row)).toBe(columns)
      expect(frame.caret.x).toBeLessThan(columns)
      expect(frame.caret.y).toBeLessThan(rows)
    }), { numRuns: 300 })
  })

  it('choices keep at least four rows, or all of them, and the pointer is among them', () => {
    const withChoices = Object.keys(everyAsk)
    fc.assert(fc.property(columns, rows, locale, fc.constantFrom(...withChoices), fc.nat(140), (columns, rows, locale, name, steps) => {
      const driver = createDriver({ columns, rows, locale })
      driver.open('a', ...(everyAsk[name] ?? []))
      driver.type(...Array.from({ length: steps % 12 }, () => (steps > 70 ? KEYS.up : KEYS.down)), ...(steps % 3 === 0 ? ['\x1b[F'] : []))
      const lines = driver.screen().split('\n')
      expect(lines.some((line) => line.includes('❯'))).toBe(true)
      const { body, text } = bodyAndText(lines)
      const choices = everyAsk[name]?.[0]?.options?.length ?? 0
      expect(body).toBeGreaterThanOrEqual(Math.min(4, choices))
      expect(text).toBeGreaterThanOrEqual(1)
    }), { numRuns: 200 })
  })

  it('the hint line keeps Enter', () => {
    fc.assert(fc.property(columns, rows, locale, fc.constantFrom('single', 'multi', 'other', 'text', 'review', 'plan-scrolled'), (columns, rows, locale, name) => {
      const driver = createDriver({ columns, rows, locale })
      scenes[name]?.(driver)
      expect(rowText(view(driver.model).rows.at(-1) ?? [])).toContain('Enter')
    }))
  })
})

describe('the caret of the screen', () => {
  it('is on the row of the input line that is written in, where the keyboard is there', () => {
    const driver = createDriver()
    driver.type('half')
    driver.ask('a', indent)
    expect([driver.model.place, view(driver.model).caret]).toEqual(['input', { x: 6, y: 22, visible: true }])
  })

  it('is on the row that is written in, of several at the input and of an answer in the panel', () => {
    const atInput = createDriver()
    atInput.type('first', '\n', 'second')
    expect(rowOfCaret(atInput)).toContain('second')
    const inPanel = createDriver()
    inPanel.send({ type: 'said', text: 'The agent asks.' })
    inPanel.open('a', indent)
    inPanel.type('3', 'four blanks')
    expect([view(inPanel.model).caret.visible, rowOfCaret(inPanel).includes('four blanks')]).toEqual([true, true])
  })

  it('leaves a warning its colour', () => {
    const driver = createDriver()
    const rows = (tone: 'warn' | 'plain') => view({ ...driver.model, notice: { text: 'Look here', tone, until: 9e9 } }).rows
    const styles = (tone: 'warn' | 'plain') => rows(tone).flat().filter(({ text }) => text.includes('Look here')).map(({ style }) => style)
    expect(styles('warn')).toEqual(['warn'])
    expect(styles('plain')).not.toEqual(['warn'])
  })

  it('is hidden in a list of asks, with a notice above the hint, and where there is no room', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.ctrlG)
    const model: Driver['model'] = { ...driver.model, notice: { text: 'Look here', tone: 'warn', until: 9e9 } }
    expect([driver.model.inbox !== undefined, view(model).caret]).toEqual([true, { x: 0, y: 23, visible: false }])
    expect([view(model).rows.length, view(driver.model).rows.length, rowText(view(model).rows[22] ?? []).trim()]).toEqual([24, 24, 'Look here'])
    expect(view(createDriver({ columns: 20 }).model).caret).toEqual({ x: 0, y: 0, visible: false })
  })
})

function rowOfCaret({ model }: Driver): string {
  const { rows, caret } = view(model)
  return rowText(rows[caret.y] ?? [])
}

/** Rows of choices and rows above them, between the panel's borders. */
function bodyAndText(lines: readonly string[]): { body: number; text: number } {
  const inner = lines.filter((line) => line.startsWith('│'))
  const first = inner.findIndex((line) => /^│ [❯ ] +\d+\. [([]|^│ {9,}\S/.test(line))
  return { body: first < 0 ? 0 : inner.length - first, text: inner.slice(0, first < 0 ? undefined : first).filter((line) => /[^│ ]/.test(line)).length }
}
