import { describe, expect, it } from 'vitest'
import type { AskRound, Countdown, Outcome } from '../../../router/types.ts'
import { clockOf, collapse, isGone, sourceOf, whenOver } from '../../../surfaces/terminal/open-ask.ts'
import type { OpenAsk } from '../../../surfaces/terminal/open-ask.ts'
import { createPanel } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { indent } from './asks.ts'

const ANSWERED: Outcome = { kind: 'answered', actor: { surface: 'feishu' }, answer: { answers: [{ id: 'style', selected: ['Tabs'] }] }, at: 0 }
const WITHDRAWN: Outcome = { kind: 'aborted', cause: 'withdrawn', at: 0 }

/** The round of which only its end counts. */
const roundOf = (signal: AbortSignal, report: (state: string) => void = () => {}): AskRound => ({ signal, report }) as unknown as AskRound
const clock = (state: Countdown['state'], remaining: number | undefined): Countdown => ({ state, remaining: () => remaining }) as unknown as Countdown
const originOf = (session: string): string | undefined => (session === 's1' ? 'shop: one' : undefined)
const panelOf = (id: string): Panel => createPanel(id, { questions: [indent] }, { locale: 'en', words: wordsOf('en') })

describe('the end of a round', () => {
  it('is told in its tick, once, and at once where it has ended before', () => {
    const told: Outcome[] = []
    const open = new AbortController()
    const tell = (signal: AbortSignal): void => whenOver(roundOf(signal), (outcome) => told.push(outcome), (error) => expect.fail(String(error)))
    tell(open.signal)
    expect(told).toEqual([])
    open.abort(ANSWERED)
    expect(told).toEqual([ANSWERED])
    tell(open.signal)
    expect(told).toEqual([ANSWERED, ANSWERED])
  })

  it('that cannot be shown goes to whom that is told, not to the round', () => {
    const failed: unknown[] = []
    const open = new AbortController()
    const error = new Error('no screen')
    whenOver(roundOf(open.signal), () => { throw error }, (each) => failed.push(each))
    open.abort(ANSWERED)
    expect(failed).toEqual([error])
  })
})

describe('where an ask comes from', () => {
  it('is its session and what tells that apart, as far as they are known', () => {
    expect([sourceOf('s1', originOf), sourceOf('s2', originOf), sourceOf('s1')]).toStrictEqual([{ session: 's1', origin: 'shop: one' }, { session: 's2' }, { session: 's1' }])
    expect(sourceOf(undefined, () => 'never asked')).toStrictEqual({})
  })
})

describe('the clock of an ask', () => {
  it('says what is left while it runs or is held, and nothing otherwise', () => {
    expect([clockOf(clock('counting', 5)), clockOf(clock('held', 6)), clockOf(clock('starting', 7)), clockOf(clock('over', 0)), clockOf(clock('counting', undefined)), clockOf(undefined)].map((news) => ('remaining' in news ? [news.kind, news.remaining] : [news.kind]))).toEqual([
      ['counting', 5], ['held', 6], ['endless'], ['endless'], ['endless'], ['endless'],
    ])
  })
})

describe('a round', () => {
  it('is gone from the screen when its panel is, or goes on without it', () => {
    const late: Panel = { ...panelOf('a'), wait: CONTINUED }
    expect([isGone([], 'a'), isGone([panelOf('b')], 'a'), isGone([panelOf('b'), late], 'a'), isGone([panelOf('b'), panelOf('a')], 'a')]).toEqual([true, true, true, false])
  })

  it.each([
    ['with its answer', ANSWERED, ['collapsed', ANSWERED.answer]], ['with why there is none', WITHDRAWN, ['collapsed', 'the ask ended: aborted']], ['without knowing why', undefined, ['collapsed', 'the ask ended: unknown']],
  ] as const)('is over for its host %s', (_, outcome, heard) => {
    const log: unknown[] = []
    const open: OpenAsk = { round: roundOf(new AbortController().signal, (state) => log.push(state)), resolve: (answer) => log.push(answer), reject: ({ message }) => log.push(message), unlisten: () => {}, ...(outcome === undefined ? {} : { outcome }) }
    collapse(open)
    expect(log).toEqual(heard)
  })
})
