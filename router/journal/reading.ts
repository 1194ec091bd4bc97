/** The lines of both files as one row: each once, those of a run in its own order. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { codeOf } from '../errors.ts'
import { identityOf, readLine } from './line.ts'
import type { JournalLine } from './types.ts'

export interface JournalText {
  readonly lines: readonly JournalLine[]
  /** Whole lines that a later version wrote, as they are. */
  readonly foreign: readonly string[]
}

/** Reads what the files say; one that isn't there, or is a link or a pipe, says nothing. @throws what the system says when one can't be read. */
export function readJournal(files: readonly string[]): JournalText {
  return parseJournal(files.map((file) => readIfThere(file)))
}

/** Pure. `texts` from the oldest to the newest; they may overlap. */
export function parseJournal(texts: readonly string[]): JournalText {
  const lines = new Map<string, JournalLine>()
  const foreign = new Set<string>()
  for (const text of texts) {
    for (const row of text.split('\n')) {
      const read = readLine(row)
      if (read.kind === 'foreign') foreign.add(row)
      else if (read.kind === 'known' && !lines.has(identityOf(read.line))) lines.set(identityOf(read.line), read.line)
    }
  }
  return { lines: inOrderOfRuns([...lines.values()]), foreign: [...foreign] }
}

/** A line that was moved from one file to the other may stand behind a later one of its run. */
function inOrderOfRuns(lines: readonly JournalLine[]): readonly JournalLine[] {
  const latest = new Map<string, number>()
  let sorted = true
  for (const { run, n } of lines) {
    sorted &&= n > (latest.get(run) ?? 0)
    latest.set(run, n)
  }
  if (sorted) return lines
  const runs = new Map<string, JournalLine[]>()
  for (const line of lines) {
    const own = runs.get(line.run)
    if (own) own.push(line)
    else runs.set(line.run, [line])
  }
  const queues = new Map([...runs].map(([run, own]) => [run, own.toSorted((one, other) => one.n - other.n).values()]))
  return lines.flatMap(({ run }) => queues.get(run)?.next().value ?? [])
}

function readIfThere(file: string): string {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ELOOP') return ''
    throw error
  }
  try {
    return fstatSync(fd).isFile() ? readFileSync(fd, 'utf8') : ''
  } finally {
    closeSync(fd)
  }
}
