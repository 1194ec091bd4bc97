/** Writes what an agent's loop would write to a session: headers, calls, results, messages. */
import type { Session } from '@deepseek-ai/dsh-session'
import { createToolResultMessage, createUserMessage } from '@deepseek-ai/dsh-llm'
import { createAskTool } from '../../../../../app/demo/host/waterfall/ask-tool.ts'
import type { WaterfallQuestions } from '../../../../../app/demo/host/waterfall/service.ts'
import { QUESTIONS } from './stand.ts'

type Append = (type: string, data: unknown, intent?: unknown) => void

function appendTo(session: Session): Append {
  return (type, data, intent) => Reflect.apply(session.append, session, intent === undefined ? [type, data] : [type, data, intent])
}

/** The model sees the timed tool, or the older, blocking one. */
export function logHeader(session: Session, questions: WaterfallQuestions, tool: 'timed' | 'blocking' = 'timed'): void {
  const { name, description, parameters } = createAskTool(questions)
  const { timeout: _timeout, ...blocking } = parameters.properties
  const schema = { name, description, parameters: tool === 'timed' ? parameters : { ...parameters, properties: blocking } }
  appendTo(session)('request/header', { header: { config: { provider: 'p', model: 'm' }, tools: [schema] }, reason: 'initial' })
}

export function logCall(session: Session, callId: string, args: unknown = { questions: QUESTIONS, timeout: 60 }, name = 'ask_user_question'): void {
  appendTo(session)('tool/call', { turn: 1, step: 1, callId, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) })
}

export function logResult(session: Session, callId: string, result: unknown, error?: { name: string; code: string }): void {
  const message = createToolResultMessage({ callId: callId as never, content: [{ type: 'text', text: JSON.stringify(result) }], isError: error !== undefined })
  appendTo(session)('tool/result', { turn: 1, step: 1, message, ...(error ? { error } : {}) }, { surfaceOp: 'append' })
}

export function logMessage(session: Session, message: unknown): void {
  appendTo(session)('user/message', message, { surfaceOp: 'append' })
}

export function userMessage(text: string, source: object = { kind: 'user' }): unknown {
  return createUserMessage({ content: [{ type: 'text', text }], source: source as never })
}
