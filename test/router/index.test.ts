/** The router as a plugin: what the app lends to it, and what becomes of the answers of an ended process. */
import { Context } from '@deepseek-ai/cordis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JournalKeeper, provideAskJournal } from '../../router/host/ask-journal.ts'
import * as router from '../../router/index.ts'
import type { HostView, JournalRecord } from '../../router/journal/types.ts'
import type { ContinuedAsk } from '../../router/types.ts'
import { createClock } from '../helpers/clock.ts'
import { accepted, asked, createHome, type JournalHome, SQLITE, timedOut, WANG } from '../helpers/journal-home.ts'
import { onSide } from '../helpers/ordered.ts'
import { settle } from '../helpers/rounds.ts'
import { DATABASE, thirdParty } from '../helpers/third-party.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

interface Given extends router.RouterPorts {
  readonly left?: readonly JournalRecord[]
  /** What the host says of the call of its one session, which is live where it says anything; of several the last one from then on. */
  readonly says?: HostView | readonly HostView[]
  readonly answer?: () => boolean
  readonly config?: object
  /** The app doesn't want to hear of lost answers. */
  readonly isDeaf?: true
}

const kept = (open: JournalKeeper['open']): JournalKeeper => ({ open, provide: provideAskJournal })

async function start({ left = [], says, answer = () => true, config = {}, isDeaf, ...ports }: Given = {}) {
  if (left.length > 0) {
    const first = home.open()
    for (const record of left) {
      first.append(record)
      home.now += 1_000
    }
    home.kill(first)
  }
  const ctx = new Context()
  const agent = { id: 'session-1', session: { id: 'session-1' } }
  const given: unknown[] = []
  const views = [says].flat()
  const record = () => {
    const state = views.length > 1 ? views.shift() : views[0]
    return state === 'settled' ? { active: [], settled: [{ callId: 'call-a' }] } : { active: [{ callId: 'call-a', state, questions: DATABASE.questions }], settled: [] }
  }
  ctx.provide('agents' as never, { get: (id: string) => (says !== undefined && id === agent.id ? agent : undefined) } as never)
  ctx.provide('sessionProjections' as never, { stateOf: record } as never)
  ctx.provide('userQuestions', { answer: (...args: unknown[]) => { given.push(args); return answer() } } as never)
  const lost: unknown[] = []
  const fiber = ctx.plugin({
    name: 'core',
    apply: (inner: Context) => router.apply(inner, { askTool: false, approvals: 'off', ...config }, {
      journal: kept(({ log }) => home.open({ log })), ...(isDeaf ? {} : { onAnswerLost: (ask, actor) => { lost.push([ask, actor]) } }), ...ports,
    }),
  })
  await fiber
  const continued: ContinuedAsk[] = []
  ctx.askSurfaces.register(Object.assign(thirdParty('desk'), { continued: (ask: ContinuedAsk) => { continued.push(ask) } }))
  await settle()
  return { ctx, fiber, given, lost, continued }
}

const ANSWERED = [asked('a'), timedOut('a'), accepted('a')]
const refusing = (code: string) => (): never => { throw Object.assign(new Error(code), { code }) }

describe('an answer that an ended process had accepted', () => {
  it('is delivered, and no loss', async () => {
    const { given, lost } = await start({ left: ANSWERED, says: 'continued' })
    expect([given, lost]).toEqual([[[expect.objectContaining({ id: 'session-1' }), 'call-a', SQLITE]], []])
  })

  it.each(['NO_SESSION', 'BAD_ANSWER'])('is told as lost, with whose it was, where the ask can be answered again: %s', async (code) => {
    const { lost, continued } = await start({ left: ANSWERED, says: 'continued', answer: refusing(code) })
    expect([lost, continued.map(({ id }) => id)]).toEqual([[['a', WANG]], ['a']])
  })

  it('is no loss where somebody else was first', async () => {
    const { lost } = await start({ left: ANSWERED, says: 'continued', answer: refusing('REPLY_QUEUED') })
    expect(lost).toEqual([])
  })

  it('is no loss, and nobody\'s fault, where the call has been settled elsewhere since the host was asked about it', async () => {
    const { ctx, given, lost } = await start({ left: ANSWERED, says: ['continued', 'settled'] })
    expect([given, lost, ctx.logger.buffer.filter(({ args }) => args[0] instanceof Error)]).toEqual([[], [], []])
    expect(home.records().at(-1)).toMatchObject({ kind: 'late', ask: 'a', step: 'closed', code: 'settled-elsewhere' })
  })

  it('is lost where its words were not kept, and told so where the app wants to hear it', async () => {
    const wordless: JournalRecord = { kind: 'late', ask: 'a', step: 'accepted', actor: WANG }
    const { lost, continued } = await start({ left: [asked('a'), timedOut('a'), wordless], says: 'continued' })
    expect([lost, continued.length]).toEqual([[['a', WANG]], 1])
  })

  it.each<[string, readonly JournalRecord[], () => boolean]>([
    ['whose words were not kept', [asked('a'), timedOut('a'), { kind: 'late', ask: 'a', step: 'accepted' }], () => true],
    ['that is refused', ANSWERED, refusing('BAD_ANSWER')],
  ])('%s harms nobody where the app does not listen', async (_what, left, answer) => {
    const { ctx, continued } = await start({ left, says: 'continued', answer, isDeaf: true })
    expect([continued.length, ctx.logger.buffer.filter(({ args }) => args[0] instanceof Error)]).toEqual([1, []])
  })

  it('waits for its session where nobody can open that, and is tried at once where somebody can', async () => {
    const opened: string[] = []
    expect((await start({ left: ANSWERED })).lost).toEqual([])
    expect(home.records().filter(({ kind }) => kind === 'decided')).toEqual([])
    const { lost } = await start({ left: [asked('b'), timedOut('b'), accepted('b')], resumeSession: async (session) => { opened.push(session) } })
    expect([opened, lost]).toEqual([['session-1'], [['b', WANG]]])
  })
})

it('tells of an ask that goes on since when it does', async () => {
  const { continued } = await start({ left: [asked('a'), timedOut('a')], says: 'continued' })
  expect(continued.map(({ id, session, callId, since }) => [id, session, callId, since])).toEqual([['a', 'session-1', 'call-a', 1_001_000]])
})

/** A journal that finds something wrong at once. */
const faulty = kept(({ log }) => {
  log('no room')
  return home.open()
})
const logged = ({ ctx }: { readonly ctx: Context }) => ctx.logger.buffer.map(({ args }) => args[0])

it('says what is wrong with the journal to whoever wants to hear it, or in the log', async () => {
  const told: string[] = []
  const loud = await start({ journal: faulty, onJournalFault: (line) => told.push(line) })
  const plain = await start({ journal: faulty })
  expect([told, logged(loud).includes('no room'), logged(plain).includes('no room')]).toEqual([['no room'], false, true])
})

it('keeps no journal where it is lent none, and has nothing to keep for surfaces', async () => {
  const ctx = new Context()
  await ctx.plugin({ name: 'core', apply: (inner: Context) => router.apply(inner, { askTool: false, approvals: 'off' }) })
  expect([ctx.get('askSurfaces') !== undefined, ctx.get('askJournal')]).toEqual([true, undefined])
})

it('opens the journal as the row says', async () => {
  const seen: unknown[] = []
  await start({ config: { journal: 'ids', journalSync: true, journalBytes: 70_000 }, journal: kept((how) => { seen.push(how); return home.open() }) })
  expect(seen).toEqual([{ mode: 'ids', sync: true, maxBytes: 70_000, log: expect.any(Function) }])
})

it('asks in the order that the row says, on the clock that it is lent', async () => {
  const clock = createClock()
  const { ctx } = await start({ config: { order: 'phone-first', delaySeconds: 5 }, clock: { now: clock.now, monotonic: clock.now, after: clock.after } })
  const [desk, phone] = [onSide('desk', 'terminal'), onSide('phone', 'feishu')]
  for (const surface of [desk, phone]) ctx.askSurfaces.register(surface)
  ctx.waterfall({}, 'user-questions/request', { ...DATABASE }, () => new Promise<never>(() => {})).catch(() => {})
  await settle()
  expect([desk.shown.length, phone.shown.length]).toEqual([0, 1])
  clock.tick(5_000)
  expect(desk.shown).toHaveLength(1)
})

it('offers the tool to ask with, and says when that is done, unless the row says otherwise', async () => {
  const { ctx } = await start({ config: { askTool: true } })
  await ctx.get('askTool')?.mounted
  expect(ctx.logger.buffer.map(({ args }) => args[0])).toEqual(['no tools in this host; ask_user_question is not mounted'])
  expect((await start()).ctx.get('askTool')).toBeUndefined()
})
