/** What an agent's loop writes to its session's log around a timed ask, so that the service can tell what may still be answered. */
import { createAskTool } from './ask-tool.ts'
import type { SessionEvent } from './projection.ts'
import type { WaterfallQuestions } from './service.ts'
import { TOOL } from './tool-call.ts'
import type { Answer, Pending, Question } from './types.ts'

export interface CallLog {
  /** `seconds`: how long the call waits. */
  called(callId: string, questions: readonly Question[], seconds: number): void
  returned(callId: string, result: Answer | Pending): void
  failed(callId: string, error: unknown): void
  /** A message of the user was read. */
  replied(message: unknown): void
}

/** Writes to `events`, which begin with the tools that the model sees. */
export function createCallLog(events: SessionEvent[], service: WaterfallQuestions): CallLog {
  const { name, parameters } = createAskTool(service)
  events.push({ type: 'request/header', data: { header: { tools: [{ name, parameters }] } } })

  function result(callId: string, value: unknown, error?: { code: string }): void {
    const message = { source: { callId }, content: [{ content: [{ type: 'text', text: JSON.stringify(value) }] }] }
    events.push({ type: 'tool/result', data: { message, ...(error === undefined ? {} : { error }) } })
  }

  return {
    called(callId, questions, timeout) {
      const asked = questions.map(({ multiSelect, ...question }) => ({ ...question, ...(multiSelect === undefined ? {} : { multi_select: multiSelect }) }))
      events.push({ type: 'tool/call', data: { callId, name: TOOL, arguments: JSON.stringify({ questions: asked, timeout }) } })
    },
    returned: (callId, value) => result(callId, value),
    failed: (callId, error) => result(callId, '', { code: error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN' }),
    replied: (message) => void events.push({ type: 'user/message', data: message }),
  }
}
