/** The part of the transcript that is on the screen, and what scrolling does with it. Takes time by the rows shown. Pure. */
import { wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { editorText } from '../editor.ts'
import { span } from '../row.ts'
import type { Row } from '../row.ts'
import { entryAt } from './entries.ts'
import type { Entries } from './entries.ts'
import type { Sight } from './entry-view.ts'
import { moved, rowsAt, rowsFrom, topOf } from './reading.ts'
import type { Anchor } from './reading.ts'

/** Rows below which there is none to spare for what is below. */
const ROOMY = 3
const NOTHING: Row = []

export function sightOf(model: Model): Sight {
  return { width: model.size.columns, words: wordsIn(model), expanded: model.expanded }
}

/** The end of the transcript at the bottom of its region, or the part that is being read. */
export function transcriptRows(model: Model, height: number): readonly Row[] {
  const { entries } = model.transcript
  const sight = sightOf(model)
  const { transcript: words, idle } = sight.words
  if (entries.end === entries.first && model.panels.length === 0 && height > 0) {
    return filled([[span(model.console === undefined ? idle : words.empty, 'faint')]], height)
  }
  const anchor = anchorOf(model, height)
  return anchor === undefined ? filled(endOf(entries, height, sight, isDoubled(model)), height) : readRows(model, anchor, height, sight)
}

function filled(rows: readonly Row[], height: number): readonly Row[] {
  return [...Array.from({ length: Math.max(0, height - rows.length) }, () => NOTHING), ...rows]
}

/** A notice is the transcript's last remark for a while, with more to say: it is not shown twice. */
function isDoubled({ transcript: { entries }, notice }: Model): boolean {
  const last = entryAt(entries, entries.end - 1)
  return notice !== undefined && last?.kind === 'remark' && notice.text.startsWith(last.text)
}

function endOf(entries: Entries, height: number, sight: Sight, doubled: boolean): readonly Row[] {
  const parts: (readonly Row[])[] = []
  let count = 0
  for (let number = entries.end - (doubled ? 2 : 1); number >= entries.first && count < height; number--) {
    const rows = rowsAt(entries, number, sight)
    parts.push(rows)
    count += rows.length
  }
  return parts.toReversed().flat().slice(Math.max(0, count - height))
}

/** The rows from the anchor on, and how many entries are below. */
function readRows(model: Model, { entry, row }: Anchor, height: number, sight: Sight): readonly Row[] {
  const { entries } = model.transcript
  const { transcript: words, glyphs } = sight.words
  const room = height < ROOMY ? height : height - 1
  const rows: Row[] = []
  let number = Math.max(entry, entries.first)
  for (let from = number === entry ? row : 0; number < entries.end && rows.length < room; number++, from = 0) {
    rows.push(...rowsAt(entries, number, sight).slice(from))
  }
  const below = entries.end - number + (rows.length > room ? 1 : 0)
  const hint = `${glyphs.below} ${words.below(below)}${isEndFree(model) ? `${glyphs.separator}${words.follows}` : ''}`
  return [...rows.slice(0, room), ...(height < ROOMY ? [] : [[span(hint, 'accent')]])]
}

/** Whether End is at the input line and has no text there to go to the end of. */
export function isEndFree(model: Model): boolean {
  return model.place !== 'panel' && editorText(model.input) === ''
}

/** Where it is read, unless everything from there on is on the screen anyway. */
function anchorOf(model: Model, height: number): Anchor | undefined {
  const { reading, transcript: { entries } } = model
  return reading !== undefined && rowsFrom(entries, reading, height + 1, sightOf(model)) > height ? reading : undefined
}

/** The model whose transcript is scrolled by so many rows, in a region of `height`; at its end it follows again. */
export function readOn(model: Model, by: number, height: number): Model {
  const { entries } = model.transcript
  const sight = sightOf(model)
  const from = anchorOf(model, height) ?? topOf(entries, height, sight)
  return following({ ...model, reading: moved(entries, from, by, sight) }, height)
}

/** Rows that a page of the transcript turns, in a region of `height`: one that was seen stays in sight. */
export function pageOf(height: number): number {
  return Math.max(1, height - 2)
}

/** The model that follows the end again where nothing is below the part that is read. */
export function following(model: Model, height: number): Model {
  return anchorOf(model, height) === undefined ? atEnd(model) : model
}

/** The model that shows the end of its transcript. */
export function atEnd(model: Model): Model {
  const { reading: _, ...rest } = model
  return rest
}
