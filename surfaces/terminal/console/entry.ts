/** One thing that happened, as the transcript keeps it. Plain data whose texts are fit for the screen already. */
import { sanitise } from '../sanitise.ts'
import type { TodoItem, ToolExit, TurnEnd } from './news.ts'

/** A line that stays as it is; an object, so that what was wrapped once can be found again. */
export interface Line {
  readonly text: string
}

/** What a line of the assistant's text is: its markdown counts from its first sign, only inside it, or not at all. */
export type Look = 'line' | 'run' | 'fence' | 'code'

/** `stopped`: the turn ended before the tool did. */
export type ToolState = 'running' | 'ok' | 'failed' | 'stopped'

/** A text that is shown folded: the lines that are kept, and how many more there were. */
export interface Kept {
  readonly lines: readonly Line[]
  readonly dropped: number
}

/** `gap`: a blank row sets it apart from what came before. */
type Spaced<T> = T & { readonly gap?: true }

export type Entry =
  /** A line of what happened beside the agent's work; `at` is the time of day. */
  | Spaced<{ readonly kind: 'remark'; readonly text: string; readonly at?: string }>
  | Spaced<{ readonly kind: 'user'; readonly said: Kept; readonly late: boolean }>
  | Spaced<{ readonly kind: 'context'; readonly said: Kept }>
  | Spaced<{ readonly kind: 'text'; readonly text: string; readonly look: Look }>
  /** `open` is the line that is being written, `words` counts those of all lines, `dropped` are the first ones that are not kept. */
  | Spaced<{ readonly kind: 'reasoning'; readonly lines: readonly Line[]; readonly dropped: number; readonly open: string; readonly words: number; readonly streaming: boolean }>
  | Spaced<{ readonly kind: 'tool'; readonly tool: string; readonly subject: string; readonly state: ToolState; readonly exit?: ToolExit; readonly result: Kept }>
  | Spaced<{ readonly kind: 'todo'; readonly items: readonly TodoItem[] }>
  | Spaced<{ readonly kind: 'plan'; readonly active: boolean }>
  | Spaced<{ readonly kind: 'end'; readonly how: Exclude<TurnEnd, 'completed'>; readonly detail: string }>
  | Spaced<{ readonly kind: 'retry'; readonly attempt: number; readonly most?: number; readonly detail: string }>
  /** Nothing any more: the place of a line that the whole text does not have. */
  | Spaced<{ readonly kind: 'gone' }>

export type Kind = Entry['kind']

export const NOTHING: Kept = { lines: [], dropped: 0 }

/** UTF-16 units and lines that are kept of a text that is shown folded. */
const LONGEST_KEPT = 40_000
const MOST_KEPT = 400

/** A foreign text without the blank lines around it, and without what nobody would unfold and read here. */
export function kept(text: string): Kept {
  const head = sanitise(text.slice(0, LONGEST_KEPT)).replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
  if (head === '') return NOTHING
  const all = head.split('\n')
  const lines = all.slice(0, MOST_KEPT).map((line): Line => ({ text: line }))
  const beyond = text.slice(LONGEST_KEPT).trimEnd().split('\n').length - 1
  return { lines, dropped: all.length - lines.length + beyond }
}

/** Kinds that stand close to their own. */
const CLOSE = new Set<Kind>(['remark', 'text', 'tool', 'context', 'end', 'plan'])

/** Whether a blank row belongs between two entries that follow each other. */
export function isApart(before: Entry | undefined, kind: Kind): boolean {
  return before !== undefined && before.kind !== 'gone' && !(before.kind === kind && CLOSE.has(kind))
}

/** What an entry takes of the memory, in lines of ordinary length. */
export function weightOf(entry: Entry): number {
  switch (entry.kind) {
    case 'remark':
    case 'text':
      return 1 + entry.text.length / 400
    case 'user':
    case 'context':
      return 1 + weightOfLines(entry.said.lines)
    case 'reasoning':
      return 1 + weightOfLines(entry.lines)
    case 'tool':
      return 1 + weightOfLines(entry.result.lines)
    case 'todo':
      return 1 + entry.items.length
    case 'plan':
    case 'end':
    case 'retry':
    case 'gone':
      return 1
  }
}

const weights = new WeakMap<readonly Line[], number>()

/** Weighed once: a list of lines never changes. */
function weightOfLines(lines: readonly Line[]): number {
  let weight = weights.get(lines)
  if (weight === undefined) {
    weight = lines.reduce((sum, { text }) => sum + 1 + text.length / 400, 0)
    weights.set(lines, weight)
  }
  return weight
}
