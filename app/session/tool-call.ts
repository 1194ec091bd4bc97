/** Tool calls and their results in a line or in text. Pure. */
import { parseJson } from '../../router/json.ts'
import type { ToolExit } from '../../surfaces/terminal/console/news.ts'
import { answersIn, isPending } from './answers.ts'
import { fieldOf, listOf, textOf } from './fields.ts'

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
  /** How the command ended, where that wasn't well. */
  readonly exit?: ToolExit
}

/** `data` is that of a `tool/result`; `toolOf` knows the tool of a call by its id. */
export function readToolResult(data: unknown, toolOf: (call: string) => string | undefined): ToolResult {
  const block = listOf(data, 'message', 'content').find((each) => fieldOf(each, 'type') === 'tool-result')
  const call = [textOf(data, 'callId'), textOf(block, 'toolCallId'), textOf(data, 'message', 'source', 'callId')].find((id) => id !== '') ?? ''
  const text = listOf(block, 'content').map((each) => textOf(each, 'text')).filter((part) => part !== '').join('\n')
  const ok = fieldOf(block, 'isError') !== true && fieldOf(data, 'error') === undefined
  const tool = toolOf(call)
  if (!ok) return { call, ok, text }
  if (tool === 'bash') return { call, ...readRun(text) }
  return { call, ok, text: tool === 'ask_user_question' ? answerText(text) : text }
}

/** Signs that the host puts below what a command wrote; it calls a run that failed no error. */
const SIGNS = /\n\[(?:exit code: (?<code>-?\d+)|killed by signal: (?<signal>\w+)|timed out after (?<ms>\d+)ms)\]$/
/** More characters than any of them has. */
const LONGEST_SIGN = 64
/** Stands before what a command wrote to its standard error. */
const ERRORS = '[stderr]\n'

function readRun(text: string): Omit<ToolResult, 'call'> {
  let rest = text
  let exit: ToolExit | undefined
  for (let found = signIn(rest); found !== null; found = signIn(rest)) {
    const { code, signal, ms } = found.groups ?? {}
    // The sign above says more: what ran out of time was killed for it.
    exit = ms !== undefined ? { kind: 'timed-out', ms: Number(ms) } : signal !== undefined ? { kind: 'killed', signal } : { kind: 'code', code: Number(code) }
    rest = rest.slice(0, -found[0].length)
  }
  return { ok: exit === undefined, text: rest.startsWith(ERRORS) ? rest.slice(ERRORS.length) : rest, ...(exit === undefined ? {} : { exit }) }
}

/** The sign that it ends with. What a command wrote may be megabytes of such signs. */
function signIn(text: string): RegExpExecArray | null {
  return SIGNS.exec(text.slice(-LONGEST_SIGN))
}

/** Nothing where there is no answer yet: the transcript tells when it comes. */
function answerText(text: string): string {
  const json = parseJson(text)
  return isPending(json) ? '' : answersIn(json) ?? text
}
