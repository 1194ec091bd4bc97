/** Trying again: finitely, as long as told, and only while it is still wanted. */
import pRetry from 'p-retry'
import { FeishuError } from './error.ts'

/** Waits `ms` milliseconds; rejects when the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Attempts of one call, the first included. */
export const MAX_ATTEMPTS = 5
const FIRST_DELAY = 500
const LONGEST_DELAY = 60_000

/** Milliseconds until the next attempt, or nothing when another one cannot help. `attempt` counts from 1. */
export function retryDelay(error: FeishuError, attempt: number): number | undefined {
  const backoff = FIRST_DELAY * 2 ** (attempt - 1)
  switch (error.kind) {
    case 'retry':
    case 'unknown':
      return backoff
    case 'rate':
      return Math.min(error.retryAfter ?? backoff, LONGEST_DELAY)
    case 'final':
    case 'token':
    case 'refused-card':
      return undefined
  }
}

export interface RetryPorts {
  readonly sleep: Sleep
  /** Ends all waiting. */
  readonly signal: AbortSignal
  /** Asked before each further attempt. */
  readonly isWanted: () => boolean
  readonly onFailure?: (error: FeishuError) => void
}

/** Runs `attempt` until it succeeds, cannot succeed, or is not wanted any more; then rejects with the last error. */
export async function retry<T>(attempt: () => Promise<T>, ports: RetryPorts): Promise<T> {
  ports.signal.throwIfAborted()
  try {
    return await attempt()
  } catch (error) {
    // Nearly every call succeeds at once, and needs nobody who counts.
    return retryAfter(error, attempt, ports)
  }
}

/** `first`: why the first attempt failed. */
function retryAfter<T>(first: unknown, attempt: () => Promise<T>, ports: RetryPorts): Promise<T> {
  return pRetry((count) => (count === 1 ? Promise.reject(first) : attempt()), {
    retries: MAX_ATTEMPTS - 1,
    // The waiting is ours, with our clock; the library counts.
    minTimeout: 0,
    signal: ports.signal,
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (!(error instanceof FeishuError)) throw error
      ports.onFailure?.(error)
      const delay = retryDelay(error, attemptNumber)
      if (delay === undefined || retriesLeft === 0 || !ports.isWanted()) throw error
      await ports.sleep(delay, ports.signal)
    },
    shouldRetry: () => ports.isWanted(),
  })
}
