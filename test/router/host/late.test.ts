/** Late answers on the events and services of a host, each of which may be missing. */
import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { bridgeLateReplies, type ResumeSession } from '../../../router/host/late.ts'
import type { LateHost } from '../../../router/late-host.ts'
import { LateReplies } from '../../../router/late-replies.ts'
import { settle } from '../../helpers/rounds.ts'

const AGENT = { id: 's', session: { id: 's' } }
const ANSWER = { answers: [] }

/** The late replies, which write down what they are told of. */
class Heard extends LateReplies {
  connected: LateHost | undefined
  readonly heard: string[] = []

  override connect(host: LateHost): () => void {
    this.connected = host
    return () => { this.connected = undefined }
  }

  override observe(session: string): void {
    this.heard.push(session)
  }

  override discarded(session: string, callId: string): void {
    this.heard.push(`${session} ${callId}`)
  }
}

function start(services: Readonly<Record<string, unknown>> = {}, resume?: ResumeSession) {
  const ctx = new Context()
  for (const [name, service] of Object.entries(services)) ctx.provide(name as never, service as never)
  const late = new Heard({ now: () => 0, monotonic: () => 0, after: () => () => {}, journal: { append: () => {} }, step: () => {}, contain: () => {} })
  const stop = bridgeLateReplies(ctx, late, resume)
  const emit = async (name: string, ...args: readonly unknown[]) => {
    Reflect.apply(ctx.emit, ctx, [name, ...args])
    await settle()
    return late.heard.splice(0)
  }
  return { ctx, late, stop, emit, host: late.connected! }
}

const agents = { get: (id: string) => (id === 's' ? AGENT : undefined) }

it('knows a session as live by the host\'s agents, and none where the host has no agents', () => {
  const { host } = start({ agents })
  expect([host.isLive('s'), host.isLive('other'), start().host.isLive('s')]).toEqual([true, false, false])
})

it('opens a session through whoever owns that, and wants to find its agent then', async () => {
  const opened: string[] = []
  const resume = async (session: string) => { opened.push(session) }
  await start({ agents }, resume).host.resume('s')
  await expect(start({ agents }, resume).host.resume('other')).rejects.toMatchObject({ code: 'NO_SESSION' })
  expect(opened).toEqual(['s', 'other'])
  await expect(start({ agents }).host.resume('s')).rejects.toMatchObject({ code: 'NO_SESSION' })
  const error = new Error('no disk')
  await expect(start({ agents }, () => Promise.reject(error)).host.resume('s')).rejects.toBe(error)
})

it('hands an answer to the host with its agent, and none where a part is missing', () => {
  const given: unknown[] = []
  const userQuestions = { answer: (...args: unknown[]) => given.push(args) > 1 }
  const { host } = start({ agents, userQuestions })
  expect([host.answer('s', 'c', ANSWER), host.answer('s', 'd', ANSWER), host.answer('other', 'c', ANSWER)]).toEqual([false, true, false])
  expect(given).toEqual([[AGENT, 'c', ANSWER], [AGENT, 'd', ANSWER]])
  expect([{ agents }, { agents, userQuestions: {} }, { userQuestions }].map((services) => start(services).host.answer('s', 'c', ANSWER))).toEqual([false, false, false])
})

it('reads a call of a live session in the host\'s record, and of no other', () => {
  const sessionProjections = { stateOf: (session: object) => (session === AGENT.session ? { active: [{ callId: 'c', state: 'continued', questions: [] }], settled: [] } : undefined) }
  const { host } = start({ agents, sessionProjections })
  expect([host.view('s', 'c'), host.view('s', 'd'), host.view('other', 'c')]).toEqual([{ state: 'continued' }, { state: 'absent' }, { state: 'unreadable' }])
})

it.each(['user/message', 'tool/result', 'tool/ptc-dispatch'])('looks at a session again when its log has a %s, once everybody has heard it', async (type) => {
  const { ctx, late, emit } = start()
  const before: number[] = []
  ctx.on('session/event', () => { before.push(late.heard.length) })
  expect(await emit('session/event', { id: 's' }, { type })).toEqual(['s'])
  expect(before).toEqual([0])
})

it.each<[string, readonly unknown[]]>([
  ['an event of another kind', [{ id: 's' }, { type: 'turn/start' }]], ['no event', [{ id: 's' }, undefined]],
  ['an event of no session', [undefined, { type: 'tool/result' }]], ['a session without a name', [{ id: 5 }, { type: 'tool/result' }]],
])('looks at nothing for %s', async (_what, args) => {
  expect(await start().emit('session/event', ...args)).toEqual([])
})

it('looks at the session of an agent that has come', async () => {
  const { emit } = start()
  expect(await emit('agent/created', { agent: AGENT })).toEqual(['s'])
  expect(await emit('agent/created', {})).toEqual([])
})

const discarded = (message: unknown, agent: unknown = AGENT) => start().emit('agent/inbox/discarded', { agent, message })

it('opens an ask again whose reply was thrown away, and leaves every other message alone', async () => {
  const source = { kind: 'user-question-reply', callId: 'c' }
  expect(await discarded({ source })).toEqual(['s c'])
  for (const message of [undefined, {}, { source: { ...source, kind: 'user' } }, { source: { kind: 'user-question-reply' } }, { source: { ...source, callId: 5 } }]) expect(await discarded(message)).toEqual([])
  for (const agent of [null, {}, { session: { id: 5 } }]) expect(await discarded({ source }, agent)).toEqual([])
})

it('hears of nothing and answers nothing once it is stopped', async () => {
  const { late, stop, emit } = start()
  stop()
  expect(late.connected).toBeUndefined()
  expect(await emit('session/event', { id: 's' }, { type: 'tool/result' })).toEqual([])
  expect(await emit('agent/created', { agent: AGENT })).toEqual([])
  expect(await emit('agent/inbox/discarded', { agent: AGENT, message: { source: { kind: 'user-question-reply', callId: 'c' } } })).toEqual([])
})
