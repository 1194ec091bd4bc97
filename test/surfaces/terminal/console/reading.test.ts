import { describe, expect, it } from 'vitest'
import { appended, NO_ENTRIES } from '../../../../surfaces/terminal/console/entries.ts'
import type { Entries } from '../../../../surfaces/terminal/console/entries.ts'
import type { Sight } from '../../../../surfaces/terminal/console/entry-view.ts'
import { moved, rowsFrom, topOf } from '../../../../surfaces/terminal/console/reading.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'

const SIGHT: Sight = { width: 10, words: wordsOf('en'), expanded: false }

/** Entries of so many rows each. */
function entriesOf(...heights: readonly number[]): Entries {
  return heights.reduce((list, rows) => appended(list, rows === 0 ? { kind: 'gone' } : { kind: 'remark', text: Array.from({ length: rows }, (_, row) => `row ${row}`).join('\n') }), NO_ENTRIES)
}

describe('a place in the transcript', () => {
  const list = entriesOf(3, 1, 0, 2)

  it('moves by rows over entries of any height, also over one that has none', () => {
    const down = [0, 1, 2, 3, 4, 5].map((by) => moved(list, { entry: 0, row: 0 }, by, SIGHT))
    expect(down).toEqual([{ entry: 0, row: 0 }, { entry: 0, row: 1 }, { entry: 0, row: 2 }, { entry: 1, row: 0 }, { entry: 3, row: 0 }, { entry: 3, row: 1 }])
    const up = [0, 1, 2, 3, 4, 5].map((by) => moved(list, { entry: 3, row: 1 }, -by, SIGHT))
    expect(up).toEqual(down.toReversed())
  })

  it('moves beyond neither end', () => {
    expect(moved(list, { entry: 1, row: 0 }, -20, SIGHT)).toEqual({ entry: 0, row: 0 })
    expect(moved(list, { entry: 1, row: 0 }, 20, SIGHT)).toEqual({ entry: 3, row: 1 })
    expect(moved(NO_ENTRIES, { entry: 0, row: 0 }, -3, SIGHT)).toEqual({ entry: 0, row: 0 })
  })

  it('on a row that is not there any more is on the last one, and on the first one that is kept', () => {
    expect(moved(list, { entry: 0, row: 9 }, 0, SIGHT)).toEqual({ entry: 0, row: 2 })
    expect(moved(list, { entry: 0, row: -4 }, 1, SIGHT)).toEqual({ entry: 0, row: 1 })
    const late: Entries = { ...entriesOf(3, 2), first: 256, end: 258 }
    expect(moved(late, { entry: 12, row: 2 }, 1, SIGHT)).toEqual({ entry: 256, row: 1 })
    expect(moved(late, { entry: 12, row: 2 }, -1, SIGHT)).toEqual({ entry: 256, row: 0 })
    expect(moved(late, { entry: 256, row: 2 }, 0, SIGHT)).toEqual({ entry: 256, row: 2 })
  })

  it('of the last rows is so many above the end', () => {
    expect([1, 2, 3, 6, 9].map((rows) => topOf(list, rows, SIGHT))).toEqual([{ entry: 3, row: 1 }, { entry: 3, row: 0 }, { entry: 1, row: 0 }, { entry: 0, row: 0 }, { entry: 0, row: 0 }])
  })

  it('tells how many rows there are to the end, as far as somebody wants to know', () => {
    const from = (entry: number, row: number, most: number): number => rowsFrom(list, { entry, row }, most, SIGHT)
    expect([from(0, 0, 99), from(0, 2, 99), from(1, 0, 99), from(3, 1, 99), from(0, 0, 6), from(0, 0, 5), from(0, 0, 0)]).toEqual([6, 4, 3, 1, 6, 5, 0])
    expect(rowsFrom(list, { entry: 4, row: 0 }, 9, SIGHT)).toBe(0)
  })
})
