/** In which order the places are asked: all together, or one side first and the other a while later. Pure. */
import type { AskOrder, OrderMode, Side } from './types.ts'

export const ORDER_MODES: readonly OrderMode[] = ['together', 'terminal-first', 'phone-first']
/** Seconds. */
export const DELAY = { least: 1, most: 3_600, usual: 30 } as const

/** When a surface is asked: before the later ones, or once they are due. One without a turn is asked from the start. */
export type Turn = 'first' | 'later'

/** Keys hold the phone back for at most so many delays, or for `LONGEST_HOLD` where that is less. */
const MOST_DELAYS = 4
/** Milliseconds. */
const LONGEST_HOLD = 10 * 60_000

/** Read as foreign data. */
export function isOrder(value: unknown): value is AskOrder {
  const { mode, delaySeconds }: { mode?: unknown; delaySeconds?: unknown } = typeof value === 'object' && value !== null ? value : {}
  return ORDER_MODES.some((each) => each === mode) && isDelay(delaySeconds)
}

/** Whole seconds within `DELAY`. */
export function isDelay(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= DELAY.least && value <= DELAY.most
}

export function isSameOrder(one: AskOrder, other: AskOrder): boolean {
  return one.mode === other.mode && one.delaySeconds === other.delaySeconds
}

/** Undefined for whoever is asked at once in any order: a surface that names no side. */
export function turnOf(mode: OrderMode, side: Side | undefined): Turn | undefined {
  if (side === undefined) return undefined
  switch (mode) {
    case 'together':
      return undefined
    case 'terminal-first':
      return side === 'desk' ? 'first' : 'later'
    case 'phone-first':
      return side === 'phone' ? 'first' : 'later'
  }
}

/**
 * Milliseconds until the later surfaces are asked, 0 when they are due; `elapsed` since the ask was opened, `idle` since
 * a key was pressed at the desk. Whoever presses keys there is about to see the ask, so the phone waits until they have
 * been still for a whole delay, but never without end.
 */
export function leftToWait({ mode, delaySeconds }: AskOrder, { elapsed, idle }: { readonly elapsed: number; readonly idle: number }): number {
  if (mode === 'together') return 0
  const delay = delaySeconds * 1_000
  const most = Math.max(delay, Math.min(delay * MOST_DELAYS, LONGEST_HOLD))
  const still = mode === 'terminal-first' ? delay - idle : 0
  return Math.max(0, Math.min(most - elapsed, Math.max(delay - elapsed, still)))
}
