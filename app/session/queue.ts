/** Messages that wait until the agent takes them, as the session's log tells of them. Pure. */
import { fieldOf, listOf, numberOf } from './fields.ts'
import { readUserMessage } from './message.ts'
import type { UserMessage } from './message.ts'

export interface Queue {
  /** Taken at the next step of the running turn. */
  readonly nextStep: readonly UserMessage[]
  /** Each begins a turn of its own. */
  readonly nextTurn: readonly UserMessage[]
}

export const EMPTY_QUEUE: Queue = { nextStep: [], nextTurn: [] }

export interface Spliced {
  readonly queue: Queue
  /** Messages that the agent will never take. */
  readonly dropped: readonly UserMessage[]
}

/** The queue after an `agent/inbox/spliced` with this data. */
export function spliced(queue: Queue, data: unknown): Spliced {
  const target = fieldOf(data, 'target') === 'next-step' ? 'nextStep' : 'nextTurn'
  const before = queue[target]
  const start = numberOf(data, 'start') ?? before.length
  const removed = before.slice(start, start + (numberOf(data, 'removedCount') ?? 0))
  const after = [...before.slice(0, start), ...listOf(data, 'inserted').map(readUserMessage), ...before.slice(start + removed.length)]
  return { queue: { ...queue, [target]: after }, dropped: fieldOf(data, 'outcome') === 'canceled' ? removed : [] }
}

/** What a person wrote of it, in the order in which the agent takes it. */
export function waitingTexts({ nextStep, nextTurn }: Queue): readonly string[] {
  return [...nextStep, ...nextTurn].filter(({ source }) => source === 'person').map(({ text }) => text)
}
