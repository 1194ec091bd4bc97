/**
 * The list of what happened. A change copies one block of it and leaves the list before as it was; every entry keeps its
 * number for good, also when older ones are dropped. Pure.
 */
import { weightOf } from './entry.ts'
import type { Entry } from './entry.ts'

/** Entries of a block; only the last one has fewer. */
const BLOCK = 256

interface Block {
  readonly entries: readonly Entry[]
  readonly weight: number
}

export interface Entries {
  readonly blocks: readonly Block[]
  /** The number of the oldest entry that is kept, and the one after the newest. */
  readonly first: number
  readonly end: number
  readonly weight: number
}

/** A number that no entry has. */
export const NOWHERE = -1

export const NO_ENTRIES: Entries = { blocks: [], first: 0, end: 0, weight: 0 }

/** The entry of a number, unless it was dropped or is still to come; only whole blocks are dropped. */
export function entryAt({ blocks, first }: Entries, number: number): Entry | undefined {
  return blocks[Math.floor((number - first) / BLOCK)]?.entries[number % BLOCK]
}

export function appended(list: Entries, entry: Entry): Entries {
  const weight = weightOf(entry)
  const last = list.blocks.at(-1)
  const full = last === undefined || last.entries.length === BLOCK
  const block: Block = full ? { entries: [entry], weight } : { entries: [...last.entries, entry], weight: last.weight + weight }
  return { ...list, blocks: [...(full ? list.blocks : list.blocks.slice(0, -1)), block], end: list.end + 1, weight: list.weight + weight }
}

/** The list with another entry under a number; a number that it doesn't have changes nothing. */
export function replaced(list: Entries, number: number, entry: Entry): Entries {
  const at = Math.floor((number - list.first) / BLOCK)
  const block = list.blocks[at]
  const before = block?.entries[number % BLOCK]
  if (block === undefined || before === undefined) return list
  const change = weightOf(entry) - weightOf(before)
  const next: Block = { entries: block.entries.with(number % BLOCK, entry), weight: block.weight + change }
  return { ...list, blocks: list.blocks.with(at, next), weight: list.weight + change }
}

/**
 * Drops the oldest blocks of a list that is heavier than `limit`, as long as it is, but none from the number `kept` on;
 * a list twice as heavy loses those, too.
 */
export function trimmed(list: Entries, limit: number, kept = Infinity): Entries {
  let { first, weight } = list
  let dropped = 0
  for (const block of list.blocks.slice(0, -1)) {
    if (weight <= limit || (first + BLOCK > kept && weight <= limit * 2)) break
    first += BLOCK
    weight -= block.weight
    dropped += 1
  }
  return dropped === 0 ? list : { ...list, blocks: list.blocks.slice(dropped), first, weight }
}
