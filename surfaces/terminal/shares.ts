/** Who gets the rows that are left beside a panel: the list, the title, a longer input line, the messages that wait. Pure. */
import { isListOpen, suggestionsOf } from './console/completion.ts'
import { inputWish } from './console/input-view.ts'
import { MOST_SUGGESTIONS, waitingWish } from './console/list-view.ts'
import type { Model } from './model.ts'

/** Rows of each region; none: it is not there. The input line has at least one. */
export interface Shares {
  readonly heading: 0 | 1
  readonly waiting: number
  readonly list: number
  readonly input: number
}

/** Rows that a panel keeps for its borders, its text and its choices, and that the transcript keeps without one. */
const PANEL = 8
const TRANSCRIPT = 2

/** Shares out `free` rows, those of the panel or transcript included but for the first row of the input line. */
export function sharesOf(model: Model, free: number): Shares {
  const shown = model.panels.length > 0 && model.place !== 'strip'
  let left = Math.max(0, free - (shown ? PANEL : TRANSCRIPT))
  const take = (wish: number): number => {
    const taken = Math.max(0, Math.min(wish, left))
    left -= taken
    return taken
  }
  const rows = isListOpen(model) ? Math.min(MOST_SUGGESTIONS, suggestionsOf(model).length) : 0
  // What the keys act on comes first: a list that is open is seen.
  const first = Math.max(take(Math.min(1, rows)), Math.min(1, rows))
  const heading = model.console !== undefined && take(1) === 1 ? 1 : 0
  const input = model.place === 'panel' && model.panels.length > 0 ? 1 : 1 + take(inputWish(model) - 1)
  const list = first + take(rows - first)
  return { heading, input, list, waiting: take(waitingWish(model)) }
}
