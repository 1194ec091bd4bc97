/** Asks that the agent no longer waits for: which of them is on the screen, and what a person may do with them. */
import { describe, expect, it } from 'vitest'
import type { LateEnd, Outcome } from '../../../router/types.ts'
import { continued as wentOnIn, deliveredLine, endLine, lateDelivered, lateEnded, lateJudged, putAway } from '../../../surfaces/terminal/late-ending.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { createModel, deadlineOf } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { atPage, createPanel, withEntry } from '../../../surfaces/terminal/panel.ts'
import type { Panel } from '../../../surfaces/terminal/panel.ts'
import { CONTINUED } from '../../../surfaces/terminal/wait.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { batch, database, indent, remarks, shortPlan } from './asks.ts'
import { createShop } from './console/shop.ts'
import { createDriver, KEYS } from './driver.ts'
import type { Driver } from './driver.ts'

const wentOn: Outcome = { kind: 'timed-out', continued: true, at: 0 }

function continued(driver: Driver = createDriver(), id = 'a'): Driver {
  driver.open(id, indent)
  driver.send({ type: 'settled', id, outcome: wentOn })
  return driver
}

const shown = ({ model }: Driver): string | undefined => model.panels[0]?.id
const away = ({ model }: Driver): readonly string[] => model.putAway.map(({ id }) => id)
const bells = ({ effects }: Driver): number => effects.filter(({ type }) => type === 'bell').length

const WORDS = wordsOf('en')
const LATE = WORDS.inbox.late
const NOW = 50_000
const REPLIED: LateEnd = { kind: 'replied', actor: { surface: 'feishu', name: 'Wang' }, answer: { answers: [{ id: 'style', selected: ['Tabs'] }] }, at: 0 }
const GONE: LateEnd = { kind: 'closed', why: 'gone', at: 0 }
const latePanel = (id: string, ...questions: Parameters<Driver['open']> extends [string, ...infer Rest] ? Rest : never): Panel => ({ ...createPanel(id, { questions }, { locale: 'en', words: WORDS }), wait: CONTINUED })
const typed = (panel: Panel, text: string): Panel => withEntry(panel, { editor: editorWith(text) })
const modelWith = (panels: readonly Panel[], more: Partial<Model> = {}): Model => ({ ...createModel({ locale: 'en', size: { columns: 80, rows: 24 }, zone: 'UTC' }), panels, place: 'panel', now: NOW, ...more })

describe('a later ask', () => {
  it('comes before one that has gone on, guarded like any that takes a place', () => {
    const driver = continued()
    driver.ask('b', database)
    expect([shown(driver), bells(driver)]).toEqual(['b', 0])
    driver.type(KEYS.enter)
    expect(driver.effects).toEqual([])
    driver.wait(1_000)
    driver.type(KEYS.enter)
    expect(driver.effects).toMatchObject([{ type: 'submit', id: 'b' }])
  })

  it('never takes the place of the one that the person is in, and calls instead', () => {
    const driver = continued()
    driver.type(KEYS.down)
    driver.ask('b', database)
    expect([shown(driver), bells(driver)]).toEqual(['a', 1])
    expect(driver.screen()).toContain('1 more waiting')
    driver.type(KEYS.esc)
    expect([shown(driver), away(driver)]).toEqual(['b', ['a']])
  })

  it('that waits already comes forward when the one before it goes on', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', database)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    expect(shown(driver)).toBe('b')
    expect(driver.model.panels.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('stays behind a folded one that has gone on, and is what Tab opens', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.esc)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.ask('b', database)
    expect([shown(driver), driver.model.place, bells(driver)]).toEqual(['b', 'strip', 1])
  })

  it.each([
    ['comes', (driver: Driver) => {
      driver.send({ type: 'settled', id: 'a', outcome: wentOn })
      driver.ask('b', database)
    }],
    ['has come before', (driver: Driver) => {
      driver.ask('b', database)
      driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    }],
  ])('that %s is not answered by keys that were on their way to the folded one', (_, swap) => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.esc)
    swap(driver)
    driver.type(KEYS.tab, KEYS.enter)
    expect([shown(driver), driver.model.place, driver.answers]).toEqual(['b', 'panel', []])
    driver.wait(700)
    driver.type(KEYS.enter)
    expect(driver.answers).toHaveLength(1)
  })
})

describe('a panel that has gone on', () => {
  it.each([['Esc', KEYS.esc], ['^X', KEYS.ctrlX]])('is only put away by %s: nothing is sent and the draft stays', (_, key) => {
    const driver = continued()
    driver.type('mine', KEYS.esc, key)
    expect([driver.effects, shown(driver), away(driver)]).toEqual([[], undefined, ['a']])
    expect(driver.screen()).toContain('Put away; a late answer is still taken: ^G lists it.')
    driver.type(KEYS.ctrlG, KEYS.enter)
    expect(driver.screen()).toContain('Other: mine')
  })

  it('is put away by the row of a plan that decides nothing', () => {
    const driver = createDriver()
    driver.open('a', shortPlan)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.type('4', KEYS.enter, KEYS.enter)
    expect([driver.effects, away(driver)]).toEqual([[], ['a']])
  })

  it('counts no more, is no question that the agent asks, and does not keep the screen from being left', () => {
    const driver = createShop()
    driver.open('a', indent)
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 10_000 } })
    expect(driver.screen()).toContain('asking 1')
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 10_000 } })
    driver.wait(10_000)
    expect(deadlineOf(driver.model)).toBeUndefined()
    expect(driver.screen()).not.toMatch(/asking|\d\d:\d\d left/)
  })

  it('takes the answer that lost against the clock again: what was on its way is back with its draft', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(KEYS.down, KEYS.enter)
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'lost', outcome: wentOn } })
    driver.type(KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: ['Spaces'] }] }, { answers: [{ id: 'style', selected: ['Spaces'] }] }])
  })

  it('can be put away while its answer is on the way; what becomes of that is said then', () => {
    const driver = continued()
    driver.type(KEYS.enter)
    driver.send({ type: 'late-judged', id: 'a', verdict: { kind: 'accepted', result: new Promise(() => {}) } })
    expect(driver.screen()).toContain('Sending')
    driver.type(KEYS.esc)
    expect(away(driver)).toEqual(['a'])
    driver.send({ type: 'late-delivered', id: 'a', result: { kind: 'failed', code: 'NO_SESSION' } })
    expect(driver.screen()).toContain('could not be opened')
    driver.type(KEYS.ctrlG, KEYS.enter)
    driver.wait(1_000)
    driver.type(KEYS.enter)
    driver.send({ type: 'late-delivered', id: 'a', result: { kind: 'delivered' } })
    expect(driver.screen()).toContain('✓ Late answer sent as a message: Tabs')
    expect([shown(driver), away(driver)]).toEqual([undefined, []])
  })

  it('leads to the question that a refusal is about', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.send({ type: 'settled', id: 'a', outcome: wentOn })
    driver.send({ type: 'late-judged', id: 'a', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'no such\nlabel', question: 'style' } })
    expect(driver.model.panels[0]?.page).toBe(1)
    expect(driver.screen()).toContain('Not accepted: no such label')
  })

  it('goes quietly when it is over and nobody was at it, and with a word where it was shown', () => {
    const driver = continued()
    driver.type(KEYS.esc)
    driver.wait(10_000)
    driver.send({ type: 'late-ended', id: 'a', end: { kind: 'closed', why: 'gone', at: 0 } })
    expect(driver.screen()).not.toContain('The question is over')
    continued(driver, 'b')
    driver.send({ type: 'late-ended', id: 'b', end: { kind: 'closed', why: 'settled-elsewhere', at: 0 } })
    expect(driver.screen()).toContain('Answered elsewhere')
    driver.type(KEYS.enter)
    expect(driver.effects).toEqual([])
  })
})

describe('an ask from before', () => {
  it('takes its questions once they are known, and keeps what was typed where they were', () => {
    const driver = createDriver()
    driver.send({ type: 'continued', id: 'old', questions: [], since: 0, session: 's' })
    expect(driver.model.putAway[0]?.form).toEqual([])
    driver.send({ type: 'continued', id: 'old', questions: [remarks], since: 0, session: 's' })
    driver.type(KEYS.ctrlG, KEYS.enter, 'text')
    driver.send({ type: 'continued', id: 'old', questions: [remarks], since: 0, session: 's' })
    expect(driver.screen()).toContain('text')
    driver.wait(1_000)
    driver.type(KEYS.enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'note', selected: [], custom: 'text' }] }])
  })

  it('counts with the others in one notice, however many come', () => {
    const driver = createDriver()
    for (let index = 0; index < 1_000; index++) driver.send({ type: 'continued', id: `old-${index}`, questions: [indent], since: index })
    expect(driver.screen()).toContain('1000 questions still take a late answer: ^G lists them.')
    expect(driver.screen()).toContain('^G all questions')
    driver.type(KEYS.ctrlG, '\x1b[F', KEYS.enter)
    expect(driver.model.panels[0]?.id).toBe('old-0')
  })
})

describe('news of an ask that has gone on', () => {
  it('brings what was asked to a panel that did not know, and leaves the draft of one that did', () => {
    const [unknown, known] = [latePanel('a'), typed({ ...latePanel('a', indent), mode: 'sending' }, 'x')]
    const [told] = wentOnIn(modelWith([unknown, latePanel('b', remarks)]), 'a', { questions: [indent] }, NOW)
    expect(told.panels.map(({ id, form, wait }) => [id, form.length, wait.kind])).toEqual([['a', 1, 'continued'], ['b', 1, 'continued']])
    const [same] = wentOnIn(modelWith([known]), 'a', { questions: [indent] }, NOW)
    expect(same.panels.map(({ mode, entries, wait }) => [mode, entries[0]?.editor, wait.kind])).toEqual([['choosing', editorWith('x'), 'continued']])
    expect(wentOnIn(modelWith([{ ...known, mode: 'typing' }]), 'a', { questions: [indent] }, NOW)[0].panels[0]?.mode).toBe('typing')
    expect(wentOnIn(modelWith([{ ...unknown, since: 7 }]), 'a', { questions: [] }, NOW)[0].panels).toMatchObject([{ form: [], since: 7 }])
  })

  it('puts one that is not on the screen into the list, and says so', () => {
    const [model] = wentOnIn(modelWith([], { putAway: [latePanel('b', remarks)] }), 'a', { questions: [indent] }, NOW)
    expect([model.putAway.map(({ id }) => id), model.notice]).toEqual([['a', 'b'], { text: LATE.waiting(2), tone: 'plain', until: NOW + 8_000 }])
  })
})

describe('an ask that is put away', () => {
  it('keeps its draft, and an answer that is on its way', () => {
    const sending: Panel = { ...typed(latePanel('a', indent), 'x'), mode: 'sending' }
    const model = putAway(modelWith([sending, latePanel('b', remarks)]), 'a', NOW)
    expect([model.panels.map(({ id }) => id), model.putAway, model.notice]).toEqual([['b'], [sending], { text: LATE.putAway, tone: 'plain', until: NOW + 8_000 }])
    const reading: Panel = { ...atPage(latePanel('b', ...batch), 1), mode: 'reading', scroll: 3 }
    expect(putAway(modelWith([latePanel('a', indent), reading]), 'b', NOW).putAway.map(({ mode, scroll, page }) => [mode, scroll, page])).toEqual([['choosing', 0, 1]])
    expect(putAway(modelWith([sending]), 'x', NOW)).toEqual(modelWith([sending]))
  })
})

describe('a late answer of this screen', () => {
  const sending: Panel = { ...withEntry(latePanel('a', indent), { chosen: [0] }), mode: 'sending' }
  const model = modelWith([sending, latePanel('b', remarks)], { typedAt: NOW })

  it('that was taken changes nothing until it has arrived', () => {
    expect(lateJudged(model, 'a', { kind: 'accepted', result: new Promise(() => {}) }, NOW)).toEqual([model, []])
  })

  const refused = (code: 'UNREADABLE' | 'BAD_ANSWER'): readonly unknown[] => lateJudged(model, 'a', { kind: 'refused', code, reason: 'no' }, NOW)[0].panels.map(({ mode, complaint }) => [mode, complaint])

  it('that was refused leads back to its question, in its panel only', () => {
    expect([refused('UNREADABLE'), refused('BAD_ANSWER')]).toEqual([[['choosing', LATE.unreadable], ['typing', undefined]], [['choosing', WORDS.refused('no')], ['typing', undefined]]])
  })

  it('that came second tells who was first', () => {
    const [after] = lateJudged(model, 'a', { kind: 'lost', end: REPLIED }, NOW)
    expect([after.panels.map(({ id }) => id), after.notice?.text, after.notice?.tone]).toEqual([['b'], '✓ Wang answered on Feishu: Tabs', 'good'])
  })

  it('that has arrived takes its panel away, and hands the keyboard on', () => {
    const [after] = lateDelivered(model, 'a', { kind: 'delivered' }, NOW)
    expect([after.panels.map(({ id }) => id), after.place, after.notice]).toEqual([['b'], 'panel', undefined])
    expect([deliveredLine(WORDS, 'en', sending, { kind: 'delivered' }), deliveredLine(WORDS, 'en', latePanel('a', indent), { kind: 'delivered' })]).toEqual([`✓ ${LATE.delivered('Tabs')}`, `✓ ${LATE.delivered('')}`])
    expect(lateDelivered(model, 'x', { kind: 'delivered' }, NOW)).toEqual([model, []])
  })

  it.each(['BAD_ANSWER', 'NO_SESSION'] as const)('that failed by %s can be given again: its panel says so, or a notice where that is not seen', (code) => {
    const result = { kind: 'failed', code } as const
    const line = `✕ ${LATE.failed[code]}`
    const stand = (before: Model): readonly unknown[] => {
      const [{ panels, putAway: away, notice }] = lateDelivered(before, 'a', result, NOW)
      return [[...panels, ...away].map(({ id, mode, complaint }) => [id, mode, complaint]), notice?.text]
    }
    expect(stand(model)).toEqual([[['a', 'choosing', line], ['b', 'typing', undefined]], undefined])
    expect(stand({ ...model, place: 'input' })).toEqual([[['a', 'choosing', line], ['b', 'typing', undefined]], line])
    expect(stand({ ...model, panels: model.panels.toReversed() })).toEqual([[['b', 'typing', undefined], ['a', 'choosing', line]], line])
    expect(stand({ ...model, panels: [], putAway: [sending] })).toEqual([[['a', 'choosing', line]], line])
  })

  it.each(['NOT_ANSWERABLE', 'REPLY_QUEUED'] as const)('that failed by %s takes its panel away, and keeps what was typed', (code) => {
    const [after] = lateDelivered({ ...model, panels: [typed(sending, 'my words'), latePanel('b', remarks)] }, 'a', { kind: 'failed', code }, NOW)
    expect([after.panels.map(({ id }) => id), after.kept, after.deafUntil, after.notice]).toEqual([['b'], 'my words', NOW + 1_000, { text: `✕ ${LATE.failed[code]} · ${WORDS.kept}`, tone: 'warn', until: NOW + 8_000 }])
  })
})

describe('the end of an ask that has gone on', () => {
  it('waits for what becomes of an answer that is on its way', () => {
    const model = modelWith([{ ...latePanel('a', indent), mode: 'sending' }])
    expect([lateEnded(model, 'a', GONE, NOW), lateEnded(model, 'x', GONE, NOW)]).toEqual([[model, []], [model, []]])
  })

  it('is said where somebody was at it or it was answered, and not of many that nobody was at', () => {
    const away = (panel: Panel, end: LateEnd): readonly unknown[] => {
      const [{ putAway: left, notice, deafUntil }] = lateEnded(modelWith([], { putAway: [panel, latePanel('b', remarks)] }), 'a', end, NOW)
      return [left.map(({ id }) => id), notice?.text, notice?.tone, deafUntil]
    }
    expect(away(latePanel('a', indent), GONE)).toEqual([['b'], undefined, undefined, -Infinity])
    expect(lateEnded(modelWith([latePanel('b', remarks)], { putAway: [latePanel('a', indent)] }), 'a', GONE, NOW)[0]).toMatchObject({ panels: [{ id: 'b' }], putAway: [], transcript: { entries: { end: 0 } } })
    expect(away(typed(latePanel('a', indent), 'x'), GONE)).toEqual([['b'], `✕ ${LATE.closed.gone} · ${WORDS.kept}`, 'warn', -Infinity])
    expect(away(latePanel('a', indent), REPLIED)).toEqual([['b'], '✓ Wang answered on Feishu: Tabs', 'good', -Infinity])
    const [shownToo] = lateEnded(modelWith([latePanel('a', indent)]), 'a', GONE, NOW)
    expect([shownToo.panels, shownToo.notice?.text, shownToo.deafUntil, shownToo.kept]).toEqual([[], `✕ ${LATE.closed.gone}`, NOW + 1_000, ''])
    expect(lateEnded(modelWith([latePanel('a', indent)], { deafUntil: NOW + 9_000 }), 'a', GONE, NOW)[0].deafUntil).toBe(NOW + 9_000)
  })

  it('is told by who was first, or by what became of it', () => {
    expect([endLine(WORDS, 'en', latePanel('a', indent), REPLIED), endLine(WORDS, 'en', latePanel('a', indent), { kind: 'closed', why: 'settled-elsewhere', at: 0 })]).toEqual(['✓ Wang answered on Feishu: Tabs', `✕ ${LATE.closed['settled-elsewhere']}`])
  })
})
