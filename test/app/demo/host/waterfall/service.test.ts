/** The contract of the waterfall era, clause by clause, on the demo's own question service. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import type { AskRequest } from '../../../../../app/demo/host/waterfall/types.ts'
import { rejection } from '../../../../helpers/rounds.ts'
import { answerer, createStand, picked, QUESTIONS, scopedAnswerer } from './stand.ts'

const never = () => new Promise<never>(() => {})

describe('the row of answerers', () => {
  it('ends with an answer that a listener returns', async () => {
    const { ctx, questions, agent } = await createStand()
    const tried: string[] = []
    await answerer(ctx, async () => { tried.push('first'); return picked('SQLite') })
    await answerer(ctx, async () => { tried.push('second'); return picked('PostgreSQL') })
    expect(await questions.ask({ questions: QUESTIONS, agent: agent() })).toEqual(picked('SQLite'))
    expect(tried).toEqual(['first'])
  })

  it('goes on when a listener returns next()', async () => {
    const { ctx, questions } = await createStand()
    await answerer(ctx, (_request, next) => next())
    await answerer(ctx, async () => picked('PostgreSQL'))
    expect(await questions.ask({ questions: QUESTIONS })).toEqual(picked('PostgreSQL'))
  })

  it('takes undefined for what a listener said, not for a step aside', async () => {
    const { ctx, questions } = await createStand()
    await answerer(ctx, async () => undefined)
    await answerer(ctx, async () => picked('PostgreSQL'))
    expect(await questions.ask({ questions: QUESTIONS })).toBeUndefined()
  })

  it('ends with a rejection: later listeners are not tried', async () => {
    const { ctx, questions } = await createStand()
    const tried: string[] = []
    await answerer(ctx, () => Promise.reject(new UserQuestionError('put away', 'ASK_CANCELLED')))
    await answerer(ctx, async () => { tried.push('second'); return picked('PostgreSQL') })
    expect(await rejection(questions.ask({ questions: QUESTIONS }))).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(tried).toEqual([])
  })

  it('rejects NO_PROVIDER in its innermost next, with or without listeners', async () => {
    const { ctx, questions } = await createStand()
    expect(await rejection(questions.ask({ questions: QUESTIONS }))).toMatchObject({ code: 'NO_PROVIDER' })
    await answerer(ctx, (_request, next) => next())
    const error = await rejection(questions.ask({ questions: QUESTIONS }))
    expect(error).toBeInstanceOf(UserQuestionError)
    expect(error).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('runs a prepended listener before those that were there', async () => {
    const { ctx, questions } = await createStand()
    await answerer(ctx, never)
    await answerer(ctx, async () => picked('SQLite'), { prepend: true })
    expect(await questions.ask({ questions: QUESTIONS })).toEqual(picked('SQLite'))
  })

  it('is taken down when the ask is dispatched: one disposed meanwhile is called, one added meanwhile is not', async () => {
    const { ctx, questions } = await createStand()
    const tried: string[] = []
    let go: (() => void) | undefined
    await answerer(ctx, async (_request, next) => {
      await new Promise<void>((resolve) => { go = resolve })
      return next()
    })
    const leaving = await answerer(ctx, (_request, next) => { tried.push('disposed'); return next() })
    const asked = rejection(questions.ask({ questions: QUESTIONS }))
    await leaving.dispose()
    await answerer(ctx, async () => { tried.push('added'); return picked('SQLite') })
    go?.()
    expect(await asked).toMatchObject({ code: 'NO_PROVIDER' })
    expect(tried).toEqual(['disposed'])
  })
})

describe('scopes', () => {
  it('lets a listener on a plugin\'s own context hear every agent\'s asks, and one in an agent\'s scope that agent\'s alone', async () => {
    const { ctx, questions, agent } = await createStand()
    const [one, two] = [agent('s1'), agent('s2')]
    const heard: string[] = []
    scopedAnswerer(ctx, one, (_request, next) => { heard.push('scoped'); return next() })
    await answerer(ctx, async ({ agent: asker }) => { heard.push(String(asker?.id)); return picked('SQLite') })
    await questions.ask({ questions: QUESTIONS, agent: one })
    await questions.ask({ questions: QUESTIONS, agent: two })
    await questions.ask({ questions: QUESTIONS })
    expect(heard).toEqual(['scoped', 's1', 's2', 'undefined'])
  })
})

describe('the request', () => {
  it('is the caller\'s own object without an agent, and the service\'s with one', async () => {
    const { ctx, questions, agent } = await createStand()
    const seen: unknown[] = []
    await answerer(ctx, async (request) => { seen.push(request); return picked('SQLite') })
    const [own, agents]: AskRequest[] = [{ questions: QUESTIONS }, { questions: QUESTIONS, agent: agent() }]
    await questions.ask(own!)
    await questions.ask(agents!)
    expect(seen[0]).toBe(own)
    expect(seen[1]).not.toBe(agents)
    expect(seen[1]).toEqual(agents)
  })

  it('carries a named wait through, and none when the caller names none', async () => {
    const { ctx, questions, agent } = await createStand()
    const waits: unknown[] = []
    await answerer(ctx, async ({ wait }) => { waits.push(wait); return picked('SQLite') })
    const asker = agent()
    await questions.ask({ questions: QUESTIONS, agent: asker, wait: { callId: 'c1' } })
    await questions.ask({ questions: QUESTIONS, agent: asker })
    expect(waits).toEqual([{ callId: 'c1' }, undefined])
  })

  it.each<[string, (stand: Awaited<ReturnType<typeof createStand>>) => AskRequest]>([
    ['EMPTY_QUESTIONS', () => ({ questions: [] })],
    ['ASK_ABORTED', () => ({ questions: QUESTIONS, signal: AbortSignal.abort({ kind: 'user' }) })],
    ['CALLER_NOT_LIVE', ({ agent }) => ({ questions: QUESTIONS, agent: { ...agent() } })],
    ['DELEGATED_CALLER', ({ agent }) => ({ questions: QUESTIONS, agent: agent('s2', { origin: 'subagent' }) })],
    ['BAD_INTENT', () => ({ questions: [{ ...QUESTIONS[0]!, detail: 'the plan', intent: { kind: 'plan-review', approve: 'Approve' } }] })],
    ['BAD_INTENT', () => ({ questions: [{ ...QUESTIONS[0]!, intent: { kind: 'plan-review', approve: 'SQLite' } }] })],
  ])('is refused with %s before anybody is asked', async (code, make) => {
    const stand = await createStand()
    const asked: unknown[] = []
    await answerer(stand.ctx, async (request) => { asked.push(request); return picked('SQLite') })
    expect(await rejection(stand.questions.ask(make(stand)))).toMatchObject({ name: 'UserQuestionError', code })
    expect(asked).toEqual([])
  })
})

describe('intents', () => {
  const approval = { id: 'p', question: 'Run it?', detail: 'rm -r build', options: [{ label: 'Allow' }, { label: 'Deny' }], intent: { kind: 'approval', approve: 'Allow', reject: 'Deny' } }

  it('pass an approval that is one blocking question with exactly the labels it names', async () => {
    const { ctx, questions } = await createStand()
    await answerer(ctx, async () => ({ answers: [{ id: 'p', selected: ['Allow'] }] }))
    expect(await questions.ask({ questions: [approval] })).toEqual({ answers: [{ id: 'p', selected: ['Allow'] }] })
  })

  it.each([
    ['two questions', [approval, { ...approval, id: 'q' }]],
    ['no detail', [{ id: 'p', question: 'Run it?', options: approval.options, intent: approval.intent }]],
    ['an option too many', [{ ...approval, options: [...approval.options, { label: 'Later' }] }]],
    ['a label that is not offered', [{ ...approval, intent: { ...approval.intent, always: 'Always' } }]],
    ['several answers', [{ ...approval, multiSelect: true }]],
  ])('refuse an approval with %s', async (_title, asked) => {
    const { questions } = await createStand()
    expect(await rejection(questions.ask({ questions: asked }))).toMatchObject({ code: 'BAD_INTENT' })
  })

  it('refuse an approval with a timed wait', async () => {
    const { questions, agent } = await createStand()
    expect(await rejection(questions.askTimed({ questions: [approval], agent: agent() }, 'c1', 1_000))).toMatchObject({ code: 'BAD_INTENT' })
  })

  it('pass one that this host does not know', async () => {
    const { ctx, questions } = await createStand()
    await answerer(ctx, async () => picked('SQLite'))
    expect(await questions.ask({ questions: [{ ...QUESTIONS[0]!, intent: { kind: 'poll' } }] })).toEqual(picked('SQLite'))
  })
})

/** What an ask rejects with when its answerer rejects with `reason`. */
async function fails(reason: unknown): Promise<unknown> {
  const { ctx, questions } = await createStand()
  await answerer(ctx, async () => { throw reason })
  return rejection(questions.ask({ questions: QUESTIONS }))
}

describe('errors of an answerer', () => {
  it('pass unchanged when they are the host\'s own', async () => {
    const error = new UserQuestionError('put away', 'ASK_CANCELLED')
    expect(await fails(error)).toBe(error)
  })

  it('are rebuilt when they only look like the host\'s own', async () => {
    const error = await fails({ name: 'UserQuestionError', message: 'put away', code: 'ASK_CANCELLED' })
    expect(error).toBeInstanceOf(UserQuestionError)
    expect(error).toMatchObject({ message: 'put away', code: 'ASK_CANCELLED' })
  })

  it('keep name and code when they are another of the harness', async () => {
    const HarnessError = Object.getPrototypeOf(UserQuestionError) as new (message: string, code: string) => Error
    const error = Object.assign(new HarnessError('too often', 'RATE_LIMIT'), { name: 'LlmError' })
    expect(await fails(error)).toBe(error)
  })

  it('become PROVIDER_ERROR with the message kept when they are anything else', async () => {
    const cause = new TypeError('the platform is down')
    expect(await fails(cause)).toMatchObject({ name: 'UserQuestionError', code: 'PROVIDER_ERROR', message: 'the platform is down', cause })
    expect(await fails('down')).toMatchObject({ code: 'PROVIDER_ERROR', message: 'down' })
  })

  it.each(['rejects', 'answers'])('give way to ASK_ABORTED when the signal has aborted and the answerer %s', async (how) => {
    const { ctx, questions } = await createStand()
    const turn = new AbortController()
    await answerer(ctx, async () => {
      turn.abort({ kind: 'user' })
      if (how === 'rejects') throw new TypeError('too late')
      return picked('SQLite')
    })
    expect(await rejection(questions.ask({ questions: QUESTIONS, signal: turn.signal }))).toMatchObject({ code: 'ASK_ABORTED', cause: { kind: 'user' } })
  })

  it('are waited for: the service does not race the abort signal', async () => {
    const { ctx, questions } = await createStand()
    const turn = new AbortController()
    let end: ((error: Error) => void) | undefined
    await answerer(ctx, () => new Promise((_resolve, reject) => { end = reject }))
    let ended = false
    const asked = rejection(questions.ask({ questions: QUESTIONS, signal: turn.signal })).finally(() => { ended = true })
    turn.abort()
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toBe(false)
    end?.(new Error('heard'))
    expect(await asked).toMatchObject({ code: 'ASK_ABORTED' })
  })
})
