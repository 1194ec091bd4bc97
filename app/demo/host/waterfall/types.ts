/** The words of the waterfall era: what its question service takes, dispatches and returns. */
import type { Agent } from '@deepseek-ai/dsh-agent'

export type Intent = { kind: string; approve?: unknown; reject?: unknown; always?: unknown }

export interface Question {
  id: string
  question: string
  detail?: string
  header?: string
  options?: { label: string; description?: string }[]
  multiSelect?: boolean
  intent?: Intent
}

export interface AnswerItem {
  id: string
  selected: string[]
  custom?: string
}

export interface Answer {
  answers: AnswerItem[]
}

/** Present when the client's card is keyed by a tool call; `timed` when the foreground wait has an end. */
export interface Wait {
  callId: string
  timed?: boolean
}

export interface AskRequest {
  questions: Question[]
  agent?: Agent
  signal?: AbortSignal
  wait?: Wait
}

/** The window closed: still answerable, and neither an answer nor a refusal. */
export interface Pending {
  pending: true
  callId: string
}

/** A timed call that can still be answered: within its tool call, or only by a new turn. */
export interface ActiveQuestion {
  readonly callId: string
  readonly questions: readonly Question[]
  readonly state: 'open' | 'continued'
}

export interface SettledQuestion {
  readonly callId: string
  /** Empty when the reply could not be read. */
  readonly answers: readonly AnswerItem[]
}

/** Time as the service sees it, in milliseconds. */
export interface Clock {
  now(): number
  /** Calls back after `ms`; returns the cancellation. */
  after(ms: number, callback: () => void): () => void
}
