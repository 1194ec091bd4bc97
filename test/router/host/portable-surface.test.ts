import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { expect, it } from 'vitest'
import { createPortableSurface } from '../../../router/host/portable-surface.ts'
import type { AskSurface, ContinuedAsk } from '../../../router/types.ts'
import { createRounds, rejection, settle } from '../../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../../helpers/third-party.ts'

const PORTS = { now: () => 5, mintId: () => 'ask-1' }

it('is as much of a surface as the one that it stands for', () => {
  const plain = createPortableSurface(thirdParty('desk'), PORTS)
  expect(plain.name).toBe('desk')
  expect(['side', 'idle', 'continued'].filter((field) => field in plain)).toEqual([])
  const told: unknown[] = []
  const whole: AskSurface = Object.assign(thirdParty('desk', { claim: (request) => request === DATABASE }), { side: 'desk', idle: () => 7, continued: (ask: ContinuedAsk) => { told.push(ask) } } as const)
  const portable = createPortableSurface(whole, PORTS)
  const ask = { id: 'a' } as ContinuedAsk
  portable.continued?.(ask)
  expect([portable.side, portable.idle?.(), portable.claim(DATABASE), portable.claim({ questions: [] }), told]).toEqual(['desk', 7, true, false, [ask]])
})

it('has a key of long ago where the surface has forgotten how to tell', () => {
  const surface: { idle?: () => number } & AskSurface = Object.assign(thirdParty('desk'), { idle: () => 7 })
  const portable = createPortableSurface(surface, PORTS)
  delete surface.idle
  expect(portable.idle?.()).toBe(Infinity)
})

it('tells nobody of an ask that goes on where the surface has forgotten how to hear', () => {
  const surface: { continued?: () => void } & AskSurface = Object.assign(thirdParty('desk'), { continued: () => {} })
  const portable = createPortableSurface(surface, PORTS)
  delete surface.continued
  expect(portable.continued?.({ id: 'a' } as ContinuedAsk)).toBeUndefined()
})

it('is the surface itself to a router that gives it a round', async () => {
  const desk = thirdParty('desk')
  const { rounds } = createRounds()
  rounds.add(createPortableSurface(desk, { ...PORTS, mintId: () => { throw new Error('not needed') } }))
  const phone = thirdParty('phone')
  rounds.add(phone)
  const answer = rounds.ask(DATABASE)
  expect(desk.shown[0]!.round.id).toBe('ask-1')
  phone.shown[0]!.resolve(database('SQLite'))
  expect(await answer).toEqual(database('SQLite'))
  expect(desk.told).toEqual(['phone'])
})

function alone(request: { signal?: AbortSignal } = {}, ask?: AskSurface['ask']) {
  const desk = thirdParty('desk', ask ? { ask } : {})
  const portable = createPortableSurface(desk, PORTS)
  const given = { ...DATABASE, ...request }
  // As a router does that knows nothing of rounds.
  const answer: Promise<unknown> = Reflect.apply(portable.ask, portable, [given])
  answer.catch(() => {})
  return { desk, portable, given, answer }
}

it('has a round of its own under a router that gives it none', async () => {
  const { desk, answer } = alone()
  expect(desk.shown[0]!.round.id).toBe('ask-1')
  desk.shown[0]!.round.submit(database('SQLite'))
  expect(await answer).toEqual(database('SQLite'))
  const other = alone()
  other.desk.shown[0]!.resolve(database('SQLite'))
  expect(await other.answer).toEqual(database('SQLite'))
})

it('fails there with the host\'s own error class, and with what the surface threw as it is', async () => {
  const put = alone()
  put.desk.shown[0]!.round.dismiss()
  expect(await rejection(put.answer)).toBeInstanceOf(UserQuestionError)
  expect(await rejection(put.answer)).toMatchObject({ code: 'ASK_CANCELLED' })
  const error = new Error('no paper')
  expect(await rejection(alone({}, () => { throw error }).answer)).toBe(error)
})

it('is told there by the router who has won, and its round is over', async () => {
  const { desk, portable, given, answer } = alone()
  portable.settled?.(given, 'phone')
  expect(desk.told).toEqual(['phone'])
  expect(await rejection(answer)).toMatchObject({ code: 'ASK_ABORTED', message: expect.stringContaining('phone') })
  expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'answered', actor: { surface: 'phone' } })
  portable.settled?.({ questions: [] }, 'phone')
})

it('has no `settled` of its own to be told by, and still a round that ends', async () => {
  const portable = createPortableSurface(thirdParty('desk', { settled: false }), PORTS)
  const answer: Promise<unknown> = Reflect.apply(portable.ask, portable, [DATABASE])
  portable.settled?.(DATABASE, 'phone')
  expect(await rejection(answer)).toMatchObject({ code: 'ASK_ABORTED' })
})

it.each([['ASK_TIMED_OUT', Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' })], ['ASK_ABORTED', new Error('turn over')]])('shows nothing where the signal has aborted before, and says so as %s', async (code, reason) => {
  const { desk, answer } = alone({ signal: AbortSignal.abort(reason) })
  expect(await rejection(answer)).toBeInstanceOf(UserQuestionError)
  expect(await rejection(answer)).toMatchObject({ code })
  await settle()
  expect(desk.shown).toEqual([])
})

it('is shown where the signal has not', async () => {
  const turn = new AbortController()
  const { desk, answer } = alone({ signal: turn.signal })
  expect(desk.shown).toHaveLength(1)
  turn.abort()
  expect(await rejection(answer)).toMatchObject({ code: 'ASK_ABORTED' })
})
