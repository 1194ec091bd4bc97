import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import type { Outcome } from '../../../router/types.ts'
import { type Card, type CardNode, renderCard } from '../../../surfaces/feishu/card.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { checkCard, endedCard, MAX_BYTES, openCards, pointerText } from '../../../surfaces/feishu/fit.ts'
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

const withDetail = (detail: string): CardAsk => cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?', detail }] })

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

  it('finds nothing in a card that reaches each limit and goes beyond none', () => {
    const text = (length: number): Card => bodyWith({ tag: 'div', text: { tag: 'plain_text', content: 'x'.repeat(length) } })
    const room = MAX_BYTES - Buffer.byteLength(JSON.stringify(text(0)))
    expect([checkCard(text(room)), checkCard(text(room + 1))]).toEqual([undefined, 'bytes'])
    const rules = (count: number): Card => bodyWith(...Array.from({ length: count }, () => ({ tag: 'hr' })))
    const free = 200 - JSON.stringify(rules(0)).split('"tag":').length + 1
    expect([checkCard(rules(free)), checkCard(rules(free + 1))]).toEqual([undefined, 'nodes'])
    expect(checkCard(bodyWith(...Array.from({ length: 4 }, () => ({ tag: 'markdown', content: '| a |\n| --- |' })), button('a', 'x'.repeat(100))))).toBeUndefined()
  })

  it('takes nothing for a table but a line of dashes between bars in markdown', () => {
    const lines = ['| |', '---', 'a|-', '|-a', 'a | b - c'].map((line) => `${line}\n`.repeat(5)).join('')
    const plain = Array.from({ length: 5 }, () => ({ tag: 'div', text: { tag: 'plain_text', content: '| a |\n| --- |' } }))
    expect(checkCard(bodyWith({ tag: 'markdown', content: lines }, { tag: 'markdown' }, ...plain))).toBeUndefined()
  })
})

describe('an ask that fits on one card', () => {
  it('comes on one up to its last byte, and asks there', () => {
    const [small] = openCards(withDetail('x'), READER).cards
    const most = 1 + MAX_BYTES - (small?.bytes.length ?? 0)
    const [just, beyond] = [openCards(withDetail('x'.repeat(most)), READER), openCards(withDetail('x'.repeat(most + 1)), READER)]
    expect([just.cards.map(({ bytes }) => bytes.length), just.saving, just.isWhole]).toEqual([[MAX_BYTES], [1], true])
    expect([beyond.cards.length, beyond.isWhole]).toEqual([2, true])
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

  it('comes whole wherever a card of many small texts ends', () => {
    for (let more = 0; more < 1_000; more += 8) {
      const questions = Array.from({ length: 60 }, (_, at) => ({ id: `q${at}`, question: 'x'.repeat(510 + (at === 0 ? more : 0)) }))
      expect(openCards(cardAsk('ask-1', { questions }), READER).isWhole).toBe(true)
    }
  })

  it('names on each further card which one it is, in its buttons, too', () => {
    const buttons = openCards(withOptions(50, 4), READER).cards.map((card) => [...JSON.stringify(card).matchAll(/"name":"((?:submit|dismiss)[^"]*)".*?"value":(\{[^}]*\})/gu)].map(([, name, value = '']) => [name, JSON.parse(value)]))
    expect(buttons).toEqual([
      [['submit_ask-1', { ask: 'ask-1', act: 'submit' }], ['dismiss_ask-1', { ask: 'ask-1', act: 'dismiss' }]],
      [['submit~2_ask-1', { ask: 'ask-1', act: 'submit', part: '2' }], ['dismiss~2_ask-1', { ask: 'ask-1', act: 'dismiss', part: '2' }]],
    ])
  })

  it('comes on up to twenty cards', () => {
    const [most, more] = [openCards(withOptions(50, 60), READER), openCards(withOptions(50, 61), READER)]
    expect([most.cards.length, most.isWhole, more.cards.length, more.isWhole, more.saving]).toEqual([20, true, 1, false, []])
  })

  it('comes on none of them when all that is asked has more bytes than they have, or takes more, however little of it says something', () => {
    // An ideographic blank takes three bytes.
    const shown = [0, 1].map((beyond) => {
      const header = `H　${' '.repeat(20 * MAX_BYTES - 'H123Go?daeb'.length + beyond)}`
      return openCards(cardAsk('ask-1', { questions: [{ id: 'q', header, question: 'Go?', detail: 'd', options: [{ label: 'a', description: 'e' }, { label: 'b' }] }] }), READER)
    })
    expect(shown.map(({ isWhole }) => isWhole)).toEqual([true, false])
    expect([200_000, 280_000].map((lines) => openCards(withDetail(`a${'\n'.repeat(lines)}b`), READER).isWhole)).toEqual([true, false])
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

function planOf(detail: string): CardAsk {
  return cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?', detail, options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }] })
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

  it('is a command that needs a second card, and a plan with a part that no card may show', () => {
    const plans = [5, 4].map((tables) => planOf(`\`\`\`\n${'|---|\n'.repeat(tables)}\`\`\``))
    const shown = [approval('"'.repeat(15_000)), ...plans].map((ask) => openCards(ask, READER))
    expect(shown.map(({ cards, isWhole }) => [cards.length, isWhole, JSON.stringify(cards).includes('"approve_ask-1"')])).toEqual([[1, false, false], [1, false, false], [1, true, true]])
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
    const { cards, isWhole } = openCards(planOf(plan), READER)
    expect(isWhole).toBe(true)
    expect(cards.length).toBeGreaterThan(1)
    expect(cards.map((card) => JSON.stringify(card).includes('approve'))).toEqual([...cards.slice(1).map(() => false), true])
    const text = JSON.stringify(cards)
    for (let index = 0; index < 900; index += 1) expect(text).toContain(`Do thing ${index}&#44;`)
    expect(text).toContain('"tag":"collapsible_panel","expanded":false')
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
