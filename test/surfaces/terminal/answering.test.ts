import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { askingBack, confirm, enterOptions, enterText, goOn, mark, skip, startTyping, submit } from '../../../surfaces/terminal/answering.ts'
import type { Turn } from '../../../surfaces/terminal/answering.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { atPage, createPanel, pointAt, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Entry, Panel } from '../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, indent, languages, longCommand, remarks, shortPlan } from './asks.ts'

const WORDS = wordsOf('en')
const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, { locale: 'en', words: WORDS })
const typed = (panel: Panel, text: string): Panel => withEntry(panel, { editor: editorWith(text) })
const chosen = ({ panel }: Turn): readonly unknown[] => panel.entries.map((entry) => entry.chosen)
const seen = (): boolean => true
const unseen = (): boolean => false
/** A panel whose first option is marked, and pointed at. */
const marked = (question: AskUserQuestionItem, row: number): Panel => mark(panelOf(question), row).panel
const entry = ({ panel }: Turn): Entry | undefined => panel.entries[panel.page]
const nowhere: Panel = { ...panelOf(...batch), page: 3 }

/** Enter on a marked option of a long command. */
const enterOn = (row: number, isSeen: () => boolean): unknown => {
  const { panel, effect } = enterOptions(marked(longCommand, row), WORDS, isSeen)
  return effect?.type ?? [panel.mode, panel.confirmation]
}

describe('a mark', () => {
  it('ticks and unticks, in the order of the options, and takes a skip back', () => {
    const skipped = withEntry(panelOf(languages), { skipped: true })
    const [third, both] = [mark(skipped, 2), mark(mark(skipped, 2).panel, 0)]
    expect([chosen(third), chosen(both), chosen(mark(both.panel, 2)), entry(both)]).toEqual([[[2]], [[0, 2]], [[0]], { chosen: [0, 2], row: 0, skipped: false, editor: editorWith('') }])
  })

  it('is the only one where one is to be chosen, and sets a text aside', () => {
    const first = mark(panelOf(indent), 1)
    expect([chosen(first), first.aside, chosen(mark(first.panel, 0))]).toEqual([[[1]], undefined, [[0]]])
    const aside = mark(typed(panelOf(indent), 'eight'), 1)
    expect([chosen(aside), aside.aside, entry(aside)?.editor]).toEqual([[[1]], 'eight', editorWith('')])
    expect(mark(typed(panelOf(indent), ' \u200b'), 1)).not.toHaveProperty('aside')
    expect(entry(mark(withEntry(panelOf(indent), { skipped: true }), 1))?.skipped).toBe(false)
  })

  it('on a text of one\'s own opens it, on a talk points at it, and nowhere does nothing', () => {
    expect([mark(panelOf(indent), 2).panel.mode, mark(panelOf(indent), 2).panel.entries[0]?.row]).toEqual(['typing', 2])
    expect([mark(panelOf(shortPlan), 3).panel.mode, mark(panelOf(shortPlan), 3).panel.entries[0]]).toMatchObject(['choosing', { row: 3, chosen: [] }])
    for (const panel of [panelOf(indent), nowhere]) expect(mark(panel, 7)).toEqual({ panel })
  })
})

describe('Enter on the options', () => {
  it('answers with the one pointed at', () => {
    const turn = enterOptions(pointAt(panelOf(indent), 1), WORDS, seen)
    expect([turn.panel.mode, turn.effect]).toEqual(['sending', { type: 'submit', id: 'a', answer: { answers: [{ id: 'style', selected: ['Spaces'] }] } }])
  })

  it('moves the mark first where it was on a text', () => {
    const turn = enterOptions(pointAt(typed(panelOf(indent), 'eight'), 1), WORDS, seen)
    expect([turn.effect, turn.aside, chosen(turn), turn.panel.mode]).toEqual([undefined, 'eight', [[1]], 'choosing'])
  })

  it('on a text of one\'s own opens it, or sends what is in it', () => {
    expect(enterOptions(pointAt(panelOf(indent), 2), WORDS, seen)).toMatchObject({ panel: { mode: 'typing' } })
    expect(enterOptions(pointAt(typed(panelOf(indent), 'eight'), 2), WORDS, seen).effect).toMatchObject({ answer: { answers: [{ custom: 'eight' }] } })
  })

  it('on many options wants a tick or a text', () => {
    expect(enterOptions(panelOf(languages), WORDS, seen)).toMatchObject({ panel: { complaint: WORDS.needsPick, mode: 'choosing' } })
    expect(enterOptions(panelOf(...batch), WORDS, seen)).toMatchObject({ panel: { complaint: WORDS.needsPick, page: 0 } })
    expect(enterOptions(marked(languages, 0), WORDS, seen).effect).toMatchObject({ type: 'submit' })
    expect(enterOptions(typed(panelOf(languages), 'x'), WORDS, seen).effect).toMatchObject({ type: 'submit' })
  })

  it('takes a mark and another Enter for a plan, and asks before it puts one away', () => {
    const [first, second] = [enterOptions(pointAt(panelOf(shortPlan), 1), WORDS, unseen), enterOptions(marked(shortPlan, 1), WORDS, unseen)]
    expect([first.effect, chosen(first), second.effect]).toMatchObject([undefined, [[1]], { type: 'submit' }])
    expect(enterOptions(pointAt(panelOf(shortPlan), 3), WORDS, seen).panel).toMatchObject({ mode: 'confirming', confirmation: 'dismissal' })
  })

  it('asks back before a permission that was not read to its end, and before one for good, but not before a refusal', () => {
    expect([enterOn(0, unseen), enterOn(1, unseen), enterOn(2, unseen)]).toEqual([['confirming', 'unseen'], ['confirming', 'unseen'], 'submit'])
    expect([enterOn(0, seen), enterOn(1, seen), enterOn(2, seen)]).toEqual(['submit', ['confirming', 'always'], 'submit'])
  })

  it('does nothing where there is no question', () => {
    expect(enterOptions(nowhere, WORDS, seen)).toEqual({ panel: nowhere })
    const beyond = withEntry(panelOf(indent), { row: 9 })
    expect(enterOptions(beyond, WORDS, seen)).toEqual({ panel: beyond })
  })
})

describe('a yes', () => {
  it('dismisses, or decides', () => {
    expect(confirm(askingBack(panelOf(indent), 'dismissal'), WORDS)).toMatchObject({ panel: { mode: 'sending' }, effect: { type: 'dismiss', id: 'a' } })
    expect(confirm(askingBack(nowhere, 'dismissal'), WORDS).effect).toEqual({ type: 'dismiss', id: 'a' })
    for (const confirmation of ['choice', 'always'] as const) expect(confirm(askingBack(marked(approval, 0), confirmation), WORDS).effect).toMatchObject({ type: 'submit' })
  })

  it('to what was not read asks about a lasting grant as such', () => {
    expect(confirm(askingBack(marked(longCommand, 1), 'unseen'), WORDS)).toMatchObject({ panel: { mode: 'confirming', confirmation: 'always' } })
    expect(confirm(askingBack(marked(longCommand, 0), 'unseen'), WORDS).effect).toMatchObject({ type: 'submit', answer: { answers: [{ selected: ['Yes'] }] } })
    expect(confirm(askingBack(marked(approval, 0), 'unseen'), WORDS).effect).toMatchObject({ type: 'submit' })
  })
})

describe('Enter in a text', () => {
  it('sends it, in place of a choice where one was to be made, and beside the ticks of many', () => {
    expect(enterText(typed(panelOf(remarks), 'no'), WORDS).effect).toMatchObject({ answer: { answers: [{ id: 'note', selected: [], custom: 'no' }] } })
    const single = enterText({ ...typed(marked(indent, 0), 'eight'), mode: 'typing' }, WORDS)
    expect([single.effect, chosen(single)]).toMatchObject([{ answer: { answers: [{ selected: [], custom: 'eight' }] } }, [[]]])
    expect(enterText(typed(marked(languages, 0), 'and C'), WORDS).effect).toMatchObject({ answer: { answers: [{ selected: ['Python'], custom: 'and C' }] } })
  })

  it('that is blank wants words, or leads back to the options', () => {
    expect(enterText(typed(panelOf(remarks), ' \u200b'), WORDS)).toMatchObject({ panel: { complaint: WORDS.needsText, mode: 'typing' } })
    const back = enterText({ ...typed(marked(indent, 0), ' '), mode: 'typing' }, WORDS)
    expect([back.panel.mode, entry(back)?.editor, chosen(back), back.effect]).toEqual(['choosing', editorWith(''), [[0]], undefined])
    expect(enterText(nowhere, WORDS)).toEqual({ panel: nowhere })
  })

  it('is opened with the pointer on it, where there is one', () => {
    expect([startTyping(panelOf(indent)), startTyping(panelOf(remarks))].map(({ mode, entries: [first] }) => [mode, first?.row])).toEqual([['typing', 2], ['typing', 0]])
    expect(startTyping(askingBack(panelOf(remarks), 'dismissal')).mode).toBe('typing')
    for (const panel of [panelOf(approval), nowhere]) expect(startTyping(panel)).toBe(panel)
  })
})

describe('from question to question', () => {
  it('leads to the next one, and back to the review once that was seen', () => {
    const [first, last] = [goOn(panelOf(...batch), WORDS), goOn(atPage(panelOf(...batch), 2), WORDS)]
    expect([first.panel.page, last.panel.page, goOn(atPage(last.panel, 0), WORDS).panel.page]).toEqual([1, 3, 3])
    expect(goOn(withEntry(panelOf(...batch), { skipped: true }), WORDS).panel.entries[0]?.skipped).toBe(false)
  })

  it('skips one, without what was marked or typed; the text is set aside', () => {
    const turn = skip(withEntry(panelOf(...batch), { chosen: [1], editor: editorWith('x') }), WORDS)
    expect([turn.panel.page, turn.panel.entries[0], turn.aside]).toEqual([1, { chosen: [], editor: editorWith(''), skipped: true, row: 0 }, 'x'])
    expect(skip(typed(panelOf(...batch), ' '), WORDS)).not.toHaveProperty('aside')
    expect(skip(nowhere, WORDS)).toEqual({ panel: nowhere })
  })

  it('sends what is complete, and says what is missing at the first gap', () => {
    const gaps = submit(mark(panelOf(...batch), 0).panel, WORDS)
    expect([gaps.effect, gaps.panel.page, gaps.panel.complaint]).toEqual([undefined, 1, WORDS.gaps('2, 3')])
    expect(submit(panelOf(indent), WORDS).panel.complaint).toBe(WORDS.needsPick)
    const all = { ...panelOf(...batch), entries: panelOf(...batch).entries.map((each) => ({ ...each, skipped: true })) }
    expect([submit(all, WORDS).effect, submit(all, WORDS).panel.complaint]).toEqual([undefined, WORDS.allSkipped])
  })
})
