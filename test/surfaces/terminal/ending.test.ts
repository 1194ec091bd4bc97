import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem, Outcome, Verdict } from '../../../router/types.ts'
import { answersOf, elsewhereLine, frontMost, inOrder, judged, opening, ownLine, refused, settled, visitedIn, withdrawn, without } from '../../../surfaces/terminal/ending.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { createModel, withNotice } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { atPage, createPanel, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { rowText } from '../../../surfaces/terminal/row.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { transcriptRows } from '../../../surfaces/terminal/console/transcript-view.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, database, indent, remarks, shortPlan } from './asks.ts'

const WORDS = wordsOf('en')
const NOW = 50_000
const panelOf = (id: string, ...questions: AskUserQuestionItem[]): Panel => createPanel(id, { questions }, { locale: 'en', words: WORDS })
const late = (panel: Panel): Panel => ({ ...panel, wait: CONTINUED })
const typed = (panel: Panel, text: string): Panel => withEntry(panel, { editor: editorWith(text) })
const ids = (panels: readonly Panel[]): readonly string[] => panels.map(({ id }) => id)
/** What stands in the transcript, also while a notice says it as well. */
function said(model: Model): readonly string[] {
  return transcriptRows(withNotice(model, undefined), 9).map((row) => rowText(row).trim()).filter((row) => row !== '')
}
const answered = (id: string, label: string, surface = 'feishu'): Outcome => ({ kind: 'answered', actor: { surface, name: 'Wang' }, answer: { answers: [{ id, selected: [label] }] }, at: 0 })
const WITHDRAWN: Outcome = { kind: 'aborted', cause: 'withdrawn', at: 0 }

function modelWith(panels: readonly Panel[], more: Partial<Model> = {}): Model {
  return { ...createModel({ locale: 'en', size: { columns: 80, rows: 24 }, zone: 'UTC' }), panels, place: 'panel', now: NOW, ...more }
}

const line = (question: AskUserQuestionItem, label: string): readonly string[] => {
  const [panel, outcome] = [panelOf('a', question), answered(question.id, label)]
  return [ownLine(WORDS, 'en', panel, outcome), elsewhereLine(WORDS, 'en', panel, outcome)]
}

describe('what an act of this screen got', () => {
  const lost: Verdict = { kind: 'lost', outcome: answered('style', 'Tabs') }

  it('takes its panel away when it won, with one line and no notice, and hands the keyboard on', () => {
    const [model, effects] = judged(modelWith([panelOf('a', indent), panelOf('b', remarks)], { typedAt: NOW }), 'a', { kind: 'won', outcome: answered('style', 'Tabs', 'terminal') }, NOW)
    expect([ids(model.panels), model.place, model.guard, model.notice, effects, said(model)]).toEqual([['b'], 'panel', { kind: 'unpainted', quiet: 700 }, undefined, [], ['✓ Answered: Tabs']])
  })

  it('tells who was first when it lost', () => {
    const [model] = judged(modelWith([panelOf('a', indent)]), 'a', lost, NOW)
    expect([model.panels, said(model), model.notice]).toEqual([[], ['✓ Wang answered on Feishu: Tabs · 00:00'], { text: '✓ Wang answered on Feishu: Tabs', tone: 'good', until: NOW + 8_000 }])
  })

  it('leads back to the question at fault when it was refused, in its panel only', () => {
    const asked = [panelOf('a', ...batch), panelOf('b', ...batch)].map((panel) => atPage(panel, 3))
    const [model] = judged(modelWith(asked), 'b', { kind: 'refused', code: 'BAD_ANSWER', reason: 'no\nsuch', question: 'style' }, NOW)
    expect(model.panels.map(({ page, complaint }) => [page, complaint])).toEqual([[3, undefined], [1, WORDS.refused('no such')]])
    expect(refused(asked[0]!, 'nowhere', 'x').page).toBe(3)
    expect(refused(asked[0]!, 'lang', 'x\x1b[2J')).toMatchObject({ page: 0, complaint: 'x' })
    expect(refused(asked[0]!, undefined, 'x').page).toBe(3)
  })

  it('is said in the words of its own ask', () => {
    const [model] = judged(modelWith([panelOf('a', indent), panelOf('b', approval)]), 'b', { kind: 'won', outcome: answered('cmd', 'Reject', 'terminal') }, NOW)
    expect([ids(model.panels), said(model)]).toEqual([['a'], [`✕ ${WORDS.youDecided.rejected('Reject')}`]])
  })

  it('is nothing for an ask that is not here', () => {
    const model = modelWith([panelOf('a', indent)])
    expect(judged(model, 'x', { kind: 'won', outcome: answered('style', 'Tabs', 'terminal') }, NOW)).toEqual([model, []])
    expect([judged(model, 'x', lost, NOW), settled(model, 'x', WITHDRAWN, NOW)]).toEqual([[model, []], [model, []]])
  })
})

describe('an ask that ended', () => {
  it('keeps what was typed, says so, and swallows an Enter that was meant for it', () => {
    const [model] = settled(modelWith([typed(panelOf('a', indent), 'my words')], { kept: 'older' }), 'a', WITHDRAWN, NOW)
    expect([model.kept, model.deafUntil, model.place, model.guard]).toEqual(['older\nmy words', NOW + 1_000, 'input', { kind: 'none' }])
    expect(model.notice).toEqual({ text: `✕ Withdrawn by the agent: no answer is needed any more · ${WORDS.kept}`, tone: 'warn', until: NOW + 8_000 })
    expect(settled(modelWith([panelOf('a', indent)]), 'a', WITHDRAWN, NOW)[0].notice?.text).toBe('✕ Withdrawn by the agent: no answer is needed any more')
  })

  it('stays where a late answer is still taken, and gives way to those that the agent waits for', () => {
    const over: Outcome = { kind: 'timed-out', continued: true, at: 0 }
    const sending: Panel = { ...typed(atPage(panelOf('a', ...batch), 1), 'x'), mode: 'sending' }
    const [alone] = settled(modelWith([sending]), 'a', over, NOW)
    expect(alone.panels.map(({ wait, mode, page, entries }) => [wait, mode, page, entries[1]?.editor])).toEqual([[CONTINUED, 'choosing', 1, editorWith('x')]])
    expect([alone.notice, alone.deafUntil, said(alone)]).toEqual([undefined, -Infinity, ['✕ Time ran out · 00:00']])
    const [two] = settled(modelWith([panelOf('a', indent), panelOf('b', remarks)]), 'a', over, NOW)
    expect([ids(two.panels), two.guard, two.panels.map(({ wait }) => wait.kind)]).toEqual([['b', 'a'], { kind: 'unpainted', quiet: 700 }, ['endless', 'continued']])
    expect(settled(modelWith([panelOf('a', indent)]), 'a', { kind: 'timed-out', continued: false, at: 0 }, NOW)[0].panels).toEqual([])
    expect(settled(modelWith([panelOf('a', indent)]), 'a', over, NOW)[0].panels[0]?.mode).toBe('choosing')
    expect(settled(modelWith([{ ...panelOf('a', indent), mode: 'reading', scroll: 3 }]), 'a', over, NOW)[0].panels).toMatchObject([{ mode: 'reading', scroll: 3 }])
  })

  it('that the screen itself failed leaves what was typed', () => {
    const model = modelWith([typed(panelOf('a', remarks), 'words')])
    expect([withdrawn(model, 'a', NOW).kept, withdrawn(model, 'a', NOW).panels, withdrawn(model, 'x', NOW)]).toEqual(['words', [], model])
  })

  it('that was not the one shown changes nothing for the one that is', () => {
    const model = modelWith([panelOf('a', indent), panelOf('b', remarks)], { guard: { kind: 'until', at: 7 }, place: 'strip' })
    const rest = without(model, 'b', NOW)
    expect([ids(rest.panels), rest.guard, rest.place]).toEqual([['a'], { kind: 'until', at: 7 }, 'strip'])
    expect(without(model, 'x', NOW)).toBe(model)
    expect(without(modelWith([panelOf('a', indent), late(panelOf('b', remarks)), panelOf('c', remarks)]), 'a', NOW).panels.map(({ id }) => id)).toEqual(['c', 'b'])
  })
})

describe('the order of asks', () => {
  const [a, b, c] = [panelOf('a', indent), panelOf('b', indent), panelOf('c', indent)]

  it('has those first that the agent waits for, but for the one that a person is in', () => {
    expect([ids(inOrder([late(a), b, late(c)], undefined)), ids(inOrder([late(a), b], 'a')), ids(inOrder([b, late(a)], 'a')), ids(inOrder([a, b, c], 'c'))]).toEqual([['b', 'a', 'c'], ['a', 'b'], ['b', 'a'], ['a', 'b', 'c']])
    expect([visitedIn(modelWith([a], { visiting: 'a' })), visitedIn(modelWith([a], { visiting: 'a', place: 'input' })), visitedIn(modelWith([a]))]).toEqual(['a', undefined, undefined])
  })

  it('opens the first one anew only where that is another', () => {
    expect(frontMost(modelWith([a, late(b)]), NOW).guard).toEqual({ kind: 'none' })
    expect(frontMost(modelWith([late(a), b]), NOW).guard).toEqual({ kind: 'unpainted', quiet: 700 })
    expect(frontMost(modelWith([late(a), b], { place: 'strip' }), NOW)).toMatchObject({ place: 'strip', guard: { kind: 'unpainted', quiet: 700 }, panels: [{ id: 'b' }, { id: 'a' }] })
    expect(frontMost(modelWith([late(a), b], { place: 'input' }), NOW)).toMatchObject({ place: 'panel', guard: { kind: 'unpainted', quiet: 700 } })
    expect(ids(frontMost(modelWith([a, late(b), c]), NOW).panels)).toEqual(['a', 'c', 'b'])
  })

  it('gives the keyboard to the first one, unless the person is typing', () => {
    const place = (more: Partial<Model>): string => opening(modelWith([a], more), 7, NOW).place
    expect([place({}), place({ input: editorWith('x') }), place({ typedAt: NOW - 999 }), place({ typedAt: NOW - 1_000 })]).toEqual(['panel', 'input', 'input', 'panel'])
    expect(opening(modelWith([a]), 7, NOW).guard).toEqual({ kind: 'unpainted', quiet: 7 })
  })
})

describe('the line about an end', () => {
  it('tells what was answered or decided, and ticks off no refusal', () => {
    expect(line(indent, 'Tabs')).toEqual(['✓ Answered: Tabs', '✓ Wang answered on Feishu: Tabs'])
    expect(line(approval, 'Allow once')).toEqual([`✓ ${WORDS.youDecided.approved('Allow once')}`, '✓ Wang approved on Feishu: Allow once'])
    expect(line(approval, 'Reject')).toEqual([`✕ ${WORDS.youDecided.rejected('Reject')}`, '✕ Wang rejected on Feishu: Reject'])
    expect(line(shortPlan, 'Approve')[0]).toBe(`✓ ${WORDS.youDecided.approved('Approve')}`)
  })

  it('leaves out advice, shows what hides, and names every answer', () => {
    const panel = panelOf('a', database, { ...indent, options: [{ label: 'T\u200babs' }] })
    const answers = [{ id: 'db', selected: ['PostgreSQL（推荐）', 'unheard of'] }, { id: 'style', selected: ['T\u200babs'], custom: 'or\nnot' }]
    expect(answersOf(WORDS, 'en', panel, { answers })).toBe('PostgreSQL, unheard of · T⟨U+200B⟩abs, or not')
    expect(answersOf(WORDS, 'en', panelOf('a', indent, database), { answers: [{ id: 'db', selected: ['PostgreSQL（推荐）'] }, { id: 'nowhere', selected: ['x'] }] })).toContain('PostgreSQL')
    expect(answersOf(WORDS, 'en', panelOf('a', indent, database), { answers: [{ id: 'style', selected: ['Tabs'] }, { id: 'db', selected: ['PostgreSQL（推荐）'] }] })).toBe('Tabs · PostgreSQL')
  })

  it('tells a dismissal, and nothing of an answer where there was none', () => {
    expect(ownLine(WORDS, 'en', panelOf('a', approval), { kind: 'dismissed', actor: { surface: 'terminal' }, at: 0 })).toBe(`✕ ${WORDS.youDismissed}`)
    expect(elsewhereLine(WORDS, 'en', panelOf('a', approval), { kind: 'dismissed', actor: { surface: 'feishu', name: 'W\x1b[2J' }, at: 0 })).toBe('✕ W dismissed the question on Feishu')
  })
})
