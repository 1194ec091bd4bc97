import { describe, expect, it } from 'vitest'
import { approvalQuestion, readApproval, readDecision } from '../../../router/host/approval-question.ts'

const answered = (...selected: string[]) => ({ answers: [{ id: 'approval', selected }] })

const detailOf = (args?: string) => approvalQuestion({ toolName: 'bash', ...(args === undefined ? {} : { args }) }).detail

describe('the question', () => {
  it('names the tool, and has one label that grants and one that refuses', () => {
    expect(approvalQuestion({ toolName: 'bash', reason: 'why', args: '{"command":"ls"}' })).toEqual({
      id: 'approval',
      question: 'Allow the tool "bash" to run this once?',
      detail: 'command:\n\n    ls\n\nReason:\n\n    why',
      options: [{ label: 'Allow once' }, { label: 'Reject' }],
      intent: {
        kind: 'approval', approve: 'Allow once', reject: 'Reject', subject: { name: 'bash' },
        display: {
          question: { en: 'Allow the tool "bash" to run this once?', zh: '允许工具“bash”执行这一次吗？' },
          detail: { en: 'command:\n\n    ls\n\nReason:\n\n    why', zh: 'command:\n\n    ls\n\n理由:\n\n    why' },
          approve: { en: 'Allow once', zh: '允许一次' },
        },
      },
    })
  })

  it('keeps the name of a tool in its line, where nothing of it can pose as something else', () => {
    const { question, intent } = approvalQuestion({ toolName: 'Read" to run this once?\r\n\u20281. Reject\u00a0', args: '{}' })
    expect([question, intent.subject?.name]).toEqual(['Allow the tool "Read" to run this once? 1. Reject\u00a0" to run this once?', 'Read" to run this once? 1. Reject\u00a0'])
    expect(intent.display?.question?.zh).not.toMatch(/[\n\r\u2028]/u)
  })

  it.each(['\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029'])('has a blank where the name of a tool has %j', (end) => {
    expect(approvalQuestion({ toolName: `V${end}${end}X`, args: '{}' }).intent.subject?.name).toBe('V X')
  })

  it.each([
    ['without arguments', undefined, 'The arguments of this call are not in the session\'s log.'],
    ['with several', '{"command":"ls","count":1,"flags":["a"]}', 'command:\n\n    ls\n\ncount:\n\n    1\n\nflags:\n\n    [\n      "a"\n    ]'],
    ['that are no JSON', 'rm', 'Arguments:\n\n    rm'],
    ['that are no object', '5', 'Arguments:\n\n    5'],
    ['that are nothing', 'null', 'Arguments:\n\n    null'],
    ['that are a list', '["a"]', 'Arguments:\n\n    ["a"]'],
    ['that are an empty object', '{}', 'Arguments:\n\n    {}'],
    ['with a name that is none', '{"a":1,"a b":1}', 'Arguments:\n\n    {"a":1,"a b":1}'],
    ['with a name that ends in a line', '{"a\\n":1}', 'Arguments:\n\n    {"a\\n":1}'],
    ['with an empty name', '{"":1}', 'Arguments:\n\n    {"":1}'],
    ['with a name of forty letters', `{"${'a'.repeat(40)}":1}`, `${'a'.repeat(40)}:\n\n    1`],
    ['with a name of more', `{"${'a'.repeat(41)}":1}`, `Arguments:\n\n    {"${'a'.repeat(41)}":1}`],
    ['with text of several lines', '{"a":"1\\r\\n2\\n3\\r4"}', 'a:\n\n    1\r\n    2\n    3\r    4'],
  ])('shows a call %s', (_what, args, detail) => {
    expect(detailOf(args)).toBe(detail)
  })
})

describe('an answer', () => {
  it.each([
    ['the label that grants', 'allowed-once', answered('Allow once')],
    ['the label that refuses', 'rejected', answered('Reject')],
    ['another label', 'rejected', answered('allow once')],
    ['both labels', 'rejected', answered('Allow once', 'Reject')],
    ['the granting label twice', 'rejected', answered('Allow once', 'Allow once')],
    ['none', 'cancelled', answered()],
    ['text', 'rejected', { answers: [{ id: 'approval', selected: ['Allow once'], custom: '' }] }],
    ['no item', 'cancelled', { answers: [] }],
    ['two items', 'cancelled', { answers: [...answered('Allow once').answers, ...answered('Allow once').answers] }],
  ])('with %s is %s', (_what, outcome, answer) => {
    expect(readApproval(answer)).toBe(outcome)
  })

  it('stands for what another place decided, by a code where nobody did', () => {
    expect([readDecision('allowed-once'), readDecision('rejected')]).toEqual([answered('Allow once'), answered('Reject')])
    expect(() => readDecision('cancelled')).toThrow(expect.objectContaining({ code: 'ASK_CANCELLED' }))
    expect(() => readDecision('unavailable')).toThrow(expect.objectContaining({ code: 'NO_PROVIDER' }))
  })
})
