/** Time that stands still until a test moves it. */
export interface TestClock {
  now(): number
  after(ms: number, callback: () => void): () => void
  /** Moves on and runs what falls due, in order. */
  tick(ms: number): void
  /** Timers that are set. */
  readonly pending: number
}

export function createClock(): TestClock {
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>()
  let now = 1_000
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { due: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    tick(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)
        if (next === undefined) break
        timers.delete(next)
        now = next.due
        next.callback()
      }
      now = end
    },
    get pending() {
      return timers.size
    },
  }
}
