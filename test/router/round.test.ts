/** The round as a value, event by event. */
import { describe, expect, it } from 'vitest'
import { isDeferring, isShown, newRound, transition, type Candidate, type Effect, type OpenRound, type Round, type RoundEvent, type Standing } from '../../router/round.ts'

const QUESTIONS = [{ id: 'q', question: 'Which?', options: [{ label: 'A' }] }]
const ACTOR = { surface: 'desk' }
const ANSWER = { answers: [{ id: 'q', selected: ['A'] }] }
const opened = (candidates: readonly Candidate[], companion?: number): RoundEvent => ({ kind: 'opened', candidates, at: 1, ...(companion === undefined ? {} : { companion }) })
const claims = (key: number, turn?: 'first' | 'later'): Candidate => ({ key, claims: true, ...(turn ? { turn } : {}) })
const stands = (key: number): Candidate => ({ key, claims: false })
const failed = (key: number, error: unknown = new Error(String(key))): RoundEvent => ({ kind: 'surface-failed', key, error, at: 2 })
const leaves = (key: number): RoundEvent => ({ kind: 'left', key, at: 2 })

function play(round: Round, ...events: readonly RoundEvent[]): { readonly round: Round; readonly effects: readonly Effect[] } {
  let effects: readonly Effect[] = []
  for (const event of events) [round, effects] = transition(round, event)
  return { round, effects }
}
const openOf = (round: Round): OpenRound => {
  if (round.phase === 'closed') throw new Error('the round is closed')
  return round
}
const standings = (round: Round): Record<number, Standing> => Object.fromEntries(openOf(round).standings)

describe('a round that is over', () => {
  const { round: over } = play(newRound(QUESTIONS), opened([claims(1)]), { kind: 'dismissed', key: 1, actor: ACTOR, at: 3 })

  it.each<[string, RoundEvent]>([
    ['a surface that comes', { kind: 'joined', candidate: claims(2) }], ['one that leaves', leaves(1)], ['one that fails', failed(1)], ['a turn', { kind: 'due' }],
    ['a withdrawal', { kind: 'aborted', cause: 'withdrawn', at: 4 }], ['a window that closes', { kind: 'timed-out', continued: true, at: 4 }],
  ])('is left as it is by %s', (_what, event) => {
    expect(transition(over, event)).toEqual([over, []])
    expect(transition(over, event)[0]).toBe(over)
  })

  it('tells each late act what was decided', () => {
    const outcome = { kind: 'dismissed', actor: ACTOR, at: 3 }
    for (const event of [{ kind: 'submitted', key: 1, answer: ANSWER, actor: ACTOR, at: 4 }, { kind: 'dismissed', key: 9, actor: ACTOR, at: 4 }] satisfies RoundEvent[]) {
      expect(transition(over, event)[1]).toEqual([{ kind: 'reply', verdict: { kind: 'lost', outcome } }])
    }
  })

  it('is shown to nobody and waits for no turn', () => {
    expect([isShown(over), isDeferring(over)]).toEqual([false, false])
  })
})

describe('an open round', () => {
  const { round, effects } = play(newRound(QUESTIONS), opened([claims(1), stands(2), claims(3, 'later'), claims(4, 'first')]))

  it('asks those who claim, and those with a later turn later', () => {
    expect(effects).toEqual([{ kind: 'defer', keys: [3] }, { kind: 'ask', keys: [1, 4] }])
    expect(standings(round)).toEqual({ 1: 'asked', 2: 'waiting', 3: 'deferred', 4: 'asked' })
    expect(openOf(round)).toMatchObject({ scope: 'claimants', isTimed: false, firsts: new Set([4]) })
    expect([isShown(round), isDeferring(round)]).toEqual([true, true])
  })

  it.each<[string, RoundEvent]>([
    ['a failure of one that was not asked', failed(2)], ['a failure of one whose turn has not come', failed(3)], ['a failure of nobody', failed(9)],
    ['one without anybody to show it to that was not asked', { kind: 'stood-aside', key: 2, at: 2 }],
    ['a clock of one that was not asked', { kind: 'ran-out', key: 2, continued: true, at: 2 }],
    ['nobody who leaves', leaves(9)],
  ])('is left as it is by %s', (_what, event) => {
    const [next, none] = transition(round, event)
    expect(next).toBe(round)
    expect(none).toEqual([])
  })

  it('refuses the act of whoever is not asked, and a bad answer by the question at fault', () => {
    const refused = { kind: 'refused', code: 'NOT_ASKED', reason: 'this surface is no longer part of the round' }
    for (const key of [2, 3, 9]) {
      expect(transition(round, { kind: 'submitted', key, answer: ANSWER, actor: ACTOR, at: 2 })).toEqual([round, [{ kind: 'reply', verdict: refused }]])
      expect(transition(round, { kind: 'dismissed', key, actor: ACTOR, at: 2 })).toEqual([round, [{ kind: 'reply', verdict: refused }]])
    }
    expect(transition(round, { kind: 'submitted', key: 1, answer: { answers: [] }, actor: ACTOR, at: 2 })).toStrictEqual([round, [{ kind: 'reply', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'question "q" is not answered', question: 'q' } }]])
    expect(transition(round, { kind: 'submitted', key: 1, answer: 1, actor: ACTOR, at: 2 })).toStrictEqual([round, [{ kind: 'reply', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'an answer is an object with a list "answers"' } }]])
  })

  it('lets one go that was not asked without a word, once', () => {
    for (const key of [2, 3]) {
      const [next, none] = transition(round, leaves(key))
      expect([standings(next)[key], none]).toEqual(['left', []])
      expect(transition(next, leaves(key))).toEqual([next, []])
      expect(transition(next, leaves(key))[0]).toBe(next)
    }
  })

  it('releases one that leaves while it is asked, whose act counts no more', () => {
    const [next, [release]] = transition(round, leaves(1))
    expect(release).toMatchObject({ kind: 'release', key: 1, outcome: { kind: 'failed', error: { code: 'SURFACE_LEFT' }, at: 2 } })
    expect(transition(next, { kind: 'dismissed', key: 1, actor: ACTOR, at: 3 })[1]).toMatchObject([{ verdict: { code: 'NOT_ASKED' } }])
  })

  it('ends by a withdrawal with its reason where there is one', () => {
    expect(transition(round, { kind: 'aborted', cause: 'withdrawn', at: 5 })[1]).toStrictEqual([{ kind: 'settle', outcome: { kind: 'aborted', cause: 'withdrawn', at: 5 } }])
    expect(transition(round, { kind: 'aborted', cause: 'withdrawn', reason: 'turn over', at: 5 })[1]).toStrictEqual([{ kind: 'settle', outcome: { kind: 'aborted', cause: 'withdrawn', at: 5, reason: 'turn over' } }])
  })
})

describe('turns', () => {
  const { round } = play(newRound(QUESTIONS), opened([claims(1, 'first'), claims(2, 'later')]))

  it('come all at once when they are due, and once', () => {
    const [next, effects] = transition(round, { kind: 'due' })
    expect(effects).toEqual([{ kind: 'ask', keys: [2] }])
    expect(standings(next)).toEqual({ 1: 'asked', 2: 'asked' })
    expect(transition(next, { kind: 'due' })[1]).toEqual([])
    expect(standings(round)[2]).toBe('deferred')
  })

  it('come at once when no first one is left', () => {
    const { round: next, effects } = play(round, failed(1))
    expect(effects).toEqual([{ kind: 'ask', keys: [2] }])
    expect(isDeferring(next)).toBe(false)
  })

  it('are not waited for where nobody is first', () => {
    const { round: plain, effects } = play(newRound(QUESTIONS), opened([claims(1, 'later'), claims(2)]))
    expect(effects).toEqual([{ kind: 'ask', keys: [1, 2] }])
    expect('firsts' in plain).toBe(false)
  })

  it('hold for a latecomer as well', () => {
    expect(play(round, { kind: 'joined', candidate: claims(3, 'later') }).effects).toEqual([{ kind: 'defer', keys: [3] }])
    const first = play(round, { kind: 'joined', candidate: claims(3, 'first') })
    expect(first.effects).toEqual([{ kind: 'ask', keys: [3] }])
    expect(openOf(first.round).firsts).toEqual(new Set([1, 3]))
    expect(play(first.round, failed(1)).effects).toEqual([])
    expect(play(round, { kind: 'joined', candidate: stands(3) }).effects).toEqual([])
  })

  it('keep nobody waiting for one that came without a turn', () => {
    const { round: plain } = play(newRound(QUESTIONS), opened([claims(1)]), { kind: 'joined', candidate: claims(2) })
    expect(play(plain, { kind: 'joined', candidate: claims(3, 'later') }).effects).toEqual([{ kind: 'ask', keys: [3] }])
  })
})

describe('a round that loses those who were asked', () => {
  it('asks the rest, and from then on whoever comes', () => {
    const { round, effects } = play(newRound(QUESTIONS), opened([claims(1), stands(2)]), failed(1))
    expect(effects).toEqual([{ kind: 'ask', keys: [2] }])
    expect(openOf(round).scope).toBe('everyone')
    expect(play(round, { kind: 'joined', candidate: stands(3) }).effects).toEqual([{ kind: 'ask', keys: [3] }])
  })

  it('fails with the first error, even where that is nothing', () => {
    const [one, two] = [new Error('one'), new Error('two')]
    expect(play(newRound(QUESTIONS), opened([claims(1), claims(2)]), failed(1, one), failed(2, two)).effects).toMatchObject([{ kind: 'settle', outcome: { kind: 'failed', error: one, at: 2 } }])
    const empty = play(newRound(QUESTIONS), opened([claims(1), claims(2)]), { kind: 'surface-failed', key: 1, error: undefined, at: 2 }, failed(2, two)).round
    expect(empty).toEqual({ phase: 'closed', outcome: { kind: 'failed', error: undefined, at: 2 } })
  })

  it('goes on with a companion that is asked, and fails when that stands aside, too', () => {
    const { round, effects } = play(newRound(QUESTIONS), opened([claims(1)], 7), failed(1, 'no paper'))
    expect(effects).toEqual([])
    expect([isShown(round), standings(round)]).toEqual([false, { 1: 'failed', 7: 'asked' }])
    expect(play(round, { kind: 'stood-aside', key: 7, at: 3 }).effects).toMatchObject([{ kind: 'settle', outcome: { kind: 'failed', error: 'no paper' } }])
    expect(play(round, { kind: 'ran-out', key: 7, continued: true, at: 3 }).effects).toEqual([{ kind: 'settle', outcome: { kind: 'timed-out', continued: true, at: 3 } }])
  })

  it('has no provider where nobody was there, or all stood aside', () => {
    expect(play(newRound(QUESTIONS), opened([])).effects).toMatchObject([{ kind: 'settle', outcome: { kind: 'failed', error: { code: 'NO_PROVIDER' }, at: 1 } }])
    expect(play(newRound(QUESTIONS), opened([], 7), { kind: 'stood-aside', key: 7, at: 3 }).effects).toMatchObject([{ outcome: { error: { code: 'NO_PROVIDER' }, at: 3 } }])
  })

  it('waits for one to come back where the host ends it by itself, but only for one that has left', () => {
    const timed = play(newRound(QUESTIONS, true), opened([claims(1)]), leaves(1))
    expect([timed.round.phase, timed.effects.map(({ kind }) => kind)]).toEqual(['open', ['release']])
    expect(play(newRound(QUESTIONS), opened([claims(1)]), leaves(1)).round.phase).toBe('closed')
    expect(play(newRound(QUESTIONS, true), opened([claims(1)]), failed(1)).round.phase).toBe('closed')
    expect(play(newRound(QUESTIONS, true), opened([claims(1), claims(2)]), leaves(1), failed(2)).round.phase).toBe('open')
    expect(play(newRound(QUESTIONS, true), opened([claims(1), claims(2)], 7), leaves(1), failed(2), { kind: 'ran-out', key: 7, continued: false, at: 4 }).round).toMatchObject({ phase: 'closed', outcome: { kind: 'timed-out', continued: false } })
  })

  it('still counts an act of one that has failed', () => {
    const { effects } = play(newRound(QUESTIONS), opened([claims(1), claims(2)]), failed(1), { kind: 'submitted', key: 1, answer: ANSWER, actor: ACTOR, at: 4 })
    const outcome = { kind: 'answered', answer: ANSWER, actor: ACTOR, at: 4 }
    expect(effects).toEqual([{ kind: 'settle', outcome, winner: 1 }, { kind: 'reply', verdict: { kind: 'won', outcome } }])
  })
})
