import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { Callers, type Leaver } from '../../router/callers.ts'
import type { Outcome } from '../../router/types.ts'
import { rejection } from '../helpers/rounds.ts'
import { database } from '../helpers/third-party.ts'

const ACTOR = { surface: 'desk' }
const answered: Outcome = { kind: 'answered', answer: Object.freeze(database('SQLite')), actor: ACTOR, at: 1 }
const dismissed: Outcome = { kind: 'dismissed', actor: ACTOR, at: 1 }
const never = () => { throw new Error('nobody leaves') }

it('gives every caller an answer of its own, which it may do with what it likes', async () => {
  const callers = new Callers()
  const [one, other] = [callers.wait(undefined, never), callers.wait(undefined, never)]
  callers.finishAll(answered)
  expect(await one).toEqual(database('SQLite'))
  expect(await one).not.toBe(await other)
})

it('rejects with the error of every other end', async () => {
  const callers = new Callers()
  const waiting = callers.wait(undefined, never)
  callers.finishAll(dismissed)
  expect(await rejection(waiting)).toMatchObject({ code: 'ASK_CANCELLED' })
})

it('says of a caller that leaves why, and whether it was the last', async () => {
  const callers = new Callers()
  const turns = [new AbortController(), new AbortController()]
  const leavers: Leaver[] = []
  const waiting = turns.map(({ signal }) => callers.wait(signal, (leaver) => leavers.push(leaver)))
  turns[0]!.abort('first')
  leavers[0]!.leave(dismissed)
  turns[1]!.abort('second')
  expect(leavers.map(({ isLast, reason }) => [isLast, reason])).toEqual([[false, 'first'], [true, 'second']])
  callers.finishAll(answered)
  expect(await rejection(waiting[0]!)).toMatchObject({ code: 'ASK_CANCELLED' })
  expect(await waiting[1]!).toEqual(database('SQLite'))
})

it('listens to a caller\'s signal only while it waits', async () => {
  const callers = new Callers()
  const turn = new AbortController()
  const waiting = callers.wait(turn.signal, never)
  expect(getEventListeners(turn.signal, 'abort')).toHaveLength(1)
  callers.finishAll(answered)
  expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
  await waiting
})
