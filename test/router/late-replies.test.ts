/** Answers after the window: who is told, who was first, and what the host makes of it. */
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { READY_LIMIT } from '../../router/late-delivery.ts'
import type { CallView, LateHost } from '../../router/late-host.ts'
import type { ContinuedAsk, LateVerdict } from '../../router/types.ts'
import { settle } from '../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../helpers/timed.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

/** A surface that keeps what it is told of. */
function place(name: string) {
  const continued: ContinuedAsk[] = []
  return Object.assign(thirdParty(name), { continued: (ask: ContinuedAsk) => { continued.push(ask) }, asks: continued })
}

/** A host whose record of the one call the test writes. */
function lateHost(view: CallView = { state: 'continued', questions: DATABASE.questions }) {
  const host = {
    live: true,
    view,
    replies: [] as unknown[],
    resumed: [] as string[],
    answering: (): boolean => true,
    resuming: async (): Promise<void> => { host.live = true },
  }
  const port: LateHost = {
    isLive: () => host.live,
    resume: (session) => { host.resumed.push(session); return host.resuming() },
    answer: (session, callId, answer) => {
      const took = host.answering()
      if (took) host.replies.push([session, callId, answer])
      return took
    },
    view: () => (host.live ? host.view : { state: 'unreadable' }),
  }
  return { host, port }
}

/** A timed ask whose window has closed, on surfaces that know what that means. */
async function continued(...surfaces: ReturnType<typeof place>[]) {
  const under = createTimedRounds()
  const { host, port } = lateHost()
  under.rounds.late.connect(port)
  const removers = surfaces.map((surface) => under.rounds.add(surface))
  const request = timedAsk()
  under.rounds.ask(request, { window: lendWindow(under.clock) }).catch(() => {})
  await settle()
  under.clock.tick(WINDOW_MS)
  await settle()
  return { ...under, host, request, removers, since: 1_000 + WINDOW_MS }
}

async function resultOf(verdict: LateVerdict) {
  if (verdict.kind !== 'accepted') throw new Error(`expected an accepted answer, got ${verdict.kind}`)
  return verdict.result
}

const coded = (code: string) => () => { throw Object.assign(new Error(code), { code }) }

describe('an ask that is continued', () => {
  it('is told to every surface that was asked, after its round has ended', async () => {
    const order: string[] = []
    const [desk, phone] = [place('desk'), place('phone')]
    const old = thirdParty('old')
    const under = createTimedRounds()
    for (const surface of [desk, phone, old]) under.rounds.add(surface)
    under.rounds.ask(timedAsk(), { window: lendWindow(under.clock) }).catch(() => {})
    await settle()
    desk.shown[0]!.round.signal.addEventListener('abort', () => order.push('round over'))
    desk.continued = () => { order.push('continued') }
    under.clock.tick(WINDOW_MS)
    expect(order).toEqual(['round over', 'continued'])
    expect(phone.asks).toHaveLength(1)
    expect(under.contained).toEqual([])
  })

  it('is told to a surface that registers later, with what is asked, where and since when', async () => {
    const desk = place('desk')
    const { rounds, request, since } = await continued(desk)
    const late = place('late')
    rounds.add(late)
    expect(late.asks).toEqual([expect.objectContaining({ id: 'ask-1', session: 's1', callId: request.wait.callId, questions: DATABASE.questions, since })])
    expect(late.shown).toEqual([])
  })

  it('is not told to a surface that has left, nor once it is over', async () => {
    const desk = place('desk')
    const { rounds, removers } = await continued(desk)
    removers[0]!()
    await resultOf(desk.asks[0]!.submit(database('SQLite')))
    const late = place('late')
    rounds.add(late)
    expect([desk.asks.length, late.asks.length]).toEqual([1, 0])
  })

  it('is each surface\'s own copy, and a surface that throws or rejects spoils nothing', async () => {
    const [vandal, honest] = [place('vandal'), place('honest')]
    const under = createTimedRounds()
    vandal.continued = (ask) => { ask.questions![0]!.options!.pop(); throw new Error('boom') }
    const later = Object.assign(thirdParty('later'), { continued: async () => { throw new Error('boom') } })
    for (const surface of [vandal, later, honest]) under.rounds.add(surface)
    under.rounds.ask(timedAsk(), { window: lendWindow(under.clock) }).catch(() => {})
    await settle()
    under.clock.tick(WINDOW_MS)
    await settle()
    expect(honest.asks[0]!.questions).toEqual(DATABASE.questions)
    expect(under.contained.map(({ source }) => source)).toEqual(['vandal', 'later'])
  })
})

describe('a late answer', () => {
  it('is delivered to the session and call that asked, and tells every surface who gave it', async () => {
    const [desk, phone] = [place('desk'), place('phone')]
    const { host, request, clock, since } = await continued(desk, phone)
    clock.tick(5_000)
    const verdict = phone.asks[0]!.submit(database('SQLite'), { id: 'ou_1', name: 'Li' })
    expect(await resultOf(verdict)).toEqual({ kind: 'delivered' })
    expect(host.replies).toEqual([['s1', request.wait.callId, database('SQLite')]])
    for (const { asks } of [desk, phone]) {
      expect(asks[0]!.signal.reason).toEqual({ kind: 'replied', answer: database('SQLite'), actor: { surface: 'phone', id: 'ou_1', name: 'Li' }, at: since + 5_000 })
    }
  })

  it('loses to an earlier one that is still on its way, and to one that has arrived, and hears whose it was', async () => {
    const [desk, phone] = [place('desk'), place('phone')]
    const { host, since } = await continued(desk, phone)
    const first = phone.asks[0]!.submit(database('SQLite'), { name: 'Li' })
    const end = { kind: 'replied', answer: database('SQLite'), actor: { surface: 'phone', name: 'Li' }, at: since }
    expect(desk.asks[0]!.submit(database('PostgreSQL'))).toEqual({ kind: 'lost', end })
    await resultOf(first)
    expect(desk.asks[0]!.submit(database('PostgreSQL'))).toEqual({ kind: 'lost', end })
    expect(host.replies).toHaveLength(1)
  })

  it('is held against the questions before it counts', async () => {
    const desk = place('desk')
    const { host, records } = await continued(desk)
    expect(desk.asks[0]!.submit(database('Oracle'))).toMatchObject({ kind: 'refused', code: 'BAD_ANSWER', question: 'db' })
    expect(desk.asks[0]!.submit({ answers: [] })).toMatchObject({ kind: 'refused', code: 'BAD_ANSWER' })
    expect([host.replies, records.filter(({ kind }) => kind === 'late')]).toEqual([[], []])
    expect(await resultOf(desk.asks[0]!.submit({ answers: [{ id: 'db', selected: ['SQLite'], custom: 'DuckDB' }] }))).toEqual({ kind: 'delivered' })
    expect(host.replies).toEqual([['s1', expect.any(String), { answers: [{ id: 'db', selected: [], custom: 'DuckDB' }] }]])
  })

  it('opens a session that isn\'t live first', async () => {
    const desk = place('desk')
    const { host } = await continued(desk)
    host.live = false
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'delivered' })
    expect([host.resumed, host.replies.length]).toEqual([['s1'], 1])
  })

  it('fails with NO_SESSION when that can\'t be done, and may be given again', async () => {
    const desk = place('desk')
    const { host } = await continued(desk)
    host.live = false
    host.resuming = () => Promise.reject(new Error('the disk is gone'))
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    expect(desk.asks[0]!.signal.aborted).toBe(false)
    host.live = true
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'delivered' })
  })

  it('closes the ask as gone when its session is', async () => {
    const desk = place('desk')
    const { host } = await continued(desk)
    host.live = false
    host.resuming = () => Promise.reject(Object.assign(new Error('deleted'), { code: 'SESSION_GONE' }))
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'failed', code: 'NOT_ANSWERABLE' })
    expect(desk.asks[0]!.signal.reason).toMatchObject({ kind: 'closed', why: 'gone' })
  })

  it.each([['BAD_ANSWER', undefined], ['REPLY_QUEUED', 'settled-elsewhere'], ['SOMETHING_NEW', undefined]])('hears the host\'s %s in plain codes', async (code, why) => {
    const desk = place('desk')
    const { host } = await continued(desk)
    host.answering = coded(code)
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'failed', code: code === 'SOMETHING_NEW' ? 'NO_SESSION' : code })
    expect(desk.asks[0]!.signal.reason).toEqual(why === undefined ? undefined : { kind: 'closed', why, at: expect.any(Number) })
    if (why !== undefined) return
    host.answering = () => true
    expect(await resultOf(desk.asks[0]!.submit(database('SQLite')))).toEqual({ kind: 'delivered' })
  })

  it('is not lost in the moment in which the host has not written down yet that the window has closed', async () => {
    const desk = place('desk')
    const { host, clock } = await continued(desk)
    host.view = { state: 'open' }
    host.answering = () => false
    const verdict = desk.asks[0]!.submit(database('SQLite'))
    await settle()
    clock.tick(200)
    host.view = { state: 'continued' }
    host.answering = () => true
    await settle()
    clock.tick(200)
    expect(await resultOf(verdict)).toEqual({ kind: 'delivered' })
    expect(clock.pending).toBe(0)
  })

  it.each<[CallView['state'], string, string | undefined]>([
    ['open', 'NO_SESSION', undefined], ['settled', 'NOT_ANSWERABLE', 'settled-elsewhere'], ['absent', 'NOT_ANSWERABLE', 'gone'], ['unreadable', 'NOT_ANSWERABLE', 'gone'],
  ])('is given up when the host keeps refusing it while its record says %s', async (state, code, why) => {
    const desk = place('desk')
    const { host, clock } = await continued(desk)
    host.answering = () => { host.view = { state }; return false }
    const verdict = desk.asks[0]!.submit(database('SQLite'))
    for (let passed = 0; passed <= READY_LIMIT; passed += 200) {
      await settle()
      clock.tick(200)
    }
    expect(await resultOf(verdict)).toEqual({ kind: 'failed', code })
    expect(desk.asks[0]!.signal.reason).toEqual(why === undefined ? undefined : { kind: 'closed', why, at: expect.any(Number) })
    expect(clock.pending).toBe(0)
  })

  it('fails and stays answerable while no host is connected, and when the router goes away in the middle', async () => {
    const desk = place('desk')
    const { host, rounds, clock } = await continued(desk)
    host.view = { state: 'open' }
    host.answering = () => false
    const verdict = desk.asks[0]!.submit(database('SQLite'))
    await settle()
    rounds.close().catch(() => {})
    expect(await resultOf(verdict)).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    expect(desk.asks[0]!.signal.aborted).toBe(false)
    clock.tick(2_000)
    expect(clock.pending).toBe(0)
  })
})

describe('a surface that goes and comes while an ask is continued', () => {
  it('leaves nothing of itself behind, and hears of the end by its newest object alone', async () => {
    const { rounds, removers } = await continued(place('desk'))
    removers[0]?.()
    const lives = Array.from({ length: 12 }, () => {
      const desk = place('desk')
      const remove = rounds.add(desk)
      const ended: unknown[] = []
      desk.asks[0]!.signal.addEventListener('abort', () => ended.push(desk.asks[0]!.signal.reason))
      remove()
      return { signal: desk.asks[0]!.signal, ended }
    })
    const desk = place('desk')
    rounds.add(desk)
    expect(lives.map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual(lives.map(() => 1))
    await resultOf(desk.asks[0]!.submit(database('SQLite')))
    expect([desk.asks[0]!.signal.aborted, lives.flatMap(({ ended }) => ended)]).toEqual([true, []])
  })
})

describe('a router that goes away', () => {
  it('accepts no late answer any more, since nothing would come of it', async () => {
    const desk = place('desk')
    const { host, rounds } = await continued(desk)
    rounds.close().catch(() => {})
    expect(desk.asks[0]!.submit(database('SQLite'))).toMatchObject({ kind: 'refused', code: 'UNREADABLE' })
    expect([host.replies, desk.asks[0]!.signal.aborted]).toEqual([[], false])
  })
})

describe('what happens elsewhere', () => {
  it('closes an ask that another client has answered, and late acts hear it', async () => {
    const desk = place('desk')
    const { host, rounds } = await continued(desk)
    host.view = { state: 'settled' }
    rounds.late.observe('s2')
    expect(desk.asks[0]!.signal.aborted).toBe(false)
    rounds.late.observe('s1')
    expect(desk.asks[0]!.signal.reason).toMatchObject({ kind: 'closed', why: 'settled-elsewhere' })
    expect(desk.asks[0]!.submit(database('SQLite'))).toMatchObject({ kind: 'lost', end: { kind: 'closed', why: 'settled-elsewhere' } })
    expect(host.replies).toEqual([])
  })

  it('takes a call that the host doesn\'t list for gone, but not in the moment after the window', async () => {
    const desk = place('desk')
    const { host, rounds, clock } = await continued(desk)
    host.view = { state: 'absent' }
    rounds.late.observe('s1')
    expect(desk.asks[0]!.signal.aborted).toBe(false)
    clock.tick(READY_LIMIT)
    rounds.late.observe('s1')
    expect(desk.asks[0]!.signal.reason).toMatchObject({ kind: 'closed', why: 'gone' })
  })

  it('makes the ask answerable anew when the reply that waited was thrown away', async () => {
    const [desk, phone] = [place('desk'), place('phone')]
    const { host, rounds, request } = await continued(desk, phone)
    await resultOf(phone.asks[0]!.submit(database('SQLite')))
    rounds.late.discarded('s1', 'another call')
    expect(desk.asks).toHaveLength(1)
    rounds.late.discarded('s1', request.wait.callId)
    expect([desk.asks.length, desk.asks[1]!.id, desk.asks[1]!.signal.aborted]).toEqual([2, 'ask-1', false])
    expect(await resultOf(desk.asks[1]!.submit(database('PostgreSQL')))).toEqual({ kind: 'delivered' })
    expect(host.replies).toHaveLength(2)
  })
})

describe('an ask of an ended process', () => {
  const left = { id: 'left', session: 's9', callId: 'c9', since: 500 }

  it('is told to every surface, and can\'t be answered while its words are not known', () => {
    const { rounds } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    rounds.late.open(left)
    expect(desk.asks).toHaveLength(1)
    expect('questions' in desk.asks[0]!).toBe(false)
    expect(desk.asks[0]!.submit(database('SQLite'))).toMatchObject({ kind: 'refused', code: 'UNREADABLE' })
  })

  it('is told again with its questions once its session is open', async () => {
    const { rounds } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    const { host, port } = lateHost()
    host.live = false
    rounds.late.connect(port)
    rounds.late.open(left)
    host.live = true
    rounds.late.observe('s9')
    expect(desk.asks[1]!.questions).toEqual(DATABASE.questions)
    expect(await resultOf(desk.asks[1]!.submit(database('SQLite')))).toEqual({ kind: 'delivered' })
  })

  it('is told once with them where the session is open already, and never twice over', () => {
    const { rounds } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    rounds.late.connect(lateHost().port)
    rounds.late.open(left)
    rounds.late.open(left)
    expect(desk.asks.map(({ questions }) => questions)).toEqual([DATABASE.questions])
    expect(rounds.late.list()).toEqual([left])
  })

  it('is over when the host says so before anybody is told', () => {
    const { rounds } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    rounds.late.connect(lateHost({ state: 'settled' }).port)
    rounds.late.open(left)
    expect([desk.asks, rounds.late.list()]).toEqual([[], []])
    expect(rounds.late.submit('left', database('SQLite'), { surface: 'desk' })).toMatchObject({ kind: 'lost', end: { why: 'settled-elsewhere' } })
  })

  const sqlite = database('SQLite')

  it('whose answer is brought to the host now is told of once that is done, as one that has ended', async () => {
    const { rounds } = createTimedRounds()
    const [desk, phone] = [place('desk'), place('phone')]
    rounds.add(desk)
    const { host, port } = lateHost()
    host.live = false
    rounds.late.connect(port)
    const sent = rounds.late.redeliver({ ...left, questions: DATABASE.questions }, sqlite, { surface: 'phone', name: 'Wang Fang' })
    rounds.add(phone)
    expect([desk.asks, phone.asks]).toEqual([[], []])
    expect(await sent).toEqual({ kind: 'delivered' })
    for (const { asks } of [desk, phone]) expect(asks.map(({ id, signal }) => [id, signal.reason])).toEqual([['left', expect.objectContaining({ kind: 'replied', answer: sqlite })]])
    expect(host.replies).toHaveLength(1)
  })

  it.each([['the session can not be opened', 'NO_SESSION'], ['the host asks something else', 'BAD_ANSWER']] as const)('whose answer can not be brought to the host is told of as one that is continued: %s', async (_why, code) => {
    const { rounds, records } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    const { host, port } = lateHost()
    host.live = false
    host.resuming = () => Promise.reject(new Error('no'))
    rounds.late.connect(port)
    const answer = code === 'BAD_ANSWER' ? { answers: [{ id: 'other', selected: [] }] } : sqlite
    const sent = rounds.late.redeliver({ ...left, questions: DATABASE.questions }, answer, { surface: 'phone' })
    expect(await sent).toEqual({ kind: 'failed', code })
    expect(records.at(-1)).toMatchObject({ kind: 'late', step: 'failed', code })
    expect(desk.asks.map(({ signal }) => signal.aborted)).toEqual([false])
    host.live = true
    expect(await resultOf(desk.asks[0]!.submit(sqlite))).toEqual({ kind: 'delivered' })
  })

  it('that nobody knows is gone', () => {
    const { rounds } = createTimedRounds()
    expect(rounds.late.submit('unknown', database('SQLite'), { surface: 'desk' })).toMatchObject({ kind: 'lost', end: { kind: 'closed', why: 'gone' } })
  })
})

describe('the journal', () => {
  it('has the question, every act and the end before anybody hears of them, an act and its end in one append', async () => {
    const under = createTimedRounds()
    const appends: string[][] = []
    const desk = place('desk')
    under.rounds.add(desk)
    let seen = 0
    Object.defineProperty(under.records, 'push', { value: (...lines: { kind: string }[]) => { appends.push(lines.map(({ kind }) => kind)); return lines.length } })
    const answer = under.rounds.ask(timedAsk())
    answer.catch(() => {})
    expect(appends).toEqual([['asked']])
    desk.shown[0]!.round.signal.addEventListener('abort', () => { seen = appends.length })
    desk.shown[0]!.round.submit(database('Oracle'))
    desk.shown[0]!.round.submit(database('SQLite'))
    desk.shown[0]!.round.submit(database('SQLite'))
    expect(appends).toEqual([['asked'], ['acted'], ['acted', 'settled'], ['acted']])
    expect(seen).toBe(3)
    await answer
  })

  it('says who, what and where', async () => {
    const desk = place('desk')
    const { records, request } = await continued(desk)
    await resultOf(desk.asks[0]!.submit(database('SQLite'), { name: 'Li' }))
    const actor = { surface: 'desk', name: 'Li' }
    expect(records).toEqual([
      { kind: 'asked', ask: 'ask-1', timed: true, count: 1, questions: DATABASE.questions, session: 's1', call: request.wait.callId },
      { kind: 'settled', ask: 'ask-1', outcome: 'timed-out', continued: true },
      { kind: 'late', ask: 'ask-1', step: 'accepted', actor, answer: database('SQLite') },
      { kind: 'late', ask: 'ask-1', step: 'delivered' },
    ])
  })

  it.each<[CallView['state'], string]>([['settled', 'settled-elsewhere'], ['absent', 'gone']])('says that an answer did not arrive, and that nobody waits for one any more, where the host says %s', async (state, why) => {
    const desk = place('desk')
    const { host, clock, records } = await continued(desk)
    host.answering = () => { host.view = { state }; return false }
    const verdict = desk.asks[0]!.submit(database('SQLite'))
    for (let passed = 0; passed <= READY_LIMIT; passed += 200) {
      await settle()
      clock.tick(200)
    }
    await resultOf(verdict)
    expect(records.slice(-2)).toStrictEqual([{ kind: 'late', ask: 'ask-1', step: 'failed', code: 'NOT_ANSWERABLE' }, { kind: 'late', ask: 'ask-1', step: 'closed', code: why }])
  })

  it('says nothing of an end where an answer failed that may be given again, and each step stands in the log with its place', async () => {
    const desk = place('desk')
    const { host, records, steps } = await continued(desk)
    host.answering = coded('BAD_ANSWER')
    await resultOf(desk.asks[0]!.submit(database('SQLite')))
    expect(records.at(-1)).toStrictEqual({ kind: 'late', ask: 'ask-1', step: 'failed', code: 'BAD_ANSWER' })
    const late = steps.filter(({ step }) => step === 'late')
    expect(late.at(-1)).toStrictEqual({ step: 'late', ask: 'ask-1', detail: 'BAD_ANSWER', at: expect.any(Number), surface: 'desk' })
    expect(late.filter(({ surface }) => surface === undefined).map((step) => Object.keys(step).includes('surface'))).not.toContain(true)
  })

  it('has a late answer before its verdict is returned', async () => {
    const desk = place('desk')
    const { records } = await continued(desk)
    const verdict = desk.asks[0]!.submit(database('SQLite'))
    expect(records.at(-1)).toMatchObject({ kind: 'late', step: 'accepted' })
    await resultOf(verdict)
  })
})

describe('a wall clock that is set', () => {
  const HOURS = 3 * 3_600_000

  it.each([['forward', HOURS], ['back', -HOURS]])('%s leaves the window as long as it was, and the ask in it answerable', async (_way, offset) => {
    const { rounds, clock, wall } = createTimedRounds()
    const desk = place('desk')
    rounds.add(desk)
    const asked = rounds.ask(timedAsk(), { window: lendWindow(clock) })
    await settle()
    wall.offset = offset
    clock.tick(WINDOW_MS - 1)
    await settle()
    expect([desk.asks.length, desk.shown[0]!.round.countdown?.remaining()]).toEqual([0, 1])
    expect(desk.shown[0]!.round.submit(database('SQLite'))).toMatchObject({ kind: 'won' })
    expect(await asked).toEqual(database('SQLite'))
  })

  it.each([['forward', HOURS], ['back', -HOURS]])('%s neither closes an ask that the host does not list yet nor keeps one that it never lists', async (_way, offset) => {
    const { clock, wall, rounds, host, request } = await continued(place('desk'))
    host.view = { state: 'absent' }
    wall.offset = offset
    rounds.late.observe(request.agent!.session.id)
    expect(rounds.late.list()).toHaveLength(1)
    clock.tick(READY_LIMIT)
    rounds.late.observe(request.agent!.session.id)
    expect(rounds.late.list()).toEqual([])
  })

  it.each([['forward', HOURS], ['back', -HOURS]])('%s while an answer waits for the host changes nothing of how long it waits', async (_way, offset) => {
    const desk = place('desk')
    const { clock, wall, host } = await continued(desk)
    host.answering = () => false
    const results: unknown[] = []
    resultOf(desk.asks[0]!.submit(database('SQLite'))).then((each) => results.push(each)).catch(() => undefined)
    await settle()
    wall.offset = offset
    const wait = async (): Promise<void> => { for (let spent = 0; spent < READY_LIMIT - 400; spent += 200) { clock.tick(200); await settle() } }
    await wait()
    expect(results).toEqual([])
    clock.tick(600)
    await settle()
    await settle()
    expect(results).toEqual([{ kind: 'failed', code: 'NO_SESSION' }])
  })
})
