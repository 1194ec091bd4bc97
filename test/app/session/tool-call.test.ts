import { expect, it } from 'vitest'
import { readToolResult, subjectOf } from '../../../app/session/tool-call.ts'

it.each([
  ['{"command":"ls -la\\n  src","description":"Lists"}', 'ls -la src'],
  ['{"description":"Look around","path":"/a/b.ts"}', '/a/b.ts'],
  ['{"file_path":"/a/b.ts","content":"long"}', '/a/b.ts'],
  ['{"pattern":"foo.*bar","limit":3}', 'foo.*bar'],
  ['{"questions":[{"id":"q","question":"Which colour?"}]}', 'Which colour?'],
  ['{"weird":1,"other":"told"}', 'told'],
  ['{"count":1}', ''],
  ['{}', ''],
  ['[]', ''],
  ['null', ''],
  ['{"half', '{"half'],
])('tells %s in a line', (json, subject) => {
  expect(subjectOf(json)).toBe(subject)
})

it('cuts what no row would hold, never in the middle of a character', () => {
  expect(subjectOf(JSON.stringify({ command: 'x'.repeat(1_000) }))).toBe(`${'x'.repeat(240)}…`)
  expect(subjectOf(JSON.stringify({ command: `${'x'.repeat(239)}😀 tail` }))).toBe(`${'x'.repeat(239)}…`)
})

it('finds the call of a result wherever a host names it', () => {
  const block = { type: 'tool-result', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] }
  expect(readToolResult({ callId: 'x', message: { content: [block] } })).toEqual({ call: 'x', ok: true, text: 'a\nb' })
  expect(readToolResult({ message: { content: [{ ...block, toolCallId: 'y' }] } }).call).toBe('y')
  expect(readToolResult({ message: { content: [block], source: { callId: 'z' } } }).call).toBe('z')
  expect(readToolResult({ callId: 'x', error: { code: 'E' }, message: { content: [block] } }).ok).toBe(false)
})
