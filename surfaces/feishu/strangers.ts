/** How often people are answered who may not act: each answer is a call, and the platform takes so many from an app in a minute and in a month. */
import { LRUCache } from 'lru-cache'

/** Milliseconds within which nobody is answered twice. */
export const SILENCE = 60 * 60_000
/** People who are answered within that time. */
export const MOST_ANSWERED = 30

/** Whether to answer now; whoever asks it has answered when it says so. */
export type MayAnswer = (id: string) => boolean

/** `now` is in milliseconds since the epoch. */
export function createStrangers(now: () => number): MayAnswer {
  // Those who are forgotten were answered longest ago.
  const answered = new LRUCache<string, number>({ max: MOST_ANSWERED })
  // A clock that was set back silences nobody for longer.
  const isRecent = (at = NaN): boolean => Math.abs(now() - at) < SILENCE
  return (id) => {
    const isCrowd = answered.size === MOST_ANSWERED && [...answered.values()].every(isRecent)
    if (isCrowd || isRecent(answered.peek(id))) return false
    answered.set(id, now())
    return true
  }
}
