/** Timed asks: the foreground window, claims on it, and what the tool returns. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import type { Answer, AskRequest } from '../../../../../app/demo/host/waterfall/types.ts'
import { rejection, settle } from '../../../../helpers/rounds.ts'
import { answerer, createStand, picked, QUESTIONS } from './stand.ts'

const timedOut = () => new UserQuestionError('the countdown ended', 'ASK_TIMED_OUT')

/** A stand with one open timed ask of a minute, whose answerer leaves when its signal aborts. */
async function openWindow() {
  const stand = await createStand()
  const seen: AskRequest[] = []
  let act: { answer: (answer: Answer) => void; fail: (error: unknown) => void } | undefined
  await answerer(stand.ctx, (request) => new Promise<Answer>((resolve, reject) => {
    seen.push(request)
    act = { answer: resolve, fail: reject }
    request.signal?.addEventListener('abort', () => reject(new Error('left')))
  }))
  const asker = stand.agent()
  const turn = new AbortController()
  const result = stand.questions.askTimed({ questions: QUESTIONS, agent: asker, signal: turn.signal }, 'c1', 60_000)
  result.catch(() => {
    // Looked at by the tests that expect it.
  })
  await settle()
  return { ...stand, asker, turn, result, request: seen[0]!, act: act! }
}

/** Takes one frame of a wait. */
async function attach(stand: Awaited<ReturnType<typeof openWindow>>) {
  const closing = new AbortController()
  const stream = stand.questions.attachWait(stand.asker, 'c1', closing.signal)
  const { value } = await stream.next()
  return { frame: value, closing, rest: stream.next() }
}

describe('a timed ask', () => {
  it('dispatches with a signal of its own and a wait that is timed', async () => {
    const { request, turn } = await openWindow()
    expect(request.wait).toEqual({ callId: 'c1', timed: true })
    expect(request.signal).not.toBe(turn.signal)
    expect(request.signal?.aborted).toBe(false)
  })

  it('returns the answer that comes inside the window', async () => {
    const { result, act, clock } = await openWindow()
    clock.tick(59_000)
    act.answer(picked('SQLite'))
    expect(await result).toEqual(picked('SQLite'))
    expect(clock.pending).toBe(0)
  })

  it('aborts its signal with ASK_TIMED_OUT at the deadline when nobody claims it, and returns pending', async () => {
    const { result, request, clock, turn } = await openWindow()
    clock.tick(59_999)
    expect(request.signal?.aborted).toBe(false)
    clock.tick(1)
    expect(request.signal?.reason).toMatchObject({ name: 'UserQuestionError', code: 'ASK_TIMED_OUT' })
    expect(await result).toEqual({ pending: true, callId: 'c1' })
    expect(turn.signal.aborted).toBe(false)
  })

  it('is withdrawn with the turn', async () => {
    const { result, request, turn, clock } = await openWindow()
    turn.abort({ kind: 'user' })
    expect(request.signal?.reason).toEqual({ kind: 'user' })
    expect(await rejection(result)).toMatchObject({ code: 'ASK_ABORTED' })
    expect(clock.pending).toBe(0)
  })

  it('passes what an answerer decided otherwise', async () => {
    const { result, act } = await openWindow()
    act.fail(new UserQuestionError('put away', 'ASK_CANCELLED'))
    expect(await rejection(result)).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])('refuses a window of %s ms', async (ms) => {
    const { questions, agent } = await createStand()
    expect(await rejection(questions.askTimed({ questions: QUESTIONS, agent: agent() }, 'c1', ms))).toMatchObject({ code: 'BAD_TIMEOUT' })
  })

  it('refuses a call that is waiting already, until that wait is over', async () => {
    const { questions, asker, act, result } = await openWindow()
    expect(await rejection(questions.askTimed({ questions: QUESTIONS, agent: asker }, 'c1', 1_000))).toMatchObject({ code: 'DUPLICATE_WAIT' })
    act.answer(picked('SQLite'))
    await result
    const again = questions.askTimed({ questions: QUESTIONS, agent: asker }, 'c1', 1_000)
    await settle()
    expect(await Promise.race([again, Promise.resolve('waiting')])).toBe('waiting')
  })
})

describe('a claim on the wait', () => {
  it('gets one frame with the time that is left', async () => {
    const stand = await openWindow()
    stand.clock.tick(20_000)
    expect((await attach(stand)).frame).toEqual({ remainingMs: 40_000 })
  })

  it('stops the host\'s clock while it is held', async () => {
    const stand = await openWindow()
    await attach(stand)
    stand.clock.tick(600_000)
    expect(stand.request.signal?.aborted).toBe(false)
    stand.act.answer(picked('SQLite'))
    expect(await stand.result).toEqual(picked('SQLite'))
  })

  it('leaves the end to the claimant, whose ASK_TIMED_OUT makes the ask pending', async () => {
    const stand = await openWindow()
    await attach(stand)
    stand.clock.tick(60_000)
    stand.act.fail(timedOut())
    expect(await stand.result).toEqual({ pending: true, callId: 'c1' })
  })

  it('gives the clock back with the original deadline when the last one is released', async () => {
    const stand = await openWindow()
    const [one, two] = [await attach(stand), await attach(stand)]
    stand.clock.tick(30_000)
    one.closing.abort()
    await one.rest
    expect(stand.clock.pending).toBe(0)
    two.closing.abort()
    await two.rest
    stand.clock.tick(29_999)
    expect(stand.request.signal?.aborted).toBe(false)
    stand.clock.tick(1)
    expect(await stand.result).toEqual({ pending: true, callId: 'c1' })
  })

  it('ends the wait at once when it is released after the deadline', async () => {
    const stand = await openWindow()
    const claim = await attach(stand)
    stand.clock.tick(90_000)
    claim.closing.abort()
    await claim.rest
    stand.clock.tick(0)
    expect(await stand.result).toEqual({ pending: true, callId: 'c1' })
  })

  it('ends with the wait', async () => {
    const stand = await openWindow()
    const claim = await attach(stand)
    stand.act.answer(picked('SQLite'))
    expect(await claim.rest).toEqual({ done: true, value: undefined })
    expect(stand.clock.pending).toBe(0)
  })

  it.each<[string, (stand: Awaited<ReturnType<typeof openWindow>>) => Parameters<typeof stand.questions.attachWait>]>([
    ['an unknown call', ({ asker }) => [asker, 'c2', new AbortController().signal]],
    ['another agent', ({ agent }) => [agent('s2'), 'c1', new AbortController().signal]],
    ['a stream that is closed', ({ asker }) => [asker, 'c1', AbortSignal.abort()]],
  ])('gets no frame for %s', async (_title, args) => {
    const stand = await openWindow()
    expect(await stand.questions.attachWait(...args(stand)).next()).toEqual({ done: true, value: undefined })
    expect(stand.clock.pending).toBe(1)
  })
})
