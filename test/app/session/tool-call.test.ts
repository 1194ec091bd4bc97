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

const read = (data: object) => readToolResult(data, () => undefined)
const resultOf = (tool: string, text: string, more: object = {}) =>
  readToolResult({ callId: 'x', message: { content: [{ type: 'tool-result', content: [{ type: 'text', text }], ...more }] } }, () => tool)

it('finds the call of a result wherever a host names it', () => {
  const block = { type: 'tool-result', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] }
  expect(read({ callId: 'x', message: { content: [block] } })).toEqual({ call: 'x', ok: true, text: 'a\nb' })
  expect(read({ message: { content: [{ ...block, toolCallId: 'y' }] } }).call).toBe('y')
  expect(read({ message: { content: [block], source: { callId: 'z' } } }).call).toBe('z')
  expect(read({ callId: 'x', error: { code: 'E' }, message: { content: [block] } }).ok).toBe(false)
})

it.each<[string, object]>([
  ['fine\n', { ok: true, text: 'fine\n' }],
  ['[stderr]\nbash: line 1: nope: command not found\n[exit code: 127]', { ok: false, text: 'bash: line 1: nope: command not found', exit: { kind: 'code', code: 127 } }],
  ['out\n[stderr]\nerr\n[exit code: 3]', { ok: false, text: 'out\n[stderr]\nerr', exit: { kind: 'code', code: 3 } }],
  ['(no output)\n[killed by signal: SIGKILL]', { ok: false, text: '(no output)', exit: { kind: 'killed', signal: 'SIGKILL' } }],
  ['slow\n[timed out after 120000ms]\n[killed by signal: SIGTERM]', { ok: false, text: 'slow', exit: { kind: 'timed-out', ms: 120_000 } }],
  ['the text [exit code: 1] in the middle\nof it', { ok: true, text: 'the text [exit code: 1] in the middle\nof it' }],
])('reads how a command ended, which the host calls no error: %j', (text, expected) => {
  expect(resultOf('bash', text)).toEqual({ call: 'x', ...expected })
})

it('takes no other tool\'s text for the end of a command', () => {
  expect(resultOf('read', 'log\n[exit code: 1]')).toEqual({ call: 'x', ok: true, text: 'log\n[exit code: 1]' })
  expect(resultOf('bash', 'spawn failed\n[exit code: 1]', { isError: true })).toEqual({ call: 'x', ok: false, text: 'spawn failed\n[exit code: 1]' })
})

it.each([
  ['{"answers":[{"id":"a","selected":["Red","Blue"]},{"id":"b","selected":[],"custom":"soon"},{"id":"c","selected":[]}]}', 'Red, Blue; soon; -'],
  ['{"pending":true,"callId":"c"}', ''],
  ['no answer', 'no answer'],
])('says in words what was answered: %s', (text, words) => {
  expect(resultOf('ask_user_question', text)).toEqual({ call: 'x', ok: true, text: words })
})
