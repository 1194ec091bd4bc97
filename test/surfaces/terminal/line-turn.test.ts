import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { askingBack } from '../../../surfaces/terminal/answering.ts'
import { lineTurn } from '../../../surfaces/terminal/line-turn.ts'
import { atPage, createPanel } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, indent, languages, longCommand, remarks, shortPlan } from './asks.ts'

const WORDS = wordsOf('en')
const LINES = WORDS.lines
const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, { locale: 'en', words: WORDS })

/** What a line comes to: what is sent, what is complained about, or where it leads. */
function typed(panel: Panel, line: string): unknown {
  const { panel: after, effect } = lineTurn(panel, line, WORDS)
  if (effect?.type === 'submit') return effect.answer.answers[0]
  if (effect !== undefined) return effect.type
  return after.complaint ?? (after === panel ? 'nothing' : [after.page, after.mode, ...(after.mode === 'confirming' ? [after.confirmation] : [])])
}

describe('a number', () => {
  it('chooses the one option of that number', () => {
    expect([typed(panelOf(indent), '2'), typed(panelOf(indent), ' ２ '), typed(panelOf(indent), '01')].map((each) => each)).toEqual([{ id: 'style', selected: ['Spaces'] }, { id: 'style', selected: ['Spaces'] }, { id: 'style', selected: ['Tabs'] }])
    expect([typed(panelOf(indent), '4'), typed(panelOf(indent), '0'), typed(panelOf(indent), '1 2'), typed(panelOf(indent), '1 + x'), typed(panelOf(indent), '3'), typed(panelOf(indent), '1 3')]).toEqual([LINES.noSuch(4), LINES.noSuch(0), LINES.one, LINES.one, LINES.text, LINES.one])
  })

  it('chooses many where that is asked, in their order and once, with words behind a plus', () => {
    expect([typed(panelOf(languages), '3, 1，1'), typed(panelOf(languages), '2 + and C'), typed(panelOf(languages), '2、3')]).toEqual([
      { id: 'lang', selected: ['Python', 'Rust'] }, { id: 'lang', selected: ['Go'], custom: 'and C' }, { id: 'lang', selected: ['Go', 'Rust'] },
    ])
  })

  it('is none among other words, and no answer without one', () => {
    expect([typed(panelOf(indent), 'use 2'), typed(panelOf(languages), '2 +x'), typed(panelOf(indent), ','), typed(panelOf(languages), ',')]).toEqual([
      { id: 'style', selected: [], custom: 'use 2' }, { id: 'lang', selected: ['Go'], custom: 'x' }, WORDS.needsPick, WORDS.needsText,
    ])
  })

  it('marks in the order of the options', () => {
    expect(lineTurn(panelOf(languages), '3, 1', WORDS).panel.entries[0]?.chosen).toEqual([0, 2])
  })

  it('answers a question that was skipped before', () => {
    const skipped = atPage(lineTurn(panelOf(...batch), '/skip', WORDS).panel, 0)
    expect([skipped.entries[0]?.skipped, lineTurn(skipped, '1', WORDS).panel.entries[0]]).toMatchObject([true, { skipped: false, chosen: [0] }])
    const text = atPage(lineTurn(atPage(panelOf(indent, remarks), 1), '/skip', WORDS).panel, 1)
    expect([text.entries[1]?.skipped, lineTurn(text, 'no', WORDS).panel.entries[1]?.skipped]).toEqual([true, false])
  })

  it('of a decision is asked about once more, and of a talk about the plan', () => {
    expect([typed(panelOf(shortPlan), '2'), typed(panelOf(shortPlan), '4'), typed(panelOf(approval), '1'), typed(panelOf(longCommand), '1'), typed(panelOf(longCommand), '2')]).toEqual([
      [0, 'confirming', 'choice'], [0, 'confirming', 'dismissal'], [0, 'confirming', 'choice'], [0, 'confirming', 'choice'], [0, 'confirming', 'always'],
    ])
  })

  it('of a permission among other questions is asked about once more, too', () => {
    expect(typed(panelOf(approval, indent), '1')).toEqual([0, 'confirming', 'choice'])
  })
})

describe('other words', () => {
  it('are an answer, as they stand or behind a sign where they would be read as something else', () => {
    expect([typed(panelOf(indent), 'eight'), typed(panelOf(indent), '= 2'), typed(panelOf(indent), '=/dismiss'), typed(panelOf(indent), '/etc is fine'), typed(panelOf(remarks), '2'), typed(panelOf(remarks), '=2')]).toEqual([
      { id: 'style', selected: [], custom: 'eight' }, { id: 'style', selected: [], custom: '2' }, { id: 'style', selected: [], custom: '/dismiss' }, { id: 'style', selected: [], custom: '/etc is fine' }, { id: 'note', selected: [], custom: '2' }, { id: 'note', selected: [], custom: '2' },
    ])
    expect([typed(panelOf(remarks), '='), typed(panelOf(indent), '='), typed(panelOf(approval), 'sure'), typed(panelOf(approval), '=1'), typed(panelOf(indent), '/nosuch')]).toEqual([WORDS.needsText, WORDS.needsText, LINES.number, LINES.number, LINES.unknown])
  })

  it('are nothing where they are blank or the answer is on its way', () => {
    expect([typed(panelOf(indent), ' \u200b '), typed({ ...panelOf(indent), mode: 'sending' }, '1')]).toEqual(['nothing', 'nothing'])
  })
})

describe('a command', () => {
  it('dismisses, goes back, and skips where that may be', () => {
    expect(typed(panelOf(indent), '  /dismiss ')).toEqual([0, 'confirming', 'dismissal'])
    expect([typed(panelOf(indent), '/dismiss'), typed(atPage(panelOf(...batch), 2), '/back'), typed(atPage(panelOf(...batch), 0), '/back')]).toEqual([[0, 'confirming', 'dismissal'], [1, 'choosing'], [0, 'choosing']])
    expect([typed(panelOf(...batch), '/skip'), typed(panelOf(indent), '/skip'), typed(panelOf(approval, indent), '/skip'), typed(atPage(panelOf(...batch), 3), '/skip')]).toEqual([[1, 'choosing'], LINES.noSkip, LINES.noSkip, LINES.noSkip])
  })
})

describe('what is asked back', () => {
  it.each(['y', 'YES', '是', '好', '确认'])('is confirmed by %s', (line) => {
    expect(typed(askingBack(panelOf(indent), 'dismissal'), line)).toBe('dismiss')
  })

  it.each(['n', 'yes please', 'ye', 'oh yes', '1', '/dismiss'])('is not confirmed by %s', (line) => {
    expect(typed(askingBack(panelOf(indent), 'dismissal'), line)).toEqual([0, 'choosing'])
  })
})

describe('the review', () => {
  const filled = atPage(lineTurn(lineTurn(lineTurn(panelOf(...batch), '1', WORDS).panel, '1', WORDS).panel, 'no', WORDS).panel, 3)

  it('is sent by a yes, and leads to the question of a number', () => {
    expect([typed(filled, 'yes'), typed(filled, '1'), typed(filled, '3')]).toEqual([{ id: 'lang', selected: ['Python'] }, [0, 'choosing'], [2, 'typing']])
    expect(['0', '4', '1.5', 'no', '=1', '/nosuch'].map((line) => typed(filled, line))).toEqual(['0', '4', '1.5', 'no', '=1', '/nosuch'].map(() => LINES.send))
  })
})
