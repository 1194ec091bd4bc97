/** A line of the journal for a person: when, which ask, which session, what, who and where. Pure but for the time zone. */
import type { JournalLine } from '../router/journal/types.ts'
import type { Actor, AskUserQuestionAnswer } from '../router/types.ts'
import type { Locale } from '../surfaces/form/locale.ts'
import { sanitiseLine } from '../surfaces/terminal/sanitise.ts'
import { LOG_WORDS, type LogWords } from './log-words.ts'

export interface LogEntry {
  readonly line: JournalLine
  /** Of the ask that the line is about. */
  readonly session?: string
}

/** Characters of a session's id: enough to tell it from others, and to give to `--session`. */
const SESSION = 16

/** Undefined for what tells a person nothing: events that are remembered. */
export function logLine({ line, session }: LogEntry, locale: Locale): string | undefined {
  const what = wordsOf(line, LOG_WORDS[locale])
  if (what === undefined) return undefined
  const ask = 'ask' in line ? line.ask.slice(0, 8) : '-'
  // Whatever a person or a model wrote may hold what a terminal would act upon.
  const [shortAsk, shortSession, text] = [ask, (session ?? '-').slice(0, SESSION), what].map(sanitiseLine)
  return [timeOf(line.at), shortAsk?.padEnd(8), shortSession?.padEnd(SESSION), text].join('  ')
}

function wordsOf(line: JournalLine, words: LogWords): string | undefined {
  switch (line.kind) {
    case 'started':
      return words.started(line.pid)
    case 'stopped':
      return words.stopped
    case 'asked':
      return joined(words.asked(line.count, line.timed), line.project, line.questions?.map(({ question }) => question).join(' / '))
    case 'delivery':
      return words.delivery[line.data === undefined ? 'done' : 'open'](line.surface, line.place)
    case 'acted':
      return `${nameOf(line.actor)} ${words.acted[line.verdict]}`
    case 'settled':
      return joined(line.continued ? words.continued : words.settled[line.outcome], line.actor && nameOf(line.actor), answerOf(line.answer, words))
    case 'late':
      return joined(words.late[line.step], line.actor && nameOf(line.actor), line.code, answerOf(line.answer, words))
    case 'decided':
      if (line.decision === 'over' && line.why === undefined) return words.known
      return joined(words.decided[line.decision], line.why === 'restarted' ? undefined : line.why)
    case 'adopted':
      return words.adopted(line.asks.length)
    case 'event':
      return undefined
  }
}

function nameOf({ surface, id, name }: Actor): string {
  const who = name ?? id
  return who === undefined ? surface : `${who} (${surface})`
}

function answerOf(answer: AskUserQuestionAnswer | undefined, words: LogWords): string | undefined {
  return answer?.answers.map(({ id, selected, custom }) => `${id}=${[...selected, ...(custom === undefined ? [] : [JSON.stringify(custom)])].join('+') || words.skipped}`).join(', ')
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}

/** Local time to the second; sorts as text. */
function timeOf(at: number): string {
  const local = new Date(at)
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())} ${two(local.getHours())}:${two(local.getMinutes())}:${two(local.getSeconds())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
