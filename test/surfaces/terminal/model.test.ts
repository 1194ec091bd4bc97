import { describe, expect, it } from 'vitest'
import { createModel, deadlineOf, isGuarded, isTiny, keeping, originIn, withNotice } from '../../../surfaces/terminal/model.ts'
import type { Model, Notice } from '../../../surfaces/terminal/model.ts'
import { IDLE_CONSOLE } from '../../../surfaces/terminal/console/model.ts'
import { createPanel } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { indent } from './asks.ts'

const NOW = 50_000
const NOTICE: Notice = { text: 'x', tone: 'plain', until: NOW + 300 }
const panelOf = (more: Partial<Panel> = {}): Panel => ({ ...createPanel('a', { questions: [indent] }, { locale: 'en', words: wordsOf('en') }), ...more })
const modelWith = (more: Partial<Model> = {}): Model => ({ ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), now: NOW, ...more })

describe('the screen as it begins', () => {
  it('has heard nothing yet, and neither sends nor interrupts unless somebody takes that', () => {
    expect(createModel({ locale: 'en', size: { columns: 80, rows: 24 } }).now).toBe(-Infinity)
    expect(modelWith()).toMatchObject({ canSend: false, canInterrupt: false })
    expect(createModel({ locale: 'en', size: { columns: 80, rows: 24 }, canSend: true, canInterrupt: true })).toMatchObject({ canSend: true, canInterrupt: true })
  })

  it('is too small below 36 columns or ten rows', () => {
    expect([[36, 10], [35, 10], [36, 9]].map(([columns = 0, rows = 0]) => isTiny({ columns, rows }))).toEqual([false, true, true])
  })
})

describe('keys', () => {
  it('are held back from the panel alone, and not over the list of asks', () => {
    const unpainted: Partial<Model> = { panels: [panelOf()], place: 'panel', guard: { kind: 'unpainted', quiet: 400 } }
    const guarded = (more: Partial<Model>): boolean => isGuarded(modelWith({ ...unpainted, ...more }), NOW)
    expect([guarded({}), guarded({ place: 'input' }), guarded({ panels: [] }), guarded({ inbox: { at: 'a' } }), guarded({ guard: { kind: 'none' } })]).toEqual([true, false, false, false, false])
    expect([NOW, NOW + 1].map((at) => guarded({ guard: { kind: 'until', at } }))).toEqual([false, true])
  })
})

describe('a text that is kept', () => {
  it('comes behind the one before, and is none where it is empty', () => {
    const kept = keeping(modelWith(), 'one')
    expect([kept.kept, keeping(kept, 'two').kept, keeping(kept, '').kept]).toEqual(['one', 'one\ntwo', 'one'])
  })
})

describe('a notice', () => {
  it('is taken away whole', () => {
    expect([withNotice(modelWith(), NOTICE).notice, Object.hasOwn(withNotice(modelWith({ notice: NOTICE }), undefined), 'notice')]).toEqual([NOTICE, false])
  })
})

describe('what changes by itself', () => {
  it('is next what comes first: the end of a notice, a second of a clock, or the ages in the list of asks', () => {
    const counting = panelOf({ wait: { kind: 'counting', until: NOW + 10_500 } })
    expect([
      modelWith(), modelWith({ notice: NOTICE }), modelWith({ panels: [panelOf()] }), modelWith({ panels: [counting] }), modelWith({ panels: [counting], notice: NOTICE }),
      modelWith({ panels: [counting], notice: { ...NOTICE, until: NOW + 900 } }), modelWith({ panels: [counting], inbox: { at: 'a' } }),
    ].map(deadlineOf)).toEqual([undefined, NOW + 300, undefined, NOW + 500, NOW + 300, NOW + 500, NOW + 1_000])
  })
})

describe('where an ask comes from', () => {
  it('is said unless it is the session that the screen shows', () => {
    const shown = modelWith({ console: { ...IDLE_CONSOLE, heading: { id: 's' } } })
    const asked = { ...panelOf(), origin: 'shop' }
    expect([originIn(shown, { ...asked, session: 's' }), originIn(shown, { ...asked, session: 'other' }), originIn(modelWith({ console: IDLE_CONSOLE }), asked), originIn(modelWith(), asked)]).toEqual([undefined, 'shop', 'shop', 'shop'])
  })
})
