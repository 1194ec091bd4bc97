import { describe, expect, it } from 'vitest'
import { readEvent, readFrame, replay, UNREAD, type Reading } from '../../../app/session/news.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'

const event = (type: string, data: unknown, more: object = {}) => ({ type, data, seq: 1, time: 1, ...more })
const chunk = (type: string, text: string) => event('assistant/chunk', { turn: 1, step: 1, chunk: { type, index: 0, text } })
const message = (kind: string, text: string, more: object = {}) => ({ id: `id-${text}`, role: 'user', content: [{ type: 'text', text }], source: { kind, ...more } })
const spliced = (data: object) => event('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [], ...data })

/** The news of events in a row. */
function newsOf(...events: readonly unknown[]): readonly ConsoleNews[] {
  let reading: Reading = UNREAD
  return events.flatMap((one) => {
    const [next, news] = readEvent(reading, one)
    reading = next
    return news
  })
}

it.each<[string, unknown, readonly ConsoleNews[]]>([
  ['text that is streamed', chunk('text-delta', 'Hi'), [{ type: 'streamed', kind: 'text', delta: 'Hi' }]],
  ['reasoning that is streamed', chunk('reasoning-delta', 'Hm'), [{ type: 'streamed', kind: 'reasoning', delta: 'Hm' }]],
  ['a piece of a tool\'s arguments', chunk('tool-call-delta', ''), []],
  ['what the model said', event('assistant/message', { message: { content: [{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'A' }, { type: 'tool-call', name: 'x' }, { type: 'text', text: 'B' }] } }),
    [{ type: 'spoke', text: 'AB', reasoning: 'Hm', interrupted: false }]],
  ['what it said until it was interrupted', event('assistant/message', { message: { content: [{ type: 'text', text: 'A' }] }, interrupted: true }), [{ type: 'spoke', text: 'A', reasoning: '', interrupted: true }]],
  ['what a person said', event('user/message', message('user', 'Do it')), [{ type: 'user-said', text: 'Do it', source: 'person' }]],
  ['a late answer', event('user/message', message('user-question-reply', '<answer_to_pending_question>\n{"callId":"c","answers":[{"id":"a","selected":["Red","Blue"]},{"id":"b","selected":[],"custom":"soon"},{"id":"c","selected":[]}]}\n</answer_to_pending_question>')),
    [{ type: 'user-said', text: 'Red, Blue; soon; -', source: 'late' }]],
  ['a late answer that nobody can read', event('user/message', message('user-question-reply', 'whatever')), [{ type: 'user-said', text: 'whatever', source: 'late' }]],
  ['a notice for the model', event('user/message', message('plugin', 'long text', { form: 'notice', summary: 'A file changed.' })), [{ type: 'user-said', text: 'A file changed.', source: 'context' }]],
  ['a snapshot for the model', event('user/message', message('plugin', 'Current runtime context', { form: 'snapshot' })), []],
  ['a word of another agent', event('user/message', message('plugin', 'Found it', { form: 'relay' })), [{ type: 'user-said', text: 'Found it', source: 'context' }]],
  ['a summary in place of history', event('user/message', message('plugin', 'Summary'), { surfaceOp: { op: 'replace', start: 1, end: 2 } }), []],
  ['a message that is appended', event('user/message', message('user', 'Hi'), { surfaceOp: 'append' }), [{ type: 'user-said', text: 'Hi', source: 'person' }]],
  ['a tool call', event('tool/call', { callId: 'c1', name: 'bash', arguments: '{"command":"npm  test","description":"Tests"}' }), [{ type: 'tool-called', call: 'c1', tool: 'bash', subject: 'npm test' }]],
  ['a result', event('tool/result', { message: { source: { kind: 'tool', callId: 'c1' }, content: [{ type: 'tool-result', toolCallId: 'c1', content: [{ type: 'text', text: 'ok' }] }] } }), [{ type: 'tool-ended', call: 'c1', ok: true, result: 'ok' }]],
  ['a failed result', event('tool/result', { message: { content: [{ type: 'tool-result', toolCallId: 'c1', isError: true, content: [{ type: 'text', text: 'no' }] }] } }), [{ type: 'tool-ended', call: 'c1', ok: false, result: 'no' }]],
  ['that the model is asked again', event('llm/retry', { retry: 2, maxRetries: 5, delayMs: 1_000, failure: { code: 'SERVER', message: 'broken', status: 500 } }), [{ type: 'retrying', attempt: 2, most: 5, detail: 'SERVER: broken' }]],
  ['that the model is asked again, nobody knows how often', event('llm/retry', { retry: 1, failure: { code: 'UNKNOWN' } }), [{ type: 'retrying', attempt: 1, detail: '' }]],
  ['a list of things to do', event('todo/write', { todos: [{ content: 'a', status: 'completed' }, { content: 'b', status: 'in_progress' }, { content: 'c', status: 'pending' }] }),
    [{ type: 'todo-written', items: [{ text: 'a', state: 'done' }, { text: 'b', state: 'active' }, { text: 'c', state: 'pending' }] }]],
  ['plan mode', event('plan/mode', { active: true }), [{ type: 'plan-mode-changed', active: true }]],
  ['a title', event('session/title', { title: 'Mend it' }), [{ type: 'headed', heading: { session: 'Mend it' } }]],
  ['a permission preset', event('permission/preset', { preset: 'read-only' }), [{ type: 'headed', heading: { preset: 'read-only' } }]],
  ['another model', event('request/header', { header: { config: { provider: 'p', model: 'm2' } } }), [{ type: 'headed', heading: { model: 'm2' } }]],
  ['a turn that completed', event('turn/end', { reason: { kind: 'completed' } }), [{ type: 'turn-ended', how: 'completed' }]],
  ['a turn that a person interrupted', event('turn/end', { reason: { kind: 'aborted', reason: { kind: 'user' } } }), [{ type: 'turn-ended', how: 'interrupted' }]],
  ['a turn that a crash interrupted', event('turn/end', { reason: { kind: 'interrupted' } }), [{ type: 'turn-ended', how: 'interrupted' }]],
  ['a turn that was blocked', event('turn/end', { reason: { kind: 'blocked' } }), [{ type: 'turn-ended', how: 'blocked' }]],
  ['a turn that was cut short', event('turn/end', { reason: { kind: 'max-tokens' } }), [{ type: 'turn-ended', how: 'cut-short' }]],
  ['a turn that failed', event('turn/end', { reason: { kind: 'error', error: { code: 'AUTH', message: 'bad key' } } }), [{ type: 'turn-ended', how: 'failed', detail: 'AUTH: bad key' }]],
  ['a turn that failed without a code', event('turn/end', { reason: { kind: 'error', error: { code: 'UNKNOWN', message: 'odd' } } }), [{ type: 'turn-ended', how: 'failed', detail: 'odd' }]],
  ['a turn that ended as nobody knows', event('turn/end', { reason: { kind: 'refusal' } }), [{ type: 'turn-ended', how: 'failed' }]],
  ['an event that nobody knows', event('future/thing', { a: 1 }), []],
])('tells %s', (_what, one, expected) => {
  expect(newsOf(one)).toEqual(expected)
})

it.each([undefined, null, 7, 'text', [], {}, ...['assistant/chunk', 'assistant/message', 'user/message', 'tool/call', 'tool/result', 'todo/write', 'plan/mode', 'session/title', 'turn/end', 'agent/inbox/spliced'].map((type) => ({ type }))])('reads %j without a fault', (one) => {
  expect(() => newsOf(one)).not.toThrow()
  expect(() => readFrame(UNREAD, one)).not.toThrow()
})

it('reads a result by the tool that was called, until the turn ends', () => {
  const call = (callId: string, name: string) => event('tool/call', { callId, name, arguments: '{}' })
  const result = (callId: string) => event('tool/result', { callId, message: { content: [{ type: 'tool-result', content: [{ type: 'text', text: '[stderr]\nno\n[exit code: 1]' }] }] } })
  const [reply, file] = [result('a'), result('b')]
  expect(newsOf(call('a', 'bash'), call('b', 'read'), reply, file).slice(2)).toEqual([
    { type: 'tool-ended', call: 'a', ok: false, result: 'no', exit: { kind: 'code', code: 1 } },
    { type: 'tool-ended', call: 'b', ok: true, result: '[stderr]\nno\n[exit code: 1]' },
  ])
  expect(newsOf(call('a', 'bash'), event('turn/end', { reason: { kind: 'aborted' } }), reply).at(-1)).toMatchObject({ ok: true })
})

describe('what the model streams', () => {
  const piece: ConsoleNews = { type: 'streamed', kind: 'text', delta: 'Hi' }

  it.each([{ type: 'text-delta', text: 'Hi' }, { chunk: { type: 'text-delta', text: 'Hi' } }])('comes beside the log on later hosts: %j', (frame) => {
    expect(readFrame(UNREAD, frame)[1]).toEqual([piece])
  })

  it('is told once by a host that does both, whichever comes first', () => {
    const [fromLog, first] = readEvent(UNREAD, chunk('text-delta', 'Hi'))
    expect([...first, ...readFrame(fromLog, { type: 'text-delta', text: 'Hi' })[1]]).toEqual([piece])
    const [fromFrames, second] = readFrame(UNREAD, { type: 'text-delta', text: 'Hi' })
    expect([...second, ...readEvent(fromFrames, chunk('text-delta', 'Hi'))[1]]).toEqual([piece])
  })
})

describe('the queue', () => {
  it('tells what people wrote of it, whenever that changes', () => {
    expect(newsOf(
      spliced({ inserted: [message('user', 'A')] }),
      spliced({ start: 1, inserted: [message('plugin', 'ctx'), message('user', 'B')] }),
      spliced({ target: 'next-step', inserted: [message('user', 'Now')] }),
      spliced({ removedCount: 2 }),
    )).toEqual([
      { type: 'queue-changed', texts: ['A'] }, { type: 'queue-changed', texts: ['A', 'B'] },
      { type: 'queue-changed', texts: ['Now', 'A', 'B'] }, { type: 'queue-changed', texts: ['Now', 'B'] },
    ])
  })

  it('gives back what people wrote when it is dropped', () => {
    expect(newsOf(spliced({ inserted: [message('user', 'A'), message('plugin', 'ctx')] }), spliced({ removedCount: 2, outcome: 'canceled' })).slice(1))
      .toEqual([{ type: 'queue-changed', texts: [] }, { type: 'returned', text: 'A' }])
  })
})

describe('a log that is read late', () => {
  const said = event('assistant/message', { message: { content: [{ type: 'text', text: 'Hi' }] } })

  it('is told whole, without the pieces of what is complete, and gives nothing back', () => {
    const [, news] = replay([event('turn/start', { turn: 1 }), event('user/message', message('user', 'Hey')), chunk('text-delta', 'Hi'), said, spliced({ inserted: [message('user', 'A')] }), spliced({ removedCount: 1, outcome: 'canceled' })])
    expect(news.map(({ type }) => type)).toEqual(['user-said', 'spoke', 'queue-changed'])
  })

  it('is told with the pieces of what is still being written', () => {
    const [, news] = replay([said, chunk('text-delta', 'And'), chunk('text-delta', ' so')])
    expect(news.flatMap((one) => (one.type === 'streamed' ? [one.delta] : []))).toEqual(['And', ' so'])
  })

  it('tells what still waits, and whether the last turn was interrupted', () => {
    const [reading, news] = replay([event('turn/end', { reason: { kind: 'aborted' } }), spliced({ inserted: [message('user', 'A')] })])
    expect(news.at(-1)).toEqual({ type: 'queue-changed', texts: ['A'] })
    expect(reading.interrupted).toBe(true)
    expect(replay([event('turn/end', { reason: { kind: 'aborted' } }), event('turn/start', { turn: 2 })])[0].interrupted).toBe(false)
  })

  it('leaves it open where the next pieces come from', () => {
    const [reading] = replay([chunk('text-delta', 'Old')])
    expect(readFrame(reading, { type: 'text-delta', text: 'New' })[1]).toHaveLength(1)
  })
})
