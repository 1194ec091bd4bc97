/** Rounds on the system's clock, and a place that only listens. */
import { Rounds } from '../../../router/rounds.ts'
import type { AskSurface } from '../../../router/types.ts'

/** Made once: a stack costs more than the rest of this place. */
const OVER = new Error('over')

export const listeningDesk: AskSurface = {
  name: 'terminal',
  claim: () => true,
  ask: (_request, { signal }) => new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(OVER), { once: true })
  }),
  settled: () => {},
}

export function createRounds(mintId: () => string): Rounds {
  return new Rounds({
    now: Date.now,
    monotonic: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    mintId,
    journal: { append: () => {} },
    step: () => {},
    contain: (name, error) => { throw new Error(`${name} threw`, { cause: error }) },
  })
}
