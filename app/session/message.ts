/** The host's messages as text. Pure. */
import { parseJson } from '../../router/json.ts'
import { answersIn } from './answers.ts'
import { fieldOf, listOf, textOf } from './fields.ts'

/** A message that waits for the agent, or that it has taken. */
export interface UserMessage {
  readonly id: string
  readonly text: string
  /** `late`: the answer to an ask that had timed out. `context`: not a person's. */
  readonly source: 'person' | 'late' | 'context'
}

/** The texts of all blocks of one kind, joined. */
export function blocksOf(message: unknown, kind: 'text' | 'reasoning'): string {
  return listOf(message, 'content').filter((block) => fieldOf(block, 'type') === kind).map((block) => textOf(block, 'text')).join('')
}

export function readUserMessage(message: unknown): UserMessage {
  const id = textOf(message, 'id')
  const written = blocksOf(message, 'text')
  switch (fieldOf(message, 'source', 'kind')) {
    case 'user':
      return { id, source: 'person', text: written + imagesOf(message) }
    case 'user-question-reply':
      return { id, source: 'late', text: replyOf(written) }
    default:
      return { id, source: 'context', text: contextOf(message, written) }
  }
}

/** Words of people and of other agents; what is written for the model alone says nothing to a person. */
function contextOf(message: unknown, written: string): string {
  switch (fieldOf(message, 'source', 'form')) {
    case 'instructions':
    case 'catalog':
    case 'snapshot':
      return ''
    case 'notice':
      return textOf(message, 'source', 'summary')
    default:
      return written
  }
}

function imagesOf(message: unknown): string {
  return listOf(message, 'content').some((block) => fieldOf(block, 'type') === 'image') ? ' [image]' : ''
}

/** What was answered, out of the wrapping that names the call. */
function replyOf(written: string): string {
  const body = /^\s*<([a-z_]+)>([^]*)<\/\1>\s*$/.exec(written)?.[2]
  return answersIn(parseJson(body ?? '')) ?? written
}
