/** All surfaces and all open rounds: who is taken in, what is one ask, and how everything ends. */
import { describe, expect, it } from 'vitest'
import type { AskSurface, AskUserQuestionRequest } from '../../router/types.ts'
import { createRounds, rejection, settle } from '../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../helpers/timed.ts'
import { createOrderedRounds } from '../helpers/ordered.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

const agent = (id: string) => ({ id, session: { id } })
const call = (callId: string, session = 's', request: AskUserQuestionRequest = DATABASE): AskUserQuestionRequest => ({ ...request, agent: agent(session), wait: { callId } })

describe('a surface', () => {
  const whole = { name: 'desk', claim: () => true, ask: () => new Promise(() => {}) }

  it.each<[string, unknown]>([
    ['nothing', undefined], ['null', null], ['a text', 'desk'], ['no name', { ...whole, name: undefined }], ['an empty name', { ...whole, name: '' }], ['a name that is no text', { ...whole, name: 5 }],
    ['no claim', { ...whole, claim: undefined }], ['no ask', { ...whole, ask: true }], ['a settled that cannot be called', { ...whole, settled: 'x' }], ['a continued that cannot be called', { ...whole, continued: {} }],
  ])('is refused with %s', (_what, surface) => {
    const { rounds } = createRounds()
    expect(() => rounds.add(surface as never)).toThrow(expect.objectContaining({ code: 'BAD_SURFACE' }))
    expect(rounds.canAsk()).toBe(false)
  })

  it.each<[string, object]>([['needs', {}], ['may have', { settled: () => {}, continued: () => {} }]])('is taken with all that it %s', (_what, more) => {
    const { rounds } = createRounds()
    rounds.add({ ...whole, ...more } as AskSurface)
    expect(rounds.canAsk()).toBe(true)
  })

  it('that was added twice is asked until both have taken it back, each once', () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    const [first, second] = [rounds.add(desk), rounds.add(desk)]
    rounds.ask(DATABASE).catch(() => {})
    expect(desk.shown).toHaveLength(1)
    first()
    first()
    expect(rounds.canAsk()).toBe(true)
    second()
    expect(rounds.canAsk()).toBe(false)
    rounds.add(desk)
    expect(rounds.canAsk()).toBe(true)
  })

  it('that was added twice hears once of an ask that goes on', () => {
    const { rounds } = createRounds()
    const heard: string[] = []
    const desk = Object.assign(thirdParty('desk'), { continued: ({ id }: { readonly id: string }) => { heard.push(id) } })
    rounds.late.open({ id: 'a', session: 's', callId: 'c', questions: DATABASE.questions, since: 0 })
    rounds.add(desk)
    rounds.add(desk)
    expect(heard).toEqual(['a'])
  })

  it('on a side that is none of ours is asked at once in any order', () => {
    const { rounds } = createOrderedRounds({ mode: 'terminal-first', delaySeconds: 30 })
    const odd = Object.assign(thirdParty('odd'), { side: 'ceiling' as never })
    rounds.add(Object.assign(thirdParty('desk'), { side: 'desk' as const }))
    rounds.add(odd)
    rounds.ask(DATABASE).catch(() => {})
    expect(odd.shown).toHaveLength(1)
  })

  it('that asks itself while it is asked has a round of its own', () => {
    const { rounds } = createRounds()
    let asked = 0
    const curious = thirdParty('curious', { ask: () => {
      asked += 1
      if (asked === 1) rounds.ask(DATABASE).catch(() => {})
      return new Promise(() => {})
    } })
    rounds.add(thirdParty('desk'))
    rounds.ask(DATABASE).catch(() => {})
    rounds.add(curious)
    expect(asked).toBe(2)
  })
})

describe('the same ask handed over twice', () => {
  it('is one round, by its session, its call and its words', async () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const other = { questions: [{ id: 'db', question: 'Which one?', options: [{ label: 'SQLite' }] }] }
    const answers = [call('c'), call('c'), call('d'), call('c', 't'), call('c', 's', other)].map((request) => rounds.ask(request))
    expect(desk.shown).toHaveLength(4)
    for (const { round } of desk.shown) round.submit(database('SQLite'))
    expect(await Promise.all(answers)).toHaveLength(5)
  })

  it('is two rounds where it names no agent or no call', () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    for (const request of [DATABASE, DATABASE, { ...DATABASE, agent: agent('s') }, { ...DATABASE, agent: agent('s') }, { ...DATABASE, wait: { callId: 'c' } }, { ...DATABASE, wait: { callId: 'c' } }]) rounds.ask(request).catch(() => {})
    expect(desk.shown).toHaveLength(6)
  })

  it('is another round when the first has ended', async () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const first = rounds.ask(call('c'))
    desk.shown[0]!.round.submit(database('SQLite'))
    await first
    rounds.ask(call('c')).catch(() => {})
    expect(desk.shown).toHaveLength(2)
  })

  it('joins the round of the same words, though an earlier one of that call has ended meanwhile', async () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const first = rounds.ask(call('c'))
    const other = { questions: [{ id: 'db', question: 'Which one?', options: [{ label: 'SQLite' }] }] }
    const second = rounds.ask(call('c', 's', other))
    desk.shown[0]!.round.submit(database('SQLite'))
    await first
    const third = rounds.ask(call('c', 's', other))
    expect(desk.shown).toHaveLength(2)
    desk.shown[1]!.round.submit(database('SQLite'))
    expect(await Promise.all([second, third])).toHaveLength(2)
  })
})

describe('an ask', () => {
  it('that was withdrawn before says how, with the host\'s reason', async () => {
    const { rounds, steps } = createRounds()
    rounds.add(thirdParty('desk'))
    const late = Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' })
    expect(await rejection(rounds.ask({ ...DATABASE, signal: AbortSignal.abort('over') }))).toMatchObject({ code: 'ASK_ABORTED', cause: 'over' })
    expect(await rejection(rounds.ask({ ...DATABASE, signal: AbortSignal.abort(late) }))).toMatchObject({ code: 'ASK_TIMED_OUT', cause: late })
    expect(steps).toEqual([])
  })

  it('has a window only where it is timed', async () => {
    const { rounds, clock } = createTimedRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const window = lendWindow(clock)
    rounds.ask({ ...DATABASE, agent: agent('s'), wait: { callId: 'c' } }, { window }).catch(() => {})
    rounds.ask(DATABASE, { window }).catch(() => {})
    rounds.ask(timedAsk(), { window }).catch(() => {})
    await settle()
    expect([desk.shown.map(({ round }) => round.countdown !== undefined), window.made]).toEqual([[false, false, true], 1])
    clock.tick(WINDOW_MS)
    expect(desk.shown.map(({ round }) => round.signal.aborted)).toEqual([false, false, true])
  })

  it('hands surfaces nothing that a field named as a prototype brings along', () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    rounds.ask({ ...DATABASE, ...JSON.parse('{"__proto__":{"stolen":true}}') }).catch(() => {})
    expect('stolen' in desk.shown[0]!.request).toBe(false)
  })

  it('is for whoever comes later what it was when it was asked, whatever the host does to its list since', () => {
    const { rounds } = createRounds()
    rounds.add(thirdParty('desk'))
    const request = structuredClone(DATABASE)
    rounds.ask(request).catch(() => {})
    request.questions.length = 0
    const phone = thirdParty('phone')
    rounds.add(phone)
    expect(phone.shown[0]?.request.questions).toEqual(DATABASE.questions)
  })

  it('can be asked as long as a surface is there that it admits', () => {
    const { rounds } = createRounds()
    expect(rounds.canAsk()).toBe(false)
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    rounds.add(desk)
    rounds.add(phone)
    expect([rounds.canAsk(), rounds.canAsk((surface) => surface === phone), rounds.canAsk(({ name }) => name === 'notes')]).toEqual([true, true, false])
  })
})

describe('the end of everything', () => {
  it('asks nobody any more, and ends what is open', async () => {
    const { rounds } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    const open = rejection(rounds.ask(DATABASE))
    rounds.close().catch(() => {})
    expect(await open).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'aborted', cause: 'disposed' })
    expect(rounds.canAsk()).toBe(false)
    expect(await rejection(rounds.ask(DATABASE))).toMatchObject({ code: 'ASK_ABORTED', message: 'the question router was shut down' })
    expect(desk.shown).toHaveLength(1)
  })

  it('waits until the last surface has cleaned up, for two seconds at most', async () => {
    const { rounds, clock } = createTimedRounds()
    const [quick, slow] = [thirdParty('quick'), thirdParty('slow')]
    for (const surface of [quick, slow]) rounds.add(surface)
    rounds.ask(DATABASE).catch(() => {})
    const seen: string[] = []
    const closing = rounds.close().then(() => seen.push('closed'))
    quick.shown[0]!.reject(new Error('done'))
    clock.tick(1_999)
    await settle()
    expect([seen, clock.pending]).toEqual([[], 1])
    slow.shown[0]!.reject(new Error('done'))
    await closing
    expect(clock.pending).toBe(0)
  })

  it('comes after two seconds, whoever has not cleaned up', async () => {
    const { rounds, clock } = createTimedRounds()
    rounds.add(thirdParty('slow'))
    rounds.ask(DATABASE).catch(() => {})
    const closing = rounds.close()
    clock.tick(2_000)
    await closing
    expect(clock.pending).toBe(0)
  })

  it('waits for no surface that has left', async () => {
    const { rounds, clock } = createTimedRounds()
    const remove = rounds.add(thirdParty('slow'))
    rounds.ask(DATABASE).catch(() => {})
    const closing = rounds.close()
    remove()
    await closing
    expect(clock.pending).toBe(0)
  })

  it('also ends the waiting for late answers', async () => {
    const { rounds } = createTimedRounds()
    rounds.late.open({ id: 'a', session: 's', callId: 'c', questions: DATABASE.questions, since: 0 })
    await rounds.close()
    expect(rounds.late.submit('a', database('SQLite'), { surface: 'desk' })).toMatchObject({ kind: 'refused', code: 'UNREADABLE' })
  })
})
