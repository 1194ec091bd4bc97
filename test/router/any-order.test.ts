/** Under every order of asking and in every order of events everybody is asked in finite time, and there is one outcome. */
import { expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import type { AskOrder, Outcome, Verdict } from '../../router/types.ts'
import { createOrderedRounds, onSide } from '../helpers/ordered.ts'
import { settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty, type ThirdParty } from '../helpers/third-party.ts'
import { lendWindow, timedAsk } from '../helpers/timed.ts'

const order: fc.Arbitrary<AskOrder> = fc.record({ mode: fc.constantFrom('together' as const, 'terminal-first' as const, 'phone-first' as const), delaySeconds: fc.integer({ min: 1, max: 120 }) })
const seat = fc.record({ side: fc.constantFrom('desk' as const, 'phone' as const, undefined), claims: fc.boolean() })
const who = fc.nat(5)
const move = fc.oneof(
  fc.record({ kind: fc.constantFrom('leave' as const, 'reject' as const, 'key' as const, 'hold' as const), who }),
  fc.record({ kind: fc.constantFrom('submit' as const, 'dismiss' as const, 'abort' as const), who, really: fc.nat(4).map((dice) => dice === 0) }),
  fc.record({ kind: fc.constant('join' as const), seat }),
  fc.record({ kind: fc.constant('choose' as const), order }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 200_000 }) }),
)

/** Longer than anybody can be kept waiting, in milliseconds. */
const LONG = 700_000

interface Player extends ThirdParty {
  readonly claims: boolean
  isHere: boolean
  hasFailed: boolean
  pressedAt: number
  remove(): void
}

it('asks whom the rules demand in finite time, each once, and has one outcome', async () => {
  await fc.assert(fc.asyncProperty(order, fc.array(seat, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.boolean(), fc.array(move, { maxLength: 12 }), async (first, seats, hasCompanion, isTimed, moves) => {
    const { rounds, clock, steps, records, contained, choose } = createOrderedRounds(first)
    const players: Player[] = []
    const join = ({ side, claims }: { side: 'desk' | 'phone' | undefined; claims: boolean }) => {
      const surface = onSide(side, `s${players.length}`, { claim: () => claims, idle: () => clock.now() - player.pressedAt })
      const player: Player = Object.assign(surface, { claims, isHere: true, hasFailed: false, pressedAt: -Infinity, remove: () => {} })
      players.push(player)
      const leave = rounds.add(player)
      player.remove = () => {
        player.isHere = false
        leave()
      }
    }
    for (const one of seats) join(one)
    const claimed = seats.some(({ claims }) => claims)
    const turn = new AbortController()
    const verdicts: Verdict[] = []
    const companion = hasCompanion ? thirdParty('companion') : undefined
    const answer = rounds.ask({ ...(isTimed ? timedAsk() : DATABASE), signal: turn.signal }, { window: lendWindow(clock, { ms: 5 * LONG }), ...(companion ? { companion } : {}) }).then((value) => ({ value }), (error: unknown) => ({ error }))
    const isOpen = () => !steps.some(({ step }) => step === 'settled')
    const able = () => players.filter(({ isHere, hasFailed }) => isHere && !hasFailed)
    const holdsAlways = () => {
      if (!isOpen()) return
      // Nobody waits for a place that isn't there: whenever somebody can be asked, somebody is.
      if (able().length > 0) expect(able().some(({ shown }) => shown.length > 0)).toBe(true)
      if (companion) expect(companion.shown).toHaveLength(1)
    }
    holdsAlways()
    for (const step of moves) {
      const player = 'who' in step ? players[step.who % players.length] : undefined
      const shown = player?.shown[0]
      switch (step.kind) {
        case 'join': join(step.seat); break
        case 'choose': choose(step.order); break
        case 'pass': clock.tick(step.ms); break
        case 'leave': player!.remove(); break
        case 'key': player!.pressedAt = clock.now(); break
        case 'hold': shown?.round.countdown?.hold('for-good'); break
        case 'reject':
          if (!player || !shown) break
          player.hasFailed = true
          shown.reject(new Error('failed'))
          break
        case 'submit': if (step.really && shown) verdicts.push(shown.round.submit(database('SQLite'))); break
        case 'dismiss': if (step.really && shown) verdicts.push(shown.round.dismiss()); break
        case 'abort': if (step.really) turn.abort(); break
      }
      await settle()
      holdsAlways()
    }
    clock.tick(LONG)
    await settle()
    if (isOpen()) for (const { shown, claims, name } of able()) if (claims || !claimed) expect([name, shown.length]).toEqual([name, 1])
    turn.abort()
    const result = await answer
    const outcomes: Outcome[] = []
    for (const { shown } of players) {
      expect(shown.length).toBeLessThanOrEqual(1)
      if (shown[0]) outcomes.push(await shown[0].round.outcome)
    }
    const ends = steps.filter(({ step }) => step === 'settled')
    expect(ends).toHaveLength(1)
    expect(records.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
    expect(verdicts.filter(({ kind }) => kind === 'won').length).toBeLessThanOrEqual(1)
    expect('value' in result).toBe(ends[0]!.detail === 'answered')
    for (const outcome of outcomes) if (!(outcome.kind === 'failed' && Object(outcome.error).code === 'SURFACE_LEFT')) expect(outcome.kind).toBe(ends[0]!.detail)
    clock.tick(2_000)
    expect([clock.pending, contained]).toEqual([0, []])
  }), { numRuns: 1_000 })
})
