/** Chance that a seed decides: the same throws in every run. */
import { createRandom } from '../../app/demo/auto/seed.ts'

export interface Dice {
  /** Whether something happens that has this chance, from 0 to 1. */
  chance(part: number): boolean
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** @throws when there is nothing to pick from. */
  pick<T>(values: readonly T[]): T
  /** Dice of their own: how often these are thrown changes nothing for the others. */
  fork(): Dice
}

export function createDice(seed: number): Dice {
  const random = createRandom(seed)
  const dice: Dice = {
    chance: (part) => random() < part,
    between: (from, to) => from + Math.floor(random() * (to - from + 1)),
    pick: (values) => {
      const value = values[Math.floor(random() * values.length)]
      if (value === undefined) throw new Error('there is nothing to pick from')
      return value
    },
    fork: () => createDice(Math.floor(random() * 2 ** 32)),
  }
  return dice
}
