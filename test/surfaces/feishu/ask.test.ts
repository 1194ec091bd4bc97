import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem, Outcome } from '../../../router/types.ts'
import { cardAsk, fieldName, isFixed, opening } from '../../../surfaces/feishu/ask.ts'
import { endedCards, openCards, pointerText } from '../../../surfaces/feishu/fit.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { wordsOf } from '../../../surfaces/feishu/words.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: ['terminal'] }
const OPTIONS = [{ label: 'No' }, { label: 'Yes' }]
const KINDS: readonly AskUserQuestionItem[] = [
  { id: 'q', question: 'Go?', options: OPTIONS },
  { id: 'q', question: 'Go?', options: OPTIONS, intent: { kind: 'plan-review', approve: 'Yes' } },
  { id: 'q', question: 'Go?', options: OPTIONS, intent: { kind: 'approval', approve: 'Yes', reject: 'No' } },
]
const ANSWERED: Outcome = { kind: 'answered', answer: { answers: [{ id: 'q', selected: ['No'] }] }, actor: { surface: 'terminal' }, at: 0 }

const ring: unknown[] = []
ring.push(ring)

/** A question as an asker might send it that minds no types. */
function oddly(question: AskUserQuestionItem, value: unknown): AskUserQuestionItem {
  const texts: object = { header: value, detail: value, options: OPTIONS.map((option) => ({ ...option, description: value })) }
  return { ...question, ...texts }
}

/** A card with its entities and escapes as what they stand for. */
function readable(card: unknown): string {
  return JSON.stringify(card).replace(/&#(\d+);/gu, (_entity, code: string) => String.fromCharCode(Number(code))).replaceAll('\\', '')
}

const from = (session: object): object => cardAsk('a', { questions: [], agent: { id: 's', session: { id: 's', ...session } } })

describe('an ask', () => {
  const ask = cardAsk('ask-1', { questions: [
    { id: 'a', header: 'Head\nmore', question: 'What?' }, { id: 'b', question: `\n${'q'.repeat(41)}` }, { id: 'c', question: ' ', intent: { kind: 'approval', approve: 'Yes', reject: 'No' } },
  ] })

  it('names its questions by their header, their first words or their position', () => {
    expect([0, 1, 2, 7].map((index) => fieldName(ask, index, wordsOf('en')))).toEqual(['Head', `${'q'.repeat(40)}…`, 'question 3', 'question 8'])
    expect([opening(ask, 3), opening({ ...ask, form: [] }, 3)]).toEqual(['Wha…', ''])
  })

  it('is a list where the agent waits for a permission for a while only', () => {
    const questions = [{ ...KINDS[2], detail: 'rm' } as AskUserQuestionItem]
    expect([cardAsk('a', { questions, wait: { callId: 'c', timed: true } }).decision, cardAsk('a', { questions, wait: { callId: 'c', timed: false } }).decision?.kind]).toEqual([undefined, 'approval'])
  })

  it('keeps a question as it came where each text of it is one', () => {
    const questions: AskUserQuestionItem[] = [{ id: 'q', question: 'Go?', header: 'H', detail: 'd', options: [{ label: 'No', description: 'e' }, { label: 'Yes' }] }, { id: 'r', question: 'Why?' }]
    const kept = cardAsk('a', { questions }).questions
    expect(kept.map((question, at) => question === questions[at])).toEqual([true, true])
  })

  it('takes nothing but the options of a permission', () => {
    expect([0, 1, 2, 7].map((index) => isFixed(ask, index))).toEqual([false, false, true, false])
  })

  it('knows its session and project only where it was told of them', () => {
    expect(from({})).toEqual({ id: 'a', form: [], questions: [], session: 's' })
    expect([from({ header: { cwd: '/' } }), from({ header: { cwd: 7 } }), from({ header: {} })]).toEqual([from({}), from({}), from({})])
    expect(from({ header: { cwd: '/home/w\\shop//' } })).toMatchObject({ project: 'shop' })
    expect(cardAsk('a', { questions: [] }, { title: '' })).toEqual({ id: 'a', form: [], questions: [] })
  })
})

describe('an ask with what is no text where a text belongs', () => {
  it.each([
    ['a number', 42, '42'], ['nought', 0, '0'], ['a truth', true, 'true'], ['a list', ['rm', '-rf'], '["rm","-rf"]'], ['an object', { run: 'rm' }, '{"run":"rm"}'],
    ['what holds itself', ring, 'object'], ['what is no JSON', 1n, 'bigint'], ['a symbol', Symbol('x'), 'symbol'],
  ])('shows %s as what it is, on the open card and on the final one', (_name, value, words) => {
    for (const question of KINDS) {
      const ask = cardAsk('ask-1', { questions: [oddly(question, value)] })
      const [header, detail, description] = [ask.form[0]?.header, ask.form[0]?.detail, ask.form[0]?.choices[0]?.description]
      expect([header, detail, description]).toEqual([words, words, words])
      const [card] = openCards(ask, READER).cards
      expect(readable(card).split(words).length).toBeGreaterThan(3)
      expect(readable(endedCards(ask, ANSWERED, READER, 1))).toContain('at the terminal')
      expect(pointerText(ask, READER)).toContain('Go?')
    }
  })

  it('reads the one option of which a text is none', () => {
    const odd: object = { description: 42 }
    const { form } = cardAsk('a', { questions: [{ id: 'q', question: 'Go?', options: [{ label: 'No', description: 'e' }, { label: 'Yes', ...odd }] }] })
    expect(form[0]?.choices.map(({ description }) => description)).toEqual(['e', '42'])
  })

  it('shows nothing of nothing, which makes no decision', () => {
    for (const question of KINDS) {
      const ask = cardAsk('ask-1', { questions: [oddly(question, null)] })
      expect(ask.decision).toBeUndefined()
      expect(readable(openCards(ask, READER).cards)).not.toContain('null')
    }
  })
})
