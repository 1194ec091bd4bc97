/** Numbers that a seed decides: the same order of acts in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The values in an order that `random` decides (Fisher-Yates). */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const pool = [...values]
  const order: T[] = []
  while (pool.length > 0) order.push(...pool.splice(Math.floor(random() * pool.length), 1))
  return order
}
