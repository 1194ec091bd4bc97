/** A session's log as the console reads it, written by a host of any age, or by nobody. */
import { createModel } from '../../../surfaces/terminal/model.ts'
import { update } from '../../../surfaces/terminal/update.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { type Reading, readEvent, readFrame, replay, UNREAD } from '../../../app/session/news.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'
import type { Random } from '../../load/random.ts'
import { jsonBytes, mutateJson } from '../mutate.ts'
import { textOf } from '../pieces.ts'
import type { Target } from '../target.ts'
import { holdScreen } from './screen.ts'

function eventOf(random: Random): unknown {
  const text = textOf(random)
  const message = { id: 'm1', content: [{ type: 'text', text }, { type: 'reasoning', text }], source: { kind: random.pick(['user', 'user-question-reply', 'notice']), form: 'notice', summary: text } }
  const result = { content: [{ type: 'tool-result', toolCallId: 'c1', content: [{ type: 'text', text }], isError: random.below(2) === 0 }] }
  const data: Readonly<Record<string, unknown>> = {
    'assistant/chunk': { chunk: { type: random.pick(['text-delta', 'reasoning-delta']), text } },
    'assistant/message': { message, interrupted: random.below(2) === 0 },
    'user/message': message,
    'tool/call': { callId: 'c1', name: random.pick(['bash', 'read', 'ask_user_question']), arguments: JSON.stringify({ command: text, questions: [{ question: text }] }) },
    'tool/result': { callId: 'c1', message: result },
    'todo/write': { todos: [{ content: text, status: 'in_progress' }, { content: text, status: 'completed' }] },
    'plan/mode': { active: true }, 'session/title': { title: text }, 'permission/preset': { preset: text }, 'request/header': { header: { config: { model: text } } },
    'llm/retry': { retry: 1, maxRetries: 3, failure: { code: 'X', message: text } }, 'turn/start': {}, 'turn/end': { reason: { kind: random.pick(['completed', 'aborted', 'failed']), error: { code: 'X', message: text } } },
    'agent/inbox/spliced': { target: 'next-step', start: 0, removedCount: 1, inserted: [message], outcome: 'canceled' },
  }
  const [type = '', value] = Object.entries(data)[random.below(Object.keys(data).length)] ?? []
  return { type, data: value }
}

function shown(told: readonly ConsoleNews[], columns: number, rows: number): ReturnType<typeof createModel> {
  let model = createModel({ locale: 'en', glyphs: 'unicode', size: { columns, rows }, canSend: true, canInterrupt: true })
  for (const news of told) [model] = update(model, { type: 'told', news }, 0)
  return model
}

const events = (...given: readonly unknown[]): readonly ConsoleNews[] => replay(given)[1]
const chunksOf = (text: string): readonly unknown[] => (text.match(/[^]{1,80}/gu) ?? []).map((piece) => ({ type: 'assistant/chunk', data: { chunk: { type: 'text-delta', text: piece } } }))
const resultOf = (text: string): readonly unknown[] => [
  { type: 'tool/call', data: { callId: 'c', name: 'bash', arguments: text } },
  { type: 'tool/result', data: { callId: 'c', message: { content: [{ type: 'tool-result', content: [{ type: 'text', text }] }] } } },
]

export const news: Target = {
  name: 'session',
  share: 0.5,
  open: () => ({
    make: (random) => jsonBytes(Array.from({ length: 1 + random.below(12) }, () => (random.below(3) === 0 ? eventOf(random) : mutateJson(eventOf(random), random)))),
    run: (input) => {
      const given: unknown[] = JSON.parse(input.toString())
      const told: ConsoleNews[] = []
      let reading: Reading = UNREAD
      for (const [index, event] of given.entries()) {
        const [next, more] = index % 4 === 3 ? readFrame(reading, event) : readEvent(reading, event)
        reading = next
        told.push(...more)
      }
      for (const list of [told, replay(given)[1]]) {
        holdScreen(shown(list, 1 + (input.length % 120), 1 + (input.length % 50)))
      }
    },
    sinks: {
      'a streamed text': (text) => view(shown(chunksOf(text).flatMap((event) => readEvent(UNREAD, event)[1]), 80, 24)),
      'a replayed text': (text) => view(shown(events({ type: 'assistant/message', data: { message: { content: [{ type: 'text', text }, { type: 'reasoning', text }] } } }), 80, 24)),
      'a message': (text) => view(shown(events({ type: 'user/message', data: { id: 'm', source: { kind: 'user-question-reply' }, content: [{ type: 'text', text }] } }), 80, 24)),
      'a result of a command': (text) => view(shown(events(...resultOf(text)), 80, 24)),
      'a title': (text) => view(shown(events({ type: 'session/title', data: { title: text } }), 80, 24)),
      'many calls without a result': (text) => events(...Array.from({ length: text.length / 16 }, (_, index) => ({ type: 'tool/call', data: { callId: `c${index}`, name: 'x', arguments: '{}' } }))),
    },
    pieces: ['\n[exit code: 1]', '\n[killed by signal: SIGKILL]', '<a>', '</a>', '{"answers":[', '\n[timed out after 1ms]'],
  }),
}
