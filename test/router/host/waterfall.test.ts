/** The router in the waterfall era: the real cordis and agent registry, the demo's question service, rows of answerers. */
import { Context } from '@deepseek-ai/cordis'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Answer, AskRequest } from '../../../app/demo/host/waterfall/types.ts'
import * as router from '../../../router/index.ts'
import type { AskSurface } from '../../../router/types.ts'
import { answerer, createStand, picked, QUESTIONS, scopedAnswerer } from '../../app/demo/host/waterfall/stand.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { thirdParty } from '../../helpers/third-party.ts'

/** Whoever is behind us in the row, driven by the test. */
function browser() {
  const asked: { readonly request: AskRequest; readonly signal: AbortSignal | undefined; answer(answer: Answer): void; fail(error: unknown): void }[] = []
  const listener = (request: AskRequest) => new Promise<Answer>((resolve, reject) => {
    const { signal } = request
    asked.push({ request, signal, answer: resolve, fail: reject })
    signal?.addEventListener('abort', () => reject(new UserQuestionError('withdrawn', 'ASK_ABORTED')))
  })
  return { asked, listener }
}

/** A stand with a browser in the row, the router in front of it, and surfaces. */
async function host(...surfaces: AskSurface[]) {
  const stand = await createStand()
  const web = browser()
  const connection = await answerer(stand.ctx, web.listener)
  const clock = { now: stand.clock.now, monotonic: stand.clock.now, after: stand.clock.after }
  const routing = stand.ctx.plugin({ name: router.name, apply: (inner: Context) => router.apply(inner, { approvals: 'off' }, { clock }) })
  await routing
  await settle()
  for (const surface of surfaces) stand.ctx.askSurfaces.register(surface)
  const asker = stand.agent()
  const ask = (request: Partial<AskRequest> = {}) => stand.questions.ask({ questions: QUESTIONS, agent: asker, ...request })
  return { ...stand, web, connection, routing, asker, ask }
}

describe('an ask of an agent', () => {
  it('shows on our surfaces and behind us at once, and ends with what a surface says', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { ask, web } = await host(desk, phone)
    const answer = ask()
    await settle()
    expect([desk.shown.length, phone.shown.length, web.asked.length]).toEqual([1, 1, 1])
    phone.shown[0]!.resolve(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
    expect(desk.told).toEqual(['phone'])
  })

  it('is withdrawn behind us when a surface wins', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const answer = ask()
    await settle()
    expect(web.asked[0]!.signal?.aborted).toBe(false)
    desk.shown[0]!.round.submit(picked('SQLite'))
    expect(web.asked[0]!.signal?.reason).toMatchObject({ name: 'UserQuestionError', code: 'ASK_ABORTED' })
    expect(await answer).toEqual(picked('SQLite'))
  })

  it('ends with what is said behind us, and our surfaces collapse', async () => {
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const { ask, web } = await host(desk, phone)
    const answer = ask()
    await settle()
    web.asked[0]!.answer(picked('PostgreSQL'))
    expect(await answer).toEqual(picked('PostgreSQL'))
    expect([desk.told, phone.told]).toEqual([['dsh'], ['dsh']])
    expect(desk.shown[0]!.round.submit(picked('SQLite'))).toMatchObject({ kind: 'lost', outcome: { actor: { surface: 'dsh' } } })
  })

  it('is dismissed for everybody by a human behind us', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const answer = rejection(ask())
    await settle()
    web.asked[0]!.fail(new UserQuestionError('let us talk', 'ASK_CANCELLED'))
    expect(await answer).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(desk.told).toEqual(['dsh'])
  })

  it('gives the row a signal of the round for its time, and has the host\'s own back at the end', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const turn = new AbortController()
    const answer = ask({ signal: turn.signal })
    await settle()
    const { request, signal } = web.asked[0]!
    expect(signal).not.toBe(turn.signal)
    expect(request.signal).toBe(signal)
    desk.shown[0]!.resolve(picked('SQLite'))
    await answer
    expect(request.signal).toBe(turn.signal)
    const without = ask()
    await settle()
    desk.shown[1]!.resolve(picked('SQLite'))
    await without
    expect('signal' in web.asked[1]!.request).toBe(false)
  })

  it('hangs one listener on the host\'s signal, and none when it is over', async () => {
    const desk = thirdParty('desk')
    const { ask } = await host(desk)
    const turn = new AbortController()
    const answers = [ask({ signal: turn.signal }), ask({ signal: turn.signal }), ask({ signal: turn.signal })]
    await settle()
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(1)
    for (const { round } of desk.shown) round.submit(picked('SQLite'))
    await Promise.all(answers)
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
  })

  it('is withdrawn everywhere with the host\'s own reason', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const turn = new AbortController()
    const answer = rejection(ask({ signal: turn.signal }))
    await settle()
    const reason = { kind: 'user' }
    turn.abort(reason)
    expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
    expect(web.asked[0]!.signal?.reason).toBe(reason)
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'aborted', cause: 'withdrawn' })
  })

  it('asks nobody when the signal has aborted before', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    expect(await rejection(ask({ signal: AbortSignal.abort() }))).toMatchObject({ code: 'ASK_ABORTED' })
    expect([desk.shown.length, web.asked.length]).toEqual([0, 0])
  })

  it('goes on at our surfaces when whoever is behind us fails', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const answer = ask()
    await settle()
    web.asked[0]!.fail(new TypeError('the connection broke'))
    await settle()
    desk.shown[0]!.resolve(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
  })

  it('goes on behind us when all our surfaces fail', async () => {
    const desk = thirdParty('desk', { ask: () => Promise.reject(new Error('no screen')) })
    const { ask, web } = await host(desk)
    const answer = ask()
    await settle()
    web.asked[0]!.answer(picked('PostgreSQL'))
    expect(await answer).toEqual(picked('PostgreSQL'))
  })

  it.each(['surface first', 'row first'])('rejects with the first error when all have failed: %s', async (order) => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const answer = rejection(ask())
    await settle()
    const failures = [() => desk.shown[0]!.reject(new Error('no screen')), () => web.asked[0]!.fail(new Error('no browser'))]
    for (const fail of order === 'surface first' ? failures : failures.toReversed()) {
      fail()
      await settle()
    }
    expect(await answer).toMatchObject({ code: 'PROVIDER_ERROR', message: order === 'surface first' ? 'no screen' : 'no browser' })
  })

  it('takes nobody behind us for no failure', async () => {
    const desk = thirdParty('desk')
    const { ask, connection } = await host(desk)
    await connection.dispose()
    const answer = ask()
    await settle()
    desk.shown[0]!.resolve(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
    const failed = rejection(ask())
    await settle()
    desk.shown[1]!.reject(new Error('no screen'))
    expect(await failed).toMatchObject({ message: 'no screen' })
  })

  it('does not let a bad answer from behind us win', async () => {
    const desk = thirdParty('desk')
    const { ask, web } = await host(desk)
    const answer = ask()
    await settle()
    web.asked[0]!.answer({ answers: [{ id: 'db', selected: ['Oracle'] }] })
    await settle()
    desk.shown[0]!.resolve(picked('SQLite'))
    expect(await answer).toEqual(picked('SQLite'))
  })

  it('calls next once, and without arguments, though the ask is handed over twice', async () => {
    const desk = thirdParty('desk')
    const { ask, ctx, web } = await host(desk)
    const calls: unknown[][] = []
    await answerer(ctx, (_request, next) => {
      const counted = (...args: unknown[]) => { calls.push(args); return next() }
      return counted()
    })
    const wait = { callId: 'c1' }
    const answers = [ask({ wait }), ask({ wait })]
    await settle()
    expect([desk.shown.length, web.asked.length]).toEqual([1, 1])
    desk.shown[0]!.resolve(picked('SQLite'))
    expect(await Promise.all(answers)).toEqual([picked('SQLite'), picked('SQLite')])
  })

  it('reaches our surfaces whichever agent asks, and the listeners of that agent\'s scope only', async () => {
    const desk = thirdParty('desk')
    const { ask, ctx, agent, asker, connection } = await host(desk)
    await connection.dispose()
    const heard: string[] = []
    const other = agent('s2')
    scopedAnswerer(ctx, other, (_request, next) => { heard.push('s2'); return next() })
    const answers = [ask(), ask({ agent: other })]
    await settle()
    for (const { resolve } of desk.shown) resolve(picked('SQLite'))
    await Promise.all(answers)
    expect(desk.shown.map(({ request }) => request.agent)).toEqual([asker, other])
    expect(heard).toEqual(['s2'])
  })
})

/** A host with an open ask whose object, the caller's own, would not bear a change. */
async function agentless(...surfaces: AskSurface[]) {
  const stand = await host(...surfaces)
  const turn = new AbortController()
  const request: AskRequest = Object.freeze({ questions: QUESTIONS, signal: turn.signal })
  return { ...stand, turn, request, asked: stand.questions.ask(request) }
}

describe('an ask without an agent', () => {
  it('is asked behind us only when ours have failed, with the caller\'s object as it was', async () => {
    const desk = thirdParty('desk')
    const { asked, web, request, turn } = await agentless(desk)
    await settle()
    expect([desk.shown.length, web.asked.length]).toEqual([1, 0])
    desk.shown[0]!.reject(new Error('no screen'))
    await settle()
    expect(web.asked[0]!.request).toBe(request)
    expect(web.asked[0]!.signal).toBe(turn.signal)
    web.asked[0]!.answer(picked('PostgreSQL'))
    expect(await asked).toEqual(picked('PostgreSQL'))
  })

  it('never reaches whoever is behind us when a surface answers', async () => {
    const desk = thirdParty('desk')
    const { asked, web } = await agentless(desk)
    await settle()
    desk.shown[0]!.resolve(picked('SQLite'))
    expect(await asked).toEqual(picked('SQLite'))
    expect(web.asked).toEqual([])
  })

  it.each<[string, string, (stand: Awaited<ReturnType<typeof agentless>>, shown: ReturnType<typeof thirdParty>) => void]>([
    ['a dismissal', 'ASK_CANCELLED', (_stand, { shown }) => { shown[0]!.round.dismiss() }],
    ['a withdrawal', 'ASK_ABORTED', ({ turn }) => turn.abort()],
  ])('is not handed on after %s', async (_title, code, end) => {
    const desk = thirdParty('desk')
    const stand = await agentless(desk)
    const error = rejection(stand.asked)
    await settle()
    end(stand, desk)
    expect(await error).toMatchObject({ code })
    expect(stand.web.asked).toEqual([])
  })

  it.each<[string, unknown, object]>([
    ['the first error when whoever is behind us fails too', new Error('no browser'), { message: 'no screen' }],
    ['the decision when a human behind us puts it away', new UserQuestionError('later', 'ASK_CANCELLED'), { code: 'ASK_CANCELLED' }],
  ])('rejects with %s', async (_title, later, wanted) => {
    const desk = thirdParty('desk', { ask: () => Promise.reject(new Error('no screen')) })
    const { asked, web } = await agentless(desk)
    const error = rejection(asked)
    await settle()
    web.asked[0]!.fail(later)
    expect(await error).toMatchObject(wanted)
  })

  it('rejects with the first error when nobody is behind us', async () => {
    const desk = thirdParty('desk')
    const { questions, connection } = await host(desk)
    await connection.dispose()
    const error = rejection(questions.ask({ questions: QUESTIONS }))
    await settle()
    desk.shown[0]!.reject(new Error('no screen'))
    expect(await error).toMatchObject({ message: 'no screen' })
  })
})

describe('the place in the row', () => {
  it('is left without a surface of ours', async () => {
    const { ask, web, routing, ctx } = await host()
    const answer = ask()
    await settle()
    expect('signal' in web.asked[0]!.request).toBe(false)
    web.asked[0]!.answer(picked('PostgreSQL'))
    expect(await answer).toEqual(picked('PostgreSQL'))
    expect(ctx.logger.buffer.some(({ args }) => String(args[0]).includes('opened'))).toBe(false)
    await routing.dispose()
  })

  it('tells the host at once when nobody is there at all', async () => {
    const { ask, connection } = await host()
    await connection.dispose()
    expect(await rejection(ask())).toMatchObject({ name: 'UserQuestionError', code: 'NO_PROVIDER' })
  })

  it('is in front of a browser that holds the ask, even one that connected before', async () => {
    const desk = thirdParty('desk', { ask: async () => picked('SQLite') })
    const { ask } = await host(desk)
    expect(await ask()).toEqual(picked('SQLite'))
  })

  it('is given up when the router unloads: open asks end as aborted, later ones go to the browser', async () => {
    const desk = thirdParty('desk')
    const { ask, routing, web } = await host(desk)
    const open = rejection(ask())
    await settle()
    desk.shown[0]!.round.outcome.then(() => desk.shown[0]!.reject(new Error('cleaned up')), () => {})
    await routing.dispose()
    expect(await open).toMatchObject({ name: 'UserQuestionError', code: 'ASK_ABORTED' })
    expect(web.asked[0]!.signal?.aborted).toBe(true)
    const later = ask()
    await settle()
    web.asked[1]!.answer(picked('PostgreSQL'))
    expect(await later).toEqual(picked('PostgreSQL'))
  })

  it('is handed on by a router that was disposed while the ask was on its way', async () => {
    const desk = thirdParty('desk')
    const { ask, ctx, routing, web } = await host(desk)
    let go: (() => void) | undefined
    await answerer(ctx, async (_request, next) => {
      await new Promise<void>((resolve) => { go = resolve })
      return next()
    }, { prepend: true })
    const answer = ask()
    await routing.dispose()
    go?.()
    await settle()
    expect(desk.shown).toEqual([])
    web.asked[0]!.answer(picked('PostgreSQL'))
    expect(await answer).toEqual(picked('PostgreSQL'))
  })

  it('passes on every end in the host\'s own error class', async () => {
    const desk = thirdParty('desk')
    const { ask } = await host(desk)
    const dismissed = rejection(ask())
    await settle()
    desk.shown[0]!.round.dismiss()
    expect(await dismissed).toBeInstanceOf(UserQuestionError)
  })

  it('leaves no listener behind', async () => {
    const stand = await createStand()
    const listeners = () => stand.ctx.events['_hooks']['user-questions/request']?.length ?? 0
    const before = listeners()
    const routing = stand.ctx.plugin(router)
    await routing
    await settle()
    expect(listeners()).toBe(before + 1)
    await routing.dispose()
    expect(listeners()).toBe(before)
    expect(stand.ctx).toBeInstanceOf(Context)
  })
})
