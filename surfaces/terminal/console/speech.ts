/**
 * What the model is writing, while it writes it: a line that is finished becomes an entry for good and only the open one
 * changes. Pure.
 */
import { sanitise } from '../sanitise.ts'
import { appended, entryAt, NO_ENTRIES, NOWHERE, replaced } from './entries.ts'
import type { Entries } from './entries.ts'
import { isApart } from './entry.ts'
import type { Entry, Kind, Line } from './entry.ts'
import { BLANK, extended, isPrintOf } from './print.ts'
import type { Print } from './print.ts'
import { fenceAfter, lookOf } from './prose-line.ts'
import { wordCount } from './word-count.ts'

export interface Speech {
  /** Everything streamed, as it came: no more of it than tells it from another text. */
  readonly text: Print
  readonly reasoning: Print
  /** The number of the first entry that may belong to it. */
  readonly from: number
  /** The open line of text as it came, and where it stands once it shows anything. */
  readonly open: string
  readonly openAt?: number
  /** The open line goes on from a part of it that stands already. */
  readonly midway: boolean
  /** The signs that close the fence that it is in, if it is in one. */
  readonly fence: string | undefined
  /** Blank lines that count only once there is text behind them. */
  readonly blanks: number
  readonly begun: boolean
  /** Where the reasoning stands that is being written, and its open line as it came. */
  readonly thoughtAt?: number
  readonly thought: string
}

/** Entries with what is being written at their end. */
export interface Spoken {
  readonly entries: Entries
  readonly speech: Speech
}

/** A carriage return at the very end may be half of a line break. */
const BREAK = /\r\n|\r(?!$)|[\n\u2028\u2029\u0085]/
/** UTF-16 units of a line that are kept as one: the work of every frame that shows an open line grows with it. */
const LONGEST_LINE = 1_200
/** Lines of one reasoning that are kept: the work of every line that is added grows with them. */
const MOST_THOUGHT = 2_000

export function silence(entries: Entries): Spoken {
  return { entries, speech: { text: BLANK, reasoning: BLANK, from: entries.end, open: '', midway: false, fence: undefined, blanks: 0, begun: false, thought: '' } }
}

/** The entry as it is put behind the others. */
export function behind(entries: Entries, entry: Entry): Entries {
  return appended(entries, spaced(entries, entry))
}

function spaced(entries: Entries, entry: Entry): Entry {
  return isApart(entryAt(entries, entries.end - 1), entry.kind) ? { ...entry, gap: true } : entry
}

/** One more piece of the text. */
export function wroteText(spoken: Spoken, delta: string): Spoken {
  const { speech, entries } = delta.trim() === '' ? spoken : thoughtOver(spoken)
  const lines = (speech.open + delta).split(BREAK)
  const open = lines.pop() ?? ''
  let next: Spoken = { entries, speech: { ...speech, text: extended(speech.text, delta) } }
  for (const line of lines) next = closedLine(next, line)
  return openLine(next, open)
}

/** One more piece of the reasoning. Reasoning behind text that was written meanwhile is another one. */
export function wroteReasoning({ entries, speech }: Spoken, delta: string): Spoken {
  const lines = (speech.thought + delta).split(BREAK)
  const [rest, open] = broken(lines.pop() ?? '')
  const at = speech.thoughtAt ?? NOWHERE
  const before = entryAt(entries, at)
  const old = before?.kind === 'reasoning' ? before : undefined
  const closed = [...lines.flatMap((line) => broken(line).flat()), ...rest].map((line): Line => ({ text: sanitise(line) }))
  const shown = old === undefined ? closed.slice(Math.max(0, closed.findIndex(({ text }) => text.trim() !== ''))) : closed
  const next = { ...speech, reasoning: extended(speech.reasoning, delta), thought: open }
  // White space alone begins no reasoning.
  if (old === undefined && shown.every(({ text }) => text.trim() === '') && sanitise(open).trim() === '') return { entries, speech: next }
  const all = closed.length === 0 && old !== undefined ? old.lines : [...(old?.lines ?? []), ...shown]
  // Cut by the half, so that few lines copy the list.
  const over = all.length > MOST_THOUGHT ? all.length - MOST_THOUGHT / 2 : 0
  const entry: Entry = {
    kind: 'reasoning', streaming: true, open: sanitise(open),
    lines: over === 0 ? all : all.slice(over),
    dropped: (old?.dropped ?? 0) + over,
    words: (old?.words ?? 0) + shown.reduce((sum, { text }) => sum + wordCount(text), 0),
  }
  if (old !== undefined) return { entries: replaced(entries, at, old.gap ? { ...entry, gap: true } : entry), speech: next }
  return { entries: behind(entries, entry), speech: { ...next, thoughtAt: entries.end } }
}

/** Nothing more comes of it: a line that is open stays as it stands. */
export function closed(spoken: Spoken): Entries {
  return thoughtOver(spoken).entries
}

/** The whole of it in place of what was streamed; where they agree, nothing moves. */
export function corrected(spoken: Spoken, text: string, reasoning: string): Entries {
  let entries = closed(spoken)
  const { speech } = spoken
  // Some hosts stream the reasoning and don't keep it.
  if (reasoning !== '' && !isPrintOf(speech.reasoning, reasoning)) entries = exchanged(entries, speech.from, 'reasoning', closed(wroteReasoning(silence(NO_ENTRIES), reasoning)))
  if (!isPrintOf(speech.text, text)) entries = exchanged(entries, speech.from, 'text', closed(wroteText(silence(NO_ENTRIES), text)))
  return entries
}

/** Puts the entries of a list in the places of one kind, in order; what is too much is gone, what is missing comes behind. */
function exchanged(list: Entries, from: number, kind: Kind, wanted: Entries): Entries {
  let entries = list
  let next = 0
  for (let number = Math.max(from, list.first); number < list.end; number++) {
    const old = entryAt(entries, number)
    if (old?.kind !== kind) continue
    const entry = entryAt(wanted, next++)
    entries = replaced(entries, number, entry === undefined ? { kind: 'gone' } : old.gap ? { ...entry, gap: true } : entry)
  }
  for (let entry = entryAt(wanted, next); entry !== undefined; entry = entryAt(wanted, ++next)) entries = behind(entries, entry)
  return entries
}

/** The reasoning is over: its open line is one of its lines. */
function thoughtOver({ entries, speech }: Spoken): Spoken {
  const { thoughtAt = NOWHERE, ...rest } = speech
  const entry = entryAt(entries, thoughtAt)
  if (entry?.kind !== 'reasoning') return { entries, speech: { ...rest, thought: '' } }
  const open = entry.open.trimEnd()
  const over: Entry = {
    ...entry, streaming: false, open: '', words: entry.words + wordCount(open), lines: open === '' ? entry.lines : [...entry.lines, { text: open }],
  }
  return { entries: replaced(entries, thoughtAt, over), speech: { ...rest, thought: '' } }
}

/** A line is finished. */
function closedLine(spoken: Spoken, line: string): Spoken {
  const [parts, end] = broken(line)
  const last = placed(parts.reduce(part, spoken), end)
  const { openAt: _, ...speech } = last.speech
  const fence = speech.midway ? speech.fence : fenceAfter(speech.fence, sanitise(end))
  return { entries: last.entries, speech: { ...speech, open: '', midway: false, fence } }
}

/** The line that is being written. */
function openLine(spoken: Spoken, line: string): Spoken {
  const [parts, end] = broken(line)
  const last = parts.reduce(part, spoken)
  return placed({ ...last, speech: { ...last.speech, open: end } }, end.replace('\r', ''), true)
}

/** A part of a line that is too long to be kept as one. */
function part(spoken: Spoken, text: string): Spoken {
  const { entries, speech } = placed(spoken, text)
  const { openAt: _, ...rest } = speech
  return { entries, speech: { ...rest, open: '', midway: true } }
}

/** The text where the open line stands, or behind everything with the blank lines that were held back. */
function placed({ entries, speech }: Spoken, line: string, open = false): Spoken {
  const text = sanitise(line).replaceAll('\n', ' ')
  const entry: Entry = { kind: 'text', text, look: lookOf(text, speech.fence, speech.midway) }
  if (speech.openAt !== undefined) {
    const gap = entryAt(entries, speech.openAt)?.gap
    return { speech, entries: replaced(entries, speech.openAt, gap ? { ...entry, gap } : entry) }
  }
  if (text.trim() === '' && (open || (speech.fence === undefined && !speech.midway))) {
    return { entries, speech: open || !speech.begun ? speech : { ...speech, blanks: speech.blanks + 1 } }
  }
  let list = entries
  for (let count = 0; count < speech.blanks; count++) list = behind(list, { kind: 'text', text: '', look: 'line' })
  return { entries: behind(list, entry), speech: { ...speech, blanks: 0, begun: true, ...(open ? { openAt: list.end } : {}) } }
}

/** A line in parts that are not too long, the last one apart; between two words where there are any. */
function broken(line: string): readonly [readonly string[], string] {
  const parts: string[] = []
  let rest = line
  while (rest.length > LONGEST_LINE) {
    const blank = rest.lastIndexOf(' ', LONGEST_LINE)
    const at = blank > LONGEST_LINE / 2 ? blank + 1 : LONGEST_LINE - (/[\ud800-\udbff]/.test(rest.charAt(LONGEST_LINE - 1)) ? 1 : 0)
    parts.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [parts, rest]
}
