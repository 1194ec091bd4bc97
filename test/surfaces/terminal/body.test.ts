import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { askingBack } from '../../../surfaces/terminal/answering.ts'
import { bodyOf } from '../../../surfaces/terminal/body.ts'
import type { Described } from '../../../surfaces/terminal/body.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { atPage, createPanel, pointAt, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { rowText, span } from '../../../surfaces/terminal/row.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { batch, indent, languages, remarks, shortPlan } from './asks.ts'

const WORDS = wordsOf('en', 'ascii')
const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, { locale: 'en', words: WORDS })
const body = (panel: Panel, width = 40, described: Described = 'all'): ReturnType<typeof bodyOf> => bodyOf(panel, width, WORDS, described)
const rows = (...given: Parameters<typeof body>): readonly string[] => body(...given).rows.map(({ row }) => rowText(row).trimEnd())
const typed = (panel: Panel, text: string): Panel => withEntry(panel, { editor: editorWith(text) })
const PICK: AskUserQuestionItem = { id: 'p', question: 'Which?', options: [{ label: 'One (Recommended)', description: 'first' }, { label: 'Two', description: 'second' }] }

const signs = (panel: Panel): readonly string[] => rows(panel, 40, 'none').map((row) => row.slice(5, 8))

describe('the options of a panel', () => {
  it('are numbered behind a pointer and a mark, with what recommends them at the end of their row', () => {
    expect(rows(panelOf(PICK))).toEqual(['> 1. (*) One                 recommended', '         first', '  2. ( ) Two', '         second', '  3. ( ) Other: type your answer'])
    expect(rows(panelOf({ ...PICK, multiSelect: true })).slice(0, 1)).toEqual(['> 1. [ ] One                 recommended'])
    expect(rows(pointAt(panelOf(indent), 1))).toEqual(['  1. ( ) Tabs', '> 2. ( ) Spaces', '  3. ( ) Other: type your answer'])
  })

  it('have their descriptions as far as there is room', () => {
    expect(rows(panelOf(PICK), 40, 'focused')).toEqual(['> 1. (*) One                 recommended', '         first', '  2. ( ) Two', '  3. ( ) Other: type your answer'])
    expect(rows(panelOf(PICK), 40, 'none')).toEqual(['> 1. (*) One                 recommended', '  2. ( ) Two', '  3. ( ) Other: type your answer'])
  })

  it('have what recommends them on a row of its own where less than twelve columns are left', () => {
    const [wide, narrow] = [9 + 12 + 12, 9 + 12 + 11]
    expect([rows(panelOf(PICK), wide)[0], rows(panelOf(PICK), narrow).slice(0, 2)]).toEqual(['> 1. (*) One          recommended', ['> 1. (*) One', '         recommended']])
  })

  it('have a title that is broken behind its sign where what recommends them stands below', () => {
    const long = panelOf({ ...PICK, options: [{ label: `${'a'.repeat(25)} (Recommended)` }, { label: 'b' }] })
    expect(rows(long, 9 + 12 + 11).slice(0, 3)).toEqual([`> 1. (*) ${'a'.repeat(23)}`, `         ${'a'.repeat(2)}`, '         recommended'])
  })

  it('stand by their numbers of as many digits as the last has', () => {
    const many = panelOf({ id: 'm', question: '?', options: Array.from({ length: 10 }, (_, index) => ({ label: `o${index}` })) })
    expect([rows(many)[0], rows(many)[9], rows(many)[10]]).toEqual(['>  1. ( ) o0', '  10. ( ) o9', '  11. ( ) Other: type your answer'])
  })

  it('have six rows at most for their title and for their description', () => {
    const long = panelOf({ id: 'l', question: '?', options: [{ label: 'a'.repeat(60), description: 'b'.repeat(70) }, { label: ' ' }] })
    const shown = rows(long, 19)
    expect(shown.slice(0, 7)).toEqual(['> 1. ( ) aaaaaaaaaa', ...Array.from({ length: 5 }, () => '         aaaaaaaaaa'), '         bbbbbbbbbb'])
    expect(shown[12]).toMatch(/^ {2}2\. \( \) /)
    expect(shown[11]).toBe('         bbbbbbbbb~')
    const marks = panelOf({ id: 'l', question: '?', options: [{ label: `e${'\u0301'.repeat(9)}`.repeat(30) }] })
    expect(rows(marks, 19, 'none')[2]).toBe(`         ${`e${'\u0301'.repeat(9)}`.repeat(4)}     ~`)
  })

  it('are marked where they are chosen, unless a text outweighs them', () => {
    expect(signs(withEntry(panelOf(indent), { chosen: [1] }))).toEqual(['( )', '(*)', '( )'])
    expect(signs(typed(withEntry(panelOf(indent), { chosen: [1] }), 'x'))).toEqual(['( )', '( )', '(*)'])
    expect(signs(typed(withEntry(panelOf(languages), { chosen: [1] }), 'x'))).toEqual(['[ ]', '[x]', '[ ]', '[x]'])
    expect(signs(typed(panelOf(indent), ' '))).toEqual(['( )', '( )', '( )'])
  })

  it('of a plan end with its changes, and with what talks about it first', () => {
    expect(rows(pointAt(panelOf(shortPlan), 3), 60, 'none').slice(2)).toEqual([`  3. ( ) ${WORDS.changes}${WORDS.changesHint}`, `> 4.  >  ${WORDS.talk}`])
    expect(body(panelOf(shortPlan), 60).rows.find(({ item }) => item === 3)?.row[1]).toEqual(span('4.  >  '))
    expect(rows(panelOf(shortPlan), 120).at(-1)).toBe(`         ${WORDS.talkMeans}`)
  })

  it('tell which row belongs to which, and where the pointer and the caret are', () => {
    const panel = pointAt(panelOf(PICK), 1)
    expect(body(panel).rows.map(({ item }) => item)).toEqual([0, 0, 1, 1, 2])
    expect([body(panel).items, body(panel).focus, body(panel).caret]).toEqual([3, 1, { row: 2, x: 0, visible: false }])
    const typing: Panel = { ...typed(pointAt(panelOf(PICK), 2), 'ab'), mode: 'typing' }
    expect(body(typing).caret).toEqual({ row: 4, x: 9 + 'Other: '.length + 2, visible: true })
    expect(body({ ...typing, mode: 'choosing' }).caret).toEqual({ row: 4, x: 0, visible: false })
    expect(body(askingBack(panelOf(indent), 'dismissal')).caret.visible).toBe(false)
  })

  it('have the one pointed at in bold, and a mark in its colour', () => {
    const [first, , second] = body(withEntry(panelOf(PICK), { chosen: [1] })).rows.map(({ row }) => row)
    expect(first?.slice(0, 3)).toEqual([span('> ', 'accent'), span('1. ( ) ', 'plain'), span('One', 'strong')])
    expect(second).toEqual([span('  '), span('2. (*) ', 'accent'), span('Two', 'plain')])
    expect(first?.at(-1)).toEqual(span('recommended', 'good'))
    expect(body(panelOf(PICK)).rows[1]?.row).toEqual([span(' '.repeat(9)), span('first', 'faint')])
  })
})

describe('the field of a panel', () => {
  it('of a text has a hint while it is empty, and every row in reach', () => {
    expect([rows(panelOf(remarks)), body(panelOf(remarks)).caret]).toEqual([[`> ${WORDS.textHint}`], { row: 0, x: 2, visible: true }])
    const lines = body(typed(panelOf(remarks), 'one\n\nthree'))
    expect([lines.rows.map(({ row, item }) => [rowText(row), item]), lines.items, lines.focus, lines.caret]).toEqual([[['> one', 0], ['  ', 1], ['  three', 2]], 3, 2, { row: 2, x: 7, visible: true }])
    expect(rows(typed(panelOf(remarks), '\nx'))).toEqual(['>', '  x'])
    expect(rows(typed(panelOf(PICK), 'x\n'), 40, 'none').slice(2)).toEqual(['  3. (*) Other: x', ''])
  })

  it('is broken one column before the end, where the caret may stand', () => {
    expect(rows(typed(panelOf(remarks), 'abcdefgh'), 9)).toEqual(['> abcdef', '  gh'])
    expect(rows(panelOf(remarks), 9)[0]).toHaveLength(8)
  })
})

describe('the review of a panel', () => {
  it('says what was answered, skipped and is missing, each on a row of its own', () => {
    const panel = panelOf(...batch, { ...indent, id: 'last' })
    const [first, second] = panel.entries
    const review: Panel = { ...atPage(panel, 4), reviewRow: 1, entries: [{ ...first!, chosen: [0, 2], editor: editorWith('and\nC') }, { ...second!, chosen: [1], editor: editorWith('eight') }, { ...second!, skipped: true }, second!] }
    expect(rows(review, 60)).toEqual(['  1. Languages: Python, Rust, and C', '> 2. Tabs or spaces?: eight', `  3. 备注: ${WORDS.skipped}`, `  4. Tabs or spaces?: ${WORDS.missing}`])
    expect(body(review, 60).rows.map(({ row }) => row.at(-1)?.style)).toEqual(['strong', 'strong', 'faint', 'warn'])
    expect([body(review).items, body(review).focus, body(review).caret]).toEqual([4, 1, { row: 1, x: 0, visible: false }])
    expect(rows(review, 20)[1]).toBe('> 2. Tabs or s~: eight')
  })

  it('says what was chosen where nothing else was typed', () => {
    const panel = panelOf(...batch)
    const [first, second, third] = panel.entries
    expect(rows({ ...atPage(panel, 3), entries: [first!, { ...second!, chosen: [1] }, third!] }, 60)[1]).toBe('  2. Tabs or spaces?: Spaces')
  })
})
