/** What surfaces, listeners and callers of others may do without touching anybody else's ask. */
import { describe, expect, it } from 'vitest'
import { Rounds } from '../../router/rounds.ts'
import type { AskSurface, AskUserQuestionRequest, StepName } from '../../router/types.ts'
import { createRounds, rejection, settle } from '../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../helpers/third-party.ts'

const approval = () => ({
  questions: [{
    id: 'cmd', question: 'Run?', detail: 'ls', options: [{ label: 'Yes' }, { label: 'No' }],
    intent: { kind: 'approval', approve: 'Yes', reject: 'No' },
  }],
}) satisfies AskUserQuestionRequest

const broken = (): AskUserQuestionRequest => ({ ...DATABASE, wait: { callId: 'c', get more(): never { throw new Error('a getter') } } as { callId: string } })

describe('a surface that changes its request', () => {
  it('changes neither another\'s, nor what an answer is held against, nor the host\'s own', async () => {
    const asked = approval()
    const vandal = thirdParty('vandal', {
      claim: (request) => {
        const [question] = request.questions
        question!.options![0]!.label = 'Whatever'
        question!.options!.unshift({ label: 'Fake' })
        Object.assign(question!.intent!, { approve: 'No', reject: 'Yes' })
        request.questions.push({ id: 'more', question: '?' })
        return true
      },
    })
    const honest = thirdParty('honest')
    const { rounds } = createRounds()
    rounds.add(vandal)
    rounds.add(honest)
    const answer = rounds.ask(asked)
    expect(asked).toEqual(approval())
    expect(honest.shown[0]!.request.questions).toEqual(approval().questions)
    expect(vandal.shown[0]!.round.submit({ answers: [{ id: 'cmd', selected: ['Fake'] }] }).kind).toBe('refused')
    honest.shown[0]!.resolve({ answers: [{ id: 'cmd', selected: ['No'] }] })
    expect(await answer).toEqual({ answers: [{ id: 'cmd', selected: ['No'] }] })
  })

  it('cannot change the outcome that was decided', async () => {
    const { rounds } = createRounds()
    const loser = thirdParty('loser')
    const winner = thirdParty('winner')
    rounds.add(loser)
    rounds.add(winner)
    const answer = rounds.ask(DATABASE)
    loser.shown[0]!.round.signal.addEventListener('abort', () => {
      const outcome: { answer: { answers: { selected: string[] }[] } } = loser.shown[0]!.round.signal.reason
      expect(() => { outcome.answer.answers[0]!.selected[0] = 'PostgreSQL' }).toThrow(TypeError)
    })
    winner.shown[0]!.round.submit(database('SQLite'))
    const got = await answer
    expect(got).toEqual(database('SQLite'))
    got.answers[0]!.selected.push('the host\'s own copy')
  })
})

describe('a listener of the steps that throws', () => {
  it.each<StepName>(['opened', 'claimed', 'shown', 'acted', 'settled', 'failed', 'collapsed'])('stops nothing at the step %s', async (step) => {
    const contained: unknown[] = []
    let id = 0
    const rounds = new Rounds({
      now: () => 0, monotonic: () => 0, journal: { append: () => {} }, mintId: () => `ask-${++id}`, after: () => () => {},
      step: (seen) => { if (seen.step === step) throw new Error('boom') },
      contain: (_surface, error) => contained.push(error),
    })
    const [broken, desk, other] = [thirdParty('broken', { ask: () => Promise.reject(new Error('no')) }), thirdParty('desk'), thirdParty('other')]
    for (const surface of [broken, desk, other]) rounds.add(surface)
    const answer = rounds.ask(DATABASE)
    await settle()
    const { round } = desk.shown[0]!
    round.report('shown')
    expect(round.submit(database('SQLite')).kind).toBe('won')
    round.report('collapsed')
    expect(await answer).toEqual(database('SQLite'))
    expect(other.told).toEqual(['desk'])
    expect(contained.length).toBeGreaterThan(0)
  })
})

function throwing(field: string): object {
  return Object.defineProperty({}, field, { get: () => { throw new Error('boom') }, enumerable: true })
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('a surface whose values throw when they are read', () => {
  it.each<[string, AskSurface['ask']]>([
    ['an answer with a getter', async () => throwing('answers') as never],
    ['a revoked answer', async () => ({ answers: revoked() }) as never],
    ['an error with a getter for its code', () => Promise.reject(throwing('code'))],
    ['a revoked error', () => Promise.reject(revoked())],
  ])('fails alone and the others are asked: %s', async (_title, ask) => {
    const { rounds } = createRounds()
    const backup = thirdParty('backup', { claim: () => false })
    rounds.add(thirdParty('broken', { ask }))
    rounds.add(backup)
    const answer = rounds.ask(DATABASE)
    await settle()
    backup.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('keeps nobody else from being told', async () => {
    const { rounds, contained } = createRounds()
    let armed = false
    const broken: AskSurface = { name: 'broken', claim: () => true, ask: () => new Promise(() => {}) }
    Object.defineProperty(broken, 'settled', { get: () => { if (armed) throw new Error('boom') } })
    const [phone, desk] = [thirdParty('phone'), thirdParty('desk')]
    for (const surface of [broken, phone, desk]) rounds.add(surface)
    const answer = rounds.ask(DATABASE)
    armed = true
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
    expect(contained).toHaveLength(1)
  })

  it('is called by the name that it registered with', async () => {
    const { rounds, steps } = createRounds()
    let isGone = false
    const shy: AskSurface = { claim: () => true, ask: () => Promise.reject(new Error('no')), get name() { if (isGone) throw new Error('boom'); return 'shy' } }
    rounds.add(shy)
    isGone = true
    await rejection(rounds.ask(DATABASE))
    expect(steps.filter(({ step }) => step === 'failed')).toMatchObject([{ surface: 'shy', detail: 'Error' }])
  })
})

it('takes a host\'s abort reason that throws for a withdrawal', async () => {
  const { rounds } = createRounds()
  rounds.add(thirdParty('desk'))
  const turn = new AbortController()
  const answer = rejection(rounds.ask({ ...DATABASE, signal: turn.signal }))
  turn.abort({ get code() { throw new Error('boom') } })
  expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
})

describe('a request whose values throw when they are read', () => {
  it('is refused to its caller alone: nothing of it stays, and its end is heard by nobody', async () => {
    const { rounds, steps, timers } = createRounds()
    const desk = thirdParty('desk')
    rounds.add(desk)
    expect(await rejection(rounds.ask(broken()))).toMatchObject({ message: 'a getter' })
    expect(desk.shown).toEqual([])
    expect(steps.map(({ step }) => step)).toEqual(['settled'])
    const late = thirdParty('late')
    rounds.add(late)
    const answer = rounds.ask(DATABASE)
    expect([desk, late].map(({ shown }) => shown.length)).toEqual([1, 1])
    late.shown[0]!.round.submit(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    const closed = rounds.close()
    for (const fire of timers) fire()
    await closed
    await settle()
  })
})

describe('surfaces that come and go while others are asked whether they claim', () => {
  it('are asked when they come, and their human counts', async () => {
    const { rounds } = createRounds()
    const late = thirdParty('late')
    let remove: (() => void) | undefined
    rounds.add(thirdParty('door', { claim: () => { remove ??= rounds.add(late); return true } }))
    const answer = rounds.ask(DATABASE)
    expect(late.shown).toHaveLength(1)
    expect(late.shown[0]!.round.submit(database('SQLite')).kind).toBe('won')
    expect(await answer).toEqual(database('SQLite'))
  })

  it('are not asked when they have gone', async () => {
    const { rounds } = createRounds()
    const gone = thirdParty('gone')
    const remove = rounds.add(gone)
    rounds.add(thirdParty('door', { claim: () => { remove(); return false } }))
    rounds.ask(DATABASE).catch(() => {})
    expect(gone.shown).toEqual([])
    const only = createRounds()
    const leave: { now?: () => void } = {}
    leave.now = only.rounds.add(thirdParty('only', { claim: () => { leave.now?.(); return true } }))
    expect(await rejection(only.rounds.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('are asked once when an ask is made from inside another', async () => {
    const { rounds } = createRounds()
    const late = thirdParty('late')
    let isNested = false
    rounds.add(thirdParty('desk'))
    const outer = rounds.ask(DATABASE)
    const eager = thirdParty('eager', {
      ask: (request, round) => {
        if (!isNested) {
          isNested = true
          rounds.ask({ questions: [{ id: 'inner', question: '?' }] }).catch(() => {})
        }
        return late.ask(request, round)
      },
    })
    rounds.add(eager)
    expect(late.shown.map(({ round }) => round.id)).toEqual(['ask-2', 'ask-1'])
    late.shown[1]!.resolve(database('SQLite'))
    expect(await outer).toEqual(database('SQLite'))
  })
})

it('takes the same call with other questions for another ask', async () => {
  const { rounds } = createRounds()
  const desk = thirdParty('desk')
  rounds.add(desk)
  const keyed = { agent: { id: 's', session: { id: 's' } }, wait: { callId: 'c' } }
  const [first, second] = [rounds.ask({ ...DATABASE, ...keyed }), rounds.ask({ questions: [{ id: 'why', question: 'Why?' }], ...keyed })]
  expect(desk.shown).toHaveLength(2)
  desk.shown[1]!.resolve({ answers: [{ id: 'why', selected: [], custom: 'so' }] })
  desk.shown[0]!.resolve(database('SQLite'))
  expect([await first, await second]).toEqual([database('SQLite'), { answers: [{ id: 'why', selected: [], custom: 'so' }] }])
})
