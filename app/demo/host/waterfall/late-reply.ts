/** A reply to a question whose tool call is over: a message of the user that names the call. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Answer, AnswerItem, Question } from './types.ts'

const SOURCE = 'user-question-reply'
const TAG = 'answer_to_pending_question'

export interface ReplyMessage {
  readonly id: string
  readonly role: 'user'
  readonly content: { type: 'text'; text: string }[]
  readonly source: { kind: typeof SOURCE; callId: string; outcome: 'answered' }
}

export function createReply(callId: string, { answers }: Answer): ReplyMessage {
  return {
    id: randomUUID(),
    role: 'user',
    content: [{ type: 'text', text: `<${TAG}>\n${JSON.stringify({ callId, answers })}\n</${TAG}>` }],
    source: { kind: SOURCE, callId, outcome: 'answered' },
  }
}

const message = z.object({
  content: z.array(z.unknown()),
  source: z.object({ kind: z.literal(SOURCE), callId: z.string() }),
})
const text = z.object({ type: z.literal('text'), text: z.string() })
const batch = z.object({ answers: z.array(z.object({ id: z.string(), selected: z.array(z.string()), custom: z.string().optional() })) })

/** The call that a message answers, and the batch, empty when it can't be read; undefined for any other message. */
export function parseReply(value: unknown): { readonly callId: string; readonly answers: readonly AnswerItem[] } | undefined {
  const { data } = message.safeParse(value)
  if (data === undefined) return undefined
  const body = data.content.map((block) => text.safeParse(block).data?.text ?? '').join('')
  const inner = new RegExp(`<${TAG}>([^]*)</${TAG}>`).exec(body)?.[1]
  return { callId: data.source.callId, answers: parseBatch(inner) ?? [] }
}

/** The answers in a JSON text, as a tool's result or a reply holds them. */
export function parseBatch(json: string | undefined): AnswerItem[] | undefined {
  const { data } = batch.safeParse(parseJson(json))
  return data?.answers.map(({ id, selected, custom }) => ({ id, selected, ...(custom === undefined ? {} : { custom }) }))
}

export function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    // Not JSON: nothing to read.
    return undefined
  }
}

/** @throws {UserQuestionError} `BAD_ANSWER` unless each question is named exactly once, and nothing else. */
export function verifyBatch(questions: readonly Question[], { answers }: Answer): void {
  const named = answers.map(({ id }) => id)
  const exact = named.length === questions.length && questions.every(({ id }) => named.filter((other) => other === id).length === 1)
  if (!exact) throw new UserQuestionError('the answer names each question of the call exactly once', 'BAD_ANSWER')
}
