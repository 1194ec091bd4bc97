/** The tables that a script writes into documents. */
import { describe, expect, it } from 'vitest'
import { figuresTable, readFigures } from './figures.ts'
import { frameHtml } from './frame.ts'
import { regionOf, withRegion } from './region.ts'
import { readSettings } from './settings.ts'

describe('a region of a document', () => {
  it('is replaced and leaves the rest as it was', () => {
    const empty = 'before\n<!-- table -->\n<!-- /table -->\nafter\n'
    const once = withRegion(empty, 'table', '| a |')
    expect(once).toBe('before\n<!-- table -->\n| a |\n<!-- /table -->\nafter\n')
    expect(regionOf(withRegion(once, 'table', '| b |'), 'table')).toBe('| b |')
  })

  it('must be there once', () => {
    expect(() => regionOf('nothing', 'table')).toThrow('the region "table" once')
    expect(() => regionOf('<!-- table -->\na\n<!-- /table -->\n<!-- table -->\nb\n<!-- /table -->', 'table')).toThrow('once')
  })
})

describe('the table of settings', () => {
  it('has fields of lists and of mappings, with what they may be', () => {
    expect(readSettings('en')).toEqual(expect.arrayContaining([
      { row: 'ask-feishu', path: 'recipients[].id', values: 'text', fallback: 'needed', description: expect.any(String) },
      { row: 'ask-feishu', path: 'webhook.port', values: 'whole number, 0 … 65535', fallback: '`8790`', description: expect.any(String) },
      { row: 'ask-terminal', path: 'claim', values: '`all`, `shown`', fallback: '`all`', description: expect.any(String) },
    ]))
  })

  it('has the same fields in both languages, each with words of its own', () => {
    const [english, chinese] = [readSettings('en'), readSettings('zh')]
    expect(chinese.map(({ row, path }) => `${row} ${path}`)).toEqual(english.map(({ row, path }) => `${row} ${path}`))
    for (const { description } of chinese) expect(description).toMatch(/\p{Script=Han}/u)
  })
})

function written(quick: boolean): string {
  return JSON.stringify({
    node: 'v20.1.0', processor: 'A Processor', quick,
    rows: [{ row: 'race', figures: [
      { name: '2 surfaces', value: 1.2345, unit: 'x', spread: [1, 2], control: 1, target: { kind: 'at-most', value: 1.5 }, shown: '', judgement: 'reached' },
      { name: 'CPU', value: 2, unit: 'x', shown: '', judgement: 'shown' },
    ] }],
  })
}

describe('the table of figures', () => {
  it('has the figures with a target, and where they were measured', () => {
    expect(figuresTable(readFigures(written(false)), 'en')).toBe('| row | figure | measured | to reach |\n| --- | --- | --- | --- |\n| `race` | 2 surfaces | 1.23 × | ≤ 1.5 × |\n\nNode 20.1.0, A Processor')
  })

  it('takes no figures of a quick run', () => {
    expect(() => readFigures(written(true))).toThrow('without it')
  })
})

it('draws a terminal\'s cells with their width and colours, and no text as markup', async () => {
  const html = await frameHtml('\u001b[1;32m数\u001b[0m<\n', 4)
  expect(html).toContain('<i style="width:2ch;color:#8fce7f;font-weight:700">数</i><i style="width:1ch;color:#d6d9de">&lt;</i>')
})
