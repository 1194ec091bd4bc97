import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { type AskTime, type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { type CardState, cardView, originOf, otherPlaces, type Reader } from '../../../surfaces/feishu/view.ts'
import { wordsOf } from '../../../surfaces/feishu/words.ts'
import { drawn, pressable } from './drawn.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: ['terminal'] }
const ALONE: Reader = { ...READER, places: [] }
const NAME: AskUserQuestionItem = { id: 'name', question: 'What is it called?' }
const OPTIONS = [{ label: 'No' }, { label: 'Yes' }]
const PLAN: AskUserQuestionItem = { id: 'plan', question: 'Go?', detail: 'plan', options: OPTIONS, intent: { kind: 'plan-review', approve: 'Yes' } }
const RUN: AskUserQuestionItem = { id: 'run', question: 'Run it?', detail: 'ls', options: OPTIONS, intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }
const AT = Date.UTC(2026, 2, 1, 6, 3, 22)
const EN = wordsOf('en')

const askOf = (...questions: AskUserQuestionItem[]): CardAsk => cardAsk('ask-1', { questions })
const timed = (time: AskTime): CardAsk => cardAsk('ask-1', { questions: [NAME] }, { time })
const open = (ask: CardAsk, reader = READER): ReturnType<typeof cardView> => cardView(ask, { kind: 'open' }, reader)
const part = (at: number, count: number): ReturnType<typeof cardView> => cardView(askOf(NAME), { kind: 'open', part: { at, count, blocks: [] } }, READER)
const intro = (ask: CardAsk, reader = READER): string | undefined => drawn(open(ask, reader).body)[0]

function from(session: string | undefined, cwd?: string, title?: string): readonly string[] {
  const agent = session === undefined ? {} : { agent: { id: session, session: { id: session, ...(cwd === undefined ? {} : { header: { cwd } }) } } }
  return originOf(cardAsk('a', { questions: [NAME], ...agent }, { title }), EN)
}

/** All of a card in one state. */
function stand(kind: 'oversized' | 'broken' | 'moved' | 'left', ask = askOf({ ...NAME, question: 'q'.repeat(201) }), reader = READER): readonly unknown[] {
  const { title, template, tag, summary, body, buttons, form } = cardView(ask, { kind }, reader)
  return [title.en, template, tag.en, summary.en, ...drawn(body), ...pressable(buttons), ...(form === undefined ? [] : ['form'])]
}

describe('the card of an open ask', () => {
  it('has a title for each sort of ask, and its first words in the chat list', () => {
    const frames = [askOf(NAME), askOf(NAME, { ...NAME, id: 'b' }), askOf(PLAN), askOf(RUN)].map((ask) => open(ask))
    expect(frames.map(({ title, template, tag, summary }) => [title.en, template, tag.en, summary.en])).toEqual([
      ['The agent has a question', 'blue', 'Waiting for you', 'What is it called?'], ['The agent has 2 questions', 'blue', 'Waiting for you', 'What is it called?'],
      ['A plan waits for your review', 'blue', 'Waiting for you', 'Go?'], ['The agent asks for permission', 'blue', 'Waiting for you', 'Run it?'],
    ])
    expect(open(askOf({ ...NAME, question: `\n${'q'.repeat(81)}` })).summary.en).toBe(`${'q'.repeat(80)}…`)
  })

  it('says where else it can be answered', () => {
    expect([intro(askOf(NAME)), intro(askOf(NAME), ALONE)]).toEqual(['Can be answered here or at the terminal. The first answer counts.', 'Can be answered here.'])
    expect(otherPlaces({ places: ['terminal', 'web'] }, EN)).toBe('at the terminal or on web')
    for (const question of [PLAN, RUN]) expect(intro(askOf(question))).toBe('Can be answered here or at the terminal. The first answer counts.')
  })

  it('says how long the agent waits and what comes after', () => {
    const late = 'An answer after that still reaches it as a message, unless this card says otherwise by then.'
    expect(intro(timed({ kind: 'limited', from: AT, until: AT + 60_000, canHold: true }), ALONE)?.split('\n')).toEqual(['Can be answered here.', 'The agent waits until 06:04:22 (UTC), then it goes on without an answer.', late])
    expect(intro(timed({ kind: 'limited', from: AT, canHold: true }), ALONE)?.split('\n')).toEqual(['Can be answered here.', 'The agent waits for a limited time, then it goes on without an answer.', late])
    expect(intro(timed({ kind: 'over' }), ALONE)?.split('\n')).toEqual(['Can be answered here.', 'The agent has gone on without an answer. Yours still reaches it, as a message.'])
  })

  it('has a button for the clock only where that can be stopped', () => {
    const buttons = [timed({ kind: 'limited', from: AT, canHold: true }), timed({ kind: 'limited', from: AT, canHold: false }), timed({ kind: 'over' }), askOf(NAME)].map((ask) => pressable(open(ask).buttons).map((button) => button.split(' ')[0]))
    expect(buttons).toEqual([['hold', 'dismiss'], ['dismiss'], [], ['dismiss']])
    expect(pressable(open(timed({ kind: 'limited', from: AT, canHold: true })).buttons)[0]).toBe('hold default Take your time')
  })

  it('of several cards says in its subtitle which it is', () => {
    expect([part(2, 3).subtitle?.en, part(2, 3).part, part(1, 1).subtitle, part(1, 1).part]).toEqual(['part 2 of 3', 2, undefined, 1])
  })
})

describe('where an ask comes from', () => {
  it('is the project and the session, by its title or a short form of its id', () => {
    expect(from('session-0123456789', '/home/w/shop/')).toEqual(['shop', 'Session session…6789'])
    expect(from('s\u200B1', 'C:\\work\\shop')).toEqual(['shop', 'Session s⟨U+200B⟩1'])
    expect(from('s1', '/', 'Move\nit')).toEqual(['Move'])
    expect(from('s1', `/${'p'.repeat(41)}`, 't'.repeat(61))).toEqual([`${'p'.repeat(40)}…`, `${'t'.repeat(60)}…`])
    expect(from(undefined)).toEqual([])
  })

  it('stands in the subtitle of every card, and nothing where it is not known', () => {
    const ask = cardAsk('ask-1', { questions: [NAME], agent: { id: 's1', session: { id: 's1', header: { cwd: '/w/shop' } } } })
    const states: CardState[] = [{ kind: 'open' }, { kind: 'oversized' }, { kind: 'broken' }, { kind: 'moved' }, { kind: 'left' }, { kind: 'ended', outcome: { kind: 'restarted', at: 0 }, telling: 'whole' }]
    expect(states.map((state) => cardView(ask, state, READER).subtitle?.en)).toEqual(states.map(() => 'shop · Session s1'))
    expect(states.map((state) => 'subtitle' in cardView(askOf(NAME), state, READER))).toEqual(states.map(() => false))
  })
})

describe('a card that takes no answer', () => {
  const begins = ['---', `**${'q'.repeat(200)}…**`]

  it('since it is too large, or lost one of its parts, says where to answer', () => {
    const oversized = ['The agent has a question', 'orange', 'Waiting for you', `${'q'.repeat(80)}…`, 'This question is too large to be shown whole here, so it cannot be answered here. Answer it at the terminal.', ...begins]
    expect([stand('oversized'), stand('broken')]).toEqual([oversized, oversized])
    expect(stand('oversized', undefined, ALONE)[4]).toContain('Answer it where the agent runs.')
  })

  it('since a decision is too long can at least be refused', () => {
    expect(stand('oversized', askOf(RUN)).slice(4)).toEqual(['This is too long to be shown whole here, so it cannot be approved here. Read and approve it at the terminal. Below is the beginning only.', '**Run it?**', '---', 'ls', '**✂ cut here; the rest is not shown**', 'reject danger No'])
    expect(stand('broken', askOf(RUN)).slice(4)).toEqual(['This question is too large to be shown whole here, so it cannot be answered here. Answer it at the terminal.', '---', '**Run it?**'])
  })

  it('since it was shown again, or Feishu was switched off, says so', () => {
    expect(stand('moved')).toEqual(['Moved down', 'grey', 'Waiting for you', 'Moved down', 'This question was shown once more. Answer it on the newest card in this chat.', ...begins])
    expect(stand('left')).toEqual(['No longer answered here', 'grey', 'Ended', 'No longer answered here', 'Feishu was switched off for this agent. If the question is still open, answer it at the terminal.', ...begins])
    expect(stand('left', undefined, ALONE)[4]).toContain('answer it where the agent runs.')
  })
})
