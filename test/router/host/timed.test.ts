/** Timed asks on the question service of the waterfall era: its clock, its late replies, its record of every call. */
import { Service, symbols, type Context } from '@deepseek-ai/cordis'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { foldQuestions, type SessionEvent } from '../../../app/demo/host/waterfall/projection.ts'
import type { Answer, AskRequest } from '../../../app/demo/host/waterfall/types.ts'
import * as router from '../../../router/index.ts'
import type { ContinuedAsk, LateVerdict } from '../../../router/types.ts'
import { logCall, logHeader, logMessage, logResult } from '../../app/demo/host/waterfall/session-log.ts'
import { answerer, createStand, picked, QUESTIONS, type TestAgent } from '../../app/demo/host/waterfall/stand.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { thirdParty } from '../../helpers/third-party.ts'

const WINDOW_MS = 60_000

/** A surface that keeps what it is told of. */
function place(name: string) {
  const asks: ContinuedAsk[] = []
  return Object.assign(thirdParty(name), { asks, continued: (ask: ContinuedAsk) => { asks.push(ask) } })
}

/** The host's registry of projections, which folds what it is asked for. */
class Projections extends Service {
  constructor(ctx: Context) {
    super(ctx, 'sessionProjections')
  }

  register(): void {}

  stateOf({ events }: { events: readonly SessionEvent[] }, key: string) {
    return key === 'userQuestions' ? foldQuestions(events) : undefined
  }
}

interface HostOptions {
  readonly lacks?: readonly string[]
  readonly resumeSession?: (session: string) => Promise<void>
  readonly projections?: boolean
}

/** A host with the router on the same clock, a surface and an agent whose call `c1` is in its log. */
async function host({ lacks = [], resumeSession, projections = true }: HostOptions = {}) {
  const stand = await createStand()
  if (projections) await stand.ctx.plugin(Projections)
  const service: typeof stand.questions = Reflect.get(stand.questions, symbols.original) ?? stand.questions
  for (const method of lacks) Object.defineProperty(service, method, { value: undefined, configurable: true, writable: true })
  const claims = { made: 0, held: 0 }
  if (!lacks.includes('attachWait')) {
    const attachWait = service.attachWait.bind(service)
    Object.defineProperty(service, 'attachWait', {
      configurable: true,
      writable: true,
      value: async function *(agent: TestAgent, callId: string, signal: AbortSignal) {
        claims.made += 1
        claims.held += 1
        try {
          yield* attachWait(agent, callId, signal)
        } finally {
          claims.held -= 1
        }
      },
    })
  }
  const before = listeners(stand.ctx)
  const clock = { now: stand.clock.now, monotonic: stand.clock.now, after: stand.clock.after }
  const routing = stand.ctx.plugin({ name: router.name, apply: (inner: Context) => router.apply(inner, { approvals: 'off' }, { clock, ...(resumeSession ? { resumeSession } : {}) }) })
  await routing
  await settle()
  const desk = place('desk')
  const leave = stand.ctx.askSurfaces.register(desk)
  const asker = stand.agent()
  logHeader(asker.session, stand.questions)
  logCall(asker.session, 'c1')
  const askTimed = (ms = WINDOW_MS, signal?: AbortSignal) => {
    const result = stand.questions.askTimed({ questions: QUESTIONS, agent: asker, ...(signal ? { signal } : {}) }, 'c1', ms)
    result.catch(() => {
      // Looked at by the tests that expect it.
    })
    return result
  }
  /** What the agent's loop writes when the tool has returned. */
  const logged = async (result: Promise<unknown>) => {
    logResult(asker.session, 'c1', await result)
    heard(stand.ctx, asker, 'tool/result')
    await settle()
  }
  return { ...stand, before, routing, desk, leave, asker, askTimed, logged, claims }
}

function listeners(ctx: Context): number[] {
  return ['session/event', 'agent/created', 'agent/inbox/discarded', 'user-questions/request'].map((event) => ctx.events['_hooks'][event]?.length ?? 0)
}

/** Tells the plugins of the newest event of a session, as the host's store does. */
function heard(ctx: Context, { session }: TestAgent, type: string): void {
  Reflect.apply(ctx.emit, ctx, ['session/event', session, session.events.findLast((event) => event.type === type)])
}

async function continued(options: HostOptions = {}) {
  const stand = await host(options)
  const result = stand.askTimed()
  await settle()
  stand.clock.tick(WINDOW_MS)
  await stand.logged(result)
  return { ...stand, ask: stand.desk.asks[0]! }
}

async function resultOf(verdict: LateVerdict) {
  if (verdict.kind !== 'accepted') throw new Error(`expected an accepted answer, got ${verdict.kind}`)
  return verdict.result
}

describe('the host\'s window', () => {
  it('is claimed once, and its clock stands while the router holds it', async () => {
    const { askTimed, clock, claims, desk } = await host()
    const result = askTimed()
    await settle()
    expect(claims).toEqual({ made: 1, held: 1 })
    expect(desk.shown[0]!.round.countdown?.remaining()).toBe(WINDOW_MS)
    desk.shown[0]!.round.countdown!.hold('for-good')
    clock.tick(24 * 3_600_000)
    expect(desk.shown[0]!.round.submit(picked('SQLite')).kind).toBe('won')
    expect(await result).toEqual(picked('SQLite'))
  })

  it('is ended by the router\'s ASK_TIMED_OUT when its countdown does, which makes the call pending', async () => {
    const { askTimed, clock, desk } = await host()
    const result = askTimed()
    await settle()
    clock.tick(WINDOW_MS - 1)
    expect(desk.shown[0]!.round.signal.aborted).toBe(false)
    clock.tick(1)
    expect(await result).toEqual({ pending: true, callId: 'c1' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out', continued: true })
  })

  it('withdraws the ask behind us when it closes', async () => {
    const { askTimed, clock, ctx } = await host()
    const seen: AskRequest[] = []
    await answerer(ctx, (request) => new Promise(() => { seen.push(request) }))
    const result = askTimed()
    await settle()
    clock.tick(WINDOW_MS)
    await result
    expect(seen).toHaveLength(1)
  })

  it('counts on by itself, to its own deadline, when no surface of ours is left, and is claimed again for a latecomer', async () => {
    const { askTimed, clock, ctx, leave, claims } = await host()
    await answerer(ctx, (request) => new Promise<Answer>((_resolve, reject) => { request.signal?.addEventListener('abort', () => reject(new Error('left'))) }))
    const result = askTimed()
    await settle()
    clock.tick(20_000)
    leave()
    await settle()
    expect(claims).toEqual({ made: 1, held: 0 })
    const late = place('late')
    const leaveAgain = ctx.askSurfaces.register(late)
    await settle()
    expect([claims.made, late.shown[0]!.round.countdown?.remaining()]).toEqual([2, 40_000])
    leaveAgain()
    await settle()
    clock.tick(39_999)
    expect(await Promise.race([result, Promise.resolve('waiting')])).toBe('waiting')
    clock.tick(1)
    expect(await result).toEqual({ pending: true, callId: 'c1' })
  })

  it('counts on with nobody behind us either, and the ask that nobody shows is then continued', async () => {
    const { askTimed, clock, ctx, leave, claims } = await host()
    const result = askTimed()
    await settle()
    clock.tick(20_000)
    leave()
    await settle()
    expect(claims).toEqual({ made: 1, held: 0 })
    clock.tick(39_999)
    expect(await Promise.race([result, Promise.resolve('waiting')])).toBe('waiting')
    clock.tick(1)
    expect(await result).toEqual({ pending: true, callId: 'c1' })
    const late = place('late')
    ctx.askSurfaces.register(late)
    expect(late.asks.map(({ callId }) => callId)).toEqual(['c1'])
  })

  it('is given back after every end, with no timer, listener or claim left', async () => {
    const { askTimed, clock, claims, desk } = await host()
    const turn = new AbortController()
    const ends: (() => void)[] = [
      () => { desk.shown.at(-1)!.round.submit(picked('SQLite')) },
      () => { desk.shown.at(-1)!.round.dismiss() },
      () => clock.tick(WINDOW_MS),
    ]
    for (const end of ends) {
      const result = askTimed(WINDOW_MS, turn.signal)
      await settle()
      end()
      await result.catch(() => {})
      await settle()
    }
    const last = askTimed(WINDOW_MS, turn.signal)
    await settle()
    turn.abort({ kind: 'user' })
    expect(await rejection(last)).toMatchObject({ code: 'ASK_ABORTED' })
    clock.tick(0)
    await settle()
    expect([claims, clock.pending, getEventListeners(turn.signal, 'abort').length]).toEqual([{ made: 4, held: 0 }, 0, 0])
  })

  it('has the answer even when it was held far beyond its deadline', async () => {
    const { askTimed, clock, desk } = await host()
    const result = askTimed()
    await settle()
    desk.shown[0]!.round.countdown!.hold('touched')
    clock.tick(10 * WINDOW_MS)
    desk.shown[0]!.round.submit(picked('SQLite'))
    clock.tick(0)
    expect(await result).toEqual(picked('SQLite'))
  })

  it.each([0, 1.5, 2 ** 31])('of %s ms is its caller\'s error, and nobody is asked', async (ms) => {
    const { askTimed, desk } = await host()
    expect(await rejection(askTimed(ms))).toMatchObject({ code: 'BAD_TIMEOUT' })
    expect(desk.shown).toEqual([])
  })

  it('of a call that waits already is its caller\'s error, and the first goes on', async () => {
    const { askTimed, desk, claims } = await host()
    const first = askTimed()
    await settle()
    expect(await rejection(askTimed())).toMatchObject({ code: 'DUPLICATE_WAIT' })
    expect([desk.shown.length, claims.made]).toEqual([1, 1])
    desk.shown[0]!.round.submit(picked('SQLite'))
    expect(await first).toEqual(picked('SQLite'))
  })

  it('is none for a named ask without end', async () => {
    const { questions, asker, clock, desk, claims } = await host()
    const answer = questions.ask({ questions: QUESTIONS, agent: asker, wait: { callId: 'c1' } })
    await settle()
    clock.tick(30 * 24 * 3_600_000)
    expect([claims.made, desk.shown[0]!.round.countdown]).toEqual([0, undefined])
    desk.shown[0]!.round.submit(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
  })

  it('is not ours to keep where the wait is over before we claim it', async () => {
    const { ctx, asker, desk, claims, clock } = await host()
    const answer = rejection(ctx.waterfall(asker, 'user-questions/request', { questions: QUESTIONS, agent: asker, wait: { callId: 'gone', timed: true } }, () => Promise.reject(new UserQuestionError('nobody', 'NO_PROVIDER'))))
    await settle()
    expect([claims, desk.shown[0]!.round.countdown?.state, clock.pending]).toEqual([{ made: 1, held: 0 }, 'starting', 0])
    desk.shown[0]!.round.dismiss()
    expect(await answer).toMatchObject({ code: 'ASK_CANCELLED' })
  })
})

describe('a host that lacks a part', () => {
  it('without attachWait keeps its own clock, and its time-out means the same', async () => {
    const { askTimed, clock, desk } = await host({ lacks: ['attachWait'] })
    const result = askTimed()
    await settle()
    expect(desk.shown[0]!.round.countdown).toBeUndefined()
    clock.tick(WINDOW_MS)
    expect(await result).toEqual({ pending: true, callId: 'c1' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out', continued: true })
    expect(desk.asks).toHaveLength(1)
  })

  it('without answer has a countdown, but no ask that is continued', async () => {
    const { askTimed, clock, desk } = await host({ lacks: ['answer'] })
    const result = askTimed()
    await settle()
    expect(desk.shown[0]!.round.countdown?.remaining()).toBe(WINDOW_MS)
    clock.tick(WINDOW_MS)
    await result
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'timed-out', continued: false })
    expect(desk.asks).toEqual([])
  })

  it('without any of it asks as ever', async () => {
    const { questions, asker, desk } = await host({ lacks: ['attachWait', 'answer', 'askTimed'], projections: false })
    const answer = questions.ask({ questions: QUESTIONS, agent: asker })
    await settle()
    desk.shown[0]!.round.submit(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
  })

  it('without projections delivers late answers all the same', async () => {
    const { ask, asker } = await continued({ projections: false })
    expect(await resultOf(ask.submit(picked('SQLite')))).toEqual({ kind: 'delivered' })
    expect(asker.steered).toHaveLength(1)
  })
})

describe('a late answer on the host', () => {
  it('becomes a message of the user that names the call', async () => {
    const { ask, asker } = await continued()
    expect(await resultOf(ask.submit(picked('SQLite')))).toEqual({ kind: 'delivered' })
    expect(asker.steered).toEqual([expect.objectContaining({ source: { kind: 'user-question-reply', callId: 'c1', outcome: 'answered' } })])
  })

  it('that comes before the call\'s result is in the log waits for it', async () => {
    const stand = await host()
    const result = stand.askTimed()
    await settle()
    stand.clock.tick(WINDOW_MS)
    const verdict = stand.desk.asks[0]!.submit(picked('SQLite'))
    await settle()
    expect(stand.asker.steered).toEqual([])
    await stand.logged(result)
    stand.clock.tick(200)
    expect(await resultOf(verdict)).toEqual({ kind: 'delivered' })
  })

  it('is not taken when the call was settled by another client, which closes the ask', async () => {
    const { ask, asker, questions, ctx } = await continued()
    questions.answer(asker, 'c1', picked('PostgreSQL'))
    logMessage(asker.session, asker.steered.shift())
    expect(ask.submit(picked('SQLite'))).toMatchObject({ kind: 'lost', end: { kind: 'closed', why: 'settled-elsewhere' } })
    heard(ctx, asker, 'user/message')
    await settle()
    expect(ask.signal.reason).toMatchObject({ why: 'settled-elsewhere' })
  })

  it('closes by itself as soon as another client\'s reply is in the log', async () => {
    const { ask, asker, questions, ctx } = await continued()
    questions.answer(asker, 'c1', picked('PostgreSQL'))
    logMessage(asker.session, asker.steered.shift())
    heard(ctx, asker, 'user/message')
    await settle()
    expect(ask.signal.reason).toMatchObject({ kind: 'closed', why: 'settled-elsewhere' })
  })

  it('hears REPLY_QUEUED while another client\'s reply waits to be read', async () => {
    const { ask, asker, questions } = await continued()
    questions.answer(asker, 'c1', picked('PostgreSQL'))
    expect(await resultOf(ask.submit(picked('SQLite')))).toEqual({ kind: 'failed', code: 'REPLY_QUEUED' })
    expect(ask.signal.reason).toMatchObject({ why: 'settled-elsewhere' })
    expect(asker.steered).toHaveLength(1)
  })

  it('hears BAD_ANSWER when the host asks for more than the router knows, and may be given again', async () => {
    const { ask, asker } = await continued()
    const questions = [...QUESTIONS, { id: 'cache', question: 'Which cache?' }]
    logResult(asker.session, 'c1', { answers: [] })
    logCall(asker.session, 'c1', { questions, timeout: 60 })
    logResult(asker.session, 'c1', { pending: true, callId: 'c1' })
    // Both a settled and a continued call of that name: the newer one counts.
    expect(await resultOf(ask.submit(picked('SQLite')))).toEqual({ kind: 'failed', code: 'BAD_ANSWER' })
    expect(ask.signal.aborted).toBe(false)
  })

  it('may be given anew when the one that waited was discarded', async () => {
    const { ask, asker, ctx, desk } = await continued()
    await resultOf(ask.submit(picked('SQLite')))
    const [message] = asker.steered.splice(0)
    Reflect.apply(ctx.emit, ctx, ['agent/inbox/discarded', { agent: asker, message }])
    expect(desk.asks).toHaveLength(2)
    expect(await resultOf(desk.asks[1]!.submit(picked('PostgreSQL')))).toEqual({ kind: 'delivered' })
    expect(JSON.stringify(asker.steered)).toContain('PostgreSQL')
  })

  it('opens its session through the app where it isn\'t live, and says NO_SESSION where nobody can', async () => {
    const closed = await continued()
    Reflect.get(closed.ctx.agents, 'store').delete('s1')
    expect(await resultOf(closed.ask.submit(picked('SQLite')))).toEqual({ kind: 'failed', code: 'NO_SESSION' })
    expect(closed.ask.signal.aborted).toBe(false)
    const opened: string[] = []
    const app: { open?: () => void } = {}
    const stand = await continued({ resumeSession: async (session) => { opened.push(session); app.open?.() } })
    Reflect.get(stand.ctx.agents, 'store').delete('s1')
    app.open = () => { stand.ctx.agents.register(stand.asker) }
    expect(await resultOf(stand.ask.submit(picked('SQLite')))).toEqual({ kind: 'delivered' })
    expect([opened, stand.asker.steered.length]).toEqual([['s1'], 1])
  })

  it('leaves no listener behind when the router unloads', async () => {
    const { ctx, routing, desk, before } = await continued()
    expect(listeners(ctx)).not.toEqual(before)
    desk.shown[0]!.reject(new Error('cleaned up'))
    await routing.dispose()
    expect(listeners(ctx)).toEqual(before)
  })
})
