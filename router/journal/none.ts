/** Where no journal is kept. Loads nothing of one that is. */
import type { Journal, JournalState } from './types.ts'

const NOTHING: JournalState = { ask: () => undefined, run: () => undefined, asks: () => [], seen: () => false }

/** Keeps nothing. */
export const NO_JOURNAL: Journal = {
  run: '',
  append: () => {},
  state: () => NOTHING,
  leftovers: () => [],
  close: () => {},
}
