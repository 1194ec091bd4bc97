import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import type { AskUserQuestionItem, Outcome } from '../../../router/types.ts'
import { type Card, renderCard } from '../../../surfaces/feishu/card.ts'
import { type AskTime, cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Ended } from '../../../surfaces/feishu/ending.ts'
import { checkCard, endedCard, openCards } from '../../../surfaces/feishu/fit.ts'
import { type CardState, cardView, type Reader } from '../../../surfaces/feishu/view.ts'

const AT = Date.UTC(2026, 2, 1, 6, 3, 22)
const WANG = { surface: 'feishu', id: 'ou_wang', name: 'Wang Fang' }
const DESK = { surface: 'terminal' }

const readerOf = (locale: Reader['locale']): Reader => ({ locale, timeZone: 'Asia/Shanghai', places: ['terminal'] })
const askOf = (...questions: AskUserQuestionItem[]): ReturnType<typeof cardAsk> =>
  cardAsk('ask-1', { questions, agent: { id: 'session-1', session: { id: 'session-1' } } })

/** An ask of a session with a title, in a project, that the agent waits for in its own way. */
const timedOf = (time: AskTime): ReturnType<typeof cardAsk> =>
  cardAsk('ask-1', { questions: [TEXT], agent: { id: 'session-1', session: { id: 'session-1', header: { cwd: '/home/wang/ledger/' } } } }, { title: 'Move the store', time })

const LATE: Record<string, Ended> = {
  replied: { kind: 'replied', actor: WANG, at: AT, answer: { answers: [{ id: 'name', selected: [], custom: 'ledger' }] } },
  'settled-elsewhere': { kind: 'closed', why: 'settled-elsewhere', at: AT },
  gone: { kind: 'closed', why: 'gone', at: AT },
  restarted: { kind: 'restarted', at: AT },
}

const SINGLE: AskUserQuestionItem = {
  id: 'db',
  header: 'Storage',
  question: 'Which database shall the service use?',
  detail: 'It has to hold **two million** rows.',
  options: [{ label: 'Postgres (Recommended)', description: 'a server of its own' }, { label: 'SQLite', description: 'one file' }, { label: 'None' }],
}
const MULTI: AskUserQuestionItem = { id: 'checks', question: '要运行哪些检查？', options: [{ label: '单元测试' }, { label: '类型检查' }], multiSelect: true }
const TEXT: AskUserQuestionItem = { id: 'name', question: 'What is the service called?' }
const APPROVAL: AskUserQuestionItem = {
  id: 'run', question: 'Run this command?', detail: 'rm -rf build/\u202E', options: [{ label: 'Allow once' }, { label: 'Reject' }],
  intent: { kind: 'approval', approve: 'Allow once', reject: 'Reject' },
}
const ALWAYS: AskUserQuestionItem = {
  id: 'run', question: 'Run it outside the sandbox?', detail: 'git push', options: [{ label: '拒绝' }, { label: '允许一次' }, { label: '总是允许', description: 'this command in this project' }],
  intent: {
    kind: 'approval', approve: '允许一次', reject: '拒绝', always: '总是允许', subject: { name: 'bash\u200B' },
    display: { question: { en: 'Run this outside the sandbox?', zh: '要在沙箱外运行吗？' }, detail: { en: 'It needs the network.', zh: '它需要网络。' }, approve: { en: 'Allow this once', zh: '允许这一次' } },
  },
}
const PLAN: AskUserQuestionItem = {
  id: 'plan-review', header: 'Plan', question: 'Leave plan mode?', options: [{ label: 'Keep planning', description: 'Stay in plan mode' }, { label: 'Approve' }],
  detail: '# Move the store\n\n1. Read `store.ts`\n   - **twice**\n2. <at id=all></at> [docs](http://evil.example)\n\n```ts\nrm(all)\n```\n\n| a | b |\n|---|---|\n| 1 | x \\| y |',
  intent: { kind: 'plan-review', approve: 'Approve' },
}
const HOSTILE: AskUserQuestionItem = {
  id: 'x', header: '**bold** <at id=all></at>', question: '[click](http://evil.example) ![](http://evil.example/p.png)\n```', detail: '<at id=all></at>\u200B',
  options: [{ label: '<at id=all></at>' }, { label: 'same' }, { label: 'same' }, { label: '\u200B' }],
}

const OUTCOMES: Record<string, Outcome> = {
  'answered-here': { kind: 'answered', actor: WANG, at: AT, answer: { answers: [{ id: 'db', selected: ['SQLite'] }, { id: 'checks', selected: ['单元测试'], custom: 'and "lint", twice\nplease' }, { id: 'name', selected: [] }] } },
  'answered-elsewhere': { kind: 'answered', actor: DESK, at: AT, answer: { answers: [{ id: 'db', selected: [], custom: 'MariaDB' }, { id: 'checks', selected: [] }, { id: 'name', selected: [], custom: 'ledger' }] } },
  dismissed: { kind: 'dismissed', actor: DESK, at: AT },
  withdrawn: { kind: 'aborted', cause: 'withdrawn', at: AT },
  disposed: { kind: 'aborted', cause: 'disposed', at: AT },
  'timed-out': { kind: 'timed-out', continued: false, at: AT },
  failed: { kind: 'failed', error: new Error('no place'), at: AT },
}

function decided(name: string, question: AskUserQuestionItem, label: string): (readonly [string, ReturnType<typeof cardAsk>, CardState])[] {
  return [[name, askOf(question), { kind: 'ended', telling: 'whole', outcome: { kind: 'answered', actor: WANG, at: AT, answer: { answers: [{ id: question.id, selected: [label] }] } } }]]
}

const CASES: readonly (readonly [name: string, ask: ReturnType<typeof cardAsk>, state: CardState])[] = [
  ['open-single', askOf(SINGLE), { kind: 'open' }],
  ['open-multi', askOf(MULTI), { kind: 'open' }],
  ['open-text', askOf(TEXT), { kind: 'open' }],
  ['open-batch', askOf(SINGLE, MULTI, TEXT), { kind: 'open' }],
  ['open-approval', askOf(APPROVAL), { kind: 'open' }],
  ['open-approval-always', askOf(ALWAYS), { kind: 'open' }],
  ['open-plan', askOf(PLAN), { kind: 'open' }],
  ['oversized-approval', askOf(ALWAYS), { kind: 'oversized' }],
  ['oversized-plan', askOf(PLAN), { kind: 'oversized' }],
  ['broken', askOf(PLAN), { kind: 'broken' }],
  ...decided('approved', ALWAYS, '允许一次'),
  ...decided('approved-always', ALWAYS, '总是允许'),
  ...decided('rejected', ALWAYS, '拒绝'),
  ...decided('plan-approved', PLAN, 'Approve'),
  ...decided('plan-declined', PLAN, 'Keep planning'),
  ['plan-changes', askOf(PLAN), { kind: 'ended', telling: 'whole', outcome: { kind: 'answered', actor: WANG, at: AT, answer: { answers: [{ id: 'plan-review', selected: [], custom: 'Keep the old table\nuntil May' }] } } }],
  ['open-hostile', askOf(HOSTILE), { kind: 'open' }],
  ['oversized', askOf(SINGLE), { kind: 'oversized' }],
  ['open-timed', timedOf({ kind: 'limited', from: AT, until: AT + 90_000, canHold: true }), { kind: 'open' }],
  ['open-timed-unknown', timedOf({ kind: 'limited', from: AT, canHold: true }), { kind: 'open' }],
  ['open-continued', timedOf({ kind: 'over' }), { kind: 'open' }],
  ['moved', timedOf({ kind: 'over' }), { kind: 'moved' }],
  ...Object.entries(LATE).map(([name, outcome]) => [name, timedOf({ kind: 'over' }), { kind: 'ended', outcome, telling: 'whole' }] as const),
  ['left', askOf(SINGLE), { kind: 'left' }],
  ...Object.entries(OUTCOMES).map(([name, outcome]) => [name, askOf(SINGLE, MULTI, TEXT), { kind: 'ended', outcome, telling: 'whole' }] as const),
  ['hostile-ended', askOf(HOSTILE), { kind: 'ended', outcome: OUTCOMES['dismissed'] as Outcome, telling: 'whole' }],
]

/** Every piece of text that a card would read as markdown. */
function markdownOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markdownOf)
  if (typeof value !== 'object' || value === null) return []
  const own = 'tag' in value && value.tag === 'markdown' && 'content' in value ? [String(value.content)] : []
  return [...own, ...Object.values(value).flatMap(markdownOf)]
}

/** Names and values, which come back in a click. */
function wireWords(card: Card): readonly string[] {
  return [...JSON.stringify(card).matchAll(/"(?:name|value|ask|act)":"[^"]*"/gu)].map(([found]) => found)
}

const isInteractive = (card: Card): boolean => /"tag":"(?:button|input|form|select_static|multi_select_static|checker)"/u.test(JSON.stringify(card))

describe.each(['en', 'zh'] as const)('the card in %s', (locale) => {
  it.each(CASES)('for %s is the golden one and stands before the platform\'s rules', async (name, ask, state) => {
    const card = renderCard(cardView(ask, state, readerOf(locale)))
    await expect(`${JSON.stringify(card, undefined, 2)}\n`).toMatchFileSnapshot(`golden/${name}.${locale}.json`)
    expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
    expect(checkCard(card)).toBeUndefined()
    expect(isInteractive(card)).toBe(state.kind === 'open' || (state.kind === 'oversized' && ask.decision !== undefined))
  })
})

it('commits nothing by a choice in a list: one submit sends its form', () => {
  const [card] = openCards(askOf(MULTI), readerOf('en')).cards
  const form = card?.toJSON().body.elements.find(({ tag }) => tag === 'form')
  const elements: Record<string, unknown>[] = JSON.parse(JSON.stringify(form?.['elements'] ?? []))
  const lists = elements.filter(({ tag }) => tag === 'multi_select_static')
  expect(lists.map(({ behaviors }) => behaviors)).toEqual([undefined])
  expect(elements.flatMap(({ tag, form_action_type }) => (tag === 'button' ? [form_action_type] : []))).toEqual(['submit'])
})

describe('the words on a card', () => {
  it('tell every outcome from every other', () => {
    const titles = Object.values(OUTCOMES).map((outcome) => JSON.stringify(endedCard(askOf(SINGLE), outcome, readerOf('en')).toJSON().header['title']))
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('say "answered" only where somebody answered', () => {
    for (const [name, outcome] of Object.entries(OUTCOMES)) {
      const text = JSON.stringify(endedCard(askOf(SINGLE), outcome, readerOf('en')))
      expect(/ answered (?:at|on)|"Answered"|回答|已回答/u.test(text.replaceAll('不再需要回答', ''))).toBe(name.startsWith('answered'))
    }
  })

  it('cannot be made live by any question', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const ask = askOf({ id: 'q', header: text, question: text, detail: text, options: [{ label: text, description: text }] })
      const cards = [...openCards(ask, readerOf('en')).cards, endedCard(ask, OUTCOMES['dismissed'] as Outcome, readerOf('en'))]
      for (const markdown of cards.flatMap(markdownOf)) {
        // What is left beside our own emphasis and the entities has no meaning in markdown.
        expect(markdown.replace(/^\*\*|\*\*$/gmu, '').replace(/&#\d+;/gu, '')).not.toMatch(/[!-/:-@[-`{-~]/u)
      }
    }))
  })

  it('come in each viewer\'s language beside the configured one, and the asker\'s words in none but their own', () => {
    const [en, zh] = (['en', 'zh'] as const).map((locale) => renderCard(cardView(askOf(ALWAYS), { kind: 'open' }, readerOf(locale))))
    const texts = JSON.stringify(en)
    expect(texts).toContain('"content":"Allow this once","i18n_content":{"zh_cn":"允许这一次","en_us":"Allow this once"}')
    expect(texts).toContain('"content":"拒绝"}')
    expect(JSON.stringify(zh).replaceAll(/"content":"[^"]*"/gu, '')).toBe(texts.replaceAll(/"content":"[^"]*"/gu, ''))
  })

  it('never depend on texts in names and values: the same for every language', () => {
    const [en, zh] = (['en', 'zh'] as const).map((locale) => openCards(askOf(SINGLE, MULTI, TEXT), readerOf(locale)).cards.flatMap((card) => wireWords(card.toJSON())))
    expect(en).toEqual(zh)
    expect(en).toContain('"name":"q0_text"')
  })
})
