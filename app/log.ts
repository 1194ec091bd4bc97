/** `dsh-ask-anywhere log`: what the journal of this home says, one line for each thing that happened. */
import { existsSync } from 'node:fs'
import { homeFolder } from '../router/dsh-home.ts'
import { labelOf } from '../router/errors.ts'
import { readJournal } from '../router/journal/reading.ts'
import { rotationFiles } from '../router/journal/rotation.ts'
import type { JournalLine } from '../router/journal/types.ts'
import { type Locale, localeOf } from '../surfaces/form/locale.ts'
import { type LogEntry, logLine } from './log-line.ts'
import { UsageError } from './usage-error.ts'

export interface LogOptions {
  /** Only asks of the session whose id begins so. */
  readonly session?: string
  /** The records as they are, with the session of the ask they are about. */
  readonly json?: boolean
  /** Default: the environment's. */
  readonly locale?: Locale
}

export interface LogPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (text: string) => void
}

/** Prints the oldest first. @throws {UsageError} one line, when there is no journal or it can't be read. */
export function runLog({ session: wanted = '', json = false, locale }: LogOptions, { env, print }: LogPorts): void {
  const folder = homeFolder(env)
  const { old, current } = rotationFiles(folder)
  if (!existsSync(current) && !existsSync(old)) {
    throw new UsageError(`no journal in ${folder}: nothing was asked with this home yet; set DSH_HOME to read another one`)
  }
  const isTold = createTold()
  for (const entry of withSessions(read(old, current))) {
    if (wanted !== '' && entry.session?.startsWith(wanted) !== true) continue
    if (!json && isTold(entry.line)) continue
    const text = json ? printable({ ...entry.line, ...(entry.session === undefined ? {} : { session: entry.session }) }) : logLine(entry, locale ?? localeOf(env))
    if (text !== undefined) print(`${text}\n`)
  }
}

function read(old: string, current: string): readonly JournalLine[] {
  try {
    return readJournal([old, current]).lines
  } catch (error) {
    throw new UsageError(`the journal ${current} can't be read (${labelOf(error)}); read it as the user who runs dsh`)
  }
}

/** Whether a line only renews a delivery that was told of: a card is written down again whenever more is known of it. */
function createTold(): (line: JournalLine) => boolean {
  const shown = new Set<string>()
  return (line) => {
    if (line.kind !== 'delivery') return false
    const key = JSON.stringify([line.ask, line.surface, line.place])
    const wasShown = shown.has(key)
    if (line.data === undefined) shown.delete(key)
    else shown.add(key)
    return wasShown && line.data !== undefined
  }
}

/** JSON leaves as they are what some terminals act upon, and what turns the reading order. */
function printable(value: object): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
}

function withSessions(lines: readonly JournalLine[]): readonly LogEntry[] {
  const sessions = new Map<string, string>()
  for (const line of lines) if (line.kind === 'asked' && line.session !== undefined) sessions.set(line.ask, line.session)
  return lines.map((line) => {
    const session = 'ask' in line ? sessions.get(line.ask) : undefined
    return { line, ...(session === undefined ? {} : { session }) }
  })
}
