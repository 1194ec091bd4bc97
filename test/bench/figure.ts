/** What a row has found: a number, what it should be, and what it was made of. */

export type Unit = 'x' | 'ms' | 'KB' | 'MB' | 'count'

export interface Target {
  readonly kind: 'at-most' | 'at-least'
  readonly value: number
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: Unit
  /** Quartiles of the pairs; absent where a thing is measured once. */
  readonly spread?: readonly [low: number, high: number]
  /** The baseline against itself, in the same pairs: how far a ratio can be trusted. */
  readonly control?: number
  /** Absent: for information only. */
  readonly target?: Target
  /** Absolute figures in words. They depend on the machine and are not judged. */
  readonly shown: string
}

/** `gross`: missed by more than twice, which no noise explains. */
export type Judgement = 'reached' | 'missed' | 'gross' | 'shown'

export function judge({ value, target }: Figure): Judgement {
  if (target === undefined) return 'shown'
  const excess = target.kind === 'at-most' ? value - target.value : target.value - value
  if (excess <= 0) return 'reached'
  const isGross = target.kind === 'at-most' ? value > 2 * target.value : value < target.value / 2
  return isGross ? 'gross' : 'missed'
}

export function atMost(value: number): Target {
  return { kind: 'at-most', value }
}

export function atLeast(value: number): Target {
  return { kind: 'at-least', value }
}
