import { describe, expect, it } from 'vitest'
import type { Effect } from '../../../surfaces/terminal/effects.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { holding } from '../../../surfaces/terminal/holding.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { createPanel, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { CONTINUED, ENDLESS } from '../../../surfaces/terminal/wait.ts'
import type { Wait } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { batch } from './asks.ts'

const NOW = 10_000
const COUNTING: Wait = { kind: 'counting', until: NOW + 5_000 }
const TOUCHED: Wait = { kind: 'held', remaining: 5_000, by: 'touch' }
const FOR_GOOD: Wait = { kind: 'held', remaining: 5_000, by: 'good' }
const BELL: Effect = { type: 'bell' }

const panelOf = (wait: Wait, id = 'a'): Panel => ({ ...createPanel(id, { questions: [...batch] }, { locale: 'en', words: wordsOf('en') }), wait })
const modelWith = (panels: readonly Panel[], more: Partial<Model> = {}): Model => ({ ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), panels, place: 'panel', ...more })

/** The wait of each panel and the effects after a key that made of one model another. */
function held(before: Model, after: Model, forGood?: boolean): readonly unknown[] {
  const [model, effects] = holding(before, [after, [BELL]], NOW, forGood)
  return [model.panels.map(({ wait }) => wait), effects]
}

describe('a key in the panel of a timed ask', () => {
  const before = modelWith([panelOf(COUNTING), panelOf(COUNTING, 'b')])
  const moved = (wait: Wait): Model => modelWith([withEntry(panelOf(wait), { row: 1 }), panelOf(COUNTING, 'b')])

  it('holds its clock until the panel is left, once, and no other', () => {
    expect(held(before, moved(COUNTING))).toEqual([[TOUCHED, COUNTING], [BELL, { type: 'hold', id: 'a', forGood: false }]])
    expect(held(modelWith([panelOf(TOUCHED), panelOf(COUNTING, 'b')]), moved(TOUCHED))).toEqual([[TOUCHED, COUNTING], [BELL]])
    expect(held(before, moved({ kind: 'held', remaining: 5_000, by: 'elsewhere' }))).toEqual([[TOUCHED, COUNTING], [BELL, { type: 'hold', id: 'a', forGood: false }]])
  })

  it('holds it for good by an edit, or where the person asked for it', () => {
    const panel = panelOf(COUNTING)
    const edits = [withEntry(panel, { chosen: [0] }), withEntry(panel, { editor: editorWith('x') }), withEntry(panel, { skipped: true }), { ...panel, entries: [...panel.entries.slice(0, 2), { ...panel.entries[2]!, editor: editorWith('x') }] }]
    for (const edited of edits) expect(held(before, modelWith([edited, panelOf(COUNTING, 'b')]))).toEqual([[FOR_GOOD, COUNTING], [BELL, { type: 'hold', id: 'a', forGood: true }]])
    expect(held(before, before, true)).toEqual([[FOR_GOOD, COUNTING], [BELL, { type: 'hold', id: 'a', forGood: true }]])
    expect(held(modelWith([panelOf(FOR_GOOD)]), modelWith([withEntry(panelOf(FOR_GOOD), { chosen: [0] })]))).toEqual([[FOR_GOOD], [BELL]])
  })

  it('holds it for good by a change to what was there before', () => {
    const was = withEntry(withEntry(panelOf(COUNTING), { editor: editorWith('x') }), { chosen: [0] })
    for (const edited of [withEntry(was, { editor: editorWith('xy') }), withEntry(was, { chosen: [0, 1] }), withEntry(was, { chosen: [1] })]) expect(held(modelWith([was]), modelWith([edited]))[1]).toEqual([BELL, { type: 'hold', id: 'a', forGood: true }])
  })

  it('that only moves about is no edit, nor is one that leaves the draft as it was', () => {
    const panel = panelOf(COUNTING)
    for (const same of [withEntry(panel, { row: 2 }), withEntry(panel, { editor: editorWith('') }), { ...panel, page: 1 }]) expect(held(before, modelWith([same, panelOf(COUNTING, 'b')]))[1]).toEqual([BELL, { type: 'hold', id: 'a', forGood: false }])
    const replaced: Panel = { ...panel, entries: panel.entries.slice(0, 1) }
    expect(held(before, modelWith([replaced]))[1]).toEqual([BELL, { type: 'hold', id: 'a', forGood: false }])
  })

  it('lets the clock go that it held when it leaves the panel', () => {
    const touched = modelWith([panelOf(TOUCHED), panelOf(COUNTING, 'b')])
    const [a, b] = touched.panels
    for (const after of [{ ...touched, place: 'input' } as const, { ...touched, panels: [b!, a!] }]) expect(held(touched, after)[1]).toEqual([BELL, { type: 'release', id: 'a' }])
    expect(held(touched, { ...touched, place: 'strip' })[0]).toEqual([COUNTING, COUNTING])
    expect(held(before, { ...before, place: 'input' })).toEqual([[COUNTING, COUNTING], [BELL]])
    expect(held(touched, { ...touched, panels: [b!] })).toEqual([[COUNTING], [BELL]])
  })

  it('does nothing where no clock runs, outside of a panel, or in the list of asks', () => {
    for (const wait of [ENDLESS, CONTINUED]) expect(held(modelWith([panelOf(wait)]), modelWith([withEntry(panelOf(wait), { chosen: [0] })]))).toEqual([[wait], [BELL]])
    expect(held({ ...before, place: 'input' }, before)).toEqual([[COUNTING, COUNTING], [BELL]])
    expect(held({ ...before, inbox: { at: 'a' } }, before)).toEqual([[COUNTING, COUNTING], [BELL]])
    expect(held(modelWith([]), modelWith([]))).toEqual([[], [BELL]])
  })
})
