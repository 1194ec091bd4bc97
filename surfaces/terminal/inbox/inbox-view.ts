/** The list of asks as rows between two borders, over the whole screen but for the hint. Pure. */
import { cut, textWidth } from '../cells.ts'
import { wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { MARGINS, bordered } from '../panel-frame.ts'
import { currentOf, isContinued } from '../panel.ts'
import type { Panel } from '../panel.ts'
import { fit, span } from '../row.ts'
import type { Row } from '../row.ts'
import { sanitiseLine } from '../sanitise.ts'
import { clockText, remainingOf } from '../wait.ts'
import type { Words } from '../words.ts'
import { countsOf, groupsOf } from './entries.ts'
import { markedRow } from './steps.ts'

/** Columns inside the borders from which on each ask says how old it is. */
const ROOMY = 50

/** A row of the list: a session's name, or an ask with its number. */
type Line = { readonly label: string; readonly entry?: undefined } | { readonly panel: Panel; readonly entry: number }

export interface InboxView {
  readonly rows: readonly Row[]
  /** The ask of each row of the screen, where there is one. */
  readonly entries: readonly (number | undefined)[]
}

/** Rows that the list has: all but the hint and a notice. */
export function inboxHeight({ size, notice }: Model): number {
  return size.rows - 1 - (notice === undefined ? 0 : 1)
}

/** Exactly `height` rows. */
export function inboxView(model: Model, height: number): InboxView {
  const words = wordsIn(model)
  const { columns } = model.size
  const width = columns - MARGINS
  const lines = linesOf(model)
  const size = Math.max(1, height - 2)
  const mark = markedRow(model)
  const marked = Math.max(0, lines.findIndex(({ entry }) => entry === mark))
  const top = Math.max(0, Math.min(marked - Math.floor(size / 2), lines.length - size))
  const shown = lines.slice(top, top + size)
  const digits = String(model.panels.length + model.putAway.length).length
  const rows = shown.map((line): Row => ('panel' in line
    ? entryRow(model, line.panel, { number: String(line.entry + 1).padStart(digits), isMarked: line.entry === mark }, width, words)
    : [span(cut(line.label, width, words.glyphs.ellipsis), 'faint')]))
  const blank = Array.from({ length: size - shown.length }, (): Row => [])
  const { open, continued } = countsOf(model)
  const range = lines.length > size ? `${top + 1}${words.glyphs.range}${top + size}/${lines.length}` : ''
  return {
    rows: bordered({ title: [span(words.inbox.title, 'strong')], asides: [words.inbox.count(open, continued)], marks: [range], style: 'accent' }, [...rows, ...blank], columns, words),
    entries: [undefined, ...shown.map(({ entry }) => entry)],
  }
}

function linesOf(model: Model): readonly Line[] {
  let entry = 0
  return groupsOf(model).flatMap(({ label, panels }): Line[] => [{ label }, ...panels.map((panel): Line => ({ panel, entry: entry++ }))])
}

function entryRow(model: Model, panel: Panel, { number, isMarked }: { readonly number: string; readonly isMarked: boolean }, width: number, words: Words): Row {
  const { glyphs, inbox } = words
  const lead = span(`${number}. `)
  const shown = model.panels[0] === panel ? inbox.shown : ''
  const aside = [width < ROOMY ? '' : shown, width < ROOMY ? '' : ageText(model.now - panel.since, words), stateText(panel, model.now, words)].filter((text) => text !== '').join(glyphs.separator)
  const room = width - 2 - textWidth(lead.text) - textWidth(aside) - 1
  return [
    isMarked ? span(glyphs.pointer, 'accent') : span('  '), lead,
    ...fit([span(titleOf(panel, words), isMarked ? 'strong' : 'plain')], Math.max(4, room), glyphs.ellipsis),
    span(` ${aside}`, isContinued(panel) ? 'warn' : 'faint'),
  ]
}

/** Its kind, its header and its first words. */
function titleOf(panel: Panel, words: Words): string {
  const face = currentOf(panel)?.face ?? panel.faces[0]
  if (face === undefined) return words.inbox.unknown
  const kind = panel.decision?.kind === 'plan-review' ? words.plan : panel.decision?.kind === 'approval' ? words.permission : ''
  const said = face.header.startsWith(kind) ? [face.header] : [kind, face.header]
  return [...said, sanitiseLine(face.question)].filter((part) => part !== '').join(words.glyphs.separator) || words.question
}

function stateText(panel: Panel, now: number, words: Words): string {
  if (isContinued(panel)) return words.inbox.continued
  const left = remainingOf(panel.wait, now)
  if (left === undefined) return ''
  return panel.wait.kind === 'held' ? words.held(clockText(left)) : clockText(left)
}

function ageText(ms: number, { inbox: { age } }: Words): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return age.s(seconds)
  if (seconds < 3_600) return age.m(Math.floor(seconds / 60))
  return seconds < 86_400 ? age.h(Math.floor(seconds / 3_600)) : age.d(Math.floor(seconds / 86_400))
}
