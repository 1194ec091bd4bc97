/** Every order of answer, dismiss, abort, fail, join, leave, double act, hold, release and passing time keeps the rules. */
import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import type { ContinuedAsk, Outcome, Verdict } from '../../router/types.ts'
import { settle } from '../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../helpers/timed.ts'
import { DATABASE, database, thirdParty, type ThirdParty } from '../helpers/third-party.ts'

type Move =
  | { readonly kind: 'submit' | 'dismiss' | 'resolve' | 'reject' | 'cancel' | 'nonsense' | 'aside' | 'ran-out' | 'leave' | 'touch' | 'take-time' | 'release'; readonly who: number }
  | { readonly kind: 'join'; readonly claims: boolean; readonly hasSettled: boolean }
  | { readonly kind: 'abort' | 'tick' | 'close' | 'host-timeout' }
  | { readonly kind: 'pass'; readonly ms: number }

const who = fc.nat(4)
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constantFrom('submit' as const, 'dismiss' as const, 'resolve' as const, 'reject' as const, 'cancel' as const, 'nonsense' as const, 'aside' as const, 'ran-out' as const, 'leave' as const, 'touch' as const, 'take-time' as const, 'release' as const), who }),
  fc.record({ kind: fc.constant('join' as const), claims: fc.boolean(), hasSettled: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('abort' as const, 'tick' as const, 'close' as const, 'host-timeout' as const) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: WINDOW_MS }) }),
)

interface Player extends ThirdParty {
  readonly hasSettled: boolean
  remove(): void
}

it('has one outcome, told once to every asked surface, in every order of events', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 3 }), fc.boolean(), fc.boolean(), fc.array(move, { minLength: 1, maxLength: 14 }), async (claims, hasCompanion, isTimed, moves) => {
    const { rounds, steps, contained, clock, records } = createTimedRounds()
    const window = lendWindow(clock)
    const told: ContinuedAsk[] = []
    const players: Player[] = []
    const join = (claim: boolean, hasSettled: boolean) => {
      const surface = thirdParty(`s${players.length}`, { claim: () => claim, ...(hasSettled ? {} : { settled: false }) })
      const player = Object.assign(surface, { hasSettled, remove: () => {}, continued: (ask: ContinuedAsk) => { told.push(ask) } })
      players.push(player)
      player.remove = rounds.add(player)
    }
    for (const claim of claims) join(claim, true)
    const companion = hasCompanion ? Object.assign(thirdParty('companion', { settled: false }), { hasSettled: false, remove: () => {} }) : undefined
    if (companion) players.push(companion)
    const turn = new AbortController()
    const seen: Outcome[] = []
    const verdicts: Verdict[] = []
    const answer = rounds.ask({ ...(isTimed ? timedAsk() : DATABASE), signal: turn.signal }, { window, ...(companion ? { companion } : {}) }).then((value) => ({ value }), (error: unknown) => ({ error }))
    for (const step of moves) {
      const player = 'who' in step && players.length > 0 ? players[step.who % players.length] : undefined
      const shown = player?.shown[0]
      switch (step.kind) {
        case 'join': join(step.claims, step.hasSettled); break
        case 'abort': turn.abort(); break
        case 'tick': await settle(); break
        case 'close': rounds.close().catch(() => {}); clock.tick(2_000); break
        case 'host-timeout': turn.abort(Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' })); break
        case 'pass': clock.tick(step.ms); break
        case 'touch': shown?.round.countdown?.hold('touched'); break
        case 'take-time': shown?.round.countdown?.hold('for-good'); break
        case 'release': shown?.round.countdown?.release(); break
        case 'ran-out': shown?.reject(Object.assign(new Error('time'), { code: 'ASK_TIMED_OUT' })); break
        case 'leave': player?.remove(); break
        case 'submit': if (shown) verdicts.push(shown.round.submit(database('SQLite'))); break
        case 'dismiss': if (shown) verdicts.push(shown.round.dismiss()); break
        case 'resolve': shown?.resolve(database('PostgreSQL')); break
        case 'nonsense': shown?.resolve({ answers: [] }); break
        case 'reject': shown?.reject(new Error(`${player!.name} failed`)); break
        case 'aside': shown?.reject(Object.assign(new Error('nobody here'), { code: 'NO_PROVIDER' })); break
        case 'cancel': shown?.reject(Object.assign(new Error('away'), { code: 'ASK_CANCELLED' })); break
      }
    }
    await settle()
    turn.abort()
    const result = await answer
    for (const { shown } of players) {
      if (!shown[0]) continue
      const { round } = shown[0]
      seen.push(await round.outcome)
      expect(round.signal.aborted).toBe(true)
      expect(round.signal.reason).toBe(await round.outcome)
    }
    const winners = verdicts.filter(({ kind }) => kind === 'won')
    expect(winners.length).toBeLessThanOrEqual(1)
    expect(steps.filter(({ step }) => step === 'settled').length).toBe(1)
    const kind = steps.find(({ step }) => step === 'settled')!.detail
    for (const outcome of seen) {
      const isOwnExit = outcome.kind === 'failed' && (outcome.error as { code?: string }).code === 'SURFACE_LEFT'
      if (!isOwnExit) expect(outcome.kind).toBe(kind)
    }
    expect('value' in result).toBe(kind === 'answered')
    if (winners[0]?.kind === 'won' && winners[0].outcome.kind === 'answered') expect(result).toEqual({ value: winners[0].outcome.answer })
    for (const { shown, told, hasSettled, name } of players) {
      expect(shown.length).toBeLessThanOrEqual(1)
      expect(told.length).toBeLessThanOrEqual(shown.length)
      if (told.length > 0) expect(told).not.toContain(name)
      if (!hasSettled) expect(told).toEqual([])
    }
    const settled = records.filter((record) => record.kind === 'settled')
    expect(settled.map(({ outcome }) => outcome)).toEqual([kind])
    const isContinued = settled[0]!.kind === 'settled' && (settled[0]!.continued ?? false)
    expect(isContinued).toBe(isTimed && kind === 'timed-out')
    if (!isContinued) expect(told).toEqual([])
    for (const ask of told) expect(ask.signal.aborted).toBe(false)
    for (const { shown } of players) if (shown[0]?.round.countdown) expect(shown[0].round.countdown.state).toBe('over')
    clock.tick(2_000)
    await settle()
    expect([window.claims, clock.pending]).toEqual([0, 0])
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
    expect(contained).toEqual([])
  }), { numRuns: 2_000 })
})
