/** Where a person reads in the transcript: the first row shown, held to its entry, whatever comes or goes around it. Pure. */
import type { Row } from '../row.ts'
import { entryAt } from './entries.ts'
import type { Entries } from './entries.ts'
import { entryRows } from './entry-view.ts'
import type { Sight } from './entry-view.ts'

/** A row of an entry. */
export interface Anchor {
  readonly entry: number
  readonly row: number
}

/** The rows of an entry; one that is not kept has none. */
export function rowsAt(entries: Entries, number: number, sight: Sight): readonly Row[] {
  const entry = entryAt(entries, number)
  return entry === undefined ? [] : entryRows(entry, sight)
}

function height(entries: Entries, number: number, sight: Sight): number {
  return rowsAt(entries, number, sight).length
}

/** The anchor on a row that is there. */
function held(entries: Entries, { entry, row }: Anchor, sight: Sight): Anchor {
  if (entry < entries.first) return { entry: entries.first, row: 0 }
  return { entry, row: Math.max(0, Math.min(row, height(entries, entry, sight) - 1)) }
}

/** The first of the last `rows` rows. */
export function topOf(entries: Entries, rows: number, sight: Sight): Anchor {
  return moved(entries, { entry: entries.end, row: 0 }, -rows, sight)
}

/** The anchor `by` rows further down, or up; not beyond either end. */
export function moved(entries: Entries, anchor: Anchor, by: number, sight: Sight): Anchor {
  let { entry, row } = held(entries, anchor, sight)
  row += by
  while (row < 0 && entry > entries.first) row += height(entries, --entry, sight)
  for (let rows = height(entries, entry, sight); entry < entries.end - 1 && row >= rows; rows = height(entries, entry, sight)) {
    row -= rows
    entry += 1
  }
  return held(entries, { entry, row }, sight)
}

/** Rows from the anchor to the end, counted no further than `most`. */
export function rowsFrom(entries: Entries, anchor: Anchor, most: number, sight: Sight): number {
  const { entry, row } = held(entries, anchor, sight)
  let count = -row
  for (let number = entry; number < entries.end && count < most; number++) count += height(entries, number, sight)
  return Math.max(0, Math.min(count, most))
}
