/** Tool calls and their results in a line or in text. Pure. */
import { fieldOf, listOf, textOf } from './fields.ts'
import { parseJson } from './message.ts'

/** Arguments that say most about a call, the most telling first. */
const TELLING = [
  'command', 'cmd', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'objective', 'task', 'prompt', 'description', 'skill', 'name', 'question', 'text', 'id',
]

/** Longest subject, in characters: a row of a wide terminal holds no more. */
const LIMIT = 240

/** What the call is about, in one line: the command, the path, the question. `json` is as the model wrote it. */
export function subjectOf(json: string): string {
  const given = parseJson(json)
  if (given === undefined) return oneLine(json)
  const named = TELLING.map((name) => textOf(given, name)).find((text) => text.trim() !== '')
  return oneLine(named ?? questionOf(given) ?? firstTextOf(given) ?? '')
}

function questionOf(given: unknown): string | undefined {
  const question = textOf(given, 'questions', 0, 'question')
  return question === '' ? undefined : question
}

function firstTextOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  return Object.values(given).find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > LIMIT ? `${line.slice(0, LIMIT).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}

export interface ToolResult {
  readonly call: string
  readonly ok: boolean
  readonly text: string
}

/** `data` is that of a `tool/result`. */
export function readToolResult(data: unknown): ToolResult {
  const block = listOf(data, 'message', 'content').find((each) => fieldOf(each, 'type') === 'tool-result')
  const call = [textOf(data, 'callId'), textOf(block, 'toolCallId'), textOf(data, 'message', 'source', 'callId')].find((id) => id !== '') ?? ''
  const text = listOf(block, 'content').map((each) => textOf(each, 'text')).filter((part) => part !== '').join('\n')
  return { call, ok: fieldOf(block, 'isError') !== true && fieldOf(data, 'error') === undefined, text }
}
