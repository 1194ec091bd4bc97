import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import { checkAnswer } from '../../../router/answer.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { parseFormValues } from '../../../surfaces/feishu/action.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Card } from '../../../surfaces/feishu/card.ts'
import { checkCard, endedCards, MAX_CARDS, openCards } from '../../../surfaces/feishu/fit.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { type Draft, readDraft } from '../../../surfaces/form/values.ts'

const READER: Reader = { locale: 'zh', timeZone: 'UTC', places: ['terminal'] }

const piece = fc.oneof(
  fc.constantFrom('生产环境', '👩‍💻', '🇨🇳', 'a\u0301', '\u202E', '\u200B', '\u001b[31m', '```', '\r\n', '\n', '\t', '<at id=all></at>', '[x](http://e.example)', '"', '\\', ' ', 'ＡＢ', '(Recommended)'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const shortText = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''))
/** At most about 50 KB, made of one phrase over and over. */
const longText = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('') || 'x'), fc.integer({ min: 1, max: 50_000 }))
  .map(([unit, bytes]) => unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit)))))
const text = fc.oneof({ weight: 6, arbitrary: shortText }, { weight: 1, arbitrary: longText })
const options = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 8 }) }, { weight: 2, arbitrary: fc.integer({ min: 40, max: 200 }) })

const question = fc.record({ question: text, detail: fc.option(text, { nil: undefined }), header: fc.option(shortText, { nil: undefined }), count: options, label: shortText, last: text, description: fc.option(shortText, { nil: undefined }), multiSelect: fc.boolean() })
const questionsOf = fc.array(question, { minLength: 1, maxLength: 8 }).map((all) => all.map(({ count, label, last, description, detail, header, ...rest }, index): AskUserQuestionItem => ({
  ...rest,
  id: `id ${index}`,
  ...(detail === undefined ? {} : { detail }),
  ...(header === undefined ? {} : { header }),
  options: Array.from({ length: count }, (_, at) => ({ label: at === count - 1 ? `${last}${at}` : `${label}${at % 7}`, ...(description === undefined ? {} : { description }) })),
})))

type Node = Readonly<Record<string, unknown>>

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  return [...('tag' in value ? [value as Node] : []), ...Object.values(value).flatMap(nodesOf)]
}

/** Fills in a card as a person would who wants this draft, by what the card offers. */
function fill(card: Card, draft: Draft): Record<string, unknown> {
  return Object.fromEntries(nodesOf(card).flatMap(({ tag, name, options: offered }): [string, unknown][] => {
    const [, index, part] = /^q(\d+)(?:_(\w+))?$/u.exec(String(name)) ?? []
    const value = draft[Number(index)]
    if (value === undefined) return []
    if (tag === 'input') return [[String(name), value.text]]
    if (tag === 'checker') return [[String(name), value.skipped]]
    const chosen = (offered as readonly { value: string }[]).map((option) => option.value).filter((each) => value.chosen.includes(Number(each)))
    expect(part === undefined || /^\d+$/u.test(part)).toBe(true)
    return [[String(name), tag === 'multi_select_static' ? chosen : chosen[0] ?? '']]
  }))
}

describe('any ask', () => {
  it('comes on cards that the platform takes, with every option in reach, or says where to answer; what is filled in is the answer', () => {
    let whole = 0
    fc.assert(fc.property(questionsOf, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (questions, picks) => {
      const ask = cardAsk('ask-1', { questions })
      const shown = openCards(ask, READER)
      for (const card of shown.cards) {
        expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
        expect(checkCard(card.toJSON())).toBeUndefined()
      }
      if (!shown.isWhole) {
        // Only what is really too much is not shown whole.
        expect(Buffer.byteLength(JSON.stringify(questions))).toBeGreaterThan(MAX_CARDS * 1_000)
        return
      }
      whole += 1
      const reachable = new Set(shown.cards.flatMap((card) => nodesOf(card.toJSON()).flatMap(({ name, options: offered }) => (Array.isArray(offered) ? offered.map(({ value }: { value: string }) => `${String(name).split('_')[0]} ${value}`) : []))))
      for (const { index, choices } of ask.form) for (const choice of choices) expect(reachable.has(`q${index} ${choice.index}`)).toBe(true)

      const draft = ask.form.map(({ kind, choices }, index) => {
        const pick = picks[index] ?? 0
        const chosen = choices.length === 0 ? [] : kind === 'multi' ? [...new Set([pick % choices.length, (pick * 7) % choices.length])].toSorted((one, other) => one - other) : [pick % choices.length]
        return { chosen, text: kind === 'text' || (kind === 'multi' && pick % 2 === 1) ? 'own, "words"\n👩‍💻' : '', skipped: false }
      })
      const read = parseFormValues(ask, Object.assign({}, ...shown.cards.map((card) => fill(card.toJSON(), draft))))
      if (read.kind !== 'draft') throw new Error(read.kind)
      expect(read.draft).toEqual(draft)
      const filled = readDraft(ask.form, read.draft)
      if (filled.kind !== 'complete') throw new Error(filled.kind)
      expect(filled.answer.answers.map(({ selected }) => selected)).toEqual(draft.map(({ chosen }, index) => chosen.map((at) => questions[index]?.options?.[at]?.label)))
      expect(checkAnswer(questions, filled.answer).kind).toBe('good')

      const outcome = { kind: 'answered', answer: filled.answer, actor: { surface: 'feishu', name: 'Wang' }, at: 0 } as const
      for (const card of endedCards(ask, outcome, READER, shown.cards.length)) expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
    }), { numRuns: 60 })
    expect(whole).toBeGreaterThan(20)
  }, 60_000)

  it('that is a decision comes on cards that the platform takes, and is approvable only where it is whole', () => {
    const plan = fc.oneof(longText, fc.array(fc.constantFrom('# Head\n\n', '- item\n', '1. one\n', '| a | b |\n|---|---|\n| 1 | 2 |\n\n', '```ts\ncode()\n```\n\n', 'words **and** more\n\n', '<at id=all></at>\n\n'), { maxLength: 400 }).map((parts) => parts.join('')))
    fc.assert(fc.property(plan, shortText, fc.boolean(), (detail, label, isPlan) => {
      const options = [{ label: `no ${label}` }, { label: `yes ${label}` }]
      const [no, yes] = options.map((option) => option.label)
      const intent = isPlan ? { kind: 'plan-review', approve: yes } : { kind: 'approval', approve: yes, reject: no }
      const ask = cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?', detail: detail || 'x', options, intent }] })
      const { cards, isWhole } = openCards(ask, READER)
      for (const card of cards) expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
      const buttons = cards.map((card) => JSON.stringify(card).includes('"act":"approve"'))
      expect(buttons).toEqual(cards.map((_card, index) => isWhole && index === cards.length - 1))
      expect(JSON.stringify(cards.at(-1))).toContain('"act":"reject"')
    }), { numRuns: 50 })
  }, 60_000)
})
