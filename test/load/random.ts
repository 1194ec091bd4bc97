/** Chance that a seed repeats. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number of at least 0, below `end`. */
  below(end: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  bytes(size: number): Buffer
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    bytes: (size) => Buffer.from(Array.from({ length: size }, () => below(256))),
  }
}
