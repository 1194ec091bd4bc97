/** What happened, oldest first: what a line says, and what the agent does. Pure, and cheap however long it is. */
import { sanitise, sanitiseLine } from '../sanitise.ts'
import { entryAt, NO_ENTRIES, NOWHERE, replaced, trimmed } from './entries.ts'
import type { Entries } from './entries.ts'
import { kept, NOTHING } from './entry.ts'
import type { Entry } from './entry.ts'
import type { ConsoleNews } from './news.ts'
import { behind, closed, corrected, silence, wroteReasoning, wroteText } from './speech.ts'
import type { Speech } from './speech.ts'

export interface Transcript {
  readonly entries: Entries
  /** What is being written at the end. */
  readonly speech?: Speech
  /** The numbers of the calls that still run, by their ids. */
  readonly calls: ReadonlyMap<string, number>
}

export const EMPTY_TRANSCRIPT: Transcript = { entries: NO_ENTRIES, calls: new Map() }

/** Lines that are kept, of ordinary length. */
const LONGEST = 20_000
/** UTF-16 units of a detail that are kept: it has one line. */
const LONGEST_DETAIL = 2_000

/** News that the transcript keeps something of. */
export type TranscriptNews = Extract<ConsoleNews, {
  type: 'session-opened' | 'user-said' | 'streamed' | 'spoke' | 'tool-called' | 'tool-ended' | 'todo-written' | 'plan-mode-changed' | 'turn-ended' | 'retrying'
}>

/** The transcript with lines of what happened beside the agent's work; `at`, a time of day, stands behind the last. */
export function remarked(transcript: Transcript, text: string, at?: string): Transcript {
  const lines = sanitise(text).trimEnd().split('\n')
  const entries = lines.reduce((list, line, index) =>
    behind(list, { kind: 'remark', text: line, ...(at !== undefined && index === lines.length - 1 ? { at } : {}) }), transcript.entries)
  return { ...transcript, entries }
}

/** The transcript once it has heard of the agent. */
export function heard(transcript: Transcript, news: TranscriptNews): Transcript {
  const { entries, calls } = transcript
  switch (news.type) {
    case 'session-opened':
      return EMPTY_TRANSCRIPT
    case 'user-said': {
      const said = kept(news.text)
      if (said.lines.length === 0) return transcript
      return added(transcript, news.source === 'context' ? { kind: 'context', said } : { kind: 'user', said, late: news.source === 'late' })
    }
    case 'streamed': {
      const spoken = transcript.speech === undefined ? silence(entries) : { entries, speech: transcript.speech }
      return { ...transcript, ...(news.kind === 'text' ? wroteText(spoken, news.delta) : wroteReasoning(spoken, news.delta)) }
    }
    case 'spoke':
      return spoke(transcript, news)
    case 'tool-called': {
      const tool = sanitiseLine(news.tool.slice(0, LONGEST_DETAIL))
      const subject = sanitiseLine(news.subject.slice(0, LONGEST_DETAIL))
      return { ...added(transcript, { kind: 'tool', tool, subject, state: 'running', result: NOTHING }), calls: new Map([...calls, [news.call, entries.end]]) }
    }
    case 'tool-ended': {
      const number = calls.get(news.call) ?? NOWHERE
      const entry = entryAt(entries, number)
      if (entry?.kind !== 'tool') return transcript
      const ended: Entry = { ...entry, state: news.ok ? 'ok' : 'failed', ...(news.exit === undefined ? {} : { exit: news.exit }), result: kept(news.result) }
      return { ...transcript, entries: replaced(entries, number, ended), calls: new Map([...calls].filter(([call]) => call !== news.call)) }
    }
    case 'todo-written':
      return todoWritten(transcript, news.items.map(({ text, state }) => ({ text: sanitiseLine(text.slice(0, LONGEST_DETAIL)), state })))
    case 'plan-mode-changed':
      return added(transcript, { kind: 'plan', active: news.active })
    case 'retrying':
      return retrying(transcript, news)
    case 'turn-ended':
      return turnEnded(transcript, news)
  }
}

/** Without what is too old; nothing from the number `kept` on goes, while a person reads there. */
export function bounded(transcript: Transcript, kept?: number, longest = LONGEST): Transcript {
  const entries = trimmed(transcript.entries, longest, kept)
  return entries === transcript.entries ? transcript : { ...transcript, entries }
}

function added(transcript: Transcript, entry: Entry): Transcript {
  return { ...transcript, entries: behind(transcript.entries, entry) }
}

function spoke({ speech, ...transcript }: Transcript, { text, reasoning }: Extract<TranscriptNews, { type: 'spoke' }>): Transcript {
  if (speech !== undefined) return { ...transcript, entries: corrected({ entries: transcript.entries, speech }, text, reasoning) }
  return { ...transcript, entries: closed(wroteText(wroteReasoning(silence(transcript.entries), reasoning), text)) }
}

/** A list that follows its predecessor at once takes its place; one that says the same is no news. */
function todoWritten(transcript: Transcript, items: Extract<Entry, { kind: 'todo' }>['items']): Transcript {
  const { entries } = transcript
  const last = entryAt(entries, entries.end - 1)
  if (last?.kind !== 'todo') return items.length === 0 ? transcript : added(transcript, { kind: 'todo', items })
  return { ...transcript, entries: replaced(entries, entries.end - 1, { ...last, items }) }
}

/** One line for all of them that follow each other. */
function retrying(transcript: Transcript, { attempt, most, detail }: Extract<TranscriptNews, { type: 'retrying' }>): Transcript {
  const { entries } = transcript
  const last = entryAt(entries, entries.end - 1)
  const entry: Entry = { kind: 'retry', attempt, ...(most === undefined ? {} : { most }), detail: sanitiseLine(detail.slice(0, LONGEST_DETAIL)) }
  if (last?.kind !== 'retry') return added(transcript, entry)
  return { ...transcript, entries: replaced(entries, entries.end - 1, last.gap ? { ...entry, gap: true } : entry) }
}

/** What is still open then stays as it is. */
function turnEnded({ speech, ...transcript }: Transcript, { how, detail = '' }: Extract<TranscriptNews, { type: 'turn-ended' }>): Transcript {
  let entries = speech === undefined ? transcript.entries : closed({ entries: transcript.entries, speech })
  for (const number of transcript.calls.values()) {
    const entry = entryAt(entries, number)
    if (entry?.kind === 'tool') entries = replaced(entries, number, { ...entry, state: 'stopped' })
  }
  const ended = { entries, calls: new Map<string, number>() }
  return how === 'completed' ? ended : added(ended, { kind: 'end', how, detail: sanitiseLine(detail.slice(0, LONGEST_DETAIL)) })
}
