import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { database, approval, batch, files, indent, languages, longCommand, permission, plan, remarks } from './asks.ts'
import { answered, createDriver, KEYS, won } from './driver.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { dueAfter, update } from '../../../surfaces/terminal/update.ts'
import type { Message } from '../../../surfaces/terminal/update.ts'

const { enter, esc, tab, shiftTab, up, down, right, left, ctrlC, ctrlS, ctrlX, ctrlY } = KEYS

describe('a single choice', () => {
  it('is answered with the option under the pointer', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(down, enter)
    expect(driver.effects).toEqual([{ type: 'submit', id: 'a', answer: { answers: [{ id: 'style', selected: ['Spaces'] }] } }])
  })

  it('moves to a digit without submitting, also to a full-width one', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('２')
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: ['Spaces'] }] }])
  })

  it('answers with the whole label, mark of recommendation included', () => {
    const driver = createDriver()
    driver.open('a', database)
    driver.type(enter)
    expect(driver.answers[0]?.answers[0]?.selected).toEqual(['PostgreSQL（推荐）'])
  })

  it('starts "Other" with any text, and the text replaces the choice', () => {
    const driver = createDriver()
    driver.open('a', database)
    driver.type('My', 'SQL, 8', enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'db', selected: [], custom: 'MySQL, 8' }] }])
  })

  it('starts "Other" with a paste, whose line breaks submit nothing', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('\x1b[200~one\r\ntwo\r\x1b[201~')
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(driver.answers[0]?.answers[0]?.custom).toBe('one\ntwo\n')
  })

  it('goes back from an empty "Other" without an answer', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('3', enter, '\u200b ', enter)
    expect(driver.effects).toEqual([])
    expect(driver.model.panels[0]?.mode).toBe('choosing')
  })

  it('keeps the text of "Other" when the pointer leaves it', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('eight', up)
    expect(driver.screen()).toContain('(•) Other: eight')
    driver.type('3', enter)
    expect(driver.answers[0]?.answers[0]?.custom).toBe('eight')
  })

  it('sets a typed text aside, and says so, when an option is chosen instead', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('eight', esc, '1', enter)
    // Enter moves the mark first: what is sent is what was seen marked.
    expect(driver.answers).toEqual([])
    expect(driver.model.kept).toBe('eight')
    expect(driver.screen()).toContain('^Y')
    driver.type(enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'style', selected: ['Tabs'] }] }])
  })

  it('keeps the mark where the pointer is, so that Enter sends what is seen marked', () => {
    const driver = createDriver()
    driver.open('a', { id: 'x', question: 'Which?', options: [{ label: 'One (Recommended)' }, { label: 'Two' }, { label: 'Three' }] })
    expect(driver.screen()).toContain('❯ 1. (•) One')
    driver.type('\u001b[B')
    expect(driver.screen()).toContain('❯ 2. (•) Two')
    expect(driver.screen()).toContain('  1. ( ) One')
    driver.type('3')
    expect(driver.screen()).toContain('❯ 3. (•) Three')
    driver.type(enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'x', selected: ['Three'] }] }])
  })
})

describe('options that look alike', () => {
  it('are told apart by case and width, and all answer as themselves', () => {
    for (const [index, label] of ['A', 'Ａ', 'a'].entries()) {
      const driver = createDriver()
      driver.open('a', { id: 'x', question: 'Go on?', options: [{ label: 'A' }, { label: 'Ａ' }, { label: 'a' }] })
      driver.type(String(index + 1), enter)
      expect(driver.answers).toEqual([{ answers: [{ id: 'x', selected: [label] }] }])
    }
  })

  it('are both shown when their labels are the same, and both mean that label', () => {
    const driver = createDriver()
    driver.open('a', { id: 'x', question: 'Go on?', options: [{ label: 'Yes', description: 'now' }, { label: 'Yes', description: 'later' }] })
    expect(driver.screen()).toMatch(/1\. \( \) Yes[^]*now[^]*2\. \( \) Yes[^]*later/)
    driver.type(down, enter)
    expect(driver.answers[0]?.answers).toEqual([{ id: 'x', selected: ['Yes'] }])
  })

  it('named like commands are labels and nothing else', () => {
    const driver = createDriver()
    driver.open('a', { id: '__proto__', question: 'Pick', options: ['__cancelled__', 'timeout', 'constructor', '/approve x'].map((label) => ({ label })) })
    driver.type('3', enter)
    expect(driver.effects).toEqual([{ type: 'submit', id: 'a', answer: { answers: [{ id: '__proto__', selected: ['constructor'] }] } }])
  })
})

describe('a multiple choice', () => {
  it('ticks with space and digits and submits with Enter alone', () => {
    const driver = createDriver()
    driver.open('a', languages)
    driver.type(' ', '3', '2', '2')
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'lang', selected: ['Python', 'Rust'] }] }])
  })

  it('refuses to go on with nothing ticked, and says why', () => {
    const driver = createDriver()
    driver.open('a', languages)
    driver.type(enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Tick at least one option')
  })

  it('delivers ticks and typed text together', () => {
    const driver = createDriver()
    driver.open('a', languages)
    driver.type('1', 'a "b", c', enter)
    expect(driver.answers).toEqual([{ answers: [{ id: 'lang', selected: ['Python'], custom: 'a "b", c' }] }])
  })

  it('reaches every one of 120 options', () => {
    const driver = createDriver({ columns: 36, rows: 10 })
    driver.open('a', files)
    driver.type('\x1b[F', up, ' ')
    expect(driver.screen()).toContain('❯ 120. [x]')
    driver.type(enter)
    expect(driver.answers[0]?.answers[0]?.selected).toEqual(['packages/part-119/src/index.ts'])
  })
})

describe('a batch', () => {
  it('asks one question after the other and submits from the review alone', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, '2', enter, 'no', enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Review')
    driver.type(enter)
    expect(driver.answers).toEqual([{ answers: [
      { id: 'lang', selected: ['Python'] }, { id: 'style', selected: ['Spaces'] }, { id: 'note', selected: [], custom: 'no' },
    ] }])
  })

  it('leads back with drafts kept', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, 'both', shiftTab)
    expect(driver.screen()).toContain('[x] Python')
    driver.type(tab)
    expect(driver.screen()).toContain('Other: both')
    driver.type(left, right)
    expect(driver.screen()).toContain('(•) Other: both')
  })

  it('jumps from a submit with gaps to the first gap, naming all, and back to the review', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type(tab, tab, tab, enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Still without an answer: 1, 2, 3')
    driver.type('1', enter)
    expect(driver.screen()).toContain('Review')
  })

  it('skips one question explicitly, and a later answer takes the skip back', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, ctrlS, 'x', enter, '2')
    expect(driver.screen()).toContain('2/3')
    driver.type(enter, enter)
    expect(driver.answers[0]?.answers[1]).toEqual({ id: 'style', selected: ['Tabs'] })
    const other = createDriver()
    other.open('a', ...batch)
    other.type('1', enter, ctrlS, 'x', enter, enter)
    expect(other.answers[0]?.answers[1]).toEqual({ id: 'style', selected: [] })
  })

  it('never turns skipping everything into an answer or a dismissal', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type(ctrlS, ctrlS, ctrlS, enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Every question is skipped')
  })

  it('offers no skip for a question that stands alone', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(ctrlS)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).not.toContain('^S')
  })

  it('refuses an empty text and keeps the other answers', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, '1', enter, '  \u200b', enter)
    expect(driver.screen()).toContain('Type an answer first')
    driver.type(ctrlS, enter)
    expect(driver.answers[0]?.answers).toEqual([{ id: 'lang', selected: ['Python'] }, { id: 'style', selected: ['Tabs'] }, { id: 'note', selected: [] }])
  })
})

describe('decisions with a risk', () => {
  it.each([['approval', approval], ['plan', plan]])('take two deliberate keys for an %s', (_, question) => {
    const driver = createDriver()
    driver.open('a', question)
    driver.type(enter)
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
  })

  it.each([250, 500, 660])('count a held Enter as one key, whose first repeat comes after %i ms', (delay) => {
    for (const question of [approval, plan, longCommand]) {
      const driver = createDriver({ apart: 33 })
      driver.open('a', question)
      driver.type(enter)
      driver.wait(delay - 33)
      driver.type(...Array.from({ length: 50 }, () => enter))
      expect(driver.effects).toEqual([])
    }
  })

  it('count a key that repeats slowly as one, too', () => {
    const driver = createDriver({ apart: 130 })
    driver.open('a', approval)
    driver.type(...Array.from({ length: 50 }, () => enter))
    expect(driver.effects).toEqual([])
  })

  it('are not made by an Enter that was pressed before the panel listened and is still held down', () => {
    for (const early of [-100, 0, 300]) {
      const driver = createDriver({ apart: 0 })
      if (early < 0) driver.type(enter)
      driver.wait(Math.max(0, -early))
      driver.ask('a', indent)
      driver.wait(Math.max(0, early))
      if (early >= 0) driver.type(enter)
      driver.wait(500)
      for (let repeat = 0; repeat < 30; repeat++) {
        driver.type(enter)
        driver.wait(33)
      }
      expect(driver.effects).toEqual([])
      driver.wait(700)
      driver.type(enter)
      expect(driver.answers).toHaveLength(1)
    }
  })

  it('take the second Enter after a pause, said in the hint, or at once when another key came in between', () => {
    const driver = createDriver({ apart: 0 })
    driver.open('a', approval)
    driver.type(enter)
    expect(driver.screen()).toContain('Enter again after a pause: submit')
    driver.wait(699)
    driver.type(enter)
    // The repeat that did not count begins the pause anew.
    driver.wait(699)
    driver.type(enter)
    expect(driver.answers).toEqual([])
    driver.wait(700)
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
    const other = createDriver({ apart: 130 })
    other.open('a', approval)
    other.type(enter, KEYS.down, KEYS.up, enter)
    expect(other.answers).toHaveLength(1)
  })

  it.each<[string, AskUserQuestionItem[], string[]]>([
    ['the review of a batch', [indent, remarks], ['1', enter, 'text']],
    ['the question whether to put a plan away', [plan], ['4']],
    ['a grant for good', [permission], ['2', ' ']],
    ['a grant of what was not shown', [longCommand], [' ']],
  ])('are not taken by one press that is held down into %s', (_, questions, keys) => {
    const driver = createDriver({ apart: 130 })
    driver.open('a', ...questions)
    driver.type(...keys, enter)
    driver.wait(370)
    driver.type(...Array.from({ length: 20 }, () => enter))
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toMatch(/Enter again after a pause: (?:yes|submit)/)
    driver.wait(700)
    driver.type(enter)
    expect(driver.effects).toHaveLength(1)
  })

  it('offer no free text on an approval, and show what a command hides', () => {
    const driver = createDriver()
    driver.open('a', approval)
    driver.type('yes', enter, '3')
    expect(driver.effects).toEqual([])
    expect(driver.screen()).not.toContain('Other')
    expect(driver.screen()).toContain('ls⟨U+200B⟩; safe ⟨U+202E⟩')
    expect(driver.screen()).toContain('⟨U+001B⟩[2K⟨U+000D⟩ls -la')
  })
})

describe('folding and dismissing', () => {
  it('folds to one strip with Esc, decides nothing, and comes back with Tab', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('ab', esc, esc)
    expect(driver.screen()).toContain('▸ Tabs or spaces?')
    expect(driver.screen()).not.toContain('┌')
    driver.type('1', enter)
    expect(driver.effects).toEqual([])
    driver.type(tab)
    expect(driver.screen()).toContain('Other: ab')
  })

  it('asks before it dismisses; Enter alone confirms', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, ctrlX)
    expect(driver.screen()).toContain('Dismiss all 3, discarding 1 answer?')
    driver.type('y')
    expect(driver.effects).toEqual([])
    expect(driver.screen()).not.toContain('Dismiss all')
    driver.type(ctrlX, enter)
    expect(driver.effects).toEqual([{ type: 'dismiss', id: 'a' }])
  })

  it('leaves with ^C only when pressed twice, clearing a text first', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type('text', ctrlC)
    expect(driver.screen()).toContain('Other: type your answer')
    driver.type(ctrlC)
    expect(driver.effects).toEqual([])
    driver.wait(2_001)
    driver.type(ctrlC)
    expect(driver.effects).toEqual([])
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })

  it('leaves at once with ^C when nothing is asked', () => {
    const driver = createDriver()
    driver.type(ctrlC)
    expect(driver.effects).toEqual([{ type: 'quit' }])
  })
})

describe('the type-ahead guard', () => {
  it('holds keys back until the panel is painted, however long that takes', () => {
    const driver = createDriver({ painting: false })
    driver.ask('a', indent)
    driver.wait(60_000)
    driver.type(enter)
    expect(driver.effects).toEqual([])
    driver.send({ type: 'painted' })
    driver.wait(401)
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('sends text to the input line, and the keyboard with it', () => {
    const driver = createDriver({ apart: 50 })
    driver.ask('a', indent)
    driver.type('1', 'hello')
    expect(driver.inputText).toBe('1hello')
    driver.wait(5_000)
    driver.type(enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Tab to answer')
  })

  it('opens a panel without the keyboard, with a bell, while a person is typing', () => {
    const driver = createDriver({ canSend: true })
    driver.type('hello')
    driver.ask('a', indent)
    driver.wait(3_000)
    driver.type(' 1', enter)
    expect(driver.effects).toEqual([{ type: 'bell' }, { type: 'send', text: 'hello 1' }])
    driver.wait(1_000)
    driver.type(tab, '1', enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('waits longer when one panel replaces another', () => {
    const driver = createDriver({ apart: 1 })
    driver.open('a', indent)
    driver.ask('b', indent)
    driver.send({ type: 'judged', id: 'a', verdict: won(answered({ surface: 'terminal' }, { answers: [] })) })
    driver.wait(600)
    driver.type(enter)
    expect(driver.answers).toEqual([])
    driver.wait(700)
    driver.type(enter)
    expect(driver.effects.at(-1)).toMatchObject({ type: 'submit', id: 'b' })
  })

  it('also holds back the Enter behind a Tab in the middle of typing', () => {
    const driver = createDriver({ apart: 100 })
    driver.open('a', indent)
    driver.type(esc)
    driver.wait(5_000)
    driver.type('git sta', tab, enter)
    expect(driver.effects).toEqual([])
  })

  it('lets no bytes decide anything in its time', () => {
    const bytes = fc.oneof(fc.constantFrom(...Object.values(KEYS)), fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ maxLength: 6 }))
    fc.assert(fc.property(fc.array(bytes, { maxLength: 12 }), fc.constantFrom([indent], [...batch], [approval], [remarks]), (reads, questions) => {
      const driver = createDriver({ apart: 30, canSend: true })
      driver.ask('a', ...questions)
      driver.type(...reads)
      expect(driver.effects.filter(({ type }) => type === 'submit' || type === 'dismiss')).toEqual([])
    }), { numRuns: 300 })
  })
})

describe('what happens elsewhere', () => {
  const phone = answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'db', selected: ['PostgreSQL（推荐）'] }] })

  it('closes the panel, says who answered what and where, and keeps unsent text', () => {
    const driver = createDriver({ locale: 'zh' })
    driver.open('a', database)
    driver.type('我想')
    driver.send({ type: 'settled', id: 'a', outcome: phone })
    expect(driver.screen()).toContain('✓ 王芳 已在飞书回答: PostgreSQL · 未发送的文字已保留：^Y 插入\n›')
    driver.type(ctrlY)
    expect(driver.inputText).toBe('我想')
    driver.wait(8_001)
    expect(driver.screen()).not.toContain('已保留')
    expect(driver.screen()).toContain('✓ 王芳 已在飞书回答: PostgreSQL')
  })

  it('swallows the Enter that was meant for the panel that went away', () => {
    const driver = createDriver({ canSend: true })
    driver.open('a', database)
    driver.type('draft')
    driver.send({ type: 'settled', id: 'a', outcome: phone })
    driver.type('more', enter)
    expect(driver.effects).toEqual([])
    driver.wait(1_000)
    driver.type(enter)
    expect(driver.effects).toEqual([{ type: 'send', text: 'more' }])
  })

  it('says it differently for each way to end', () => {
    const endings = [
      { kind: 'dismissed', actor: { surface: 'feishu', name: '王芳' }, at: 0 }, { kind: 'aborted', cause: 'withdrawn', at: 0 },
      { kind: 'timed-out', continued: false, at: 0 }, { kind: 'failed', error: new Error('x'), at: 0 },
    ] as const
    const lines = endings.map((outcome) => {
      const driver = createDriver()
      driver.open('a', indent)
      driver.send({ type: 'settled', id: 'a', outcome })
      return driver.model.notice?.text
    })
    expect(new Set(lines).size).toBe(endings.length)
    expect(lines.join()).not.toMatch(/Answered/)
  })

  it('tells a lost submit who was first', () => {
    const driver = createDriver()
    driver.open('a', database)
    driver.type(enter)
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'lost', outcome: phone } })
    expect(driver.model.panels).toEqual([])
    expect(driver.screen()).toContain('王芳 answered on Feishu: PostgreSQL')
  })

  it('re-arms the panel after a refusal, at the question at fault, with the draft intact', () => {
    const driver = createDriver()
    driver.open('a', ...batch)
    driver.type('1', enter, '2', enter, 'no', enter, enter)
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason: 'no such label', question: 'style' } })
    expect(driver.screen()).toContain('Not accepted: no such label')
    expect(driver.screen()).toContain('2/3')
    driver.type(enter, enter)
    expect(driver.answers).toHaveLength(2)
    expect(driver.answers[1]?.answers[2]).toEqual({ id: 'note', selected: [], custom: 'no' })
  })

  it('takes no key while the verdict is out', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.type(enter, enter, '2', 'x', enter)
    expect(driver.answers).toHaveLength(1)
  })
})

describe('several asks', () => {
  it('are shown first in, first out, with a count and one bell each', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', remarks)
    driver.ask('c', remarks)
    expect(driver.screen()).toContain('2 more waiting')
    expect(driver.effects).toEqual([{ type: 'bell' }, { type: 'bell' }])
    driver.send({ type: 'settled', id: 'b', outcome: { kind: 'timed-out', continued: false, at: 0 } })
    expect(driver.screen()).toContain('1 more waiting')
    expect(driver.screen()).toContain('Tabs or spaces?')
  })
})

describe('a window that is too small', () => {
  it('takes no answer, says so, and guards the panel when it grows', () => {
    const driver = createDriver({ columns: 35, rows: 24, apart: 30 })
    driver.open('a', indent)
    driver.type('1', enter)
    expect(driver.effects).toEqual([{ type: 'bell' }])
    expect(driver.screen().trim()).toBe('1 open: enlarge to 36x10')
    driver.send({ type: 'resized', size: { columns: 36, rows: 10 } })
    driver.type(enter)
    expect(driver.answers).toEqual([])
    driver.wait(700)
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
  })
})

describe('the moment that a message is shown', () => {
  const end = { kind: 'closed', why: 'gone', at: 0 } as const
  const news: readonly Message[] = [
    { type: 'told', news: { type: 'state-changed', state: 'running' } }, { type: 'said', text: 'x' }, { type: 'continued', id: 'a', questions: [], details: [] }, { type: 'late-ended', id: 'a', end },
  ]
  const outcome = answered({ surface: 'terminal' }, { answers: [] })
  const others: readonly Message[] = [
    { type: 'pressed', key: { kind: 'text', text: 'x' } }, { type: 'settled', id: 'a', outcome }, { type: 'noted', text: 'x' }, { type: 'ticked' }, { type: 'judged', id: 'a', verdict: { kind: 'lost', outcome } },
    { type: 'judged', id: 'a', verdict: won(outcome) },
  ]

  it('is soon for news, and at once for all that a person does or is asked', () => {
    expect(news.map((message) => dueAfter('soon', message))).toEqual(news.map(() => 'soon'))
    expect(others.map((message) => dueAfter('soon', message))).toEqual(others.map(() => 'now'))
    expect(news.map((message) => dueAfter('now', message))).toEqual(news.map(() => 'now'))
  })
})

describe('at the very millisecond', () => {
  const size = { columns: 80, rows: 24 }
  const model: Model = { ...createModel({ locale: 'en', size, canSend: true }), input: { before: 'x', after: '' } }
  const pressed = (before: Partial<Model>, now: number): readonly unknown[] => update({ ...model, ...before }, { type: 'pressed', key: { kind: 'press', name: 'enter' } }, now)[1].map(({ type }) => type)

  const guardAfter = (before: Model['size'], after: Model['size']): string => update({ ...model, size: before }, { type: 'resized', size: after }, 0)[0].guard.kind

  it('an Enter is one that repeats itself, or was meant for a panel that has gone, until its time is over', () => {
    expect([pressed({ enteredAt: 1_000 }, 1_119), pressed({ enteredAt: 1_000 }, 1_120)]).toEqual([[], ['send']])
    expect([pressed({ deafUntil: 1_000 }, 999), pressed({ deafUntil: 1_000 }, 1_000)]).toEqual([[], ['send']])
    expect([pressed({ enteredAt: 1_000, lastKey: 'enter' }, 1_699), pressed({ enteredAt: 1_000, lastKey: 'enter' }, 1_700)]).toEqual([[], ['send']])
  })

  it('a notice stands until its time is over', () => {
    const noticed: Model = { ...model, notice: { text: 'x', tone: 'plain', until: 1_000 } }
    expect([999, 1_000].map((now) => update(noticed, { type: 'ticked' }, now)[0].notice?.text)).toEqual(['x', undefined])
    expect(update(model, { type: 'ticked' }, 999)[0]).toEqual({ ...model, now: 999 })
  })

  it('keys are held back anew only when a window becomes large enough', () => {
    const tiny = { columns: 35, rows: 24 }
    expect([guardAfter(tiny, size), guardAfter(size, { columns: 90, rows: 24 }), guardAfter(tiny, { columns: 34, rows: 24 }), guardAfter(size, tiny)]).toEqual(['unpainted', 'none', 'none', 'none'])
  })
})

describe('what is sent to one panel', () => {
  it('that it is withdrawn takes it away', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', remarks)
    driver.send({ type: 'withdrawn', id: 'a' })
    expect(driver.model.panels.map(({ id }) => id)).toEqual(['b'])
  })

  it('of its clock changes no other', () => {
    const driver = createDriver()
    driver.open('a', indent)
    driver.ask('b', remarks)
    driver.send({ type: 'timed', id: 'b', wait: { kind: 'counting', remaining: 5_000 } })
    expect(driver.model.panels.map(({ wait }) => wait.kind)).toEqual(['endless', 'counting'])
  })

  it('by a quick Enter after another one goes on to the next question, which decides nothing', () => {
    const driver = createDriver({ apart: 200 })
    driver.open('a', indent, { ...indent, id: 'second' }, remarks)
    driver.type(enter, enter)
    expect(driver.screen()).toContain('3/3')
    expect(driver.effects).toEqual([])
    const timed = createDriver({ apart: 200 })
    timed.open('a', indent, { ...indent, id: 'second' }, remarks)
    timed.type(enter)
    timed.send({ type: 'timed', id: 'a', wait: { kind: 'counting', remaining: 60_000 } })
    timed.type(enter)
    expect([timed.model.panels[0]?.page, timed.effects]).toEqual([2, [{ type: 'hold', id: 'a', forGood: true }]])
  })
})

describe('a panel that has just appeared', () => {
  it('holds keys back for 400 ms, and for 700 in place of another', () => {
    for (const [quiet, before] of [[400, false], [700, true]] as const) {
      const driver = createDriver({ apart: 0 })
      if (before) {
        driver.open('old', remarks)
        driver.send({ type: 'settled', id: 'old', outcome: { kind: 'timed-out', continued: true, at: 0 } })
        driver.wait(5_000)
      }
      driver.ask('a', indent)
      driver.wait(quiet - 1)
      driver.type(down)
      expect(driver.model.panels[0]?.entries[0]?.row).toBe(0)
      driver.wait(1)
      driver.type(down)
      expect(driver.model.panels[0]?.entries[0]?.row).toBe(1)
    }
  })

  it('lets a person leave at once, and takes a blank into a line that has been begun', () => {
    const leaving = createDriver({ apart: 10 })
    leaving.ask('a', indent)
    leaving.type(ctrlC, ctrlC)
    expect(leaving.effects).toEqual([{ type: 'quit' }])
    const driver = createDriver({ apart: 10 })
    driver.ask('a', indent)
    driver.type(' ')
    expect([driver.inputText, driver.model.place]).toEqual(['', 'panel'])
    const typing = createDriver({ apart: 10 })
    typing.ask('a', indent)
    typing.type('a', ' ')
    expect(typing.inputText).toBe('a ')
    const guarded: Model = { ...driver.model, input: { before: 'a', after: '' } }
    expect(update(guarded, { type: 'pressed', key: { kind: 'text', text: ' ' } }, guarded.now)[0]).toMatchObject({ place: 'input', input: { before: 'a ' } })
  })
})
