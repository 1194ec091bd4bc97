import { describe, expect, it } from 'vitest'
import { closed, kept, markedRow, marking, opened, picked } from '../../../../surfaces/terminal/inbox/steps.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'
import { createPanel } from '../../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'
import { indent } from '../asks.ts'

const NOW = 50_000
const WORDS = wordsOf('en')
/** Listed newest first. */
const panelOf = (id: string, since = 0): Panel => createPanel(id, { questions: [indent], since }, { locale: 'en', words: WORDS })
const [a, b, c] = [panelOf('a', 3), panelOf('b', 2), panelOf('c', 1)]
const modelWith = (more: Partial<Model>): Model => ({ ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), now: NOW, ...more })
const ids = ({ panels, putAway }: Model): readonly unknown[] => [panels, putAway].map((list) => list.map(({ id }) => id))

describe('the list of asks', () => {
  it('is opened at the ask that is shown, else at the first; without any a notice says so', () => {
    expect([opened(modelWith({ panels: [b, a] }), NOW).inbox, opened(modelWith({ putAway: [c, b] }), NOW).inbox]).toStrictEqual([{ at: 'b', front: 'b' }, { at: 'b' }])
    const empty = opened(modelWith({}), NOW)
    expect([empty.inbox, empty.notice]).toEqual([undefined, { text: WORDS.idle, tone: 'plain', until: NOW + 8_000 }])
  })

  it('guards on its way out a panel that came under it, if that has the keyboard', () => {
    const guard = (more: Partial<Model>): unknown => closed(modelWith({ inbox: { at: 'a', front: 'a' }, panels: [b], place: 'panel', ...more }), NOW).guard
    expect([guard({}), guard({ panels: [a, b] }), guard({ place: 'input' }), guard({ panels: [], place: 'input' })]).toEqual([{ kind: 'until', at: NOW + 400 }, { kind: 'none' }, { kind: 'none' }, { kind: 'none' }])
    expect(closed(modelWith({ inbox: { at: 'a' } }), NOW)).not.toHaveProperty('inbox')
  })

  it('is marked at a row that is there, and only while it is open', () => {
    const model = modelWith({ panels: [a, b], putAway: [c], inbox: { at: 'b' } })
    expect([markedRow(model), markedRow(modelWith({ panels: [a], inbox: { at: 'gone' } })), markedRow(modelWith({ panels: [a] }))]).toEqual([1, 0, 0])
    expect([-1, 0, 2, 9].map((row) => marking(model, row).inbox?.at)).toEqual(['a', 'a', 'c', 'c'])
    for (const still of [modelWith({ panels: [a, b] }), modelWith({ inbox: { at: 'a' } })]) expect(marking(still, 1)).toBe(still)
  })

  it('goes with the last of its asks, and with none before that', () => {
    expect([kept(modelWith({ inbox: { at: 'a' } })).inbox, kept(modelWith({ inbox: { at: 'a' }, panels: [a] })).inbox, kept(modelWith({ inbox: { at: 'a' }, putAway: [a] })).inbox]).toEqual([undefined, { at: 'a' }, { at: 'a' }])
  })
})

describe('an ask that is picked', () => {
  it('comes first on the screen, is nowhere else, and takes no Enter for a moment', () => {
    const model = modelWith({ panels: [a, b], putAway: [c], inbox: { at: 'a' }, guard: { kind: 'until', at: 7 } })
    expect([0, 1, 2].map((row) => ids(picked(model, row, NOW)))).toEqual([[['a', 'b'], ['c']], [['b', 'a'], ['c']], [['c', 'a', 'b'], []]])
    expect(picked(model, 1, NOW)).toMatchObject({ place: 'panel', guard: { kind: 'none' }, deafUntil: NOW + 400 })
    expect([picked(model, 1, NOW).inbox, picked({ ...model, deafUntil: NOW + 900 }, 1, NOW).deafUntil]).toEqual([undefined, NOW + 900])
    expect(picked(model, 3, NOW)).toBe(model)
  })

  it('stays where it is while nobody knows what was asked, which a notice says', () => {
    const unknown = createPanel('u', { questions: [] }, { locale: 'en', words: WORDS })
    const model = modelWith({ putAway: [unknown], inbox: { at: 'u' } })
    expect(picked(model, 0, NOW)).toEqual({ ...model, notice: { text: WORDS.inbox.late.unreadable, tone: 'warn', until: NOW + 8_000 } })
  })
})
