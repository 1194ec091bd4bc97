/** Late replies without rounds: what the host's record, its silence and its errors make of an ask that is continued. */
import { describe, expect, it } from 'vitest'
import type { JournalRecord } from '../../router/journal/types.ts'
import { READY_LIMIT } from '../../router/late-delivery.ts'
import type { CallView, LateHost } from '../../router/late-host.ts'
import { LateReplies, type LateAsk } from '../../router/late-replies.ts'
import type { Registration } from '../../router/seat.ts'
import type { AskSurface, ContinuedAsk, Step } from '../../router/types.ts'
import { createClock } from '../helpers/clock.ts'
import { settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

const ACTOR = { surface: 'desk', name: 'Li' }
const BAD = database('Oracle')

function start({ step }: { readonly step?: (step: Step) => void } = {}) {
  const clock = createClock()
  const [steps, records, contained]: [Step[], JournalRecord[], [string, unknown][]] = [[], [], []]
  const late = new LateReplies({
    now: clock.now, monotonic: clock.now, after: clock.after,
    journal: { append: (...lines) => { records.push(...lines) } },
    step: step ?? ((each) => steps.push(each)),
    contain: (source, error) => contained.push([source, error]),
  })
  const host = { view: { state: 'continued' } as CallView, live: true, reads: 0, given: [] as unknown[], says: (): boolean => true, resume: (): Promise<void> => Promise.resolve() }
  const port: LateHost = {
    isLive: () => host.live,
    resume: () => host.resume(),
    answer: (session, callId, answer) => { host.given.push([session, callId, answer]); return host.says() },
    view: () => { host.reads += 1; return host.view },
  }
  const disconnect = late.connect(port)
  let key = 0
  const join = (name: string) => {
    const asks: ContinuedAsk[] = []
    const registration: Registration = { key: ++key, surface: Object.assign(thirdParty(name), { continued: (ask: ContinuedAsk) => { asks.push(ask) } }), name, pending: 0 }
    late.join(registration)
    return { asks, registration }
  }
  const ask = (id = 'a', more: Partial<LateAsk> = {}): LateAsk => ({ id, session: 's', callId: `c-${id}`, questions: DATABASE.questions, since: clock.now(), ...more })
  const result = async (id = 'a') => {
    const verdict = late.submit(id, database('SQLite'), ACTOR)
    return verdict.kind === 'accepted' ? verdict.result : verdict
  }
  return { late, clock, steps, records, contained, host, port, disconnect, join, ask, result }
}

/** An ask of an ended process of which nobody knows the words. */
const wordless = ({ id, session, callId, since }: LateAsk): LateAsk => ({ id, session, callId, since })

describe('the host', () => {
  it('takes answers until it is taken away, and one that came meanwhile stays', async () => {
    const { late, disconnect, port, ask, result } = start()
    late.open(ask())
    disconnect()
    expect(await result()).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    const again = late.connect(port)
    disconnect()
    late.connect({ ...port })
    again()
    expect(await result()).toEqual({ kind: 'delivered' })
  })

  it('that throws when its record is read is contained, and closes nothing', async () => {
    const { late, clock, port, ask, contained } = start()
    const error = new Error('no record')
    late.connect({ ...port, view: () => { throw error } })
    late.open(ask())
    clock.tick(READY_LIMIT)
    late.observe('s')
    expect(contained).toEqual([['host', error], ['host', error]])
    expect(late.list()).toHaveLength(1)
  })

  it('that throws what is in no contract when it is answered is contained', async () => {
    const { late, host, ask, contained, result } = start()
    const error = new Error('odd')
    host.says = () => { throw error }
    late.open(ask())
    expect(await result()).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    expect(contained).toEqual([['host', error]])
  })
})

describe('the host\'s record', () => {
  it.each(['open', 'continued', 'unreadable'] as const)('that says %s never closes an ask, however late it is', (state) => {
    const { late, clock, host, ask } = start()
    host.view = { state }
    late.open(ask())
    clock.tick(10 * READY_LIMIT)
    late.observe('s')
    expect(late.list()).toHaveLength(1)
  })

  it('that does not list a call closes it once the host has had its time, which an ask of long ago has had', () => {
    const { late, clock, host, ask, records, steps } = start()
    host.view = { state: 'absent' }
    late.open(ask('young'))
    clock.tick(READY_LIMIT - 1)
    late.observe('s')
    expect(late.list()).toHaveLength(1)
    clock.tick(1)
    late.observe('s')
    late.observe('s')
    late.open(ask('old', { since: clock.now() - READY_LIMIT }))
    expect(late.list()).toEqual([])
    late.open(ask('half', { since: clock.now() - READY_LIMIT / 2 }))
    clock.tick(READY_LIMIT / 2 - 1)
    late.observe('s')
    expect(late.list()).toHaveLength(1)
    clock.tick(1)
    late.observe('s')
    expect(records).toEqual(['young', 'old', 'half'].map((id) => ({ kind: 'late', ask: id, step: 'closed', code: 'gone' })))
    expect(steps).toStrictEqual([
      { step: 'late', ask: 'young', detail: 'gone', at: 11_000 }, { step: 'late', ask: 'old', detail: 'gone', at: 11_000 }, { step: 'late', ask: 'half', detail: 'gone', at: 16_000 },
    ])
  })

  it('closes every ask of its session, once each, and none of another', () => {
    const { late, host, ask, records } = start()
    late.open(ask('a'))
    late.open(ask('b'))
    late.open(ask('c', { session: 'other' }))
    host.view = { state: 'settled' }
    late.observe('s')
    late.observe('s')
    late.observe('nobody\'s')
    expect(records).toEqual(['a', 'b'].map((id) => ({ kind: 'late', ask: id, step: 'closed', code: 'settled-elsewhere' })))
    expect(late.list().map(({ id }) => id)).toEqual(['c'])
  })

  it('gives an ask its words once, and only while it can be answered', () => {
    const { late, clock, host, ask, join } = start()
    const desk = join('desk')
    host.view = { state: 'open' }
    late.open(wordless(ask('a')))
    late.observe('s')
    expect(desk.asks.map(({ questions }) => questions)).toEqual([undefined])
    host.view = { state: 'open', questions: DATABASE.questions }
    late.observe('s')
    late.observe('s')
    expect(desk.asks.map(({ questions }) => questions)).toEqual([undefined, DATABASE.questions])
    host.view = { state: 'absent' }
    late.open(wordless(ask('b', { session: 't' })))
    clock.tick(READY_LIMIT)
    late.observe('t')
    host.view = { state: 'continued', questions: DATABASE.questions }
    late.observe('t')
    expect(desk.asks.map(({ id }) => id)).toEqual(['a', 'a', 'b'])
    expect(late.submit('b', database('SQLite'), ACTOR)).toMatchObject({ kind: 'lost', end: { why: 'gone' } })
  })
})

describe('an answer', () => {
  it('is told in the log with its place, step by step', async () => {
    const { late, host, ask, steps, result } = start()
    late.open(ask())
    host.says = () => { throw Object.assign(new Error('bad'), { code: 'BAD_ANSWER' }) }
    await result()
    host.says = () => true
    await result()
    late.discarded('s', 'c-a')
    const place = { ask: 'a', at: 1_000, surface: 'desk' }
    expect(steps).toStrictEqual([
      { step: 'late', detail: 'accepted', ...place }, { step: 'late', detail: 'BAD_ANSWER', ...place }, { step: 'late', detail: 'accepted', ...place }, { step: 'late', detail: 'delivered', ...place },
      { step: 'late', ask: 'a', at: 1_000, detail: 'discarded' },
    ])
  })

  it('goes its way whoever throws at hearing of it', async () => {
    const { late, contained, ask, result } = start({ step: () => { throw new Error('boom') } })
    late.open(ask())
    expect(await result()).toEqual({ kind: 'delivered' })
    late.discarded('s', 'c-a')
    expect(contained.map(([source]) => source)).toEqual(['desk', 'desk', 'router'])
  })

  it('that waits for its session fails at once when the router has gone meanwhile, and leaves no timer', async () => {
    const { late, clock, host, ask, result } = start()
    host.live = false
    let opened: (() => void) | undefined
    host.resume = () => new Promise((resolve) => { opened = resolve })
    host.says = () => false
    late.open(ask())
    const waiting = result()
    await settle()
    late.close()
    opened?.()
    expect(await waiting).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    expect(clock.pending).toBe(0)
  })

  it('is lost and not refused where the ask was over before the router went', async () => {
    const { late, ask, result } = start()
    late.open(ask())
    await result()
    late.close()
    expect(late.submit('a', database('SQLite'), ACTOR)).toMatchObject({ kind: 'lost', end: { kind: 'replied' } })
  })
})

describe('a reply that was thrown away', () => {
  it('makes its own ask answerable anew, with a line in the journal, and nothing else', async () => {
    const { late, ask, records, result, join } = start()
    const desk = join('desk')
    late.open(ask('a'))
    late.open(ask('b'))
    await result('a')
    records.length = 0
    late.discarded('s', 'c-b')
    late.discarded('s', 'c-unknown')
    late.discarded('unknown', 'c-a')
    expect([records, desk.asks.length]).toEqual([[], 2])
    late.discarded('s', 'c-a')
    late.discarded('s', 'c-a')
    expect(records).toEqual([{ kind: 'late', ask: 'a', step: 'failed', code: 'NO_SESSION' }])
    expect([desk.asks.map(({ id }) => id), late.list().map(({ id }) => id)]).toEqual([['a', 'b', 'a'], ['a', 'b']])
  })
})

describe('an ask that is known', () => {
  it('is opened once', () => {
    const { late, ask, join } = start()
    const desk = join('desk')
    late.open(ask('a'))
    late.open(ask('a', { session: 'other' }))
    expect([desk.asks.length, late.list().length]).toEqual([1, 1])
  })

  it('is not told to a surface that has left, though it was asked', () => {
    const { late, ask, join } = start()
    const [desk, phone] = [join('desk'), join('phone')]
    late.leave(desk.registration)
    late.open(ask('a'), [desk.registration, phone.registration])
    expect([desk.asks.length, phone.asks.length]).toEqual([0, 1])
  })

  it('is told to those alone who were asked', () => {
    const { late, ask, join } = start()
    const [desk, phone] = [join('desk'), join('phone')]
    late.open(ask('a'), [phone.registration])
    expect([desk.asks.length, phone.asks.length]).toEqual([0, 1])
  })

  it('is remembered when it is over, a thousand of them', async () => {
    const { late, host, ask, records } = start()
    host.view = { state: 'settled' }
    for (let count = 0; count < 1_000; count += 1) late.open(ask(`a${count}`))
    const endOf = (id: string) => late.submit(id, database('SQLite'), ACTOR)
    expect(endOf('a0')).toMatchObject({ kind: 'lost', end: { why: 'settled-elsewhere' } })
    late.open(ask('a1000'))
    expect(endOf('a0')).toEqual({ kind: 'lost', end: { kind: 'closed', why: 'gone', at: 1_000 } })
    expect(['a1', 'a1000'].map((id) => endOf(id))).toEqual(['', ''].map(() => expect.objectContaining({ end: expect.objectContaining({ why: 'settled-elsewhere' }) })))
    records.length = 0
    late.observe('s')
    expect(records).toEqual([])
    host.view = { state: 'continued' }
    late.discarded('s', 'c-a1')
    expect(late.list().map(({ id }) => id)).toEqual(['a1'])
  })

  it('is closed once, also where a surface answers while it is being told', () => {
    const { late, host, ask, records } = start()
    const verdicts: string[] = []
    const hasty: AskSurface = { ...thirdParty('hasty'), continued: ({ submit, questions }) => { if (questions) verdicts.push(submit(database('SQLite')).kind) } }
    late.join({ key: 9, surface: hasty, name: 'hasty', pending: 0 })
    late.open(wordless(ask()))
    host.view = { state: 'settled', questions: DATABASE.questions }
    late.observe('s')
    expect([verdicts, records]).toEqual([['lost'], [{ kind: 'late', ask: 'a', step: 'closed', code: 'settled-elsewhere' }]])
  })
})

describe('an answer that an ended process had accepted', () => {
  it('is not sent for an ask that goes on here already', async () => {
    const { late, host, ask, records } = start()
    late.open(ask())
    expect(await late.redeliver(ask(), database('SQLite'), ACTOR)).toBeUndefined()
    expect([host.given, records]).toEqual([[], []])
  })

  it('is not sent where the host says that it is over, which is no fault of the answer', async () => {
    const { late, host, ask, records } = start()
    host.view = { state: 'settled' }
    expect(await late.redeliver(ask(), database('SQLite'), ACTOR)).toBeUndefined()
    expect([host.given, records]).toEqual([[], [{ kind: 'late', ask: 'a', step: 'closed', code: 'settled-elsewhere' }]])
  })

  it('is left for the next start where the router has gone', async () => {
    const { late, host, ask, records } = start()
    late.close()
    expect(await late.redeliver(ask(), database('SQLite'), ACTOR)).toBeUndefined()
    expect([host.given, records]).toEqual([[], []])
  })

  it('is a bad one where the host asks something else, and the ask is told of', async () => {
    const { late, host, ask, records, join } = start()
    const desk = join('desk')
    expect(await late.redeliver(ask(), BAD, ACTOR)).toEqual({ kind: 'failed', code: 'BAD_ANSWER' })
    expect([host.given, records]).toEqual([[], [{ kind: 'late', ask: 'a', step: 'failed', code: 'BAD_ANSWER' }]])
    expect([desk.asks.length, join('phone').asks.length]).toEqual([1, 1])
  })

  it('is on its way before anybody hears of the ask, early or late', async () => {
    const { late, clock, host, port, ask, join } = start()
    const desk = join('desk')
    host.says = () => false
    // The host has the words at the second look only.
    late.connect({ ...port, view: () => { host.reads += 1; return { state: 'open', ...(host.reads > 1 ? { questions: DATABASE.questions } : {}) } } })
    const result = late.redeliver(wordless(ask()), database('SQLite'), ACTOR)
    late.observe('s')
    const phone = join('phone')
    expect([desk.asks.length, phone.asks.length]).toEqual([0, 0])
    late.close()
    clock.tick(0)
    await result
    expect([desk.asks.length, phone.asks.length]).toEqual([1, 1])
  })
})
