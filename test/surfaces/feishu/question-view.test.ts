import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { verbatim } from '../../../surfaces/feishu/phrase.ts'
import { questionSections, questionsView } from '../../../surfaces/feishu/question-view.ts'
import type { Part } from '../../../surfaces/feishu/view.ts'
import { drawn, pressable } from './drawn.ts'

const askOf = (...questions: AskUserQuestionItem[]): CardAsk => cardAsk('ask-1', { questions })
const sections = (...questions: AskUserQuestionItem[]): readonly (readonly string[])[] => questionSections(askOf(...questions)).map(drawn)
const options = (...labels: string[]): { readonly label: string }[] => labels.map((label) => ({ label }))
/** What stands of one option: its note, if it has one, and its line. */
const shown = (option: { label: string; description?: string }): readonly string[] => (sections({ id: 'q', question: '', options: [option] })[0] ?? []).slice(0, -1)
  .map((line) => line.replace('one q0 Choose one: 0=', 'line: '))

describe('a question on a card', () => {
  it('of a single choice has a list and a field for other words', () => {
    expect(sections({ id: 'q', header: 'Head\u200B', question: 'Which?', detail: 'so\u200B', options: options('A', 'B') })).toEqual([
      ['**Head⟨U+200B⟩**', 'Which?', 'so⟨U+200B⟩', 'one q0 Choose one: 0=A, 1=B', 'input q0_text Something else, in your own words (replaces the choice)'],
    ])
  })

  it('of a multiple choice has a list of many, and one of words a field alone', () => {
    expect(sections({ id: 'q', question: 'Which?', options: options('A'), multiSelect: true })[0]?.slice(1)).toEqual(['many q0 Choose one or more: 0=A', 'input q0_text Something to add, in your own words'])
    expect(sections({ id: 'q', question: 'What?' })).toEqual([['What?', 'input q0_text Your answer']])
  })

  it('of several is numbered, set apart and may be skipped', () => {
    expect(sections({ id: 'a', question: 'One?', header: 'Head' }, { id: 'b', question: 'Two?', detail: ' ' })).toEqual([
      ['**Question 1 of 2 · Head**', 'One?', 'input q0_text Your answer', 'check q0_skip Skip this question'],
      ['---', '**Question 2 of 2**', 'Two?', 'input q1_text Your answer', 'check q1_skip Skip this question'],
    ])
  })

  it('of a malformed permission takes its options only, shows what hides in its detail, and has a field where it has no options', () => {
    const intent = { kind: 'approval', approve: 'A', reject: 'B' }
    const [one, two] = sections({ id: 'a', question: 'Run?', detail: 'ls\u00A0-l', options: options('A', 'B'), intent }, { id: 'b', question: 'Run?', detail: 'ls\u00A0-l', intent })
    expect(one?.slice(1)).toEqual(['Run?', 'ls⟨U+00A0⟩-l', 'one q0 Choose one: 0=A, 1=B'])
    expect(two?.slice(2)).toEqual(['Run?', 'ls⟨U+00A0⟩-l', 'input q1_text Your answer'])
  })

  it('of more options than a list holds has several lists, and says which are in each', () => {
    const lists = sections({ id: 'q', question: '', options: options(...Array.from({ length: 101 }, (_, index) => `o${index}`)), multiSelect: true })[0]?.slice(0, -1)
    expect(lists?.map((list) => list.replace(/: .*, /u, ': … '))).toEqual([
      'many q0 Choose one or more (options 1 to 50): … 49=o49', 'many q0_1 Choose one or more (options 51 to 100): … 99=o99', 'many q0_2 Choose one or more (options 101 to 101): 100=o100',
    ])
    expect(sections({ id: 'q', question: '', options: options(...Array.from({ length: 50 }, () => 'o')) })[0]?.[0]).toContain('one q0 Choose one: ')
  })
})

describe('an option', () => {
  it('has its description above its list, by its name', () => {
    expect(shown({ label: 'A', description: 'of\u200B it' })).toEqual(['A: of⟨U+200B⟩ it', 'line: A'])
    expect(sections({ id: 'q', question: '', options: [{ label: 'A', description: 'a' }, { label: 'B' }, { label: 'C', description: 'c' }] })[0]?.[0]).toBe('A: a\nC: c')
  })

  it('that says nothing goes by its number', () => {
    expect(shown({ label: ' ' })).toEqual(['line: #1'])
  })

  it('is told to be recommended in its line only', () => {
    expect(shown({ label: 'A (Recommended)', description: 'x' })).toEqual(['A: x', 'line: A (recommended)'])
  })

  it.each([
    ['of 80 characters fits its line', { label: 'x'.repeat(80) }, ['x'.repeat(80)]],
    ['of 81 characters is cut there, numbered, and stands whole above', { label: 'x'.repeat(81) }, [`#1 ${'x'.repeat(81)}`, `#1 ${'x'.repeat(80)}…`]],
    ['of 240 bytes fits its line', { label: '长'.repeat(80) }, ['长'.repeat(80)]],
    ['of more bytes is cut there', { label: '👍'.repeat(61) }, [`#1 ${'👍'.repeat(61)}`, `#1 ${'👍'.repeat(60)}…`]],
    ['that is recommended has 100 bytes', { label: `${'长'.repeat(33)}x (Recommended)` }, [`${'长'.repeat(33)}x (recommended)`]],
    ['that is recommended and has more is cut', { label: `${'长'.repeat(34)} (Recommended)` }, [`#1 ${'长'.repeat(34)}`, `#1 ${'长'.repeat(33)}… (recommended)`]],
    ['of several lines stands on one, and whole above', { label: 'a\nb' }, ['#1 a\nb', '#1 a b…']],
    ['that is cut has its description behind its whole name', { label: 'x'.repeat(81), description: 'y' }, [`#1 ${'x'.repeat(81)}: y`, `#1 ${'x'.repeat(80)}…`]],
  ] as const)('%s', (_name, option, [first, second]) => {
    expect(shown(option)).toEqual(second === undefined ? [`line: ${first}`] : [first, `line: ${second}`])
  })
})

describe('a card of questions', () => {
  const ask = askOf({ id: 'q', question: 'What?' })
  const intro = { kind: 'text', text: verbatim('intro') } as const
  const viewOf = (part: Partial<Part>, of: CardAsk = ask): ReturnType<typeof questionsView> => questionsView(of, { at: 1, count: 1, blocks: questionSections(of).flat(), ...part }, intro)
  const DISMISS = 'dismiss default Dismiss (Put this away? Nothing is answered. The agent learns that you put the question away.)'

  it('has what is filled in and its submit in the form, and the dismissal outside', () => {
    const { body, form, buttons } = viewOf({})
    expect([drawn(body), drawn(form?.blocks ?? []), pressable(form?.buttons ?? []), pressable(buttons)]).toEqual([['intro'], ['What?', 'input q0_text Your answer'], ['submit primary Submit'], [DISMISS]])
  })

  it('of several says so and saves its part', () => {
    const { body, form, buttons } = viewOf({ at: 2, count: 3 })
    expect(drawn(body)).toEqual(['intro', expect.stringContaining('so it comes in 3. Save each card')])
    expect([pressable(form?.buttons ?? []), pressable(buttons)]).toEqual([['submit primary Save part 2 of 3'], [DISMISS]])
  })

  it('that is only to be read has nothing to press', () => {
    const { body, form, buttons } = viewOf({ count: 2, blocks: [intro, { kind: 'rule' }] })
    expect([drawn(body).slice(2), form, buttons]).toEqual([['intro', '---'], undefined, []])
  })

  it('asks once more before it sends what wants an approval', () => {
    const { form } = viewOf({}, askOf({ id: 'q', question: 'Go?', intent: { kind: 'plan-review', approve: 'Yes' } }))
    expect(pressable(form?.buttons ?? [])).toEqual(['submit primary Submit (Send this decision? The agent acts on it at once.)'])
  })

  it('has no dismissal once nobody waits, and has one as long as somebody does', () => {
    expect(viewOf({}, { ...ask, time: { kind: 'over' } }).buttons).toEqual([])
    expect(viewOf({}, { ...ask, time: { kind: 'limited', from: 0, canHold: false } }).buttons).toHaveLength(1)
  })
})
