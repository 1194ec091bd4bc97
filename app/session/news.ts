/**
 * What happens in a session, as news for a console. Hosts of either age write what the model streams into the session's
 * log or send it beside the log; whichever comes first counts, so that a host that does both is heard once. Pure.
 */
import type { ConsoleNews, TodoItem, TurnEnd } from '../../surfaces/terminal/console/news.ts'
import { fieldOf, listOf, numberOf, textOf } from './fields.ts'
import { blocksOf, readUserMessage } from './message.ts'
import { EMPTY_QUEUE, spliced, waitingTexts } from './queue.ts'
import type { Queue } from './queue.ts'
import { readToolResult, subjectOf } from './tool-call.ts'

/** What must be remembered from one event to the next. */
export interface Reading {
  /** Where the model's pieces come from. */
  readonly stream?: 'log' | 'frames'
  readonly queue: Queue
  /** The tools of the calls that still run, by their ids. */
  readonly calls: ReadonlyMap<string, string>
  /** The last turn was interrupted. */
  readonly interrupted: boolean
}

/** Calls at a time whose tool is remembered: each further one copies the list. */
const MOST_CALLS = 200

export type Read = readonly [Reading, readonly ConsoleNews[]]

export const UNREAD: Reading = { queue: EMPTY_QUEUE, calls: new Map(), interrupted: false }

/** `event` is one of the session's log, as it is written. */
export function readEvent(reading: Reading, event: unknown): Read {
  const data = fieldOf(event, 'data')
  // A rewritten history is the model's; people have read what was written first.
  if (typeof fieldOf(event, 'surfaceOp') === 'object') return [reading, []]
  switch (fieldOf(event, 'type')) {
    case 'assistant/chunk':
      return reading.stream === 'frames' ? [reading, []] : [{ ...reading, stream: 'log' }, pieceOf(fieldOf(data, 'chunk'))]
    case 'assistant/message':
      return [reading, [spoken(data)]]
    case 'user/message': {
      const { text, source } = readUserMessage(data)
      return [reading, text.trim() === '' ? [] : [{ type: 'user-said', text, source }]]
    }
    case 'tool/call': {
      const [call, tool] = [textOf(data, 'callId'), textOf(data, 'name')]
      return [{ ...reading, calls: new Map([...[...reading.calls].slice(1 - MOST_CALLS), [call, tool]]) }, [{ type: 'tool-called', call, tool, subject: subjectOf(textOf(data, 'arguments')) }]]
    }
    case 'tool/result': {
      const { text, ...result } = readToolResult(data, (call) => reading.calls.get(call))
      const calls = new Map([...reading.calls].filter(([call]) => call !== result.call))
      return [{ ...reading, calls }, [{ type: 'tool-ended', ...result, result: text }]]
    }
    case 'todo/write':
      return [reading, [{ type: 'todo-written', items: listOf(data, 'todos').map(todoOf) }]]
    case 'plan/mode':
      return [reading, [{ type: 'plan-mode-changed', active: fieldOf(data, 'active') === true }]]
    case 'session/title':
      return [reading, [{ type: 'headed', heading: { session: textOf(data, 'title') } }]]
    case 'permission/preset':
      return [reading, [{ type: 'headed', heading: { preset: textOf(data, 'preset') } }]]
    case 'request/header': {
      const model = textOf(data, 'header', 'config', 'model')
      return [reading, model === '' ? [] : [{ type: 'headed', heading: { model } }]]
    }
    case 'llm/retry': {
      const [attempt, most] = [numberOf(data, 'retry'), numberOf(data, 'maxRetries')]
      return [reading, attempt === undefined ? [] : [{ type: 'retrying', attempt, ...(most === undefined ? {} : { most }), detail: failureOf(fieldOf(data, 'failure')) }]]
    }
    case 'turn/start':
      return [{ ...reading, interrupted: false }, []]
    case 'turn/end':
      return ended(reading, fieldOf(data, 'reason'))
    case 'agent/inbox/spliced':
      return requeued(reading, data)
    default:
      return [reading, []]
  }
}

/** `frame` is one of the pieces that later hosts send beside the log. */
export function readFrame(reading: Reading, frame: unknown): Read {
  if (reading.stream === 'log') return [reading, []]
  const pieces = pieceOf(fieldOf(frame, 'chunk') ?? frame)
  return pieces.length === 0 ? [reading, []] : [{ ...reading, stream: 'frames' }, pieces]
}

/** A whole log, for somebody who comes to it late: only what is still being written is told in pieces. */
export function replay(events: readonly unknown[]): Read {
  let reading = UNREAD
  const told: ConsoleNews[] = []
  const pieces: ConsoleNews[] = []
  for (const event of events) {
    const [next, news] = readEvent(reading, event)
    reading = next
    for (const one of news) {
      if (one.type === 'streamed') pieces.push(one)
      else if (one.type !== 'returned' && one.type !== 'queue-changed') told.push(one)
      if (one.type === 'spoke' || one.type === 'turn-ended') pieces.length = 0
    }
  }
  // Where pieces came from is not kept: an old log may be gone on with on a later host.
  const { queue, calls, interrupted } = reading
  return [{ queue, calls, interrupted }, [...told, ...pieces, { type: 'queue-changed', texts: waitingTexts(queue) }]]
}

function pieceOf(chunk: unknown): readonly ConsoleNews[] {
  const delta = textOf(chunk, 'text')
  if (delta === '') return []
  switch (fieldOf(chunk, 'type')) {
    case 'text-delta':
      return [{ type: 'streamed', kind: 'text', delta }]
    case 'reasoning-delta':
      return [{ type: 'streamed', kind: 'reasoning', delta }]
    default:
      return []
  }
}

function spoken(data: unknown): ConsoleNews {
  const message = fieldOf(data, 'message')
  return { type: 'spoke', text: blocksOf(message, 'text'), reasoning: blocksOf(message, 'reasoning'), interrupted: fieldOf(data, 'interrupted') === true }
}

function todoOf(item: unknown): TodoItem {
  const status = fieldOf(item, 'status')
  return { text: textOf(item, 'content'), state: status === 'completed' ? 'done' : status === 'in_progress' ? 'active' : 'pending' }
}

function ended(reading: Reading, reason: unknown): Read {
  const how = endOf(fieldOf(reason, 'kind'))
  const detail = failureOf(fieldOf(reason, 'error'))
  return [{ ...reading, calls: new Map(), interrupted: how === 'interrupted' }, [{ type: 'turn-ended', how, ...(how === 'failed' && detail !== '' ? { detail } : {}) }]]
}

function failureOf(error: unknown): string {
  const [code, message] = [textOf(error, 'code'), textOf(error, 'message')]
  return [code === 'UNKNOWN' ? '' : code, message].filter((part) => part !== '').join(': ')
}

function endOf(kind: unknown): TurnEnd {
  switch (kind) {
    case 'completed':
      return 'completed'
    case 'aborted':
    case 'interrupted':
      return 'interrupted'
    case 'blocked':
      return 'blocked'
    case 'max-tokens':
      return 'cut-short'
    default:
      return 'failed'
  }
}

function requeued(reading: Reading, data: unknown): Read {
  const { queue, dropped } = spliced(reading.queue, data)
  const texts = waitingTexts(queue)
  const changed = texts.join('\0') !== waitingTexts(reading.queue).join('\0')
  const returned = dropped.filter(({ source }) => source === 'person').map(({ text }): ConsoleNews => ({ type: 'returned', text }))
  return [{ ...reading, queue }, [...(changed ? [{ type: 'queue-changed', texts } as const] : []), ...returned]]
}
