/** One late answer on its way to the host. */
import { expect, it } from 'vitest'
import { deliver, READY_LIMIT, type Letter } from '../../router/late-delivery.ts'
import type { CallView, LateHost } from '../../router/late-host.ts'

const LETTER: Letter = { session: 's', callId: 'c', answer: { answers: [] }, readyBy: 0 }

interface Given extends Partial<LateHost> {
  /** What the host's record says each time that it is read; the last one from then on. */
  readonly states?: readonly CallView['state'][]
  /** What it answers each time; `no` from then on. */
  readonly says?: readonly (boolean | Error)[]
  /** The pauses end because everything is being closed. */
  readonly closes?: boolean
}

function start({ states = ['continued'], says = [true], closes = false, ...given }: Given = {}, letter: Partial<Letter> = {}) {
  let [now, asked, read] = [0, 0, 0]
  const contained: unknown[] = []
  const handed: unknown[] = []
  const host: LateHost = {
    isLive: () => true,
    resume: () => Promise.resolve(),
    answer: (...args) => {
      handed.push(args)
      const said = says[asked] ?? false
      asked += 1
      if (said instanceof Error) throw said
      return said
    },
    view: () => ({ state: states[Math.min(read++, states.length - 1)] ?? 'absent' }),
    ...given,
  }
  const pauses: number[] = []
  const delivered = deliver(host, { ...LETTER, ...letter }, {
    monotonic: () => now,
    pause: async (ms) => { pauses.push(ms); now += ms; return !closes },
    contain: (error) => contained.push(error),
  })
  return delivered.then((result) => ({ result, contained, pauses, given: handed, elapsed: now }))
}

const coded = (code: string) => Object.assign(new Error(code), { code })
const failed = (code: string, isSettled = false) => ({ kind: 'failed', code, isSettled })

it('is handed over once, with its session and call, where the host takes it', async () => {
  expect(await start()).toEqual({ result: { kind: 'delivered' }, contained: [], pauses: [], given: [['s', 'c', LETTER.answer]], elapsed: 0 })
})

it('fails without a host', async () => {
  const contained: unknown[] = []
  expect(await deliver(undefined, LETTER, { monotonic: () => 0, pause: () => Promise.resolve(true), contain: (error) => contained.push(error) })).toEqual(failed('NO_SESSION'))
  expect(contained).toEqual([])
})

it('opens a session that is not live, and only such a one', async () => {
  const opened: string[] = []
  const resume = (session: string) => { opened.push(session); return Promise.resolve() }
  expect((await start({ resume })).result.kind).toBe('delivered')
  expect(opened).toEqual([])
  expect((await start({ resume, isLive: () => false })).result.kind).toBe('delivered')
  expect(opened).toEqual(['s'])
})

it.each<[string, Error, object, number]>([
  ['is gone', coded('SESSION_GONE'), failed('NOT_ANSWERABLE'), 0],
  ['cannot be opened', coded('NO_SESSION'), failed('NO_SESSION'), 0],
  ['fails in a way of its own', new Error('no disk'), failed('NO_SESSION'), 1],
])('fails when its session %s', async (_how, error, result, contained) => {
  const ended = await start({ isLive: () => false, resume: () => Promise.reject(error) })
  expect([ended.result, ended.contained.length, ended.given.length]).toEqual([result, contained, 0])
})

it.each<[string, object, number]>([['BAD_ANSWER', failed('BAD_ANSWER'), 0], ['REPLY_QUEUED', failed('REPLY_QUEUED'), 0], ['ODD', failed('NO_SESSION'), 1]])('fails when the host throws %s', async (code, result, contained) => {
  const ended = await start({ says: [coded(code)] })
  expect([ended.result, ended.contained.length]).toEqual([result, contained])
})

it('contains a record that cannot be read', async () => {
  const ended = await start({ says: [false], view: () => { throw new Error('no') } })
  expect([ended.result, ended.contained.length]).toEqual([failed('NO_SESSION'), 1])
})

it('ends at once where the host lists its call as settled', async () => {
  expect(await start({ says: [false], states: ['settled'] })).toMatchObject({ result: failed('NOT_ANSWERABLE', true), pauses: [] })
})

it.each<CallView['state']>(['open', 'continued'])('waits ten seconds for a host that lists its call as %s, and then for a person', async (state) => {
  const ended = await start({ says: [], states: [state] })
  expect([ended.result, ended.elapsed, ended.pauses[0]]).toEqual([failed('NO_SESSION'), READY_LIMIT, 200])
  expect(READY_LIMIT).toBe(10_000)
})

it.each<CallView['state']>(['absent', 'unreadable'])('waits for a call that is %s only as long as the host may take to list it', async (state) => {
  expect(await start({ says: [], states: [state] })).toMatchObject({ result: failed('NOT_ANSWERABLE'), elapsed: 0 })
  expect(await start({ says: [], states: [state] }, { readyBy: 600 })).toMatchObject({ result: failed('NOT_ANSWERABLE'), elapsed: 600 })
})

it('is taken after all by a host that was not ready yet', async () => {
  expect(await start({ says: [false, false, true], states: ['absent', 'open'] }, { readyBy: 400 })).toMatchObject({ result: { kind: 'delivered' }, elapsed: 400 })
})

it('fails when everything is being closed while it waits', async () => {
  expect(await start({ says: [], closes: true })).toMatchObject({ result: failed('NO_SESSION'), pauses: [200] })
})
