import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { decidedBy, decisionOf, needsApprover } from '../../../surfaces/form/decision.ts'

const PLAN: AskUserQuestionItem = {
  id: 'plan-review', question: 'Leave plan mode?', detail: '# Plan', options: [{ label: 'Keep planning' }, { label: 'Approve' }],
  intent: { kind: 'plan-review', approve: 'Approve' },
}
const APPROVAL: AskUserQuestionItem = {
  id: 'cmd', question: 'Run it?', detail: 'rm -rf /tmp/x', options: [{ label: 'Reject' }, { label: 'Allow once' }, { label: 'Always' }],
  intent: {
    kind: 'approval', approve: 'Allow once', reject: 'Reject', always: 'Always', subject: { name: 'bash' },
    display: { question: { en: 'Run this?', zh: '运行？' }, approve: { en: 'This once' } },
  },
}
const answer = (part: { selected?: string[]; custom?: string }) => ({ answers: [{ id: 'x', selected: [], ...part }] })

describe('a plan review', () => {
  it('is approved by the option that its intent names, wherever it stands', () => {
    expect(decisionOf({ questions: [PLAN] })).toEqual({ kind: 'plan-review', approve: 1, decline: 0 })
    expect(decisionOf({ questions: [{ ...PLAN, options: PLAN.options!.toReversed() }] })).toEqual({ kind: 'plan-review', approve: 0, decline: 1 })
  })

  it.each<[string, Partial<AskUserQuestionItem>]>([
    ['without a detail', { detail: '' }],
    ['with three options', { options: [...PLAN.options!, { label: 'Later' }] }],
    ['with one option', { options: [{ label: 'Approve' }] }],
    ['with multi-select', { multiSelect: true }],
    ['whose approve names no option', { intent: { kind: 'plan-review', approve: 'Yes' } }],
    ['whose approve is no text', { intent: { kind: 'plan-review', approve: 1 } }],
    ['with two options of one label', { options: [{ label: 'Approve' }, { label: 'Approve' }] }],
  ])('%s stays a generic list', (_title, change) => {
    expect(decisionOf({ questions: [{ ...PLAN, ...change }] })).toBeUndefined()
  })

  it('among other questions stays a generic list', () => {
    expect(decisionOf({ questions: [PLAN, { id: 'b', question: 'Why?' }] })).toBeUndefined()
    expect(decisionOf({ questions: [] })).toBeUndefined()
  })

  it('without options is none, and nothing is approved by an answer that chooses nothing', () => {
    const { options: _options, ...bare } = PLAN
    expect(decisionOf({ questions: [bare] })).toBeUndefined()
    expect(decisionOf({ questions: [{ ...bare, intent: APPROVAL.intent! }] })).toBeUndefined()
    const [plan, approval] = [decisionOf({ questions: [PLAN] })!, decisionOf({ questions: [APPROVAL] })!]
    expect([decidedBy(plan, bare, answer({})), decidedBy(approval, bare, answer({})), decidedBy(plan, bare, { answers: [] })]).toEqual(['rejected', 'rejected', 'rejected'])
    expect(decidedBy(plan, bare, answer({ selected: ['Approve'] }))).toBe('rejected')
  })

  it('tells approval, refusal and changes apart', () => {
    const decision = decisionOf({ questions: [PLAN] })!
    expect(decidedBy(decision, PLAN, answer({ selected: ['Approve'] }))).toBe('approved')
    expect(decidedBy(decision, PLAN, answer({ selected: ['Keep planning'] }))).toBe('rejected')
    expect(decidedBy(decision, PLAN, answer({ custom: 'Approve' }))).toBe('changes')
    expect(decidedBy(decision, PLAN, answer({}))).toBe('rejected')
  })
})

describe('an approval', () => {
  it('finds its actions by label and speaks the reader\'s language where the asker does', () => {
    const decision = decisionOf({ questions: [APPROVAL] })
    expect(decision).toMatchObject({ kind: 'approval', approve: 1, reject: 0, always: 2, subject: 'bash' })
    if (decision?.kind !== 'approval') throw new Error('not an approval')
    expect(decision.display('zh')).toEqual({ question: '运行？', approve: 'This once' })
    expect(decision.display('en')).toEqual({ question: 'Run this?', approve: 'This once' })
  })

  it.each<[string, Partial<AskUserQuestionItem>]>([
    ['with an option that it does not name', { options: [...APPROVAL.options!, { label: 'Maybe' }] }],
    ['without one of its options', { options: APPROVAL.options!.slice(1) }],
    ['whose labels are not distinct', { options: [{ label: 'Reject' }, { label: 'Allow once' }, { label: 'Allow once' }] }],
    ['with multi-select', { multiSelect: true }],
    ['with a subject that is no subject', { intent: { ...APPROVAL.intent!, subject: 'bash' } }],
    ['with a display that is no text', { intent: { ...APPROVAL.intent!, display: { question: { zh: '？' } } } }],
    ['with a display that is a text', { intent: { ...APPROVAL.intent!, display: 'Run this?' } }],
    ['with a display of nothing', { intent: { ...APPROVAL.intent!, display: null } }],
    ['with a detail to display that is no text', { intent: { ...APPROVAL.intent!, display: { detail: 'rm' } } }],
    ['with a label to display whose other language is no text', { intent: { ...APPROVAL.intent!, display: { approve: { en: 'This once', zh: 1 } } } }],
    ['with a subject of nothing', { intent: { ...APPROVAL.intent!, subject: null } }],
    ['with a subject whose name is no text', { intent: { ...APPROVAL.intent!, subject: { name: 1 } } }],
    ['whose approve is no text', { intent: { ...APPROVAL.intent!, approve: 1 } }],
    ['whose reject is no text', { intent: { ...APPROVAL.intent!, reject: 1 } }],
    ['whose always is no text', { intent: { ...APPROVAL.intent!, always: 1 } }],
    ['that names an option which is not there', { intent: { ...APPROVAL.intent!, always: 'Never' } }],
    ['without a detail', { detail: '' }],
    ['whose approve is its reject', { options: [{ label: 'Go' }, { label: 'Go' }], intent: { kind: 'approval', approve: 'Go', reject: 'Go' } }],
  ])('%s stays a generic list', (_title, change) => {
    expect(decisionOf({ questions: [{ ...APPROVAL, ...change }] })).toBeUndefined()
  })

  it('without a lasting grant, a subject and texts of its own has none of these', () => {
    const plain = decisionOf({ questions: [{ ...APPROVAL, options: APPROVAL.options!.slice(0, 2), intent: { kind: 'approval', approve: 'Allow once', reject: 'Reject' } }] })
    if (plain?.kind !== 'approval') throw new Error('not an approval')
    expect(Object.keys(plain).toSorted()).toEqual(['approve', 'display', 'kind', 'reject'])
    expect(plain.display('en')).toStrictEqual({})
    expect(decidedBy(plain, APPROVAL, answer({ selected: ['Always'] }))).toBe('rejected')
  })

  it('shows each of the asker\'s texts in the reader\'s language, else in English', () => {
    const intent = { ...APPROVAL.intent!, display: { detail: { en: 'It needs the network.', zh: '它需要网络。' } } }
    const decision = decisionOf({ questions: [{ ...APPROVAL, intent }] })
    if (decision?.kind !== 'approval') throw new Error('not an approval')
    expect(decision.display('zh')).toStrictEqual({ detail: '它需要网络。' })
    expect(decision.display('en')).toStrictEqual({ detail: 'It needs the network.' })
  })

  it('with a timer stays a generic list', () => {
    expect(decisionOf({ questions: [APPROVAL], wait: { callId: 'c', timed: true } })).toBeUndefined()
    expect(decisionOf({ questions: [APPROVAL], wait: { callId: 'c' } })).toBeDefined()
  })

  it('is approved only by exactly its label', () => {
    const decision = decisionOf({ questions: [APPROVAL] })!
    expect(['Allow once', 'Always', 'Reject'].map((label) => decidedBy(decision, APPROVAL, answer({ selected: [label] })))).toEqual(['approved', 'approved-always', 'rejected'])
    expect(decidedBy(decision, APPROVAL, answer({}))).toBe('rejected')
  })
})

it('wants an approver for every plan review and approval, well-formed or not', () => {
  expect(needsApprover([PLAN])).toBe(true)
  expect(needsApprover([{ id: 'a', question: '?' }, { ...APPROVAL, multiSelect: true }])).toBe(true)
  expect(needsApprover([{ id: 'a', question: '?', intent: { kind: 'survey' } }])).toBe(false)
})
