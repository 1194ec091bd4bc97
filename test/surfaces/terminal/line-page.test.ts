import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { askingBack } from '../../../surfaces/terminal/answering.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { pageLines } from '../../../surfaces/terminal/line-page.ts'
import { atPage, createPanel } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, indent, languages, permission, remarks } from './asks.ts'

const WORDS = wordsOf('en')
const LINES = WORDS.lines
const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, { locale: 'en', words: WORDS })
const page = (panel: Panel): readonly string[] => pageLines(panel, WORDS, 'en')
const last = (panel: Panel): string | undefined => page(panel).at(-1)

describe('a question as lines', () => {
  it('is its head, its words, its numbered options and what may be typed', () => {
    expect(page(panelOf({ id: 'x', header: 'Head', question: 'One?\nTwo?', options: [{ label: 'A (Recommended)', description: 'why' }, { label: '\u200b' }] }))).toEqual([
      'Head', 'One?', 'Two?', '1. A (recommended) - why', '2. ⟨U+200B⟩', `3. ${WORDS.other}${WORDS.otherHint}`, `${LINES.one} ${LINES.dismiss}`,
    ])
    expect(page(panelOf({ id: 'x', question: ' ', options: [{ label: ' ' }] })).slice(0, 3)).toEqual([WORDS.question, WORDS.nothingVisible, `1. ${WORDS.nothingVisible}`])
  })

  it('has its detail between blank lines, set to a width', () => {
    expect(page(panelOf({ ...remarks, header: 'Head', detail: `${'word '.repeat(20)}\n` }))).toEqual(['Head', remarks.question, '', 'word '.repeat(15).trim(), 'word '.repeat(5).trim(), '', `${LINES.text} ${LINES.dismiss}`])
  })

  it('marks lines of the asker that could be taken for what may be chosen', () => {
    const lines = page(panelOf({ id: 'x', header: 'Head', question: 'Delete it?\n1. No\n  2) Yes', detail: '1. No\n2. Yes\n\n٣. word', options: [{ label: 'Yes' }, { label: 'No' }] }))
    const bar = WORDS.glyphs.vertical
    expect(lines.slice(0, 4)).toEqual(['Head', 'Delete it?', `${bar} 1. No`, `${bar}   2) Yes`])
    expect(lines.filter((line) => /^\s*\p{Nd}/u.test(line))).toEqual(['1. Yes', '2. No', `3. ${WORDS.other}${WORDS.otherHint}`])
    expect(lines.filter((line) => line.startsWith(bar))).toHaveLength(5)
  })

  it('marks no line for a number within, and keeps what a line is set in by', () => {
    expect(page(panelOf({ ...remarks, header: 'Head', question: 'Take 2?', detail: 'x\n\n    code 1' })).slice(1, 5)).toEqual(['Take 2?', '', 'x', ''])
    expect(page(panelOf({ ...remarks, detail: 'x\n\n    code 1' }))).toContain('    code 1')
  })

  it('says how each sort is answered', () => {
    expect([last(panelOf(indent)), last(panelOf(languages)), last(panelOf(remarks)), last(panelOf(approval))].map((line) => line?.replace(` ${LINES.dismiss}`, ''))).toEqual([LINES.one, LINES.many, LINES.text, LINES.number])
  })

  it('of several says which it is, and that it can be skipped unless somebody has to approve', () => {
    const two = panelOf(indent, { ...approval, header: 'Run' })
    expect([page(two)[0], page(atPage(two, 1))[0], page(panelOf(indent))[0]]).toEqual([`${WORDS.question} 1/2`, 'Run 2/2', WORDS.question])
    expect([last(two), last(atPage(two, 1))]).toEqual([`${LINES.one} ${LINES.dismiss} ${LINES.back} ${LINES.skip}`, `${LINES.one} ${LINES.dismiss} ${LINES.back}`])
  })

  it('of a decision is headed as one, with what may be done about it', () => {
    const plan = { id: 'plan', question: 'Go?', detail: 'x', options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }
    expect(page(panelOf(plan))).toEqual([WORDS.plan, 'Go?', '', 'x', '', '1. No', '2. Go', `3. ${WORDS.changes}${WORDS.changesHint}`, `4. ${WORDS.talk} - ${WORDS.talkMeans}`, `${LINES.one} ${LINES.dismiss}`])
    expect(page(panelOf(permission))[0]).toBe(`${WORDS.permission} · bash`)
  })

  it('that the agent no longer waits for says so', () => {
    expect(page({ ...panelOf(indent), wait: CONTINUED }).at(-2)).toBe(WORDS.continued)
    expect(page(panelOf(indent))).not.toContain(WORDS.continued)
  })

  it('that asks back is that question alone', () => {
    expect(page(askingBack(panelOf(indent), 'dismissal'))).toEqual([`${WORDS.dismissOne} ${LINES.confirm}`])
  })
})

describe('the review as lines', () => {
  const two = panelOf(indent, { ...remarks, header: '' })

  it('says what is missing as long as anything is', () => {
    expect(page(atPage(two, 2))).toEqual([WORDS.review, `1. ${indent.question}: ${WORDS.missing}`, `2. ${remarks.question}: ${WORDS.missing}`, LINES.send])
  })

  it('says what would be sent, and shows what hides in it', () => {
    const [first, second] = two.entries
    const filled: Panel = { ...two, entries: [{ ...first!, chosen: [0] }, { ...second!, editor: editorWith('so\u200b') }] }
    expect(page(atPage(filled, 2)).slice(1, 3)).toEqual([`1. ${indent.question}: Tabs`, `2. ${remarks.question}: so⟨U+200B⟩`])
    expect(page(atPage(panelOf(languages, remarks), 2)).slice(1, 3)).toEqual([`1. Languages: ${WORDS.missing}`, `2. 备注: ${WORDS.missing}`])
  })
})
