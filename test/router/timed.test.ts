/** R10: the window of a timed ask, one clock for every surface. */
import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { AskSurface, ContinuedAsk } from '../../router/types.ts'
import type { WaitStream } from '../../router/claim.ts'
import type { HostWindow } from '../../router/window.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../helpers/timed.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

/** An open timed ask on the surfaces given. */
async function open(...surfaces: AskSurface[]) {
  const under = createTimedRounds()
  const window = lendWindow(under.clock)
  const removers = surfaces.map((surface) => under.rounds.add(surface))
  const request = timedAsk()
  const answer = under.rounds.ask(request, { window })
  answer.catch(() => {
    // Looked at by the tests that expect it.
  })
  await settle()
  return { ...under, window, removers, request, answer }
}

const timedOut = { code: 'ASK_TIMED_OUT' }
const places = () => [thirdParty('desk'), thirdParty('phone')] as const
const countdownOf = (surface: ReturnType<typeof thirdParty>) => surface.shown[0]!.round.countdown!

describe('R10: one claim on the host\'s wait, the same clock on every surface', () => {
  it('claims once however many surfaces are asked, and shows all of them the same time', async () => {
    const [desk, phone] = places()
    const { window, clock } = await open(desk, phone)
    expect([window.made, window.claims]).toEqual([1, 1])
    clock.tick(20_000)
    expect([desk, phone].map((place) => [countdownOf(place).state, countdownOf(place).remaining()])).toEqual([['counting', 40_000], ['counting', 40_000]])
  })

  it('starts without a time, and says when it is known', async () => {
    const { rounds, clock } = createTimedRounds()
    const seen: unknown[] = []
    const desk = thirdParty('desk', {
      ask: (_request, { countdown }) => {
        seen.push([countdown?.state, countdown?.remaining()])
        countdown?.onChange(() => seen.push([countdown.state, countdown.remaining()]))
        return new Promise(() => {})
      },
    })
    rounds.add(desk)
    rounds.ask(timedAsk(), { window: lendWindow(clock) }).catch(() => {})
    await settle()
    expect(seen).toEqual([['starting', undefined], ['counting', WINDOW_MS]])
  })

  it('ends as timed out at zero, on every surface, and is continued', async () => {
    const [desk, phone] = places()
    const { answer, clock, steps } = await open(desk, phone)
    clock.tick(WINDOW_MS - 1)
    expect(desk.shown[0]!.round.signal.aborted).toBe(false)
    clock.tick(1)
    expect(await rejection(answer)).toMatchObject(timedOut)
    for (const { shown, told } of [desk, phone]) {
      expect(await shown[0]!.round.outcome).toEqual({ kind: 'timed-out', continued: true, at: 1_000 + WINDOW_MS })
      expect([shown[0]!.round.countdown!.state, shown[0]!.round.countdown!.remaining()]).toEqual(['over', 0])
      expect(told).toEqual([])
    }
    expect(steps.filter(({ step }) => step === 'settled').map(({ detail }) => detail)).toEqual(['timed-out'])
  })

  it('stands still for all while anybody holds it, and goes on with what was left', async () => {
    const [desk, phone] = places()
    const { clock, answer } = await open(desk, phone)
    clock.tick(50_000)
    countdownOf(desk).hold('touched')
    countdownOf(phone).hold('touched')
    countdownOf(desk).release()
    clock.tick(3_600_000)
    expect([countdownOf(desk).state, countdownOf(desk).remaining()]).toEqual(['held', 10_000])
    countdownOf(phone).release()
    clock.tick(9_999)
    expect(countdownOf(desk).remaining()).toBe(1)
    clock.tick(1)
    expect(await rejection(answer)).toMatchObject(timedOut)
  })

  it('never goes on once somebody has taken their time', async () => {
    const [desk, phone] = places()
    const { clock } = await open(desk, phone)
    countdownOf(phone).hold('for-good')
    countdownOf(phone).release()
    countdownOf(desk).hold('touched')
    countdownOf(desk).release()
    clock.tick(24 * 3_600_000)
    expect(countdownOf(desk).state).toBe('held')
    expect(desk.shown[0]!.round.submit(database('SQLite')).kind).toBe('won')
  })

  it('is held by a touch that came before the host told its time', async () => {
    const { rounds, clock } = createTimedRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    rounds.ask(timedAsk(), { window: lendWindow(clock) }).catch(() => {})
    countdownOf(desk).hold('touched')
    await settle()
    expect([countdownOf(desk).state, countdownOf(desk).remaining()]).toEqual(['held', WINDOW_MS])
  })

  it.each<[string, (place: ReturnType<typeof thirdParty>, remove: () => void) => void]>([
    ['leaves', (_place, remove) => remove()],
    ['fails', ({ shown }) => shown[0]!.reject(new Error('no screen'))],
  ])('lets go of the touch of a surface that %s, and takes no more from it', async (_title, out) => {
    const [desk, phone] = places()
    const { removers } = await open(desk, phone)
    countdownOf(desk).hold('touched')
    expect(countdownOf(phone).state).toBe('held')
    out(desk, removers[0]!)
    await settle()
    expect(countdownOf(phone).state).toBe('counting')
    countdownOf(desk).hold('for-good')
    expect(countdownOf(phone).state).toBe('counting')
  })

  it('gives the clock back to the host when nobody of ours is left, and claims it again for a latecomer', async () => {
    const desk = thirdParty('desk')
    const under = createTimedRounds()
    const window = lendWindow(under.clock)
    const remove = under.rounds.add(desk)
    under.rounds.ask(timedAsk(), { window, companion: thirdParty('rest', { settled: false }) }).catch(() => {})
    await settle()
    remove()
    await settle()
    expect([window.made, window.claims]).toEqual([1, 0])
    under.clock.tick(WINDOW_MS - 5_000)
    const late = thirdParty('late')
    under.rounds.add(late)
    expect(countdownOf(late).state).toBe('starting')
    await settle()
    expect([window.made, window.claims, countdownOf(late).remaining()]).toEqual([2, 1, 5_000])
  })

  it('gives its claim back after the host has had the answer, and sets no timer any more', async () => {
    const desk = thirdParty('desk')
    const { window, clock, answer } = await open(desk)
    desk.shown[0]!.round.submit(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    await settle()
    expect(window.claims).toBe(1)
    clock.tick(0)
    await settle()
    expect([window.claims, clock.pending]).toEqual([0, 0])
  })

  it('is over for every surface when somebody answers, and then neither holds nor tells', async () => {
    const [desk, phone] = places()
    const { clock } = await open(desk, phone)
    const told = vi.fn()
    countdownOf(desk).onChange(told)
    phone.shown[0]!.round.submit(database('SQLite'))
    expect(told).toHaveBeenCalledTimes(1)
    countdownOf(desk).hold('touched')
    countdownOf(desk).release()
    clock.tick(WINDOW_MS)
    expect(countdownOf(desk).state).toBe('over')
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('contains a listener that throws, and calls none that was removed', async () => {
    const [desk, phone] = places()
    const { contained } = await open(desk, phone)
    const removed = vi.fn()
    countdownOf(phone).onChange(removed)()
    countdownOf(desk).onChange(() => { throw new Error('boom') })
    const other = vi.fn()
    countdownOf(phone).onChange(other)
    countdownOf(desk).hold('touched')
    expect([removed.mock.calls.length, other.mock.calls.length, contained.map(({ source }) => source)]).toEqual([0, 1, ['desk']])
  })

  it('gives a late act the outcome: time ran out', async () => {
    const desk = thirdParty('desk')
    const { clock } = await open(desk)
    clock.tick(WINDOW_MS)
    expect(desk.shown[0]!.round.submit(database('SQLite'))).toMatchObject({ kind: 'lost', outcome: { kind: 'timed-out', continued: true } })
    desk.shown[0]!.resolve(database('SQLite'))
    await settle()
  })

  it('never turns a plan review that ran out into a yes', async () => {
    const { rounds, clock, records } = createTimedRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const plan = { ...timedAsk(), questions: [{ id: 'plan', question: 'Do it?', detail: 'x', options: [{ label: 'Approve' }, { label: 'Keep planning' }], intent: { kind: 'plan-review', approve: 'Approve' } }] }
    const answer = rejection(rounds.ask(plan, { window: lendWindow(clock) }))
    await settle()
    clock.tick(WINDOW_MS)
    expect(await answer).toMatchObject(timedOut)
    expect(records.filter(({ kind }) => kind === 'acted')).toEqual([])
  })

  it('logs who held it once, with ids only', async () => {
    const desk = thirdParty('desk')
    const { steps } = await open(desk)
    countdownOf(desk).hold('touched')
    countdownOf(desk).hold('touched')
    expect(steps.filter(({ step }) => step === 'held')).toEqual([{ step: 'held', ask: 'ask-1', surface: 'desk', detail: 'touched', at: 1_000 }])
  })

  it('shares one claim between two callers of the same ask', async () => {
    const under = createTimedRounds()
    const desk = thirdParty('desk')
    under.rounds.add(desk)
    const window = lendWindow(under.clock)
    const request = timedAsk()
    const answers = [under.rounds.ask(request, { window }), under.rounds.ask(request, { window })]
    await settle()
    expect(window.made).toBe(1)
    under.clock.tick(WINDOW_MS)
    for (const answer of answers) expect(await rejection(answer)).toMatchObject(timedOut)
  })

  it('counts the rest of a row out when its own clock has run down, and ends with it where it was alone', async () => {
    const [desk, rest] = [thirdParty('desk'), thirdParty('rest', { settled: false })]
    const under = createTimedRounds()
    under.rounds.add(desk)
    const answer = under.rounds.ask(timedAsk(), { window: lendWindow(under.clock), companion: rest })
    await settle()
    countdownOf(desk).hold('touched')
    rest.shown[0]!.reject(Object.assign(new Error('time'), timedOut))
    await settle()
    expect(desk.shown[0]!.round.signal.aborted).toBe(false)
    desk.shown[0]!.round.submit(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    const alone = thirdParty('alone', { settled: false })
    const failing = under.rounds.ask(timedAsk(), { window: lendWindow(under.clock), companion: alone })
    desk.shown[1]!.reject(new Error('no screen'))
    await settle()
    alone.shown[0]!.reject(Object.assign(new Error('time'), timedOut))
    expect(await rejection(failing)).toMatchObject(timedOut)
  })
})

function streamOf(next: () => Promise<IteratorResult<{ remainingMs: number }>>): WaitStream {
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

describe('R10: a host that keeps its clock to itself', () => {
  const attaching: [string, NonNullable<HostWindow['attach']>][] = [
    ['throws', () => { throw new Error('boom') }],
    ['rejects', () => streamOf(() => Promise.reject(new Error('boom')))],
    ['says nothing', () => streamOf(async () => ({ done: true, value: undefined }))],
    ['never answers', () => streamOf(() => new Promise(() => {}))],
    ['tells nonsense', () => streamOf(async () => ({ done: false, value: { remainingMs: 'soon' } as never }))],
  ]

  it.each(attaching)('goes on when its wait %s: its own signal ends the ask', async (_title, attach) => {
    const { rounds, clock } = createTimedRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const foreground = new AbortController()
    const answer = rejection(rounds.ask({ ...timedAsk(), signal: foreground.signal }, { window: { continues: true, attach } }))
    await settle()
    expect([countdownOf(desk).state, countdownOf(desk).remaining(), clock.pending]).toEqual(['starting', undefined, 0])
    foreground.abort(Object.assign(new Error('late'), timedOut))
    expect(await answer).toMatchObject(timedOut)
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out', continued: true })
  })

  it('has no countdown to show, and its time-out means the same', async () => {
    const { rounds } = createTimedRounds()
    const continued: ContinuedAsk[] = []
    const desk = Object.assign(thirdParty('desk'), { continued: (ask: ContinuedAsk) => continued.push(ask) })
    rounds.add(desk)
    const foreground = new AbortController()
    const request = { ...timedAsk(), signal: foreground.signal }
    const answer = rejection(rounds.ask(request, { window: { continues: true } }))
    expect(desk.shown[0]!.round.countdown).toBeUndefined()
    foreground.abort(Object.assign(new Error('late'), timedOut))
    expect(await answer).toMatchObject(timedOut)
    expect(continued.map(({ id, session, callId, questions, since }) => ({ id, session, callId, questions, since }))).toEqual([
      { id: 'ask-1', session: 's1', callId: request.wait.callId, questions: DATABASE.questions, since: 1_000 },
    ])
  })

  it('is final where it takes no answers afterwards', async () => {
    const { rounds, clock } = createTimedRounds()
    const continued = vi.fn()
    const desk = Object.assign(thirdParty('desk'), { continued })
    rounds.add(desk)
    const answer = rejection(rounds.ask(timedAsk(), { window: lendWindow(clock, { continues: false }) }))
    await settle()
    clock.tick(WINDOW_MS)
    expect(await answer).toMatchObject(timedOut)
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out', continued: false })
    expect(continued).not.toHaveBeenCalled()
  })

  it.each([['a named ask', { callId: 'c' }], ['an ask without a call', undefined]])('has no clock for %s without end', async (_title, wait) => {
    const { rounds, clock } = createTimedRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const window = lendWindow(clock)
    rounds.ask({ ...DATABASE, agent: { id: 's', session: { id: 's' } }, ...(wait ? { wait } : {}) }, { window }).catch(() => {})
    await settle()
    clock.tick(30 * 24 * 3_600_000)
    expect([window.made, desk.shown[0]!.round.countdown, desk.shown[0]!.round.signal.aborted]).toEqual([0, undefined, false])
  })
})

it('leaves no listener, timer or claim behind after 5,000 timed asks', async () => {
  const { rounds, clock } = createTimedRounds()
  const desk = thirdParty('desk')
  rounds.add(desk)
  const turn = new AbortController()
  const windows = Array.from({ length: 5_000 }, () => lendWindow(clock))
  const answers = windows.map((window) => rounds.ask({ ...timedAsk(), signal: turn.signal }, { window }).catch(() => {}))
  await settle()
  for (const [index, { round }] of desk.shown.entries()) {
    round.countdown!.onChange(() => {})
    if (index % 2 === 0) round.submit(database('SQLite'))
  }
  clock.tick(WINDOW_MS)
  await Promise.all(answers)
  clock.tick(0)
  await settle()
  expect([clock.pending, windows.filter(({ claims, made }) => claims !== 0 || made !== 1).length, getEventListeners(turn.signal, 'abort').length]).toEqual([0, 0, 0])
})
