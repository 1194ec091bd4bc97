import { describe, expect, it } from 'vitest'
import { parseAsks, readAsksFile } from '../../app/asks.ts'
import { UsageError } from '../../app/usage-error.ts'

const Q = { id: 'q', question: 'Why?' }
const TWO = { detail: 'rm -rf build', options: [{ label: 'Yes' }, { label: 'No' }] }
const PLAN = { ...Q, ...TWO, intent: { kind: 'plan-review', approve: 'Yes' } }
const PERMISSION = { ...Q, ...TWO, intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }

function refusal(value: unknown): string {
  try {
    parseAsks(typeof value === 'string' ? value : JSON.stringify(value), 'asks.json')
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('the file was accepted')
}

describe('a file of asks', () => {
  it('gives every ask a name and keeps its questions as they are', () => {
    const questions = [{ ...Q, options: [{ label: 'A', description: 'B' }], multiSelect: true, intent: { kind: 'survey', mood: 1 } }]
    expect(parseAsks(JSON.stringify([{ questions }, { name: 'second', questions: [Q], wait: { callId: 'c', timed: true } }]), 'asks.json'))
      .toEqual([{ name: 'ask 1', questions }, { name: 'second', questions: [Q], wait: { callId: 'c', timed: true } }])
  })

  it.each<[string, unknown, RegExp]>([
    ['text that is not JSON', '[{', /^asks\.json: not valid JSON .*; correct the file/],
    ['an object', {}, /^asks\.json: asks: /],
    ['an empty list', [], /asks: needs at least one ask;/],
    ['an ask without questions', [{ name: 'a' }], /asks\[0\]\.questions: /],
    ['an ask with no question', [{ questions: [] }], /asks\[0\]\.questions: needs at least one question;/],
    ['a question without text', [{ questions: [{ id: 'q' }] }], /asks\[0\]\.questions\[0\]\.question: /],
    ['an empty id', [{ questions: [{ ...Q, id: '' }] }], /asks\[0\]\.questions\[0\]\.id: /],
    ['two questions with one id', [{ questions: [Q, Q] }], /asks\[0\]\.questions\[1\]\.id: repeats the id "q";/],
    ['an unknown field', [{ questions: [{ ...Q, optoins: [] }] }], /asks\[0\]\.questions\[0\]: .*"optoins"/],
    ['an option without a label', [{ questions: [{ ...Q, options: [{ text: 'A' }] }] }], /asks\[0\]\.questions\[0\]\.options\[0\]/],
  ])('is refused in one line that names the field: %s', (_title, value, pattern) => {
    const message = refusal(value)
    expect(message).toMatch(pattern)
    expect(message).not.toContain('\n')
  })

  it('may hold decisions whose intents fit, and any intent that nobody knows', () => {
    const lasting = { ...PERMISSION, options: [...TWO.options, { label: 'Always' }], intent: { ...PERMISSION.intent, always: 'Always' } }
    const unknown = { ...Q, intent: { kind: 'of-tomorrow', approve: 'nothing' } }
    const file = [PLAN, PERMISSION, lasting, unknown].map((question) => ({ questions: [question] }))
    expect(parseAsks(JSON.stringify(file), 'asks.json').map(({ questions }) => ({ questions }))).toEqual(file)
  })

  it.each<[string, object, RegExp]>([
    ['a plan review without a label', { ...PLAN, intent: { kind: 'plan-review' } }, /questions\[0\]\.intent\.approve: must be the label of an option \("Yes", "No"\);/],
    ['a plan review that names no option', { ...PLAN, intent: { kind: 'plan-review', approve: 'Perhaps' } }, /\.intent\.approve: must be the label/],
    ['a plan review without options', { ...PLAN, options: [] }, /\.intent\.approve: .*\(there are none\);/],
    ['a plan review without the plan', { ...PLAN, detail: '' }, /questions\[0\]\.detail: a plan review has the plan/],
    ['an approval without a label', { ...PERMISSION, intent: { kind: 'approval', reject: 'No' } }, /\.intent\.approve: must be the label/],
    ['an approval that cannot be rejected', { ...PERMISSION, intent: { kind: 'approval', approve: 'Yes' } }, /\.intent\.reject: must be the label/],
    ['an approval for good that is not offered', { ...PERMISSION, intent: { ...PERMISSION.intent, always: 'Always' } }, /\.intent\.always: must be the label/],
    ['an approval of nothing', { ...PERMISSION, detail: undefined }, /questions\[0\]\.detail: an approval says/],
    ['an approval of several', { ...PERMISSION, multiSelect: true }, /questions\[0\]\.intent: an approval is the only question/],
    ['an approval with a label too many', { ...PERMISSION, options: [...TWO.options, { label: 'Never' }] }, /questions\[0\]\.options: an approval offers/],
    ['an approval that approves and rejects by one label', { ...PERMISSION, intent: { kind: 'approval', approve: 'Yes', reject: 'Yes' } }, /questions\[0\]\.options: an approval offers/],
  ])('is refused when an intent does not fit its question: %s', (_title, question, pattern) => {
    const message = refusal([{ questions: [Q] }, { questions: [question] }])
    expect(message).toMatch(pattern)
    expect(message).toMatch(/^asks\.json: asks\[1\]\.[^\n]*; correct the file and start again$/)
  })

  it('is refused when an approval is one of several questions, or timed', () => {
    expect(refusal([{ questions: [Q, { ...PERMISSION, id: 'p' }] }])).toMatch(/asks\[0\]\.questions\[1\]\.intent: an approval is the only question/)
    expect(refusal([{ questions: [PERMISSION], wait: { callId: 'c', timed: true } }])).toMatch(/not timed/)
  })

  it('may say how many seconds the agent waits, which names a call for the host', () => {
    expect(parseAsks(JSON.stringify([{ questions: [Q] }, { questions: [Q], seconds: 30 }]), 'asks.json')[1])
      .toEqual({ name: 'ask 2', questions: [Q], seconds: 30, wait: { callId: 'call-2', timed: true } })
    expect(refusal([{ questions: [Q], seconds: 0 }])).toMatch(/asks\[0\]\.seconds/)
    expect(refusal([{ questions: [PERMISSION], seconds: 30 }])).toMatch(/not timed/)
  })

  it('is named in a complaint without what a terminal would act upon', () => {
    expect(() => readAsksFile('/nowhere/\x1b[2Ja\n\u202e b')).toThrow(/^\/nowhere\/⟨U\+001B⟩\[2Ja ⟨U\+202E⟩ b: cannot be read \([^\p{Cc}]*\); name a readable JSON file$/u)
  })

  it('that cannot be read is refused in one line', () => {
    expect(() => readAsksFile('/nowhere/asks.json')).toThrow(/^\/nowhere\/asks\.json: cannot be read .* name a readable JSON file$/)
  })
})
