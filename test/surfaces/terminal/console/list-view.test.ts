import { describe, expect, it } from 'vitest'
import { listRows, listTop, waitingRows, waitingWish } from '../../../../surfaces/terminal/console/list-view.ts'
import { IDLE_CONSOLE } from '../../../../surfaces/terminal/console/model.ts'
import type { ConsoleModel } from '../../../../surfaces/terminal/console/model.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { rowText, span } from '../../../../surfaces/terminal/row.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'

const WORDS = wordsOf('en', 'ascii')

function modelOf(console: Partial<ConsoleModel>, columns = 30): Model {
  return { ...createModel({ locale: 'en', glyphs: 'ascii', size: { columns, rows: 24 } }), input: { before: '/', after: '' }, console: { ...IDLE_CONSOLE, ...console } }
}

const commands = (count: number): ConsoleModel['commands'] => Array.from({ length: count }, (_, index) => ({ name: `c${index}`, description: `does ${index}`, ...(index === 1 ? { hint: '[x]' } : {}) }))
const rows = (model: Model, height: number): readonly string[] => listRows(model, height).map((row) => rowText(row).trimEnd())

const queue = (count: number): Model => modelOf({ queue: Array.from({ length: count }, (_, index) => `m${index}`) })
const shown = (count: number, height: number): readonly string[] => waitingRows(queue(count), height).map(rowText)

describe('the list above the input line', () => {
  it('has a row for each, the marked one behind a sign, details beside each other', () => {
    expect(rows(modelOf({ commands: commands(3), listRow: 1 }), 3)).toEqual(['  /c0      does 0', '> /c1 [x]  does 1', '  /c2      does 2'])
    expect(rows(modelOf({ commands: [{ name: 'bare', description: '' }] }), 1)).toEqual(['> /bare'])
    expect(listRows(modelOf({ commands: commands(2) }), 2).map((row) => row.slice(0, 2))).toEqual([[span('> ', 'accent'), span('/c0', 'strong')], [span('  '), span('/c1', 'plain')]])
    expect(listRows(modelOf({ commands: commands(2) }), 0)).toEqual([])
    expect([rows(modelOf({ commands: commands(2), listRow: 99 }), 2), rows(modelOf({ commands: [{ name: 'n'.repeat(26), description: '' }] }), 1)]).toEqual([['  /c0      does 0', '> /c1 [x]  does 1'], [`> /${'n'.repeat(26)}`]])
  })

  it('says in its last row which part it is, and cuts what has no room', () => {
    expect(rows(modelOf({ commands: commands(9) }), 4).at(-1)).toBe('  /c3      does 3        1-4/9')
    expect(rows(modelOf({ commands: [{ name: 'n'.repeat(40), description: 'd' }] }), 1)).toEqual([`> /${'n'.repeat(12)}~  d`])
    expect(rows(modelOf({ commands: [{ name: 'n', description: 'd'.repeat(40) }] }), 1)).toEqual([`> /n  ${'d'.repeat(23)}~`])
  })

  it('keeps the mark in its middle, and ends where there is no more', () => {
    expect([0, 2, 3, 4, 7, 8, 99].map((listRow) => listTop(modelOf({ commands: commands(9), listRow }), 4))).toEqual([0, 0, 1, 2, 5, 5, 5])
    expect(listTop(modelOf({ commands: commands(2) }), 4)).toBe(0)
    const { console: _, ...bare } = modelOf({})
    expect([listTop(bare, 4), listRows(bare, 4)]).toEqual([0, []])
  })
})

describe('messages that wait', () => {
  it('want a row each, three at most and one that counts the others', () => {
    expect([0, 1, 3, 4, 5, 9].map((count) => waitingWish(queue(count)))).toEqual([0, 1, 3, 4, 4, 4])
    const { console: _, ...bare } = queue(2)
    expect([waitingWish(bare), waitingRows(bare, 2)]).toEqual([0, []])
  })

  it('fill just the rows that they get', () => {
    const line = (index: number): string => `  ${WORDS.console.queued(`m${index}`)}`
    expect([shown(2, 2), shown(5, 4), shown(5, 1), shown(5, 0)]).toEqual([[line(0), line(1)], [line(0), line(1), line(2), `  ${WORDS.console.moreQueued(2)}`], [`  ${WORDS.console.moreQueued(5)}`], []])
    expect(waitingRows(modelOf({ queue: ['x'.repeat(99)] }), 1).map(rowText)[0]).toHaveLength(30)
  })
})
