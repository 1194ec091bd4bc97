import { describe, expect, it } from 'vitest'
import { clockText, CONTINUED, ENDLESS, nextSecond, remainingOf, waitOf } from '../../../surfaces/terminal/wait.ts'
import type { Wait } from '../../../surfaces/terminal/wait.ts'

const NOW = 10_000
const COUNTING: Wait = { kind: 'counting', until: NOW + 2_500 }

describe('the wait of an ask', () => {
  it('is what its clock says, in the time of the screen', () => {
    expect(waitOf({ kind: 'endless' }, NOW, COUNTING)).toEqual(ENDLESS)
    expect(waitOf({ kind: 'counting', remaining: 2_500 }, NOW, ENDLESS)).toEqual(COUNTING)
    expect(waitOf({ kind: 'counting', remaining: 2_500 }, NOW, { kind: 'held', remaining: 1, by: 'touch' })).toEqual(COUNTING)
    expect(waitOf({ kind: 'held', remaining: 7 }, NOW, COUNTING)).toEqual({ kind: 'held', remaining: 7, by: 'elsewhere' })
  })

  it('stays in the hands of whoever holds it', () => {
    for (const by of ['touch', 'good', 'elsewhere'] as const) expect(waitOf({ kind: 'held', remaining: 7 }, NOW, { kind: 'held', remaining: 9, by })).toEqual({ kind: 'held', remaining: 7, by })
  })

  it('never comes back once the agent has gone on', () => {
    for (const news of [{ kind: 'endless' }, { kind: 'counting', remaining: 1 }, { kind: 'held', remaining: 1 }] as const) expect(waitOf(news, NOW, CONTINUED)).toBe(CONTINUED)
  })

  it('has time left while it counts and while it is held, and no end else', () => {
    expect([COUNTING, { kind: 'held', remaining: 7, by: 'good' } as const, ENDLESS, CONTINUED].map((wait) => remainingOf(wait, NOW))).toEqual([2_500, 7, undefined, undefined])
    expect([remainingOf(COUNTING, NOW + 2_500), remainingOf(COUNTING, NOW + 9_000)]).toEqual([0, 0])
  })

  it('changes on the screen when a whole second is left, and not once it is over', () => {
    expect([NOW, NOW + 499, NOW + 500, NOW + 501, NOW + 1_500, NOW + 2_499].map((now) => nextSecond(COUNTING, now))).toEqual([NOW + 500, NOW + 500, NOW + 1_500, NOW + 1_500, NOW + 2_500, NOW + 2_500])
    expect([nextSecond(COUNTING, NOW + 2_500), nextSecond(COUNTING, NOW + 3_000), nextSecond(ENDLESS, NOW), nextSecond({ kind: 'held', remaining: 5_000, by: 'touch' }, NOW)]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is told in minutes and seconds, a begun second counted whole', () => {
    expect([0, 1, 1_000, 1_001, 59_999, 60_000, 3_599_000, 6_000_000].map(clockText)).toEqual(['00:00', '00:01', '00:01', '00:02', '01:00', '01:00', '59:59', '100:00'])
  })
})
