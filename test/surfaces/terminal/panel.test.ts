import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import {
  atPage, createPanel, currentOf, draftOf, isBatch, isContinued, isReview, itemAt, otherRow, pointAt, pointerOf, stateOf, typedText, withEntry,
} from '../../../surfaces/terminal/panel.ts'
import type { Asked, Entry, Panel } from '../../../surfaces/terminal/panel.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, indent, languages, remarks, shortPlan } from './asks.ts'

const READER = { locale: 'en', words: wordsOf('en') } as const
const PICK: AskUserQuestionItem = { id: 'pick', question: 'Which?', options: [{ label: 'One' }, { label: 'Two (Recommended)' }, { label: 'Three' }] }

const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, READER)
const panelWith = (asked: Partial<Asked>): Panel => createPanel('a', { questions: [indent], ...asked }, READER)
const entriesOf = (panel: Panel): readonly unknown[] => panel.entries.map(({ chosen, row }) => [chosen, row])
const at = (panel: Panel, change: Partial<Panel>): Panel => ({ ...panel, ...change })

const kinds = (question: AskUserQuestionItem): readonly unknown[] => {
  const current = currentOf(panelOf(question))
  return current === undefined ? [] : [otherRow(current), itemAt(current)?.kind, ...[1, 2, 3, 4].map((row) => itemAt(current, row)?.kind)]
}

describe('a fresh panel', () => {
  it('has a recommended option marked where one is to be chosen and nobody has to approve', () => {
    expect(entriesOf(panelOf(PICK))).toEqual([[[1], 1]])
    expect(entriesOf(panelOf({ ...PICK, options: [{ label: 'One (Recommended)' }, { label: 'Two' }] }))).toEqual([[[0], 0]])
    expect(entriesOf(panelOf({ ...PICK, multiSelect: true }))).toEqual([[[], 0]])
    expect(panelOf(indent, remarks).entries).toEqual(Array.from({ length: 2 }, () => ({ chosen: [], editor: editorWith(''), skipped: false, row: 0 })))
    expect(entriesOf(panelOf({ ...PICK, detail: 'plan', options: [{ label: 'No' }, { label: 'Go (Recommended)' }], intent: { kind: 'plan-review', approve: 'Go (Recommended)' } }))).toEqual([[[], 0]])
  })

  it('begins at its first question, in the mode that it is answered in', () => {
    expect([panelOf(indent), panelOf(remarks), panelOf(remarks, indent)].map(({ page, mode, onward, scroll, readToEnd, reviewRow, confirmation }) => [page, mode, onward, scroll, readToEnd, reviewRow, confirmation])).toEqual([
      [0, 'choosing', 'next', 0, false, 0, 'dismissal'], [0, 'typing', 'next', 0, false, 0, 'dismissal'], [0, 'typing', 'next', 0, false, 0, 'dismissal'],
    ])
  })

  it('knows the decision that it is, when it was asked and where it comes from, as far as that was told', () => {
    expect([panelOf(shortPlan).decision?.kind, panelOf(approval).decision?.kind, panelOf(indent).decision]).toEqual(['plan-review', 'approval', undefined])
    expect(createPanel('a', { questions: [approval], wait: { callId: 'c', timed: true } }, READER).decision).toBeUndefined()
    expect([panelWith({ since: 7 }).since, panelWith({}).since, panelWith({ origin: 'sh\x1b[2Jop\n' }).origin, panelWith({ session: 's' }).session]).toEqual([7, 0, 'shop', 's'])
    for (const name of ['origin', 'session', 'decision', 'complaint']) expect(panelWith({})).not.toHaveProperty(name)
  })
})

describe('the pages of a panel', () => {
  const batched = panelOf(...batch)

  it('are its questions, and a review behind several', () => {
    expect([isBatch(batched), isBatch(panelOf(indent))]).toEqual([true, false])
    expect([-1, 0, 2, 3, 9].map((page) => atPage(batched, page).page)).toEqual([0, 0, 2, 3, 3])
    expect([-1, 0, 1, 9].map((page) => atPage(panelOf(indent), page).page)).toEqual([0, 0, 0, 0])
    expect([isReview(atPage(batched, 2)), isReview(atPage(batched, 3))]).toEqual([false, true])
    expect([currentOf(atPage(batched, 1))?.field.id, currentOf(atPage(batched, 3))]).toEqual([batch[1]?.id, undefined])
  })

  it('begin anew each time, but for whether the review was seen', () => {
    const read = at(batched, { scroll: 5, readToEnd: true, complaint: 'x', mode: 'confirming' })
    expect(atPage(read, 0)).toEqual(batched)
    expect([atPage(read, 1).onward, atPage(read, 3).onward, atPage(atPage(read, 3), 0).onward]).toEqual(['next', 'review', 'review'])
    expect([atPage(batched, 0).mode, atPage(batched, 2).mode, atPage(batched, 3).mode]).toEqual(['choosing', 'typing', 'choosing'])
  })

  it('change the draft of their own question only, and take back a complaint', () => {
    const changed = withEntry(at(atPage(batched, 1), { complaint: 'x' }), { skipped: true })
    expect(changed.entries.map(({ skipped }) => skipped)).toEqual([false, true, false])
    expect(changed).not.toHaveProperty('complaint')
    expect(withEntry(atPage(batched, 3), { skipped: true }).entries).toEqual(batched.entries)
  })
})

describe('the pointer', () => {
  it('stops at both ends, on the options and on the review', () => {
    const panel = panelOf(indent)
    expect([-1, 0, 2, 3].map((row) => pointerOf(pointAt(panel, row)))).toEqual([0, 0, 2, 2])
    const review = atPage(panelOf(...batch), 3)
    expect([-1, 1, 2, 3].map((row) => pointerOf(pointAt(review, row)))).toEqual([0, 1, 2, 2])
    expect(pointAt(review, 1).entries).toBe(review.entries)
  })

  it('takes a mark along that is there, and makes none', () => {
    const marked = panelOf(PICK)
    expect(entriesOf(pointAt(marked, 2))).toEqual([[[2], 2]])
    expect(entriesOf(pointAt(marked, 3))).toEqual([[[1], 3]])
    expect(entriesOf(pointAt(panelOf(indent), 1))).toEqual([[[], 1]])
    const ticked = withEntry(panelOf(languages), { chosen: [0] })
    expect(entriesOf(pointAt(ticked, 2))).toEqual([[[0], 2]])
    const weighty = withEntry(panelOf(approval), { chosen: [0] })
    expect(entriesOf(pointAt(weighty, 1))).toEqual([[[0], 1]])
  })

  it('stands on an option, a text of one\'s own, or what talks about a plan first', () => {
    expect(kinds(indent)).toEqual([2, 'choice', 'choice', 'other', undefined, undefined])
    expect(kinds(shortPlan)).toEqual([2, 'choice', 'choice', 'other', 'talk', undefined])
    expect(kinds(approval)).toEqual([undefined, 'choice', 'choice', undefined, undefined, undefined])
    expect(kinds(remarks)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined])
  })

  it('of a panel whose questions are not known stands nowhere', () => {
    const empty = panelOf()
    expect([pointerOf(empty), isReview(empty), currentOf(empty), isBatch(empty)]).toEqual([0, true, undefined, false])
    expect([pointerOf(at(panelOf(indent), { entries: [] })), pointAt(at(panelOf(indent), { entries: [] }), 1).entries]).toEqual([0, []])
  })
})

describe('a draft', () => {
  const entry: Entry = { chosen: [1], editor: editorWith('own'), skipped: false, row: 0 }

  it('is what was marked, typed and skipped', () => {
    expect(draftOf(at(panelOf(indent), { entries: [entry] }))).toEqual([{ chosen: [1], text: 'own', skipped: false }])
  })

  it('of a question that is not there is empty', () => {
    const panel = at(panelOf(indent, remarks, languages), { entries: [entry, { ...entry, editor: editorWith(''), skipped: true }] })
    expect([0, 1, 2, 3, -1].map((index) => stateOf(panel, index))).toEqual(['answered', 'skipped', 'empty', 'empty', 'empty'])
  })

  it('keeps all that was typed, a line for each question that something was typed to', () => {
    const typed = ['one', ' \u200b', '', 'two'].map((text): Entry => ({ ...entry, editor: { before: text.slice(0, 1), after: text.slice(1) } }))
    expect(typedText(at(panelOf(indent), { entries: typed }))).toBe('one\ntwo')
    expect(typedText(panelOf(indent))).toBe('')
  })

  it('of an ask that the agent has gone on from is a late one', () => {
    expect([isContinued(panelOf(indent)), isContinued(at(panelOf(indent), { wait: CONTINUED }))]).toEqual([false, true])
  })
})
