import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { askingBack } from '../../../surfaces/terminal/answering.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { atPage, createPanel, pointAt, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { messageText } from '../../../surfaces/terminal/panel-message.ts'
import { textRows, wholeRows } from '../../../surfaces/terminal/panel-text.ts'
import { panelView, readingView } from '../../../surfaces/terminal/panel-view.ts'
import type { PanelView } from '../../../surfaces/terminal/panel-view.ts'
import { rowText } from '../../../surfaces/terminal/row.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { approval, batch, indent, permission, remarks, shortPlan } from './asks.ts'

const WORDS = wordsOf('en', 'ascii')
const WIDTH = 40
const panelOf = (...questions: AskUserQuestionItem[]): Panel => createPanel('a', { questions }, { locale: 'en', words: WORDS })
/** A question of so many lines, with so many options. */
const sized = (lines: number, options: number, description = ''): AskUserQuestionItem => ({
  id: 'q', question: Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join('\n'), multiSelect: true,
  options: Array.from({ length: options }, (_, index) => ({ label: `option ${index + 1}`, description })),
})

function modelOf(panel: Panel, more: Partial<Model> = {}): Model {
  return { ...createModel({ locale: 'en', glyphs: 'ascii', size: { columns: WIDTH, rows: 40 } }), panels: [panel], place: 'panel', now: 0, ...more }
}

const viewOf = (panel: Panel, height: number, more: Partial<Model> = {}): PanelView => panelView(modelOf(panel, more), panel, WIDTH, height)
const lines = ({ rows }: PanelView): readonly string[] => rows.map(rowText)
/** What stands between the borders, bare. */
const inner = (view: PanelView): readonly string[] => lines(view).slice(1, -1).map((line) => line.slice(2, -2).trimEnd())
const sizes = ({ text, body }: PanelView): readonly number[] => [text.size, text.total, body.size, body.total]

const borderOf = (panel: Panel, height: number): string | undefined => lines(viewOf(panel, height)).at(-1)
const upper = (panel: Panel, more: Partial<Model> = {}, columns = 60): string => rowText(panelView(modelOf(panel, { size: { columns, rows: 40 }, ...more }), panel, columns, 12).rows[0] ?? [])
const texts = (rows: ReturnType<typeof textRows>): readonly string[] => rows.map(rowText)
const reading = (panel: Panel, height: number): PanelView => readingView(modelOf(panel), panel, WIDTH, height)

describe('a panel with room for all', () => {
  const view = viewOf(panelOf(indent), 20)

  it('is its text, a blank row and its options between two borders', () => {
    expect(lines(view)).toEqual([
      '+- Question ---------------------------+', '| Tabs or spaces?                      |', '|                                      |', '| > 1. ( ) Tabs                        |', '|   2. ( ) Spaces                      |', '|   3. ( ) Other: type your answer     |',
      `+${'-'.repeat(38)}+`,
    ])
  })

  it('tells where its options are, which each row is, and where the caret would be', () => {
    expect(view).toMatchObject({ text: { from: 0, size: 1, total: 1 }, body: { from: 0, size: 3, total: 3 }, bodyAt: 3, items: [0, 1, 2], caret: { x: 2, y: 3, visible: false } })
    const typing: Panel = { ...withEntry(pointAt(panelOf(indent), 2), { editor: editorWith('ab') }), mode: 'typing' }
    expect(viewOf(typing, 20).caret).toEqual({ x: 2 + 9 + 'Other: '.length + 2, y: 5, visible: true })
  })
})

describe('a panel with less room', () => {
  it('keeps a row of its text and at least four of its options, or half of the room', () => {
    expect([sizes(viewOf(panelOf(sized(20, 9)), 8)), sizes(viewOf(panelOf(sized(20, 9)), 12)), sizes(viewOf(panelOf(sized(20, 9)), 20)), sizes(viewOf(panelOf(sized(1, 30)), 12))]).toEqual([[2, 20, 4, 10], [4, 20, 5, 10], [8, 20, 9, 10], [1, 1, 8, 31]])
    expect(sizes(viewOf(panelOf(sized(20, 2)), 9))).toEqual([4, 20, 3, 3])
  })

  it('sets its text off where there are ten rows, and where all fits anyway', () => {
    expect(inner(viewOf(panelOf(sized(2, 3)), 9))).toEqual(['line 1', 'line 2', '', '> 1. [ ] option 1', '  2. [ ] option 2', '  3. [ ] option 3', '  4. [ ] Other: type your answer'])
    expect(inner(viewOf(panelOf(sized(2, 3)), 8))).toEqual(['line 1', 'line 2', '> 1. [ ] option 1', '  2. [ ] option 2', '  3. [ ] option 3', '  4. [ ] Other: type your answer'])
    expect([inner(viewOf(panelOf(sized(20, 9)), 11)).includes(''), inner(viewOf(panelOf(sized(20, 9)), 12)).includes('')]).toEqual([false, true])
  })

  it('goes without descriptions but the one pointed at, then without any, and with all where that does not help', () => {
    const described = panelOf(sized(1, 3, 'told'))
    const told = (height: number, panel = described): number => inner(viewOf(panel, height)).filter((line) => line.trim() === 'told').length
    expect([told(11), told(10), told(9), told(8), told(7)]).toEqual([3, 3, 1, 1, 0])
    expect([told(14, panelOf(sized(1, 30, 'told'))) > 3, told(9, panelOf(sized(1, 30, 'told')))]).toEqual([true, 0])
    expect([told(12, panelOf(sized(1, 8, 'told'))), told(10, panelOf(sized(1, 30, 'told'))) > 0]).toEqual([0, true])
  })

  it('says in its lower border which part of each is shown', () => {
    expect(borderOf(panelOf(sized(20, 9)), 12)).toMatch(/ lines 1-4\/20 \| options 1-5\/10 -\+$/)
    expect(borderOf(panelOf(sized(20, 2)), 9)).toMatch(/- lines 1-4\/20 -\+$/)
    expect(borderOf({ ...panelOf(sized(20, 9)), scroll: 3 }, 12)).toMatch(/ lines 4-7\/20 \|/)
    expect(borderOf(panelOf(indent), 20)).toBe(`+${'-'.repeat(38)}+`)
    expect(borderOf(withEntry(panelOf({ ...remarks, question: 'q' }), { editor: editorWith('x\n'.repeat(20)) }), 10)).toMatch(/ lines \d+-21\/21 -\+$/)
    expect(borderOf(atPage(panelOf(...Array.from({ length: 12 }, (_, index) => ({ ...indent, id: `${index}` }))), 12), 10)).toMatch(/ 1-\d+\/12 -\+$/)
  })

  it('scrolls its text no further than its end, and keeps the option pointed at in the middle', () => {
    expect([viewOf({ ...panelOf(sized(20, 9)), scroll: 99 }, 12).text.from, viewOf({ ...panelOf(sized(20, 9)), scroll: -1 }, 12).text.from]).toEqual([16, 0])
    const top = (row: number): number => viewOf(pointAt(panelOf(sized(1, 30)), row), 12).body.from
    expect([0, 3, 4, 10, 27, 30].map(top)).toEqual([0, 0, 1, 7, 23, 23])
    expect(viewOf(pointAt(panelOf(sized(1, 30)), 10), 12).items).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  })
})

describe('the caret of a panel', () => {
  it('is on the row that the pointer is on, or that is written in, wherever that is scrolled to', () => {
    for (let height = 8; height <= 20; height++) {
      for (const row of [0, 1, 5, 15, 29, 30]) {
        const view = viewOf(pointAt(panelOf(sized(3, 30, 'told')), row), height)
        expect(view.rows).toHaveLength(height)
        expect(lines(view)[view.caret.y]).toMatch(new RegExp(`> +${row + 1}\\. `))
        expect(lines(view)[view.bodyAt]).toMatch(/^\| /)
      }
      const written = Array.from({ length: 20 }, (_, index) => `row ${index + 1}`)
      for (const at of [1, 2, 10, 20]) {
        const editor = { before: written.slice(0, at).join('\n'), after: at === 20 ? '' : `\n${written.slice(at).join('\n')}` }
        const field = viewOf(withEntry(panelOf({ ...remarks, question: 'q\n'.repeat(9) }), { editor }), height)
        expect(lines(field)[field.caret.y]).toMatch(new RegExp(`row ${at} *\\|$`))
        const other = viewOf({ ...withEntry(pointAt(panelOf(indent), 2), { editor }), mode: 'typing' }, height)
        expect(lines(other)[other.caret.y]).toMatch(new RegExp(`row ${at} *\\|$`))
        expect([field.rows.length, other.rows.length]).toEqual([height, height])
      }
    }
  })

  it('stays inside of the borders', () => {
    const full = viewOf(withEntry(panelOf({ ...remarks, question: 'q' }), { editor: editorWith('x'.repeat(33)) }), 12)
    expect(full.caret).toEqual({ x: 2 + 2 + 33, y: 3, visible: true })
  })
})

describe('what a panel says below its options', () => {
  const long = 'word '.repeat(40).trim()

  it('has up to four rows where there are fourteen, two where there are ten, and one else', () => {
    const rowsOf = (height: number, panel: Panel = { ...panelOf(indent), complaint: long }): number => inner(viewOf(panel, height)).filter((line) => /^(?:word|Dismiss)/.test(line)).length
    expect([rowsOf(14), rowsOf(13), rowsOf(10), rowsOf(9)]).toEqual([4, 2, 2, 1])
    expect(inner(viewOf({ ...panelOf(indent), complaint: long }, 9)).at(-1)).toBe(`${'word '.repeat(7)}~`)
    expect(inner(viewOf({ ...panelOf(indent), complaint: 'short' }, 9)).at(-1)).toBe('short')
    expect(inner(viewOf({ ...panelOf(indent), complaint: `first ${'x'.repeat(36)} third ${'y'.repeat(36)}` }, 9)).at(-1)).toMatch(/^first +~$/)
    expect(inner(viewOf({ ...askingBack(panelOf(approval), 'unseen') }, 9)).join(' ')).toContain(WORDS.confirmUnseen)
    expect(rowsOf(9, askingBack(panelOf(...batch), 'dismissal'))).toBeGreaterThan(0)
  })

  it('is what it asks back, that it sends, why a key did nothing, or that the agent has gone on', () => {
    const text = (panel: Panel): string => messageText(panel, WORDS)
    expect([text(panelOf(indent)), text({ ...panelOf(indent), mode: 'sending', complaint: 'x' }), text({ ...panelOf(indent), complaint: 'x', wait: CONTINUED }), text({ ...panelOf(indent), wait: CONTINUED })]).toEqual(['', WORDS.sending, 'x', WORDS.continued])
    expect([text(askingBack(panelOf(indent), 'dismissal')), text(askingBack(withEntry(panelOf(...batch), { chosen: [0] }), 'dismissal')), text(askingBack(panelOf(shortPlan), 'dismissal'))]).toEqual([WORDS.dismissOne, WORDS.dismissAll(3, 1), WORDS.dismissPlan])
    const always = pointAt(panelOf(permission), 1)
    expect([text(askingBack(always, 'always')), text(askingBack(panelOf(approval), 'choice')), text(askingBack(panelOf(approval), 'unseen'))]).toEqual([
      WORDS.confirmAlways('总是允许', `git push in this folder | ${WORDS.alwaysMeans('bash')}`), WORDS.confirmChoice('Allow once'), WORDS.confirmUnseen,
    ])
    expect(text(askingBack(pointAt(panelOf(indent), 2), 'choice'))).toBe(WORDS.confirmChoice(''))
    expect(text(askingBack(pointAt(panelOf(indent), 2), 'always'))).toBe(WORDS.confirmAlways('', ''))
    expect(text(askingBack(atPage(panelOf(...batch), 3), 'dismissal'))).toBe(WORDS.dismissAll(3, 0))
  })

  it('is said shortly where it would not fit', () => {
    const shown = inner(viewOf({ ...panelOf(indent), wait: CONTINUED }, 9)).join(' ')
    expect([shown.includes(WORDS.continued.slice(0, 20)), shown.includes(WORDS.continuedShort.slice(0, 20))]).toEqual([false, true])
    expect(inner(viewOf({ ...panelOf(indent), wait: CONTINUED }, 10)).join(' ')).toContain(WORDS.continued)
  })
})

describe('the borders of a panel', () => {
  it('name the question, the plan or the permission, and which of several it is', () => {
    expect([upper(panelOf(indent)), upper(panelOf({ ...indent, header: 'Style' })), upper(panelOf(shortPlan)), upper(panelOf(...batch)), upper(atPage(panelOf(...batch), 3))].map((line) => line.replace(/ -+\+$/, ''))).toEqual(
      ['+- Question', '+- Style', `+- ${WORDS.plan}`, '+- Languages 1/3', `+- ${WORDS.review}`])
    expect(upper({ ...panelOf(indent), origin: 'shop', session: 's' })).toMatch(/^\+- shop \| Question -/)
    expect(upper(panelOf(indent), { place: 'input' })).toMatch(new RegExp(`^\\+- Question \\| ${WORDS.noKeyboard} -`))
  })

  it('tell the time left, that the agent has gone on, and how many wait', () => {
    const others = [panelOf(indent), panelOf(indent), panelOf(indent)]
    expect(upper({ ...panelOf(indent), wait: { kind: 'counting', until: 65_000 } })).toContain(` ${WORDS.counting('01:05')} -+`)
    expect(upper({ ...panelOf(indent), wait: { kind: 'held', remaining: 5_000, by: 'touch' } })).toContain(` ${WORDS.held('00:05')} -+`)
    expect(upper({ ...panelOf(indent), wait: CONTINUED })).toContain(` ${WORDS.inbox.continued} -+`)
    expect(upper(panelOf(indent), { panels: others })).toContain(` ${WORDS.waiting(2)} -+`)
    expect(upper({ ...panelOf(indent), wait: { kind: 'counting', until: 65_000 } }, { panels: others }, 80)).toContain(` ${WORDS.counting('01:05')} | ${WORDS.waiting(2)} -+`)
    expect(upper({ ...panelOf(indent), wait: { kind: 'counting', until: 65_000 } }, { panels: others }, 36)).not.toContain(WORDS.waiting(2))
    const whole = `${WORDS.counting('01:05')} | ${WORDS.waiting(2)}`
    const beside = (columns: number): string => upper({ ...panelOf(indent), wait: { kind: 'counting', until: 65_000 } }, { panels: others }, columns)
    expect([beside(whole.length + 16), beside(whole.length + 15)]).toEqual([`+- Question  ${whole} -+`, expect.stringMatching(new RegExp(`- ${WORDS.counting('01:05')} -\\+$`))])
  })

  it('are in colour where the keyboard is, and leave a long name what room the rest of their row has', () => {
    const styles = (place: Model['place']): readonly unknown[] => viewOf(panelOf(indent), 12, { place }).rows.map((row) => row[0]?.style)
    expect([new Set(styles('panel')), new Set(styles('input'))]).toEqual([new Set(['accent']), new Set(['faint'])])
    const named = { ...indent, header: 'n'.repeat(99) }
    expect([upper(panelOf(named), {}, 60), upper(panelOf(named, indent), {}, 60)]).toEqual([`+- ${'n'.repeat(53)}~ -+`, `+- ${'n'.repeat(49)}~ 1/2 -+`])
    expect(upper(panelOf(named), { place: 'input' }, 60)).toBe(`+- ${'n'.repeat(53 - WORDS.noKeyboard.length - 3)}~ | ${WORDS.noKeyboard} -+`)
  })

  it('are as wide as the screen, whatever stands in them', () => {
    for (const columns of [36, 37, 60]) expect(upper({ ...panelOf({ ...indent, header: 'long '.repeat(30) }), wait: { kind: 'counting', until: 65_000 } }, {}, columns)).toHaveLength(columns)
  })
})

describe('the text of a panel', () => {
  it('is the question and its detail, or what the review is about', () => {
    expect([texts(textRows(panelOf(indent), 30, WORDS)), texts(textRows(panelOf({ ...indent, question: ' ', detail: 'more' }), 30, WORDS)), texts(textRows(atPage(panelOf(...batch), 3), 300, WORDS))]).toEqual([['Tabs or spaces?'], [WORDS.nothingVisible, '', 'more'], [WORDS.reviewText]])
  })

  it('is made once for each width and language', () => {
    const panel = panelOf(indent)
    expect([textRows(panel, 30, WORDS) === textRows(panel, 30, WORDS), texts(textRows(panel, 8, WORDS)), texts(textRows(panel, 30, WORDS))]).toEqual([true, ['Tabs or', 'spaces?'], ['Tabs or spaces?']])
    expect(textRows(panel, 30, WORDS)).not.toBe(textRows(panel, 30, wordsOf('zh')))
  })

  it('to be read alone has every option whole', () => {
    const panel = panelOf({ ...indent, options: [{ label: 'Tabs', description: 'wide ones' }, { label: ' ' }] })
    expect(texts(wholeRows(panel, 12, WORDS))).toEqual(['Tabs or', 'spaces?', '', '1. Tabs', '   wide ones', ...texts(wholeRows(panel, 12, WORDS)).slice(5)])
    expect(texts(wholeRows(panelOf({ ...indent, options: [{ label: 'Tabs', description: 'wide ones' }] }), 11, WORDS)).slice(3, 6)).toEqual(['1. Tabs', '   wide', '   ones'])
    expect(texts(wholeRows(panel, 40, WORDS)).slice(2)).toEqual(['1. Tabs', '   wide ones', `2. ${WORDS.nothingVisible}`])
    expect([texts(wholeRows(panelOf(remarks), 40, WORDS)), texts(wholeRows(atPage(panelOf(...batch), 3), 300, WORDS))]).toEqual([['还有什么要说的？'], [WORDS.reviewText]])
  })

  it('alone fills its place, with blank rows where it is shorter', () => {
    const short = reading(panelOf(indent), 10)
    expect([short.rows.length, short.text, short.body, short.items, short.bodyAt, short.caret, lines(short).at(-1)]).toEqual([10, { from: 0, size: 4, total: 4 }, { from: 0, size: 0, total: 0 }, [], 9, { x: 2, y: 1, visible: false }, `+${'-'.repeat(38)}+`])
    const long = reading({ ...panelOf(sized(20, 2)), scroll: 99 }, 10)
    expect([long.rows.length, long.text, lines(long).at(-1)]).toEqual([10, { from: 15, size: 8, total: 23 }, expect.stringMatching(/ lines 16-23\/23 -\+$/)])
  })
})
