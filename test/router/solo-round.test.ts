import { expect, it } from 'vitest'
import { SoloRound } from '../../router/solo-round.ts'
import type { AskUserQuestionRequest } from '../../router/types.ts'
import { rejection } from '../helpers/rounds.ts'
import { DATABASE, database } from '../helpers/third-party.ts'

const BAD = { answers: [] }
function solo(request: AskUserQuestionRequest = DATABASE) {
  const round = new SoloRound('desk', request, { now: () => 5, mintId: () => 'ask-1' })
  round.answer.catch(() => {})
  return round
}

it('has the answer that the surface resolves with, and fails by one that is bad', async () => {
  const good = solo()
  good.resolved(database('SQLite'))
  expect(await good.answer).toEqual(database('SQLite'))
  expect(await good.outcome).toMatchObject({ kind: 'answered', actor: { surface: 'desk' }, at: 5 })
  const bad = solo()
  bad.resolved(BAD)
  expect(await rejection(bad.answer)).toMatchObject({ code: 'BAD_ANSWER', message: expect.stringMatching(/^desk: .*not answered/u) })
  expect(bad.signal.aborted).toBe(true)
})

it('takes the rejection of a surface for a dismissal by its code, and else for its failure', async () => {
  const put = solo()
  put.rejected(Object.assign(new Error('x'), { code: 'ASK_CANCELLED' }))
  expect(await put.outcome).toEqual({ kind: 'dismissed', actor: { surface: 'desk' }, at: 5 })
  expect(await rejection(put.answer)).toMatchObject({ code: 'ASK_CANCELLED' })
  const error = new Error('no paper')
  const failed = solo()
  failed.rejected(error)
  expect(await failed.outcome).toEqual({ kind: 'failed', error, at: 5 })
  expect(await rejection(failed.answer)).toBe(error)
})

it('is decided by the first act, and left alone by what the promise brings afterwards', async () => {
  const round = solo()
  expect(round.submit(BAD).kind).toBe('refused')
  expect(round.submit(database('SQLite'), { name: 'Li' })).toMatchObject({ kind: 'won', outcome: { actor: { surface: 'desk', name: 'Li' } } })
  round.resolved(BAD)
  round.rejected(new Error('late'))
  round.settleElsewhere('phone')
  expect(round.dismiss()).toMatchObject({ kind: 'lost', outcome: { kind: 'answered', actor: { surface: 'desk', name: 'Li' } } })
  expect(await round.answer).toEqual(database('SQLite'))
  expect(round.signal.reason).toBe(await round.outcome)
})

it.each<[string, unknown, object, string]>([
  ['withdrawn', 'turn over', { kind: 'aborted', cause: 'withdrawn', reason: 'turn over' }, 'ASK_ABORTED'],
  ['timed out', Object.assign(new Error('x'), { code: 'ASK_TIMED_OUT' }), { kind: 'timed-out', continued: false }, 'ASK_TIMED_OUT'],
])('is %s with the signal of its request, by the reason of that', async (_how, reason, outcome, code) => {
  const turn = new AbortController()
  const round = solo({ ...DATABASE, signal: turn.signal })
  turn.abort(reason)
  expect(await round.outcome).toMatchObject(outcome)
  expect(await rejection(round.answer)).toMatchObject({ code })
})

it('gives no answer where another place has won, but says who', async () => {
  const round = solo()
  round.settleElsewhere('phone')
  round.settleElsewhere('notes')
  expect(await rejection(round.answer)).toMatchObject({ code: 'ASK_ABORTED', message: expect.stringContaining('phone') })
  expect(await round.outcome).toEqual({ kind: 'answered', answer: { answers: [] }, actor: { surface: 'phone' }, at: 5 })
  expect(round.submit(database('SQLite'))).toMatchObject({ kind: 'lost', outcome: { actor: { surface: 'phone' } } })
})
