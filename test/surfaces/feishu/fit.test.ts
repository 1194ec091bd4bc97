import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import type { Outcome } from '../../../router/types.ts'
import { type Card, type CardNode, renderCard } from '../../../surfaces/feishu/card.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { checkCard, endedCard, openCards, pointerText } from '../../../surfaces/feishu/fit.ts'
import { visibleText } from '../../../surfaces/feishu/text.ts'
import { cardView, type Reader } from '../../../surfaces/feishu/view.ts'

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
    expect(checkCard(onlyCard(SMALL))).toBeUndefined()
  })

  it.each([
    ['bytes', bodyWith({ tag: 'div', text: { tag: 'plain_text', content: '问'.repeat(9_600) } })],
    ['nodes', bodyWith(...Array.from({ length: 200 }, () => ({ tag: 'hr' })))],
    ['options', bodyWith({ tag: 'select_static', name: 'a', options: Array.from({ length: 51 }, (_, value) => ({ value: String(value) })) })],
    ['tables', bodyWith(...Array.from({ length: 5 }, () => ({ tag: 'markdown', content: '| a |\n| --- |' })))],
    ['button-text', bodyWith(button('a', 'x'.repeat(101)))],
    ['duplicate-name', bodyWith(button('a'), button('a'))],
    ['duplicate-value', bodyWith({ tag: 'select_static', name: 'a', options: [{ value: '0' }, { value: '0' }] })],
  ] as const)('finds %s', (fault, card) => {
    expect(checkCard(card)).toBe(fault)
  })
})

describe('an ask that is too large for one card', () => {
  it.each([
    ['51 options', withOptions(51), 1],
    ['200 options', withOptions(200), 2],
    ['four questions of 50 options', withOptions(50, 4), 2],
    ['a detail of 60,000 characters', cardAsk('ask-1', { questions: [{ id: 'q', question: 'Run it?', detail: 'x'.repeat(60_000), options: [{ label: 'Yes' }] }] }), 3],
  ] as const)('with %s comes whole on as many cards as it needs, in order', (_name, ask, count) => {
    const { cards, isWhole } = openCards(ask, READER)
    expect([cards.length, isWhole]).toEqual([count, true])
    const text = JSON.stringify(cards)
    for (const { choices } of ask.form) for (const { title } of choices) expect(text).toContain(`"${title}"`)
    expect(text.match(/x{20,}/gu)?.join('').length ?? 0).toBe(ask.form[0]?.detail?.length ?? 0)
    for (const [index, card] of cards.entries()) {
      expect(checkCard(card.toJSON())).toBeUndefined()
      expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
      if (count > 1) expect(JSON.stringify(card.toJSON().header)).toContain(`part ${index + 1} of ${count}`)
    }
  })

  it('says on each card how many there are, and asks on no card that is only to be read', () => {
    const { cards, saving } = openCards(cardAsk('ask-1', { questions: [{ id: 'q', question: 'Run it?', detail: 'x'.repeat(60_000), options: [{ label: 'Yes' }] }] }), READER)
    expect(saving).toEqual([3])
    expect(cards.map((card) => JSON.stringify(card).includes('"tag":"form"'))).toEqual([false, false, true])
    for (const card of cards) expect(JSON.stringify(card)).toContain('so it comes in 3')
  })

  it('is read whole and in order over its cards, whatever it says', () => {
    const unit = fc.array(fc.constantFrom('word ', '问题', '👩‍💻', '"', '\\', '\n', '\u202E', '<at id=all></at>', '&'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
    fc.assert(fc.property(unit, fc.integer({ min: 1, max: 60_000 }), (text, bytes) => {
      const question = `${text.repeat(Math.ceil(bytes / Buffer.byteLength(text)))}!`
      const { cards, isWhole } = openCards(cardAsk('ask-1', { questions: [{ id: 'q', question }] }), READER)
      expect(isWhole).toBe(true)
      const shown = cards.flatMap((card) => card.toJSON().body.elements.flatMap((element) => (element.tag === 'form' ? element['elements'] as CardNode[] : [element])))
        .flatMap(({ tag, text: node }) => (tag === 'div' ? [node as { content: string; i18n_content?: unknown }] : []))
        .flatMap(({ content, i18n_content: ours }) => (ours === undefined ? [content] : []))
      expect(shown.join('').replaceAll('\n', '')).toBe(visibleText(question).replaceAll('\n', ''))
    }), { numRuns: 40 })
  })

  it('that would need too many offers nothing to act on and says where to answer', () => {
    const ask = cardAsk('ask-1', { questions: [{ id: 'q', question: 'Run it?', detail: 'x'.repeat(700_000), options: [{ label: 'Yes' }] }] })
    const { cards, isWhole } = openCards(ask, READER)
    expect([cards.length, isWhole]).toEqual([1, false])
    expect(JSON.stringify(cards)).not.toContain('"tag":"button"')
    expect(JSON.stringify(cards)).toContain('cannot be answered here. Answer it at the terminal.')
  })
})

function approval(detail: string): CardAsk {
  return cardAsk('ask-1', {
    questions: [{ id: 'q', question: 'Run it?', detail, options: [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }],
  })
}

describe('what cannot be shown whole', () => {
  it('is a command beyond one card: it cannot be approved, the cut is marked, and it can be refused', () => {
    const { cards, isWhole } = openCards(approval(`echo ${'x'.repeat(30_000)}; rm -rf /`), READER)
    const text = JSON.stringify(cards)
    expect([cards.length, isWhole]).toEqual([1, false])
    expect(text).not.toContain('"approve_ask-1"')
    expect(text).toContain('"reject_ask-1"')
    expect(text).toContain('Read and approve it at the terminal.')
    expect(text).toContain('the rest is not shown')
  })

  it('is not a command that just fits', () => {
    const command = `echo ${'x'.repeat(20_000)}; rm -rf /`
    const { cards, isWhole } = openCards(approval(command), READER)
    expect(isWhole).toBe(true)
    expect(JSON.stringify(cards)).toContain(command)
    expect(JSON.stringify(cards)).toContain('"approve_ask-1"')
  })

  it('is not a long plan: it is read in folded parts and on further cards, and decided on the last', () => {
    const plan = Array.from({ length: 900 }, (_, index) => `## Step ${index}\n\nDo thing ${index}, *carefully*.`).join('\n\n')
    const { cards, isWhole } = openCards(cardAsk('ask-1', {
      questions: [{ id: 'q', question: 'Go?', detail: plan, options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }],
    }), READER)
    expect(isWhole).toBe(true)
    expect(cards.length).toBeGreaterThan(1)
    expect(cards.map((card) => JSON.stringify(card).includes('approve'))).toEqual([...cards.slice(1).map(() => false), true])
    const text = JSON.stringify(cards)
    for (let index = 0; index < 900; index += 1) expect(text).toContain(`Do thing ${index}&#44;`)
    expect(text).toContain('"tag":"collapsible_panel"')
    for (const card of cards) expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
  })
})

describe('the final card', () => {
  it('tells a long answer whole while there is room', () => {
    expect(JSON.stringify(endedCard(SMALL, answered(SMALL, 'x'.repeat(5_000)), READER))).toContain('x'.repeat(5_000))
  })

  it('cuts what does not fit and marks the cut', () => {
    const card = endedCard(SMALL, answered(SMALL, 'x'.repeat(40_000)), READER)
    expect(checkCard(card.toJSON())).toBeUndefined()
    expect(JSON.stringify(card)).toContain(`"${'x'.repeat(300)}…"`)
  })

  it('of a hundred questions tells the outcome at least', () => {
    const ask = withOptions(1, 100)
    const card = endedCard(ask, answered(ask, 'yes'), READER)
    expect(checkCard(card.toJSON())).toBeUndefined()
    expect(JSON.stringify(card.toJSON().header)).toContain('Someone answered at the terminal')
  })
})

describe('pointerText', () => {
  it('says what is asked and where to answer, without a live mention', () => {
    const ask = cardAsk('ask-1', { questions: [{ id: 'q', question: '<at user_id="all">\nmore' }] })
    expect(pointerText(ask, READER)).toBe('The agent asks: ＜at user_id="all"＞\nFeishu cannot show this question. Answer it at the terminal.')
  })
})

function onlyCard(ask: CardAsk): Card {
  const [card, more] = openCards(ask, READER).cards
  if (card === undefined || more !== undefined) throw new Error('not one card')
  return card.toJSON()
}

function answered(ask: CardAsk, custom: string): Outcome {
  return { kind: 'answered', actor: { surface: 'terminal' }, at: 0, answer: { answers: ask.form.map(({ id }) => ({ id, selected: [], custom })) } }
}
