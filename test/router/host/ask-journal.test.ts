/** The journal in a host: the real cordis and agent registry, the demo's question service, files on the real disk. */
import { Context } from '@deepseek-ai/cordis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostView } from '../../../router/journal/types.ts'
import { journalIn } from '../../../router/host/live-journal.ts'
import * as router from '../../../router/index.ts'
import type { AskRound, AskSurface, ContinuedAsk } from '../../../router/types.ts'
import { createStand, picked, QUESTIONS } from '../../app/demo/host/waterfall/stand.ts'
import { accepted, asked, createHome, timedOut, type JournalHome, won } from '../../helpers/journal-home.ts'
import { rejection, settle } from '../../helpers/rounds.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

interface Given {
  /** What the projection of each live session says of its calls. */
  readonly live?: Record<string, Record<string, HostView>>
  /** One of them that isn't live at the start. */
  readonly opensLater?: string
  /** The same of stored sessions; nothing: the host can't read them. */
  readonly stored?: Record<string, Record<string, HostView>> | 'all' | 'hangs'
  /** The same, where the host has to fold their logs for it. */
  readonly logged?: Record<string, Record<string, HostView>>
  readonly journal?: 'full' | 'ids' | 'off'
}

/** A surface that cleans up at once. */
function prompt(name: string): AskSurface & { readonly rounds: AskRound[] } {
  const rounds: AskRound[] = []
  return {
    name, rounds, claim: () => true,
    ask: (_request, round) => {
      rounds.push(round)
      return round.outcome.then(() => ({ answers: [] }))
    },
  }
}

const viewOf = (calls: Record<string, HostView> = {}) => ({
  active: Object.entries(calls).filter(([, state]) => state !== 'settled').map(([callId, state]) => ({ callId, state, questions: QUESTIONS })),
  settled: Object.entries(calls).filter(([, state]) => state === 'settled').map(([callId]) => ({ callId, answers: [] })),
})

/** A process with the router in it, on what its predecessors have left. */
async function start({ live = {}, opensLater, stored, logged, journal = 'full' }: Given = {}) {
  const stand = await createStand()
  const { ctx } = stand
  for (const session of Object.keys(live)) if (session !== opensLater) stand.agent(session)
  ctx.provide('sessionProjections' as never, {
    register: () => undefined,
    stateOf: ({ id }: { id: string }) => ({ questions: viewOf(live[id]) }),
    ...(logged ? { restore: (_checkpoint: object, [calls]: readonly Record<string, HostView>[]) => ({ snapshot: { values: { userQuestions: viewOf(calls) } } }) } : {}),
  } as never)
  if (logged) {
    ctx.provide('sessionQuery' as never, {
      readSession: (id: string) => (logged[id] ? Promise.resolve({ events: [logged[id]] }) : Promise.reject(new Error('not found'))),
    } as never)
  }
  if (stored) {
    ctx.provide('sessionProjectionCache' as never, {
      coldSnapshot: (id: string) => {
        if (stored === 'hangs') return new Promise(() => {})
        const calls = stored === 'all' ? { [id.replace('session', 'call')]: 'continued' as const } : stored[id]
        return calls ? Promise.resolve({ asOfSeq: 1, values: { userQuestions: viewOf(calls) } }) : Promise.reject(new Error('not found'))
      },
    } as never)
  }
  const given: unknown[] = []
  stand.questions.answer = (_agent: unknown, callId: string, answer: unknown) => given.push([callId, answer]) > 0
  const lost: string[] = []
  const routing = ctx.plugin({
    name: router.name,
    apply: (inner: Context) => router.apply(inner, { approvals: 'off', journal }, { journal: journalIn(home.folder), onAnswerLost: (ask, actor) => lost.push(`${ask} ${actor?.id}`) }),
  })
  await routing
  const continued: ContinuedAsk[] = []
  ctx.askSurfaces.register({ ...prompt('desk'), continued: (ask) => continued.push(ask) })
  return { ...stand, given, routing, continued, lost, answered: () => ctx.askJournal.deliveries('feishu') }
}

function leave(...asks: string[]): void {
  const journal = home.open()
  for (const ask of asks) journal.append(asked(ask, { session: `session-${ask}` }), { kind: 'delivery', ask, surface: 'feishu', place: 'ou_1', data: { message: `om-${ask}` } })
  home.kill(journal)
}

describe('a round in the journal', () => {
  it('is written from its question to its end, before the host hears of the answer', async () => {
    const desk = prompt('phone')
    const { ctx, questions, agent, routing } = await start()
    ctx.askSurfaces.register(desk)
    const answer = questions.ask({ questions: QUESTIONS, agent: agent(), wait: { callId: 'call-1' } })
    await settle()
    ctx.askJournal.record(desk.rounds[0]!.id, 'phone', 'ou_1', { message: 'om_1' })
    desk.rounds[0]!.submit(picked('SQLite'), { id: 'ou_1', name: 'Wang Fang' })
    expect(home.records().map(({ kind }) => kind)).toEqual(['started', 'asked', 'delivery', 'acted', 'settled'])
    expect(home.records()[1]).toMatchObject({ session: 's1', call: 'call-1', count: 1, questions: QUESTIONS })
    expect(home.records()[4]).toMatchObject({ outcome: 'answered', actor: { surface: 'phone', name: 'Wang Fang' }, answer: picked('SQLite') })
    expect(await answer).toEqual(picked('SQLite'))
    expect(ctx.askJournal.ended(desk.rounds[0]!.id)).toMatchObject({ kind: 'settled', outcome: 'answered' })
    await routing.dispose()
    expect(home.records().at(-1)).toMatchObject({ kind: 'stopped' })
  })

  it('that is open when the router goes away has its end there before the router says that it has ended', async () => {
    const { questions, agent, routing } = await start()
    const answer = rejection(questions.ask({ questions: QUESTIONS, agent: agent() }))
    await settle()
    await routing.dispose()
    expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
    expect(home.records().slice(-2).map(({ kind, outcome, cause }) => [kind, outcome, cause])).toEqual([['settled', 'aborted', 'disposed'], ['stopped', undefined, undefined]])
  })
})

describe('what an ended process has left', () => {
  it('goes on where the host lists it, also in a stored session, and has ended elsewhere', async () => {
    leave('live', 'stored', 'gone')
    const { answered, continued } = await start({ live: { 'session-live': { 'call-live': 'continued' } }, stored: { 'session-stored': { 'call-stored': 'open' }, 'session-gone': {} } })
    const left = await answered()
    expect(left.map(({ ask, data, decision }) => [ask, data['message'], decision.kind])).toEqual([['live', 'om-live', 'continued'], ['stored', 'om-stored', 'continued'], ['gone', 'om-gone', 'over']])
    expect(continued.map(({ id, session, callId, questions }) => [id, session, callId, questions?.length])).toEqual([
      ['live', 'session-live', 'call-live', 1], ['stored', 'session-stored', 'call-stored', 1],
    ])
  })

  it('counts as answerable where the host can not be asked, until an answer says otherwise', async () => {
    leave('a')
    const { answered, continued } = await start()
    expect((await answered()).map(({ decision }) => decision)).toEqual([{ kind: 'continued' }])
    const verdict = continued[0]!.submit(picked('SQLite'))
    expect(verdict).toMatchObject({ kind: 'accepted' })
    expect(verdict.kind === 'accepted' && await verdict.result).toEqual({ kind: 'failed', code: 'NO_SESSION' })
  })

  it.each([
    ['a late answer', () => [timedOut('a'), accepted('a')]],
    ['an answer', () => won('a')],
  ])('is delivered when it is %s that the host never got, once', async (_what, records) => {
    const journal = home.open()
    journal.append(asked('a', { session: 's1' }), ...records())
    home.kill(journal)
    const second = await start({ live: { s1: { 'call-a': 'continued' } } })
    const { given } = second
    await second.answered()
    await settle()
    expect(given).toEqual([['call-a', picked('SQLite')]])
    expect(home.records().at(-1)).toMatchObject({ kind: 'late', step: 'delivered' })
    await second.routing.dispose()
    const third = await start({ live: { s1: { 'call-a': 'settled' } } })
    await third.answered()
    expect(third.continued).toEqual([])
  })

  it('says that an answer was lost whose words are not kept, and takes another', async () => {
    const journal = home.open({ mode: 'ids' })
    journal.append(asked('a', { session: 's1' }), timedOut('a'), accepted('a'))
    home.kill(journal)
    const { lost, continued, answered } = await start({ live: { s1: { 'call-a': 'continued' } }, journal: 'ids' })
    await answered()
    expect([lost, continued.map(({ id }) => id)]).toEqual([['a ou_1'], ['a']])
  })

  it.each([
    ['an end', () => won('a')],
    ['a late answer', () => [timedOut('a'), accepted('a')]],
  ])('is looked at again when its session is opened: %s', async (_what, records) => {
    const journal = home.open()
    journal.append(asked('a', { session: 's1' }), ...records())
    home.kill(journal)
    const { ctx, agent, given, answered } = await start({ live: { s1: { 'call-a': 'continued' } }, opensLater: 's1' })
    await answered()
    expect(given).toEqual([])
    const { session } = agent('s1')
    Reflect.apply(ctx.emit, ctx, ['session/event', session, { type: 'turn/start' }])
    await settle()
    expect(given).toEqual([['call-a', picked('SQLite')]])
  })

  it('goes on by the log of a stored session where the host keeps no record beside it', async () => {
    leave('logged', 'gone')
    const journal = home.open()
    journal.append(asked('unread', { session: 'session-unread' }), timedOut('unread'), accepted('unread'), { kind: 'late', ask: 'unread', step: 'delivered' })
    home.kill(journal)
    const { continued, answered } = await start({ logged: { 'session-logged': { 'call-logged': 'open' }, 'session-gone': {}, 'session-unread': { 'call-unread': 'continued' } } })
    expect((await answered()).map(({ ask, decision }) => [ask, decision.kind])).toEqual([['logged', 'continued'], ['gone', 'over']])
    expect(continued.map(({ id }) => id)).toEqual(['logged', 'unread'])
  })

  it('and an event that had its effect has none again', async () => {
    const first = await start()
    expect(first.ctx.askJournal.seen('feishu', 'e1')).toBe(false)
    first.ctx.askJournal.remember('feishu', 'e1')
    await first.routing.dispose()
    expect((await start()).ctx.askJournal.seen('feishu', 'e1')).toBe(true)
  })

  it.each(['all', 'hangs'] as const)('of 1,000 stored sessions is decided in less than two seconds (the store: %s)', async (stored) => {
    leave(...Array.from({ length: 1_000 }, (_, each) => `a${each}`))
    const before = performance.now()
    const { answered, continued, routing } = await start({ stored })
    expect((await answered()).filter(({ decision }) => decision.kind === 'continued')).toHaveLength(1_000)
    expect(performance.now() - before).toBeLessThan(2_000)
    expect(continued.filter(({ questions }) => questions !== undefined)).toHaveLength(1_000)
    await routing.dispose()
  })
})
