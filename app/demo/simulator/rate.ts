/** How often something may happen: a sliding window per key. */
import { LRUCache } from 'lru-cache'
import type { Timestamp } from './types.ts'

/** Counts one more happening of the key; false, and not counted, when the window is full. */
export type RateLimit = (key: string) => boolean

export interface RateOptions {
  readonly limit: number
  readonly windowMs: number
  readonly now: () => Timestamp
}

/** Keys beyond this many are forgotten, the longest unused first. */
const MAX_KEYS = 10_000

export function createRateLimit({ limit, windowMs, now }: RateOptions): RateLimit {
  const times = new LRUCache<string, readonly Timestamp[]>({ max: MAX_KEYS })
  return (key) => {
    const since = now() - windowMs
    const recent = (times.get(key) ?? []).filter((time) => time > since)
    const allowed = recent.length < limit
    times.set(key, allowed ? [...recent, now()] : recent)
    return allowed
  }
}
