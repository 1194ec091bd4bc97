/** What of a session's timed questions can still be answered, folded from its log. Pure. */
import { z } from 'zod'
import { parseBatch, parseJson, parseReply } from './late-reply.ts'
import { parseToolArguments, TOOL } from './tool-call.ts'
import type { ActiveQuestion, AnswerItem, SettledQuestion } from './types.ts'

/** A tool call whose result was lost with the process gets this code when the session is opened again. */
const OUTCOME_UNKNOWN = 'TOOL_OUTCOME_UNKNOWN'

export interface QuestionsView {
  /** In the order in which they were asked. */
  readonly active: readonly ActiveQuestion[]
  /** In the order in which they were settled. */
  readonly settled: readonly SettledQuestion[]
}

export interface QuestionsState {
  /** Whether the tool that the model sees takes a timeout; calls of the older, blocking tool are not tracked. */
  readonly timed: boolean
  readonly questions: QuestionsView
}

export interface SessionEvent {
  readonly type: string
  readonly data: unknown
}

export const NO_QUESTIONS: QuestionsState = { timed: false, questions: { active: [], settled: [] } }

const header = z.object({ header: z.object({ tools: z.array(z.object({ name: z.string(), parameters: z.object({ properties: z.record(z.string(), z.unknown()).optional() }) })).optional() }) })
const call = z.object({ callId: z.string(), name: z.literal(TOOL), arguments: z.string() })
const result = z.object({
  message: z.object({ source: z.object({ callId: z.string() }), content: z.array(z.object({ content: z.array(z.unknown()) })) }),
  error: z.object({ code: z.string() }).optional(),
})
const textBlock = z.object({ text: z.string() })
const pending = z.object({ pending: z.literal(true) })

export function foldQuestions(events: readonly SessionEvent[]): QuestionsState {
  return events.reduce(applyEvent, NO_QUESTIONS)
}

/** The same state when the event is of no concern. */
export function applyEvent(state: QuestionsState, { type, data }: SessionEvent): QuestionsState {
  switch (type) {
    case 'request/header': {
      const tools = header.safeParse(data).data?.header.tools ?? []
      const timed = tools.some(({ name, parameters }) => name === TOOL && Object.hasOwn(parameters.properties ?? {}, 'timeout'))
      return timed === state.timed ? state : { ...state, timed }
    }
    case 'tool/call':
      return state.timed ? opened(state, data) : state
    case 'tool/result':
      return returned(state, data)
    case 'user/message': {
      const reply = parseReply(data)
      return reply ? settled(state, reply.callId, reply.answers) : state
    }
    default:
      return state
  }
}

function opened(state: QuestionsState, data: unknown): QuestionsState {
  const { data: made } = call.safeParse(data)
  const args = made && parseToolArguments(parseJson(made.arguments))
  if (made === undefined || args === undefined) return state
  return withActive(state, [...state.questions.active, { callId: made.callId, questions: args.questions, state: 'open' }])
}

function returned(state: QuestionsState, data: unknown): QuestionsState {
  const { data: came } = result.safeParse(data)
  const callId = came?.message.source.callId
  if (came === undefined || callId === undefined || !state.questions.active.some((question) => question.callId === callId)) return state
  const text = came.message.content.flatMap(({ content }) => content).map((block) => textBlock.safeParse(block).data?.text ?? '').join('')
  if (came.error?.code === OUTCOME_UNKNOWN || pending.safeParse(parseJson(text)).success) {
    return withActive(state, state.questions.active.map((question) => (question.callId === callId ? { ...question, state: 'continued' } : question)))
  }
  const answers = came.error === undefined ? parseBatch(text) : undefined
  if (answers) return settled(state, callId, answers)
  return withActive(state, state.questions.active.filter((question) => question.callId !== callId))
}

function settled(state: QuestionsState, callId: string, answers: readonly AnswerItem[]): QuestionsState {
  const active = state.questions.active.filter((question) => question.callId !== callId)
  if (active.length === state.questions.active.length) return state
  return { ...state, questions: { active, settled: [...state.questions.settled, { callId, answers }] } }
}

function withActive(state: QuestionsState, active: readonly ActiveQuestion[]): QuestionsState {
  return { ...state, questions: { ...state.questions, active } }
}
