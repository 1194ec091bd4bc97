import { describe, expect, it } from 'vitest'
import { parseAsks, readAsksFile } from '../../app/asks.ts'
import { UsageError } from '../../app/usage-error.ts'

const Q = { id: 'q', question: 'Why?' }

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

  it('that cannot be read is refused in one line', () => {
    expect(() => readAsksFile('/nowhere/asks.json')).toThrow(/^\/nowhere\/asks\.json: cannot be read .* name a readable JSON file$/)
  })
})
