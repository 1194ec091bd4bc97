import { describe, expect, it } from 'vitest'
import type { AskUserQuestionAnswer, AskUserQuestionItem, Outcome } from '../../../router/types.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { endedView, endingLine, saidLine } from '../../../surfaces/feishu/ended-view.ts'
import type { Ended } from '../../../surfaces/feishu/ending.ts'
import type { Reader, Telling } from '../../../surfaces/feishu/view.ts'
import { drawn } from './drawn.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: [] }
const NAME: AskUserQuestionItem = { id: 'name', question: 'What\u200B is it called?' }
const WHY: AskUserQuestionItem = { id: 'why', question: 'Why?' }
const RUN: AskUserQuestionItem = { id: 'run', question: 'Run it?', detail: 'ls\u00A0-l', options: [{ label: 'No' }, { label: 'Yes' }, { label: 'Always' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No', always: 'Always' } }
const PLAN: AskUserQuestionItem = { id: 'plan', question: 'Go?', detail: 'plan', options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }
const LI = { surface: 'terminal', id: 'li', name: 'L\u200Bi' }

const askOf = (...questions: AskUserQuestionItem[]): CardAsk => cardAsk('ask-1', { questions })
const said = (...texts: string[]): AskUserQuestionAnswer['answers'] => texts.map((custom, index) => ({ id: ['name', 'why'][index] ?? '', selected: [], custom }))
const answered = (answers: AskUserQuestionAnswer['answers']): Outcome => ({ kind: 'answered', actor: LI, answer: { answers }, at: 0 })
const chosen = (id: string, label: string): Outcome => answered([{ id, selected: [label] }])
const replied = (actor: { surface: string; id?: string; name?: string }, text: string): Ended => ({ kind: 'replied', actor, answer: { answers: said(text) }, at: 0 })

function view(ask: CardAsk, ended: Ended, telling: Telling = 'whole'): readonly unknown[] {
  const { title, template, tag, summary, body } = endedView(ask, ended, telling, READER)
  return [title.en, template, tag.en, summary.en, ...drawn(body)]
}

describe('the end of an ask', () => {
  it.each<[string, CardAsk, Ended, string, string, string]>([
    ['an answer', askOf(NAME), answered(said('x')), 'L⟨U+200B⟩i answered at the terminal', 'green', 'Answered'],
    ['a dismissal', askOf(NAME), { kind: 'dismissed', actor: LI, at: 0 }, 'L⟨U+200B⟩i dismissed the question at the terminal', 'grey', 'Dismissed'],
    ['an approval', askOf(RUN), chosen('run', 'Yes'), 'L⟨U+200B⟩i approved at the terminal', 'green', 'Approved'],
    ['an approval for good', askOf(RUN), chosen('run', 'Always'), 'L⟨U+200B⟩i approved for good at the terminal', 'green', 'Approved for good'],
    ['a refusal', askOf(RUN), chosen('run', 'No'), 'L⟨U+200B⟩i rejected at the terminal', 'red', 'Rejected'],
    ['a plan with changes', askOf(PLAN), answered([{ id: 'plan', selected: [], custom: 'later' }]), 'L⟨U+200B⟩i asked for changes at the terminal', 'orange', 'Changes wanted'],
    ['a time that ran out', askOf(NAME), { kind: 'timed-out', continued: false, at: 0 }, 'Time ran out', 'orange', 'Timed out'],
    ['a failure', askOf(NAME), { kind: 'failed', error: undefined, at: 0 }, 'Ended: no place could show the question', 'red', 'Failed'],
    ['a withdrawal', askOf(NAME), { kind: 'aborted', cause: 'withdrawn', at: 0 }, 'Withdrawn by the agent: no answer is needed any more', 'grey', 'Ended'],
    ['a late answer', askOf(NAME), replied({ surface: 'feishu', name: 'W\u200Bang' }, 'x'), 'W⟨U+200B⟩ang answered late on Feishu', 'green', 'Answered late'],
    ['a late answer by an id', askOf(NAME), replied({ surface: 'feishu', id: 'ou_1' }, 'x'), 'ou_1 answered late on Feishu', 'green', 'Answered late'],
    ['a late answer of somebody', askOf(NAME), replied({ surface: 'feishu' }, 'x'), 'Someone answered late on Feishu', 'green', 'Answered late'],
    ['a late decision', askOf(PLAN), { kind: 'replied', actor: LI, answer: { answers: [{ id: 'plan', selected: ['Go'] }] }, at: 0 }, 'L⟨U+200B⟩i answered late at the terminal', 'green', 'Answered late'],
    ['an end elsewhere', askOf(NAME), { kind: 'closed', why: 'settled-elsewhere', at: 0 }, 'Answered or ended elsewhere', 'grey', 'Ended'],
    ['an ask that is gone', askOf(NAME), { kind: 'closed', why: 'gone', at: 0 }, 'The agent takes no answer to this any more', 'grey', 'Ended'],
    ['a restart', askOf(NAME), { kind: 'restarted', at: 0 }, 'Ended with a restart: ask again', 'orange', 'Ended'],
  ])('by %s has a line, a colour and a tag of its own', (_name, ask, ended, line, template, tag) => {
    expect(endingLine(ask, ended).en).toBe(line)
    expect(view(ask, ended).slice(0, 3)).toEqual([line, template, tag])
  })

  it('says on one line what was answered, as far as there is room', () => {
    const ask = askOf(NAME, WHY)
    expect(saidLine(ask, answered(said('one\ntwo', 'so')), 'en')).toBe('one · so')
    expect(saidLine(ask, answered(said('x'.repeat(61), 'y'.repeat(61))), 'en')).toBe(`${'x'.repeat(60)}… · ${'y'.repeat(60)}…`)
    expect(saidLine(askOf(NAME, WHY, { id: '', question: '' }), answered(said('x'.repeat(60), 'y'.repeat(60), 'z'.repeat(60))), 'en')).toBe(`${'x'.repeat(60)} · ${'y'.repeat(60)} · ${'z'.repeat(34)}…`)
    expect(saidLine(askOf(NAME), replied(LI, 'late'), 'en')).toBe('late')
    expect(saidLine(askOf(NAME), { kind: 'dismissed', actor: LI, at: 0 }, 'en')).toBe('')
  })
})

describe('the card of an ended ask', () => {
  it('tells when, what was asked and what was answered to it', () => {
    expect(view(askOf(NAME, WHY), answered([...said('ledger\u200B'), { id: 'why', selected: [] }]))).toEqual([
      'L⟨U+200B⟩i answered at the terminal', 'green', 'Answered', 'L⟨U+200B⟩i answered at the terminal: ledger⟨U+200B⟩ · (skipped)',
      'Time: 1970-01-01 00:00:00 (UTC)', '---', '**What⟨U+200B⟩ is it called?**', 'ledger⟨U+200B⟩', '---', '**Why?**', '(skipped)',
    ])
  })

  it('tells what would have been done, also where nobody answered', () => {
    expect(view(askOf(RUN), { kind: 'dismissed', actor: LI, at: 0 }).slice(3)).toEqual(['L⟨U+200B⟩i dismissed the question at the terminal', 'Time: 1970-01-01 00:00:00 (UTC)', '---', '**Run it?**', 'ls⟨U+00A0⟩-l'])
    expect(view(askOf(PLAN), chosen('plan', 'Go')).slice(4)).toEqual(['Time: 1970-01-01 00:00:00 (UTC)', '---', '**Go?**', 'Go'])
  })

  it('tells what becomes of a late answer, and what to do after a restart', () => {
    expect(view(askOf(NAME), replied(LI, 'x')).slice(4, 6)).toEqual(['Time: 1970-01-01 00:00:00 (UTC)', 'The answer was sent to the agent as a message.'])
    expect(view(askOf(NAME), { kind: 'restarted', at: 0 }).slice(4, 6)).toEqual(['Time: 1970-01-01 00:00:00 (UTC)', 'The agent\'s process has ended, and with it this question. If it still matters, ask the agent again.'])
  })

  it('tells each text cut where there is no room for all, and the end alone where there is none', () => {
    const long = { ...RUN, question: 'q'.repeat(121), detail: 'd'.repeat(301) }
    expect(view(askOf(long), chosen('run', 'Yes'), 'shortened').slice(5)).toEqual(['---', `**${'q'.repeat(120)}…**`, `${'d'.repeat(300)}…`, 'Yes'])
    expect(view(askOf({ ...NAME, question: 'q' }), answered(said('a'.repeat(301))), 'shortened').slice(5)).toEqual(['---', '**q**', `${'a'.repeat(300)}…`])
    expect(view(askOf({ ...NAME, question: 'q'.repeat(121) }), answered(said('a'.repeat(301)))).slice(5)).toEqual(['---', `**${'q'.repeat(121)}**`, 'a'.repeat(301)])
    expect(view(askOf(long), chosen('run', 'Yes'), 'outcome-only').slice(4)).toEqual(['Time: 1970-01-01 00:00:00 (UTC)'])
  })

  it('cuts its title and its line in the chat list', () => {
    const [title, , , summary] = view(askOf(NAME), replied({ surface: 'feishu', name: 'n'.repeat(200) }, 'x'))
    expect([title, summary]).toEqual([`${'n'.repeat(120)}…`, `${'n'.repeat(160)}…`])
  })

  it('has nothing to say of a question that the answer does not mention', () => {
    expect(view(askOf(NAME, WHY), answered(said('x'))).slice(-3)).toEqual(['---', '**Why?**', ''])
  })
})
