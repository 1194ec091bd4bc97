import { describe, expect, it } from 'vitest'
import { type FailureKind, FeishuError } from '../../../surfaces/feishu/error.ts'
import { MAX_ATTEMPTS, retry, retryDelay } from '../../../surfaces/feishu/retry.ts'
import { rejection } from '../../helpers/rounds.ts'

const errorOf = (kind: FailureKind, retryAfter?: number): FeishuError => new FeishuError({ kind, code: 1, reason: 'x', retryAfter })

/** Fails with each error in turn, then succeeds; notes how long was waited. */
function trial(errors: FeishuError[], isWanted = () => true): { run: () => Promise<string>; waits: number[]; attempts: () => number } {
  const waits: number[] = []
  let attempts = 0
  const attempt = async (): Promise<string> => {
    attempts += 1
    const error = errors.shift()
    if (error) throw error
    return 'done'
  }
  const sleep = async (ms: number): Promise<void> => { waits.push(ms) }
  return { run: () => retry(attempt, { sleep, signal: new AbortController().signal, isWanted }), waits, attempts: () => attempts }
}

describe('retry', () => {
  it('waits longer each time and ends after a bounded number of attempts with the last error', async () => {
    const { run, waits, attempts } = trial(Array.from({ length: 9 }, () => errorOf('unknown')))
    expect(await rejection(run())).toMatchObject({ kind: 'unknown' })
    expect(waits).toEqual([500, 1000, 2000, 4000])
    expect(attempts()).toBe(MAX_ATTEMPTS)
  })

  it('waits as told when rate limited, but not for ever', async () => {
    const { run, waits } = trial([errorOf('rate', 3_000), errorOf('rate', 9_000_000), errorOf('rate')])
    expect(await run()).toBe('done')
    expect(waits).toEqual([3_000, 60_000, 2_000])
  })

  it.each(['final', 'token', 'refused-card'] as const)('does not try again after %s', async (kind) => {
    const { run, attempts } = trial([errorOf(kind)])
    await rejection(run())
    expect(attempts()).toBe(1)
    expect(retryDelay(errorOf(kind), 1)).toBeUndefined()
  })

  it('stops when it is not wanted any more after the wait', async () => {
    let asked = 0
    const { run, attempts } = trial([errorOf('retry'), errorOf('retry')], () => (asked += 1) < 2)
    await rejection(run())
    expect(attempts()).toBe(1)
  })

  it('ends at once when it is aborted during a wait', async () => {
    const closing = new AbortController()
    const running = retry(() => Promise.reject(errorOf('retry')), { sleep: neverEndingSleep, signal: closing.signal, isWanted: () => true, onFailure: () => queueMicrotask(() => closing.abort()) })
    expect(await rejection(running)).toBeInstanceOf(Error)
  })
})

function neverEndingSleep(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => reject(new Error('aborted'))) })
}
