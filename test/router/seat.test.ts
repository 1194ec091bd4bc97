/** One surface's seat in a round: what it sees of the ask, and how it hears of the end. */
import { describe, expect, it } from 'vitest'
import { Seat, startAsk, type SeatPorts } from '../../router/seat.ts'
import type { AskRound, AskSurface, AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

const ENDED: Outcome = { kind: 'dismissed', actor: { surface: 'phone' }, at: 1 }
const LATER: Outcome = { kind: 'timed-out', continued: false, at: 2 }

function sit(surface: AskSurface = thirdParty('desk'), request: AskUserQuestionRequest = DATABASE) {
  const said: unknown[] = []
  const contained: unknown[] = []
  const ports: SeatPorts = {
    submit: (_seat, ...args) => { said.push(['submit', ...args]); return { kind: 'lost', outcome: ENDED } },
    dismiss: (_seat, ...args) => { said.push(['dismiss', ...args]); return { kind: 'lost', outcome: ENDED } },
    report: (_seat, ...args) => { said.push(args) },
    contain: (_seat, error) => { contained.push(error) },
  }
  const seat = new Seat('ask-1', { key: 1, surface, name: 'desk', pending: 0 }, request, ports)
  return { seat, said, contained }
}

describe('the request', () => {
  it('is the surface\'s own, but for the host\'s agent', () => {
    const agent = { id: 's', session: { id: 's' } }
    const wait = { callId: 'c', timed: true }
    const host = new AbortController()
    const { seat } = sit(undefined, { ...DATABASE, agent, wait, signal: host.signal })
    const { signal, ...request } = seat.request
    expect(request).toStrictEqual({ ...DATABASE, agent, wait })
    expect([request.agent === agent, request.wait === wait, request.questions === DATABASE.questions, signal === host.signal]).toEqual([true, false, false, false])
    host.abort()
    expect(signal?.aborted).toBe(false)
  })

  it('inherits nothing from a field that is named as if it could', () => {
    const { seat } = sit(undefined, { ...DATABASE, ...JSON.parse('{"__proto__":{"stolen":true}}') })
    expect('stolen' in seat.request).toBe(false)
  })

  it('hands its signal on to a copy, also when it is read only after the end', () => {
    const { seat } = sit()
    const before = { ...seat.request }.signal
    expect([before?.aborted, before === seat.request.signal]).toEqual([false, true])
    seat.conclude(ENDED, 'loser')
    expect([before?.aborted, before?.reason]).toEqual([true, ENDED])
    const { seat: unread } = sit()
    unread.conclude(ENDED, 'loser')
    expect([unread.request.signal?.aborted, unread.request.signal?.reason]).toEqual([true, ENDED])
  })

  it('is told of no end where it was not asked to withdraw, read before or after', () => {
    const { seat } = sit()
    seat.conclude(ENDED, 'winner')
    expect(seat.request.signal?.aborted).toBe(false)
  })

  it('is read through whatever a surface wraps it in', () => {
    const { seat } = sit()
    const [heir, proxy]: AskUserQuestionRequest[] = [Object.create(seat.request), new Proxy(seat.request, {})]
    const { signal } = seat.request
    expect([signal?.aborted, heir?.signal === signal, proxy?.signal === signal]).toEqual([false, true, true])
  })

  it('lets a surface put a signal of its own in the place of ours', () => {
    const { seat } = sit()
    const { signal } = new AbortController()
    seat.request.signal = signal
    expect([seat.request.signal, { ...seat.request }.signal]).toEqual([signal, signal])
  })

  it('has no wait where the ask has none, nor a countdown', () => {
    const { seat } = sit()
    expect(Object.keys(seat.request).toSorted()).toEqual(['questions', 'signal'])
    expect(seat.countdown).toBeUndefined()
  })
})

describe('acts and reports', () => {
  it('bear the name that the surface had when it came', () => {
    const surface = { ...thirdParty('renamed') }
    const { seat, said } = sit(surface)
    seat.submit(database('SQLite'))
    seat.submit(database('SQLite'), Object.assign({ surface: 'forged' }, { name: 'Li' }))
    seat.dismiss()
    seat.dismiss({ id: 'ou_1' })
    expect(said).toEqual([
      ['submit', database('SQLite'), { surface: 'desk' }], ['submit', database('SQLite'), { surface: 'desk', name: 'Li' }],
      ['dismiss', { surface: 'desk' }], ['dismiss', { surface: 'desk', id: 'ou_1' }],
    ])
  })

  it('are told once of each kind', () => {
    const { seat, said } = sit()
    for (const step of ['shown', 'shown', 'collapsed', 'shown', 'collapsed'] as const) seat.report(step, 'm1')
    expect(said).toEqual([['shown', 'm1'], ['collapsed', 'm1']])
  })
})

describe('a claim', () => {
  it.each<[unknown, boolean]>([[true, true], [false, false], [1, true], ['', false], [undefined, false], [null, false], [{}, true], ['yes', true]])('of %j is %s', (claim, claims) => {
    const { seat, contained } = sit(thirdParty('desk', { claim: () => claim as boolean }))
    expect([seat.claims(), contained]).toEqual([claims, []])
  })

  it('that throws, or is a promise, is none', async () => {
    const error = new Error('boom')
    const throwing = sit(thirdParty('desk', { claim: () => { throw error } }))
    expect([throwing.seat.claims(), throwing.contained]).toEqual([false, [error]])
    const later = sit(thirdParty('desk', { claim: (() => Promise.reject(error)) as never }))
    expect([later.seat.claims(), later.contained]).toEqual([false, []])
    await settle()
    expect(later.contained).toEqual([error])
    const kept = sit(thirdParty('desk', { claim: (() => Promise.resolve(true)) as never }))
    expect(kept.seat.claims()).toBe(false)
  })

  it('is asked with the very request', () => {
    const seen: unknown[] = []
    const { seat } = sit(thirdParty('desk', { claim: (request) => seen.push(request) > 0 }))
    seat.claims()
    expect(seen[0]).toBe(seat.request)
  })
})

describe('the end', () => {
  it('is seen by signal and promise, whether they were read before or after', async () => {
    const before = sit().seat
    const [signal, outcome] = [before.signal, before.outcome]
    expect([before.signal === signal, before.outcome === outcome, signal.aborted]).toEqual([true, true, false])
    before.conclude(ENDED, 'winner')
    expect([signal.reason, await outcome]).toEqual([ENDED, ENDED])
    const after = sit().seat
    after.conclude(ENDED, 'winner')
    expect([after.signal.aborted, after.signal.reason, await after.outcome]).toEqual([true, ENDED, ENDED])
    expect([after.signal === after.signal, after.outcome === after.outcome]).toEqual([true, true])
  })

  it('is the first one, and the surface hears of it once', async () => {
    const desk = thirdParty('desk')
    const { seat } = sit(desk)
    seat.conclude(ENDED, 'loser', 'phone')
    seat.conclude(LATER, 'loser', 'notes')
    seat.conclude(LATER, 'loser')
    expect([await seat.outcome, seat.signal.reason, desk.told, seat.request.signal?.aborted]).toEqual([ENDED, ENDED, ['phone'], false])
  })

  it('leaves the winner\'s own request alone', () => {
    const desk = thirdParty('desk')
    const { seat } = sit(desk)
    seat.conclude(ENDED, 'winner', 'desk')
    expect([desk.told, seat.request.signal?.aborted]).toEqual([[], false])
  })

  it('withdraws the request where nobody has won, or the surface has no `settled`', () => {
    const desk = thirdParty('desk')
    const lost = sit(desk).seat
    lost.conclude(ENDED, 'loser')
    expect([desk.told, lost.request.signal?.reason]).toEqual([[], ENDED])
    const old = sit(thirdParty('old', { settled: false })).seat
    old.conclude(ENDED, 'loser', 'phone')
    expect(old.request.signal?.reason).toBe(ENDED)
  })

  it('is told with the very request, before the signal of the round', () => {
    const order: unknown[] = []
    const desk = thirdParty('desk', { settled: () => order.push(seat.signal.aborted) })
    const { seat } = sit(desk)
    expect(seat.signal.aborted).toBe(false)
    seat.conclude(ENDED, 'loser', 'phone')
    expect([order, seat.signal.aborted]).toEqual([[false], true])
  })

  it.each<[string, () => unknown]>([['throws', () => { throw new Error('boom') }], ['rejects', () => Promise.reject(new Error('boom'))]])('was told to a surface whose `settled` %s, which is contained', async (_how, settled) => {
    const { seat, contained } = sit({ ...thirdParty('desk'), settled })
    seat.conclude(ENDED, 'loser', 'phone')
    await settle()
    expect([contained, seat.request.signal?.aborted, seat.signal.reason]).toEqual([[expect.objectContaining({ message: 'boom' })], false, ENDED])
  })

  it.each([null, 'then', 5, {}])('is told whatever a `settled` returns that is no promise: %j', async (value) => {
    const { seat, contained } = sit({ ...thirdParty('desk'), settled: () => value })
    seat.conclude(ENDED, 'loser', 'phone')
    await settle()
    expect(contained).toEqual([])
  })
})

describe('asking', () => {
  const round = {} as AskRound

  it('hands over request and round, and gives back what the surface says', async () => {
    const seen: unknown[] = []
    const surface = thirdParty('desk', { ask: (...args) => { seen.push(...args); return Promise.resolve(database('SQLite')) } })
    expect(await startAsk(surface, DATABASE, round)).toEqual(database('SQLite'))
    expect(seen).toEqual([DATABASE, round])
  })

  it('takes a throw for a rejection, and a value for a resolution', async () => {
    const error = new Error('boom')
    expect(await rejection(startAsk(thirdParty('desk', { ask: () => { throw error } }), DATABASE, round))).toBe(error)
    expect(await startAsk(thirdParty('desk', { ask: (() => database('SQLite')) as never }), DATABASE, round)).toEqual(database('SQLite'))
  })
})
