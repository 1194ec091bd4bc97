/** An entry of the transcript as rows of a width, made once for each way that it is looked at. Pure. */
import { columnsWithin, cut, textWidth } from '../cells.ts'
import { rowWidth, span } from '../row.ts'
import type { Row, Span, Style } from '../row.ts'
import type { Words } from '../words.ts'
import { chop, wrapOnce, wrapText } from '../wrap.ts'
import type { Entry, Kept } from './entry.ts'
import type { TodoItem } from './news.ts'
import { styled } from './prose-line.ts'
import { retryLine } from './retry-line.ts'
import { exitWord } from './tool-exit.ts'
import { wordCount } from './word-count.ts'

/** How the transcript is looked at. */
export interface Sight {
  readonly width: number
  readonly words: Words
  /** Reasoning, results and lists are shown whole. */
  readonly expanded: boolean
}

/** Columns that a text behind a lead needs; with fewer it is not indented. */
const LEAST_WIDTH = 16
/** Lines of a message, and items of a list, that are shown folded. */
const FOLDED_MESSAGE = 12
const FOLDED_TODO = 6

/** Entries whose rows are kept: far more than a screen shows, far fewer than a transcript has. */
const MOST_SEEN = 2_000

let seen = new WeakMap<Entry, Sight & { readonly rows: readonly Row[] }>()
let held = 0

/** The rows of an entry; none where there is nothing of it to see. */
export function entryRows(entry: Entry, sight: Sight): readonly Row[] {
  const known = seen.get(entry)
  if (known?.width === sight.width && known.words === sight.words && known.expanded === sight.expanded) return known.rows
  const own = ownRows(entry, sight)
  const rows = entry.gap === true && own.length > 0 ? [[], ...own] : own
  if (held++ === MOST_SEEN) {
    seen = new WeakMap()
    held = 0
  }
  seen.set(entry, { ...sight, rows })
  return rows
}

function ownRows(entry: Entry, sight: Sight): readonly Row[] {
  const { words, width, expanded } = sight
  const { glyphs, transcript } = words
  switch (entry.kind) {
    case 'remark':
      return wrapText([span(entry.text), ...(entry.at === undefined ? [] : [span(`${glyphs.separator}${entry.at}`, 'faint')])], width)
    case 'user': {
      const lead = entry.late ? [span(glyphs.speaker, 'accent'), span(`(${transcript.late}) `, 'faint')] : [span(glyphs.speaker, 'accent')]
      return keptRows(entry.said, lead, 'strong', sight, FOLDED_MESSAGE)
    }
    case 'context':
      return keptRows(entry.said, [span(`${transcript.context}${glyphs.separator}`, 'faint')], 'faint', sight, 1)
    case 'text': {
      const { lead, text } = styled(entry.text, entry.look)
      return entry.look === 'code' ? chop(entry.text, width).map((part): Row => [span(part, 'code')]) : behind(lead, text, width)
    }
    case 'reasoning':
      return reasoningRows(entry, sight)
    case 'tool':
      return [toolRow(entry, sight), ...keptRows(entry.result, [span(`  ${glyphs.result}`, 'faint')], 'faint', sight, 1)]
    case 'todo':
      return todoRows(entry.items, sight)
    case 'plan':
      return [[span(glyphs.mode, 'accent'), span(entry.active ? transcript.plan.on : transcript.plan.off)]]
    case 'end': {
      const detail = entry.detail === '' ? '' : `: ${entry.detail}`
      return wrapText([span(`${glyphs.other} ${transcript.ended[entry.how]}${detail}`, 'warn')], width).slice(0, expanded ? undefined : 4)
    }
    case 'retry':
      return wrapText([span(`${glyphs.call[1]} ${retryLine(entry, words)}`, 'warn')], width).slice(0, expanded ? undefined : 4)
    case 'gone':
      return []
  }
}

/** The call and what came of it on one row: the subject gives way. */
function toolRow({ tool, subject, state, exit }: Extract<Entry, { kind: 'tool' }>, { width, words }: Sight): Row {
  const { glyphs, transcript } = words
  const word = exit === undefined ? transcript.tool[state] : cut(exitWord(exit, words), Math.floor(width / 2), glyphs.ellipsis)
  const sign = { running: '', ok: `${glyphs.good} `, failed: `${glyphs.other} `, stopped: `${glyphs.other} ` }[state]
  const tone: Style = state === 'running' ? 'faint' : state === 'ok' ? 'good' : 'warn'
  const end = [span(`  ${sign}${word}`, tone)]
  const name = cut(tool, Math.max(4, width - rowWidth(end) - 2), glyphs.ellipsis)
  const start = [span(`${glyphs.call[state === 'running' ? 1 : 0]} `, tone), span(name, 'strong')]
  const room = width - rowWidth(start) - rowWidth(end) - 2
  return [...start, ...(subject === '' || room < 2 ? [] : [span('  '), span(cut(subject, room, glyphs.ellipsis))]), ...end]
}

/** While it is written its last line is to be seen; afterwards how much it was. Unfolded, all of it. */
function reasoningRows({ lines, dropped, open, words: count, streaming }: Extract<Entry, { kind: 'reasoning' }>, { width, words, expanded }: Sight): readonly Row[] {
  const { thought, ellipsis } = words.glyphs
  const lead = span(thought, 'faint')
  if (streaming && !expanded) {
    const last = open.trim() === '' ? lines.findLast(({ text }) => text.trim() !== '')?.text ?? '' : open
    return [[lead, span(ending(last.trim(), width - textWidth(thought), ellipsis), 'faint')]]
  }
  const head: Row = [lead, span(words.transcript.thought(count + (streaming ? wordCount(open) : 0)), 'faint')]
  if (!expanded) return [head]
  const inner = width - textWidth(thought)
  const all = open === '' ? lines : [...lines, { text: open }]
  const lost: Row = [span(' '.repeat(textWidth(thought))), span(words.transcript.dropped(dropped), 'faint')]
  return [head, ...(dropped === 0 ? [] : [lost]), ...all.flatMap((line) => wrapOnce(line, inner).map((row): Row => [span(' '.repeat(textWidth(thought))), span(row, 'faint')]))]
}

/** The end of a text that is being written, within `width` columns. */
function ending(text: string, width: number, ellipsis: string): string {
  return columnsWithin(text, width) <= width ? text : ellipsis + tailOf(text.slice(-width * 4), width - 1)
}

/** The last row's worth of a text. */
function tailOf(text: string, width: number): string {
  const rows = chop(text, width)
  const last = rows.at(-1) ?? ''
  const before = rows.at(-2) ?? ''
  let tail = last
  for (const character of Array.from(before).toReversed()) {
    if (textWidth(character + tail) > width) break
    tail = character + tail
  }
  return tail
}

/** A text behind a lead, at most `most` of its lines unless it is unfolded, and how many more there are. */
function keptRows({ lines, dropped }: Kept, lead: Row, style: Style, { width, words, expanded }: Sight, most: number): readonly Row[] {
  const { glyphs, transcript } = words
  if (lines.length === 0) return []
  const indent = rowWidth(lead)
  const under: Row = [span(' '.repeat(Math.min(indent, 4)))]
  if (expanded) {
    const rows = lines.flatMap(({ text }, index) => behind(index === 0 ? lead : under, [span(text, style)], width))
    return dropped === 0 ? rows : [...rows, [...under, span(transcript.dropped(dropped), 'faint')]]
  }
  const more = lines.length - most + dropped
  const note = more > 0 ? transcript.more(more) : ''
  if (most === 1) {
    const tail = note === '' ? '' : `${glyphs.separator}${note}`
    return [[...lead, span(cut(lines[0]?.text ?? '', Math.max(2, width - indent - textWidth(tail)), glyphs.ellipsis), style), span(tail, 'faint')]]
  }
  const rows = lines.slice(0, most).flatMap(({ text }, index) => behind(index === 0 ? lead : under, [span(text, style)], width))
  return note === '' ? rows : [...rows, [...under, span(note, 'faint')]]
}

/** What is done is counted; what is left is listed. */
function todoRows(items: readonly TodoItem[], { width, words, expanded }: Sight): readonly Row[] {
  const { glyphs: { todo }, transcript } = words
  const row = ({ text, state }: TodoItem): readonly Row[] =>
    behind([span(`${todo[state]} `, state === 'done' ? 'faint' : 'accent')], [span(text, state === 'active' ? 'strong' : state === 'done' ? 'faint' : 'plain')], width)
  if (expanded || items.length <= FOLDED_TODO) return items.flatMap(row)
  const done = items.filter(({ state }) => state === 'done').length
  const left = items.filter(({ state }) => state !== 'done')
  const more = left.length - FOLDED_TODO
  return [
    ...(done === 0 ? [] : [[span(`${todo.done} ${transcript.done(done)}`, 'faint')]]),
    ...left.slice(0, FOLDED_TODO).flatMap(row),
    ...(more > 0 ? [[span(`${todo.pending} ${transcript.moreItems(more)}`, 'faint')]] : []),
  ]
}

/** A text that stands behind a lead with all its rows, where there is room. */
function behind(lead: readonly Span[], text: readonly Span[], width: number): readonly Row[] {
  const indent = rowWidth(lead)
  if (indent === 0) return wrapText(text, width)
  if (width - indent < LEAST_WIDTH) return wrapText([...lead, ...text], width)
  return wrapText(text, width - indent).map((row, index) => [...(index === 0 ? lead : [span(' '.repeat(indent))]), ...row])
}
