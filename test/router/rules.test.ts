/** The rules of a round, one group each. */
import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { AskSurface, Verdict } from '../../router/types.ts'
import { createRounds, rejection, settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

function start(...surfaces: AskSurface[]) {
  const under = createRounds()
  const removers = surfaces.map((surface) => under.rounds.add(surface))
  return { ...under, removers }
}

describe('R1: one outcome per round, decided by one compare-and-set', () => {
  it('gives the first of two acts the win and the second a loss that names winner, answer and time', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { rounds, tick } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    const first = phone.shown[0]!.round.submit(database('SQLite'), { id: 'ou_1', name: 'Wang Fang' })
    tick(4_000)
    const second = desk.shown[0]!.round.submit(database('PostgreSQL'))
    expect(first.kind).toBe('won')
    expect(second).toEqual({
      kind: 'lost',
      outcome: { kind: 'answered', answer: database('SQLite'), actor: { surface: 'phone', id: 'ou_1', name: 'Wang Fang' }, at: 1_000 },
    })
    expect(await answer).toEqual(database('SQLite'))
  })

  it('has decided before any surface is told', async () => {
    let seen: Verdict | undefined
    const desk = thirdParty('desk', { settled: () => { seen = desk.shown[0]!.round.submit(database('PostgreSQL')) } })
    const phone = thirdParty('phone')
    const { rounds } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    phone.shown[0]!.round.submit(database('SQLite'))
    expect(seen?.kind).toBe('lost')
    expect(await answer).toEqual(database('SQLite'))
  })

  it('takes a resolved promise for an answer, and ignores it after an act', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { rounds } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    desk.shown[0]!.resolve(database('PostgreSQL'))
    expect(await answer).toEqual(database('PostgreSQL'))
    expect(phone.told).toEqual(['desk'])
    phone.shown[0]!.resolve(database('SQLite'))
    await settle()
    expect(desk.told).toEqual([])
  })

  it('stops asking when a surface answers while its neighbours are being asked', async () => {
    const eager = thirdParty('eager', { ask: async (_request, round) => { round.submit(database('SQLite')); return database('SQLite') } })
    const late = thirdParty('late')
    const { rounds } = start(eager, late)
    expect(await rounds.ask(DATABASE)).toEqual(database('SQLite'))
    expect(late.shown).toEqual([])
    expect(late.told).toEqual([])
  })
})

describe('R2: every asked surface learns the outcome exactly once', () => {
  it('calls settled on every loser with the winner\'s name, then aborts the round\'s signal with the outcome', async () => {
    const order: string[] = []
    const desk = thirdParty('desk', { settled: () => order.push('settled') })
    const phone = thirdParty('phone')
    const { rounds } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    const { round, request } = desk.shown[0]!
    round.signal.addEventListener('abort', () => order.push('signal'))
    phone.shown[0]!.resolve(database('SQLite'))
    await answer
    await settle()
    expect(desk.told).toEqual(['phone'])
    expect(order).toEqual(['settled', 'signal'])
    expect(round.signal.reason).toMatchObject({ kind: 'answered', actor: { surface: 'phone' } })
    expect(await round.outcome).toBe(round.signal.reason)
    expect(request.signal?.aborted).toBe(false)
  })

  it('tells the winner by its signal alone', async () => {
    const phone = thirdParty('phone')
    const { rounds } = start(phone)
    const answer = rounds.ask(DATABASE)
    const { round, request } = phone.shown[0]!
    round.submit(database('SQLite'))
    await answer
    expect(phone.told).toEqual([])
    expect(round.signal.aborted).toBe(true)
    expect(request.signal?.aborted).toBe(false)
  })

  it('withdraws the request of a loser that has no settled', async () => {
    const old = thirdParty('old', { settled: false })
    const phone = thirdParty('phone')
    const { rounds } = start(old, phone)
    const answer = rounds.ask(DATABASE)
    phone.shown[0]!.round.submit(database('SQLite'))
    await answer
    expect(old.shown[0]!.request.signal?.aborted).toBe(true)
  })

  it('answers a double act with a loss to itself and has no second effect', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { rounds, steps } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    const { round } = phone.shown[0]!
    round.submit(database('SQLite'), { name: 'Li' })
    const again = round.submit(database('PostgreSQL'), { name: 'Li' })
    const put = round.dismiss()
    expect(again).toMatchObject({ kind: 'lost', outcome: { actor: { surface: 'phone', name: 'Li' } } })
    expect(put.kind).toBe('lost')
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
    expect(steps.filter(({ step }) => step === 'settled')).toHaveLength(1)
  })

  it('gives every surface one object for claim, ask and settled, of its own and never the host\'s', async () => {
    const seen: unknown[] = []
    const desk: AskSurface = {
      name: 'desk',
      claim: (request) => seen.push(request) > 0,
      ask: (request) => { seen.push(request); return new Promise(() => {}) },
      settled: (request) => { seen.push(request) },
    }
    const phone = thirdParty('phone')
    const { rounds } = start(desk, phone)
    const request = { ...DATABASE, signal: new AbortController().signal }
    const answer = rounds.ask(request)
    phone.shown[0]!.resolve(database('SQLite'))
    await answer
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).not.toBe(request)
    expect(phone.shown[0]!.request).not.toBe(seen[0])
    expect(seen[0]).toMatchObject({ questions: DATABASE.questions })
  })
})

describe('R3: an aborted signal asks nobody, and a host signal carries one listener', () => {
  it('rejects with ASK_ABORTED without asking when the signal was aborted before', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    expect(await rejection(rounds.ask({ ...DATABASE, signal: AbortSignal.abort() }))).toMatchObject({ code: 'ASK_ABORTED' })
    expect(desk.shown).toEqual([])
  })

  it('hangs any number of rounds on one listener and removes it with the last', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const turn = new AbortController()
    const answers = Array.from({ length: 25 }, () => rounds.ask({ ...DATABASE, signal: turn.signal }))
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(1)
    for (const { round } of desk.shown.slice(1)) round.submit(database('SQLite'))
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(1)
    desk.shown[0]!.round.submit(database('SQLite'))
    await Promise.all(answers)
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
  })

  it('ends every round on the signal when it aborts, and tells each surface', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const turn = new AbortController()
    const answers = [rounds.ask({ ...DATABASE, signal: turn.signal }), rounds.ask({ ...DATABASE, signal: turn.signal })]
    turn.abort({ kind: 'user' })
    for (const answer of answers) expect(await rejection(answer)).toMatchObject({ code: 'ASK_ABORTED', cause: { kind: 'user' } })
    for (const { request, round } of desk.shown) {
      expect(request.signal?.aborted).toBe(true)
      expect(await round.outcome).toMatchObject({ kind: 'aborted', cause: 'withdrawn' })
    }
    expect(desk.told).toEqual([])
  })

  it.each([['answer first', 'answered'], ['abort first', 'aborted']])('has one outcome when answer and abort fall into one tick: %s', async (order, kind) => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const turn = new AbortController()
    const answer = rounds.ask({ ...DATABASE, signal: turn.signal })
    const { round } = desk.shown[0]!
    const acts = [() => round.submit(database('SQLite')), () => turn.abort()]
    for (const act of order === 'abort first' ? acts.toReversed() : acts) act()
    await answer.catch(() => {})
    expect(await round.outcome).toMatchObject({ kind })
  })

  it('takes a signal that aborts with ASK_TIMED_OUT for a time-out', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const window = new AbortController()
    const answer = rounds.ask({ ...DATABASE, signal: window.signal })
    window.abort(Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' }))
    expect(await rejection(answer)).toMatchObject({ code: 'ASK_TIMED_OUT' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out' })
  })
})

describe('R4: a surface that throws, rejects or answers nonsense fails alone', () => {
  it.each<[string, AskSurface['ask']]>([
    ['throws', () => { throw new Error('boom') }],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['resolves with nothing', () => Promise.resolve(undefined as never)],
    ['answers another question', () => Promise.resolve({ answers: [{ id: 'other', selected: [] }] })],
    ['gives an empty answer', () => Promise.resolve({ answers: [] })],
    ['gives a label nobody offered', () => Promise.resolve(database('Oracle'))],
  ])('lets the others answer when one %s', async (_title, ask) => {
    const phone = thirdParty('phone')
    const { rounds } = start(thirdParty('broken', { ask }), phone)
    const answer = rounds.ask(DATABASE)
    await settle()
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('refuses a bad answer of an act in words and leaves the round open', async () => {
    const phone = thirdParty('phone')
    const { rounds } = start(phone)
    const answer = rounds.ask(DATABASE)
    const { round } = phone.shown[0]!
    expect(round.submit({ answers: [{ id: 'db', selected: ['PostgreSQL', 'SQLite'] }] })).toEqual({
      kind: 'refused', code: 'BAD_ANSWER', reason: 'question "db": only one option may be selected', question: 'db',
    })
    round.submit({ answers: [{ id: 'db', selected: ['SQLite'], custom: 'DuckDB' }] })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: [], custom: 'DuckDB' }] })
  })

  it('contains a settled that throws, or that rejects later', async () => {
    const rude = thirdParty('rude', { settled: () => { throw new Error('boom') } })
    const later = Object.assign(thirdParty('later'), { settled: async () => { throw new Error('boom') } })
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk')]
    const { rounds, contained } = start(rude, later, phone, desk)
    const answer = rounds.ask(DATABASE)
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
    await settle()
    expect(contained.map(({ surface }) => surface)).toEqual(['rude', 'later'])
  })

  it('still counts the act of a human on a surface that has failed', async () => {
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk')]
    const { rounds } = start(phone, desk)
    const answer = rounds.ask(DATABASE)
    phone.shown[0]!.reject(new Error('the platform gave no answer'))
    await settle()
    expect(phone.shown[0]!.round.submit(database('SQLite')).kind).toBe('won')
    expect(await answer).toEqual(database('SQLite'))
  })
})

describe('R5: claimants first, the others when all of those have failed', () => {
  it('asks only those who claim', async () => {
    const [desk, phone] = [thirdParty('desk', { claim: () => false }), thirdParty('phone')]
    const { rounds } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    phone.shown[0]!.resolve(database('SQLite'))
    await answer
    expect(desk.shown).toEqual([])
    expect(desk.told).toEqual([])
  })

  it('asks everyone when none claims, a throw and a promise counting as no', async () => {
    const desk = thirdParty('desk', { claim: () => { throw new Error('boom') } })
    const phone = thirdParty('phone', { claim: (() => Promise.reject(new Error('boom'))) as never })
    const { rounds, contained } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    expect([desk.shown.length, phone.shown.length]).toEqual([1, 1])
    desk.shown[0]!.resolve(database('SQLite'))
    await answer
    await settle()
    expect(contained).toHaveLength(2)
  })

  it('asks the others before the ask fails, and fails with the first error', async () => {
    const first = new Error('first')
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk', { claim: () => false })]
    const { rounds } = start(phone, desk)
    const answer = rejection(rounds.ask(DATABASE))
    phone.shown[0]!.reject(first)
    await settle()
    expect(desk.shown).toHaveLength(1)
    desk.shown[0]!.reject(new Error('second'))
    expect(await answer).toBe(first)
  })

  it('takes NO_PROVIDER for a step aside, which is nobody\'s error', async () => {
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk')]
    const { rounds, steps } = start(phone, desk)
    const answer = rejection(rounds.ask(DATABASE))
    phone.shown[0]!.reject(Object.assign(new Error('nobody here'), { code: 'NO_PROVIDER' }))
    await settle()
    const error = new Error('no screen')
    desk.shown[0]!.reject(error)
    expect(await answer).toBe(error)
    expect(steps.filter(({ step }) => step === 'failed').map(({ surface }) => surface)).toEqual(['desk'])
  })

  it('asks only the surfaces that an ask admits, early and late', async () => {
    const [desk, phone, late] = [thirdParty('desk'), thirdParty('phone'), thirdParty('late')]
    const { rounds } = start(desk, phone)
    const admits = (surface: AskSurface) => surface === desk
    expect([rounds.canAsk(admits), rounds.canAsk(() => false)]).toEqual([true, false])
    const answer = rejection(rounds.ask(DATABASE, { admits }))
    rounds.add(late)
    const error = new Error('no screen')
    desk.shown[0]!.reject(error)
    expect(await answer).toBe(error)
    expect([phone.shown, late.shown]).toEqual([[], []])
  })

  it('tells the host at once when there is nobody to ask', async () => {
    const { rounds } = start()
    expect(await rejection(rounds.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })
})

function withCompanion(...surfaces: AskSurface[]) {
  const companion = thirdParty('companion', { settled: false })
  return { ...start(...surfaces), companion, options: { companion } }
}

describe('R5: a companion races from the start', () => {
  it('beside whoever claims, and without being a claimant itself', async () => {
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk', { claim: () => false })]
    const { rounds, companion, options } = withCompanion(phone, desk)
    const answer = rounds.ask(DATABASE, options)
    expect([phone.shown.length, desk.shown.length, companion.shown.length]).toEqual([1, 0, 1])
    companion.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(phone.told).toEqual(['companion'])
  })

  it('while our surfaces still stand in for each other', async () => {
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk', { claim: () => false })]
    const { rounds, options } = withCompanion(phone, desk)
    const answer = rounds.ask(DATABASE, options)
    phone.shown[0]!.reject(new Error('no network'))
    await settle()
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('and holds the round alone when all of ours have failed, open to any latecomer', async () => {
    const phone = thirdParty('phone')
    const { rounds, companion, options } = withCompanion(phone)
    const answer = rounds.ask(DATABASE, options)
    phone.shown[0]!.reject(new Error('no network'))
    await settle()
    const late = thirdParty('late', { claim: () => false })
    rounds.add(late)
    expect(late.shown).toHaveLength(1)
    late.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(companion.shown[0]!.request.signal?.aborted).toBe(true)
  })

  it('and ends the ask with the first error when it is out, too', async () => {
    const phone = thirdParty('phone')
    const { rounds, companion, options } = withCompanion(phone)
    const answer = rejection(rounds.ask(DATABASE, options))
    const first = new Error('no network')
    phone.shown[0]!.reject(first)
    await settle()
    companion.shown[0]!.reject(Object.assign(new Error('nobody here'), { code: 'NO_PROVIDER' }))
    expect(await answer).toBe(first)
  })

  it('in its own ask only', async () => {
    const phone = thirdParty('phone')
    const { rounds, companion, options } = withCompanion(phone)
    const answers = [rounds.ask(DATABASE, options), rounds.ask(DATABASE)]
    expect(companion.shown).toHaveLength(1)
    for (const { round } of phone.shown) round.submit(database('SQLite'))
    await Promise.all(answers)
  })
})

describe('R6: surfaces come and go while an ask is open', () => {
  it('gives an open ask to a latecomer that claims it', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const answer = rounds.ask(DATABASE)
    const [late, idle] = [thirdParty('late'), thirdParty('idle', { claim: () => false })]
    rounds.add(late)
    rounds.add(idle)
    expect([late.shown.length, idle.shown.length]).toEqual([1, 0])
    late.shown[0]!.resolve(database('SQLite'))
    await answer
    expect(desk.told).toEqual(['late'])
  })

  it('gives an open ask that nobody claimed to any latecomer', async () => {
    const desk = thirdParty('desk', { claim: () => false })
    const { rounds } = start(desk)
    const answer = rounds.ask(DATABASE)
    const late = thirdParty('late', { claim: () => false })
    rounds.add(late)
    late.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('takes an unregistering surface out of its rounds as a failure of its own', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone', { claim: () => false })]
    const { rounds, removers } = start(desk, phone)
    const answer = rounds.ask(DATABASE)
    const { round, request } = desk.shown[0]!
    removers[0]!()
    expect(await round.outcome).toMatchObject({ kind: 'failed', error: { code: 'SURFACE_LEFT' } })
    expect(request.signal?.aborted).toBe(true)
    expect(round.submit(database('PostgreSQL'))).toMatchObject({ kind: 'refused', code: 'NOT_ASKED' })
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual([])
  })

  it('fails the ask when the last surface leaves', async () => {
    const { rounds, removers } = start(thirdParty('desk'))
    const answer = rejection(rounds.ask(DATABASE))
    removers[0]!()
    expect(await answer).toMatchObject({ code: 'SURFACE_LEFT' })
  })

  it('asks a surface that was registered twice once, until both have taken it back', async () => {
    const desk = thirdParty('desk')
    const { rounds, removers } = start(desk, desk)
    const answer = rounds.ask(DATABASE)
    expect(desk.shown).toHaveLength(1)
    removers[0]!()
    removers[0]!()
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })
})

describe('R7: a human\'s dismissal is a decision', () => {
  it('settles the round as dismissed when a surface rejects with ASK_CANCELLED', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { rounds } = start(desk, phone)
    const answer = rejection(rounds.ask(DATABASE))
    desk.shown[0]!.reject(Object.assign(new Error('later'), { code: 'ASK_CANCELLED' }))
    expect(await answer).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(phone.told).toEqual(['desk'])
    expect(await phone.shown[0]!.round.outcome).toMatchObject({ kind: 'dismissed', actor: { surface: 'desk' } })
  })

  it('does the same for an act, and never invents an answer', async () => {
    const phone = thirdParty('phone')
    const { rounds } = start(phone)
    const answer = rejection(rounds.ask(DATABASE))
    expect(phone.shown[0]!.round.dismiss({ name: 'Li' })).toMatchObject({ kind: 'won', outcome: { kind: 'dismissed', actor: { name: 'Li' } } })
    expect(await answer).toMatchObject({ code: 'ASK_CANCELLED' })
  })
})

describe('R8: dispose ends the open rounds and waits for the surfaces', () => {
  it('aborts every open round and resolves when the last surface has cleaned up', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { rounds, timers } = start(desk, phone)
    const answer = rejection(rounds.ask(DATABASE))
    const closed = vi.fn()
    const closing = rounds.close().then(closed)
    expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'aborted', cause: 'disposed' })
    desk.shown[0]!.reject(new Error('cleaned up'))
    await settle()
    expect(closed).not.toHaveBeenCalled()
    phone.shown[0]!.reject(new Error('cleaned up'))
    await closing
    expect(timers.size).toBe(0)
  })

  it('waits no longer than its limit for a surface that never cleans up', async () => {
    const { rounds, timers } = start(thirdParty('stuck'))
    const answer = rejection(rounds.ask(DATABASE))
    const closing = rounds.close()
    await answer
    for (const fire of timers) fire()
    await expect(closing).resolves.toBeUndefined()
  })

  it('waits for nobody when nothing is open, and asks nobody afterwards', async () => {
    const desk = thirdParty('desk')
    const { rounds, timers } = start(desk)
    await rounds.close()
    expect(timers.size).toBe(0)
    expect(await rejection(rounds.ask(DATABASE))).toMatchObject({ code: 'ASK_ABORTED' })
    expect(desk.shown).toEqual([])
  })
})

describe('R9: a decision belongs to one ask', () => {
  it('keeps asks of two sessions with the same question ids apart', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const [one, two] = ['s1', 's2'].map((id) => rounds.ask({ ...DATABASE, agent: { id, session: { id } } }))
    expect(desk.shown.map(({ round }) => round.id)).toEqual(['ask-1', 'ask-2'])
    desk.shown[1]!.round.submit(database('SQLite'))
    expect(await two).toEqual(database('SQLite'))
    desk.shown[0]!.round.submit(database('PostgreSQL'))
    expect(await one).toEqual(database('PostgreSQL'))
  })

  it('never lets a decision for a closed ask touch the next, identical one', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const first = rounds.ask(DATABASE)
    desk.shown[0]!.round.submit(database('SQLite'))
    await first
    const second = rounds.ask(DATABASE)
    expect(desk.shown[0]!.round.submit(database('SQLite')).kind).toBe('lost')
    expect(desk.shown[1]!.round.signal.aborted).toBe(false)
    desk.shown[1]!.round.submit(database('PostgreSQL'))
    expect(await second).toEqual(database('PostgreSQL'))
  })

  it('takes the same ask handed over twice for one round, which lives until its last caller is gone', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const keyed = { ...DATABASE, agent: { id: 's1', session: { id: 's1' } }, wait: { callId: 'call-1' } }
    const dropped = new AbortController()
    const before = rejection(rounds.ask({ ...keyed, signal: dropped.signal }))
    const after = rounds.ask(keyed)
    expect(desk.shown).toHaveLength(1)
    dropped.abort()
    expect(await before).toMatchObject({ code: 'ASK_ABORTED' })
    desk.shown[0]!.round.submit(database('SQLite'))
    expect(await after).toEqual(database('SQLite'))
  })

  it('takes two asks without a call id for two rounds', async () => {
    const desk = thirdParty('desk')
    const { rounds } = start(desk)
    const agent = { id: 's1', session: { id: 's1' } }
    const answers = [rounds.ask({ ...DATABASE, agent }), rounds.ask({ ...DATABASE, agent })]
    expect(desk.shown).toHaveLength(2)
    for (const { resolve } of desk.shown) resolve(database('SQLite'))
    expect(await Promise.all(answers)).toEqual([database('SQLite'), database('SQLite')])
  })
})
