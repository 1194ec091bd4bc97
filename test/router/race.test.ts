/** One round as it is performed: who is asked while foreign code runs, what each end leads to, and every step of it. */
import { describe, expect, it } from 'vitest'
import type { JournalRecord } from '../../router/journal/types.ts'
import { Race } from '../../router/race.ts'
import type { Registration } from '../../router/seat.ts'
import type { AskOrder, AskSurface, AskUserQuestionRequest, Step } from '../../router/types.ts'
import type { HostWindow } from '../../router/window.ts'
import { createClock } from '../helpers/clock.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { onSide } from '../helpers/ordered.ts'
import { DATABASE, database, thirdParty, type ThirdParty } from '../helpers/third-party.ts'
import { lendWindow } from '../helpers/timed.ts'

const TIMED: AskUserQuestionRequest = { ...DATABASE, agent: { id: 's', session: { id: 's' } }, wait: { callId: 'c', timed: true } }
const coded = (code: string) => Object.assign(new Error(code), { code })

interface Given {
  readonly request?: AskUserQuestionRequest
  readonly window?: (clock: ReturnType<typeof createClock>) => HostWindow
  readonly order?: AskOrder
  readonly companion?: ThirdParty
  /** Looked at before anything is appended. */
  readonly append?: (lines: readonly JournalRecord[]) => void
}

let lastKey = 0
const registered = (surface: AskSurface): Registration => ({ key: ++lastKey, surface, name: surface.name, pending: 0, ...(surface.side ? { side: surface.side } : {}) })

function start(surfaces: readonly AskSurface[], { request = DATABASE, window, order, companion, append }: Given = {}) {
  const clock = createClock()
  const [steps, records, contained, released, continued]: [Step[], JournalRecord[], [string, unknown][], string[], unknown[]] = [[], [], [], [], []]
  let closed = 0
  const race = new Race('a', request, {
    now: clock.now, monotonic: clock.now, after: clock.after,
    journal: { append: (...lines) => { append?.(lines); records.push(...lines) } },
    ...(order ? { order: () => order } : {}),
    step: (step) => steps.push(step),
    contain: (surface, error) => contained.push([surface, error]),
    closed: () => { closed += 1 },
    continued: (ask, asked) => continued.push([ask, Array.from(asked, ({ name }) => name)]),
    released: ({ name }: Registration) => { released.push(name) },
  }, window?.(clock))
  const registrations = surfaces.map((surface) => registered(surface))
  const answer = race.wait(undefined)
  answer.catch(() => {})
  race.open(registrations, companion && registered(companion))
  /** Steps of one kind, as place and detail. */
  const told = (kind: Step['step']) => steps.filter(({ step }) => step === kind).map(({ surface, detail }) => [surface, detail])
  return { race, clock, steps, records, contained, released, continued, registrations, answer, told, closed: () => closed }
}

describe('the steps', () => {
  it('say what was asked of how many, who claims it, and what became of each', async () => {
    const [desk, phone, other] = [thirdParty('desk'), thirdParty('phone'), thirdParty('other', { claim: () => false })]
    const { steps, answer, closed } = start([desk, phone, other])
    desk.shown[0]!.reject(new TypeError('no screen'))
    await settle()
    phone.shown[0]!.round.submit({ answers: [] })
    phone.shown[0]!.round.submit(database('SQLite'))
    await answer
    const of = { ask: 'a', at: 1_000 }
    expect(steps).toStrictEqual([
      { step: 'opened', ...of, detail: '1 questions, 3 surfaces' }, { step: 'claimed', ...of, surface: 'desk' }, { step: 'claimed', ...of, surface: 'phone' },
      { step: 'failed', ...of, surface: 'desk', detail: 'TypeError' }, { step: 'acted', ...of, surface: 'phone', detail: 'refused' }, { step: 'acted', ...of, surface: 'phone', detail: 'won' },
      { step: 'settled', ...of, detail: 'answered' },
    ])
    expect(closed()).toBe(1)
  })

  it('name a latecomer that claims, one that leaves, and one whose turn is later', () => {
    const [desk, phone] = [onSide('desk', 'terminal'), onSide('phone', 'feishu')]
    const { race, registrations, told } = start([desk, phone], { order: { mode: 'terminal-first', delaySeconds: 7 } })
    expect(told('deferred')).toEqual([['feishu', '7 s']])
    race.join(registered(thirdParty('late')))
    race.join(registered(thirdParty('shy', { claim: () => false })))
    expect(told('claimed')).toEqual([['terminal', undefined], ['feishu', undefined], ['late', undefined]])
    race.leave(registrations[0]!)
    expect(told('failed')).toEqual([['terminal', 'SURFACE_LEFT']])
  })

  it('that somebody throws at are contained by the name of their place, or the router\'s', () => {
    const contained: string[] = []
    const desk = registered(thirdParty('desk'))
    const race = new Race('a', DATABASE, {
      now: () => 0, monotonic: () => 0, after: () => () => {}, journal: { append: () => {} }, closed: () => {}, continued: () => {}, released: () => {},
      step: () => { throw new Error('boom') }, contain: (surface) => contained.push(surface),
    })
    race.open([desk])
    expect(contained).toEqual(['router', 'desk'])
  })
})

describe('while the claims are read', () => {
  it('a surface that comes is asked afterwards, once, and one that goes is not', () => {
    const [latecomer, passer] = [thirdParty('late'), thirdParty('passing')]
    const [late, passing] = [registered(latecomer), registered(passer)]
    const acts: (() => void)[] = []
    const [first, second] = [thirdParty('first', { claim: () => { for (const act of acts) act(); return true } }), thirdParty('second')]
    const registrations = [first, second].map((surface) => registered(surface))
    const steps: Step[] = []
    const race = new Race('a', DATABASE, {
      now: () => 0, monotonic: () => 0, after: () => () => {}, journal: { append: () => {} }, closed: () => {}, continued: () => {}, released: () => {},
      step: (step) => steps.push(step), contain: () => {},
    })
    acts.push(() => race.join(late), () => race.join(late), () => race.join(passing), () => race.leave(passing), () => race.leave(registrations[1]!))
    race.open(registrations)
    expect([first, second, latecomer, passer].map(({ shown }) => shown.length)).toEqual([1, 0, 1, 0])
    expect(steps.map(({ step, surface }) => [step, surface])).toEqual([['opened', undefined], ['claimed', 'first'], ['claimed', 'second'], ['claimed', 'late']])
  })

  it('the question is in the journal already', () => {
    const seen: string[] = []
    let written: readonly JournalRecord[] = []
    const desk = thirdParty('desk', { claim: () => { seen.push(...written.map(({ kind }) => kind)); return true } })
    start([desk], { append: (lines) => { written = lines } })
    expect(seen).toEqual(['asked'])
  })
})

it('asks nobody who has left while the others were being asked', () => {
  const late = registered(thirdParty('late'))
  const early = registered(thirdParty('early', { ask: () => { race.leave(late); return new Promise(() => {}) } }))
  const race = new Race('a', DATABASE, {
    now: () => 0, monotonic: () => 0, after: () => () => {}, journal: { append: () => {} }, closed: () => {}, continued: () => {}, released: () => {}, step: () => {}, contain: () => {},
  })
  race.wait(undefined).catch(() => {})
  race.open([early, late])
  expect([early.pending, late.pending]).toEqual([1, 0])
})

it('has each seat once: who is there already does not join again', () => {
  const desk = thirdParty('desk')
  const { race, registrations, told } = start([desk])
  race.join(registrations[0]!)
  expect([desk.shown.length, told('claimed').length]).toEqual([1, 1])
})

it('tells nobody of an end who was never asked', async () => {
  const [desk, other] = [thirdParty('desk'), thirdParty('other', { claim: () => false })]
  const { answer } = start([desk, other])
  desk.shown[0]!.round.submit(database('SQLite'))
  await answer
  expect([desk.told, other.told]).toEqual([[], []])
})

/** Two who wait for the same answer, of whom the second may leave. */
function two() {
  const desk = thirdParty('desk')
  const under = start([desk], { request: TIMED })
  const turn = new AbortController()
  const second = rejection(under.race.wait(turn.signal))
  return { ...under, desk, turn, second }
}

/** The only one who waits leaves. */
function alone(reason: unknown, window?: Given['window'], request = TIMED) {
  const desk = thirdParty('desk')
  const turn = new AbortController()
  const continued: unknown[] = []
  const own = new Race('b', request, {
    now: () => 5, monotonic: () => 5, after: () => () => {}, journal: { append: () => {} }, closed: () => {}, released: () => {}, step: () => {}, contain: () => {},
    continued: (ask, asked) => continued.push([ask, Array.from(asked, ({ name }) => name)]),
  }, window?.(createClock()))
  const answer = rejection(own.wait(turn.signal))
  own.open([registered(desk), registered(thirdParty('other', { claim: () => false }))])
  turn.abort(reason)
  return { answer, desk, continued }
}

describe('a caller that leaves', () => {
  it('leaves the others what they wait for, and hears why for itself', async () => {
    const withdrawn = two()
    withdrawn.turn.abort('turn over')
    expect(await withdrawn.second).toMatchObject({ code: 'ASK_ABORTED', cause: 'turn over' })
    const late = two()
    late.turn.abort(coded('ASK_TIMED_OUT'))
    expect(await late.second).toMatchObject({ code: 'ASK_TIMED_OUT' })
    for (const { desk, answer, closed } of [withdrawn, late]) {
      expect(closed()).toBe(0)
      desk.shown[0]!.round.submit(database('SQLite'))
      expect(await answer).toEqual(database('SQLite'))
    }
  })

  it('ends the round when it was the last', async () => {
    const { answer, desk, continued } = alone('turn over')
    expect(await answer).toMatchObject({ code: 'ASK_ABORTED', cause: 'turn over' })
    expect(await desk.shown[0]!.round.outcome).toEqual({ kind: 'aborted', cause: 'withdrawn', reason: 'turn over', at: 5 })
    expect(continued).toEqual([])
  })

  it('by the end of its time leaves an ask that goes on where the host takes late answers, for those who were asked', async () => {
    const final = alone(coded('ASK_TIMED_OUT'))
    expect(await final.desk.shown[0]!.round.outcome).toEqual({ kind: 'timed-out', continued: false, at: 5 })
    const { answer, desk, continued } = alone(coded('ASK_TIMED_OUT'), () => ({ continues: true }))
    expect(await answer).toMatchObject({ code: 'ASK_TIMED_OUT' })
    expect(await desk.shown[0]!.round.outcome).toEqual({ kind: 'timed-out', continued: true, at: 5 })
    expect([final.continued, continued]).toEqual([[], [[{ id: 'b', session: 's', callId: 'c', questions: DATABASE.questions, since: 5 }, ['desk']]]])
  })
})

it.each<[string, AskUserQuestionRequest]>([['no agent', { ...DATABASE, wait: { callId: 'c', timed: true } }], ['no call', { ...DATABASE, agent: { id: 's', session: { id: 's' } } }]])('goes on with no ask that has %s', async (_what, request) => {
  const { answer, continued } = alone(coded('ASK_TIMED_OUT'), () => ({ continues: true }), request)
  expect(await answer).toMatchObject({ code: 'ASK_TIMED_OUT' })
  expect(continued).toEqual([])
})

/** A companion and a surface, of whom one stands aside and the other says that time has run out. */
async function ends(who: 'companion' | 'desk', request: AskUserQuestionRequest) {
  const [desk, companion] = [thirdParty('desk'), thirdParty('companion', { settled: false })]
  const under = start([desk], { request, companion, window: () => ({ continues: true }) })
  const loser = who === 'companion' ? desk : companion
  loser.shown[0]!.reject(coded('NO_PROVIDER'))
  await settle()
  const error = coded('ASK_TIMED_OUT')
  const late = who === 'companion' ? companion : desk
  late.shown[0]!.reject(error)
  return { ...under, error, end: await rejection(under.answer) }
}

describe('the companion\'s own clock', () => {
  it('ends a timed ask as timed out when nobody else is left', async () => {
    const { end, error, told } = await ends('companion', TIMED)
    expect(end).toMatchObject({ code: 'ASK_TIMED_OUT' })
    expect([end === error, told('failed'), told('settled')]).toEqual([false, [], [[undefined, 'timed-out']]])
  })

  it('is no matter where it fails in another way', async () => {
    const [desk, companion] = [thirdParty('desk'), thirdParty('companion', { settled: false })]
    const { answer } = start([desk], { request: TIMED, companion })
    const error = new Error('no browser')
    desk.shown[0]!.reject(coded('NO_PROVIDER'))
    await settle()
    companion.shown[0]!.reject(error)
    expect(await rejection(answer)).toBe(error)
  })

  it('is its failure where the ask is not timed, and so is that of any other', async () => {
    for (const { end, error, told } of [await ends('companion', DATABASE), await ends('desk', TIMED)]) {
      expect([end === error, told('settled')]).toEqual([true, [[undefined, 'failed']]])
    }
  })
})

describe('a promise that settles', () => {
  it('frees its surface each time, whatever the round has become', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { registrations, released, answer, contained, records, told } = start([desk, phone])
    expect(registrations.map(({ pending }) => pending)).toEqual([1, 1])
    phone.shown[0]!.resolve(database('SQLite'))
    await answer
    await settle()
    expect([registrations.map(({ pending }) => pending), released, told('failed')]).toEqual([[1, 0], ['phone'], []])
    const before = records.length
    desk.shown[0]!.resolve(database('PostgreSQL'))
    await settle()
    expect([registrations.map(({ pending }) => pending), released, contained, records.length]).toEqual([[0, 0], ['phone', 'desk'], [], before])
  })

  it('frees it also where what it brings about throws, which is contained', async () => {
    const desk = thirdParty('desk')
    const error = new Error('no disk')
    const { registrations, released, contained } = start([desk], { append: ([line]) => { if (line?.kind === 'acted') throw error } })
    desk.shown[0]!.resolve(database('SQLite'))
    await settle()
    expect([registrations[0]!.pending, released, contained]).toEqual([0, ['desk'], [['desk', error]]])
  })

  it('with a bad answer is a failure by a code, in words', async () => {
    const desk = thirdParty('desk')
    const { answer, told } = start([desk])
    desk.shown[0]!.resolve({ answers: [] })
    expect(await rejection(answer)).toMatchObject({ code: 'BAD_ANSWER', message: 'desk: question "db" is not answered' })
    expect(told('failed')).toEqual([['desk', 'BAD_ANSWER']])
  })

  it('after its surface has failed is nothing more', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { registrations, answer, race } = start([desk, phone])
    race.leave(registrations[0]!)
    desk.shown[0]!.reject(new Error('gone'))
    await settle()
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })
})

const places = () => [onSide('desk', 'terminal'), onSide('phone', 'feishu')] as const

describe('the window of a timed ask', () => {
  it('is let go by a surface that fails, and given back when none of ours is left', async () => {
    const [desk, phone, companion] = [thirdParty('desk'), thirdParty('phone'), thirdParty('companion', { settled: false })]
    const lent: ReturnType<typeof lendWindow>[] = []
    const { told, clock } = start([desk, phone], { request: TIMED, companion, window: (ofClock) => { lent.push(lendWindow(ofClock)); return lent[0]! } })
    await settle()
    const countdown = phone.shown[0]!.round.countdown!
    desk.shown[0]!.round.countdown!.hold('touched')
    expect([told('held'), countdown.state]).toEqual([[['desk', 'touched']], 'held'])
    desk.shown[0]!.reject(new Error('no screen'))
    await settle()
    expect([countdown.state, lent[0]!.claims, clock.pending]).toEqual(['counting', 1, 1])
    desk.shown[0]!.round.countdown!.hold('touched')
    expect(countdown.state).toBe('counting')
    phone.shown[0]!.reject(new Error('no screen'))
    await settle()
    expect([countdown.state, lent[0]!.claims, clock.pending]).toEqual(['starting', 0, 0])
  })

  it('is held on by a surface whose answer was refused', async () => {
    const desk = thirdParty('desk')
    start([desk], { request: TIMED, window: (clock) => lendWindow(clock) })
    await settle()
    const { round } = desk.shown[0]!
    round.countdown!.hold('touched')
    expect([round.submit({ answers: [] }).kind, round.countdown!.state]).toEqual(['refused', 'held'])
  })

  it('makes those wait who come later, but not where only the host knows its clock', () => {
    const order: AskOrder = { mode: 'terminal-first', delaySeconds: 30 }
    const [desk, phone] = places()
    start([desk, phone], { request: TIMED, order, window: (clock) => lendWindow(clock) })
    expect([desk.shown.length, phone.shown.length]).toEqual([1, 0])
    const [one, other] = places()
    const { race } = start([one, other], { request: TIMED, order, window: () => ({ continues: true }) })
    expect([one.shown.length, other.shown.length, race.deferral]).toEqual([1, 1, undefined])
    expect(start([thirdParty('desk')], { order: { mode: 'together', delaySeconds: 30 } }).race.deferral).toBeUndefined()
  })
})
