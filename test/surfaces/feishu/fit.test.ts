import { describe, expect, it } from 'vitest'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import type { Outcome } from '../../../router/types.ts'
import { type Card, type CardNode, renderCard } from '../../../surfaces/feishu/card.ts'
import { checkCard, endedCard, openCard, pointerText } from '../../../surfaces/feishu/fit.ts'
import { type CardAsk, cardAsk, cardView, type Reader } from '../../../surfaces/feishu/view.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: ['terminal'] }
const SMALL = cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?' }] })

const withOptions = (count: number, questions = 1): CardAsk =>
  cardAsk('ask-1', {
    questions: Array.from({ length: questions }, (_, at) => ({
      id: `q${at}`, question: `Question ${at}?`, options: Array.from({ length: count }, (_each, index) => ({ label: `Option ${index}` })),
    })),
  })

const bodyWith = (...elements: CardNode[]): Card => ({ ...renderCard(cardView(SMALL, { kind: 'open' }, READER)), body: { elements } })
const button = (name: string, content = 'x'): CardNode => ({ tag: 'button', name, text: { tag: 'plain_text', content } })

describe('checkCard', () => {
  it('passes what we send', () => {
    expect(checkCard(openCard(SMALL, READER))).toBeUndefined()
  })

  it.each([
    ['bytes', bodyWith({ tag: 'div', text: { tag: 'plain_text', content: '问'.repeat(9_600) } })],
    ['nodes', bodyWith(...Array.from({ length: 200 }, () => ({ tag: 'hr' })))],
    ['options', renderCard(cardView(withOptions(51), { kind: 'open' }, READER))],
    ['button-text', bodyWith(button('a', 'x'.repeat(101)))],
    ['duplicate-name', bodyWith(button('a'), button('a'))],
    ['duplicate-value', bodyWith({ tag: 'select_static', name: 'a', options: [{ value: '0' }, { value: '0' }] })],
  ] as const)('finds %s', (fault, card) => {
    expect(checkCard(card)).toBe(fault)
  })
})

describe('an ask that is too large for a card', () => {
  it.each([
    ['with 51 options', withOptions(51)],
    ['with four questions of 50 options', withOptions(50, 4)],
    ['with a detail of 30,000 characters', cardAsk('ask-1', { questions: [{ id: 'q', question: 'Run it?', detail: 'x'.repeat(30_000), options: [{ label: 'Yes' }] }] })],
  ])('%s offers nothing to act on and says where to answer', (_name, ask) => {
    const card = openCard(ask, READER)
    expect(JSON.stringify(card)).not.toContain('"tag":"button"')
    expect(JSON.stringify(card)).toContain('cannot be answered here. Answer it at the terminal.')
    expect(checkCard(card)).toBeUndefined()
    expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
  })

  it('offers 50 options whole', () => {
    expect(JSON.stringify(openCard(withOptions(50), READER))).toContain('Option 49')
  })
})

describe('the final card', () => {
  it('tells a long answer whole while there is room', () => {
    expect(JSON.stringify(endedCard(SMALL, answered(SMALL, 'x'.repeat(5_000)), READER))).toContain('x'.repeat(5_000))
  })

  it('cuts what does not fit and marks the cut', () => {
    const card = endedCard(SMALL, answered(SMALL, 'x'.repeat(40_000)), READER)
    expect(checkCard(card)).toBeUndefined()
    expect(JSON.stringify(card)).toContain(`"${'x'.repeat(300)}…"`)
  })

  it('of a hundred questions tells the outcome at least', () => {
    const ask = withOptions(1, 100)
    const card = endedCard(ask, answered(ask, 'yes'), READER)
    expect(checkCard(card)).toBeUndefined()
    expect(JSON.stringify(card.header)).toContain('Someone answered at the terminal')
  })
})

describe('pointerText', () => {
  it('says what is asked and where to answer, without a live mention', () => {
    const ask = cardAsk('ask-1', { questions: [{ id: 'q', question: '<at user_id="all">\nmore' }] })
    expect(pointerText(ask, READER)).toBe('The agent asks: ＜at user_id="all"＞\nFeishu cannot show this question. Answer it at the terminal.')
  })
})

function answered(ask: CardAsk, custom: string): Outcome {
  return { kind: 'answered', actor: { surface: 'terminal' }, at: 0, answer: { answers: ask.form.map(({ id }) => ({ id, selected: [], custom })) } }
}
