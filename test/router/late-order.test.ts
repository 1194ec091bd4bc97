/** Every order of late answers, the host's verdicts, discards and what other clients do. */
import { expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import type { CallView, LateHost } from '../../router/late-host.ts'
import type { ContinuedAsk, LateResult } from '../../router/types.ts'
import { settle } from '../helpers/rounds.ts'
import { createTimedRounds } from '../helpers/timed.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

type Move =
  | { readonly kind: 'submit'; readonly who: number; readonly label: 'PostgreSQL' | 'SQLite' | 'Oracle' }
  | { readonly kind: 'host'; readonly says: 'yes' | 'no' | 'BAD_ANSWER' | 'REPLY_QUEUED' | 'ODD' }
  | { readonly kind: 'view'; readonly state: CallView['state'] }
  | { readonly kind: 'observe' | 'discard' | 'settle' | 'come' | 'sleep' }
  | { readonly kind: 'pass'; readonly ms: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('submit' as const), who: fc.nat(3), label: fc.constantFrom('PostgreSQL' as const, 'SQLite' as const, 'Oracle' as const) }),
  fc.record({ kind: fc.constant('host' as const), says: fc.constantFrom('yes' as const, 'no' as const, 'BAD_ANSWER' as const, 'REPLY_QUEUED' as const, 'ODD' as const) }),
  fc.record({ kind: fc.constant('view' as const), state: fc.constantFrom('open' as const, 'continued' as const, 'settled' as const, 'absent' as const, 'unreadable' as const) }),
  fc.record({ kind: fc.constantFrom('observe' as const, 'discard' as const, 'settle' as const, 'come' as const, 'sleep' as const) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(0, 200, 10_000) }),
)

it('has one answer on its way at a time, delivers what was accepted or says why not, and writes each step first', async () => {
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 20 }), async (moves) => {
    const { rounds, clock, records, contained } = createTimedRounds()
    const asks: ContinuedAsk[] = []
    const add = (name: string) => rounds.add(Object.assign(thirdParty(name), { continued: (ask: ContinuedAsk) => { asks.push(ask) } }))
    let [says, state, isLive, delivered]: [string, CallView['state'], boolean, number] = ['yes', 'continued', true, 0]
    const host: LateHost = {
      isLive: () => isLive,
      resume: async () => { isLive = true },
      answer: () => {
        if (says === 'yes') delivered += 1
        else if (says !== 'no') throw Object.assign(new Error(says), { code: says })
        return says === 'yes'
      },
      view: () => ({ state: isLive ? state : 'unreadable' }),
    }
    rounds.late.connect(host)
    add('desk')
    add('phone')
    rounds.late.open({ id: 'a', session: 's', callId: 'c', questions: DATABASE.questions, since: clock.now() })
    const results: LateResult[] = []
    let [accepted, discards] = [0, 0]
    for (const step of moves) {
      switch (step.kind) {
        case 'submit': {
          const ask = asks[step.who % asks.length]
          const before = records.length
          const verdict = ask?.submit(database(step.label))
          if (verdict?.kind !== 'accepted') break
          accepted += 1
          expect(step.label).not.toBe('Oracle')
          expect(records.slice(before)).toEqual([expect.objectContaining({ kind: 'late', step: 'accepted' })])
          // While it is on its way nobody else's counts.
          expect(ask!.submit(database('SQLite')).kind).toBe('lost')
          verdict.result.then((result) => results.push(result), () => { throw new Error('a result rejected') })
          break
        }
        case 'host': says = step.says; break
        case 'view': state = step.state; break
        case 'observe': rounds.late.observe('s'); break
        case 'discard': {
          const before = records.length
          rounds.late.discarded('s', 'c')
          discards += records.length - before
          break
        }
        case 'settle': await settle(); break
        case 'come': add(`late${asks.length}`); break
        case 'sleep': isLive = false; break
        case 'pass': clock.tick(step.ms); break
      }
    }
    for (let passed = 0; passed < 120; passed += 1) {
      await settle()
      clock.tick(200)
    }
    expect(results).toHaveLength(accepted)
    expect(results.filter(({ kind }) => kind === 'delivered')).toHaveLength(delivered)
    expect(delivered).toBeLessThanOrEqual(1 + discards)
    const isOpen = rounds.late.list().length === 1
    expect(asks.at(-1)?.signal.aborted ?? !isOpen).toBe(!isOpen)
    expect(clock.pending).toBe(0)
    expect(contained.every(({ source }) => source === 'host')).toBe(true)
  }), { numRuns: 1_000 })
})
