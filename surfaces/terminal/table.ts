/** A table as rows of a width: beside each other while the columns leave room to read, else one record after another. Pure. */
import { textWidth } from './cells.ts'
import type { Align, Block, Text } from './document.ts'
import type { Glyphs } from './glyphs.ts'
import { rowText, rowWidth, span } from './row.ts'
import type { Row } from './row.ts'
import { wrapText } from './wrap.ts'

type Table = Extract<Block, { kind: 'table' }>

/** Columns that a cell needs to be read at all. */
const LEAST_CELL = 6
const GAP = 3

export function tableRows(table: Table, width: number, glyphs: Glyphs): readonly Row[] {
  const widths = columnWidths(table, width - GAP * (table.head.length - 1))
  if (widths === undefined) return recordRows(table, width)
  const line = (cells: readonly Text[]): readonly Row[] => lineRows(cells, widths, table.align, glyphs)
  const rule: Row = [span(widths.map((each) => glyphs.horizontal.repeat(each)).join(`${glyphs.horizontal}${glyphs.crossing}${glyphs.horizontal}`), 'faint')]
  return [...line(table.head), rule, ...table.rows.flatMap(line)]
}

/** What each column gets of `room`: all it wants, else the widest give way first; undefined when that leaves too little. */
function columnWidths({ head, rows }: Table, room: number): readonly number[] | undefined {
  const wanted = head.map((cell, index) => Math.max(1, ...[cell, ...rows.flatMap((row) => row.slice(index, index + 1))].map(widest)))
  if (total(wanted.map((each) => Math.min(each, LEAST_CELL))) > room) return undefined
  let most = Math.max(...wanted)
  while (total(wanted.map((each) => Math.min(each, most))) > room) most -= 1
  return wanted.map((each) => Math.min(each, most))
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0)
}

function widest(text: Text): number {
  return Math.max(0, ...rowText(text).split('\n').map(textWidth))
}

function lineRows(cells: readonly Text[], widths: readonly number[], align: readonly Align[], glyphs: Glyphs): readonly Row[] {
  const wrapped = widths.map((width, index) => wrapText(cells[index] ?? [], width))
  const height = Math.max(...wrapped.map((rows) => rows.length))
  return Array.from({ length: height }, (_, y): Row => wrapped.flatMap((rows, index) => {
    const cell = rows[y] ?? []
    const free = (widths[index] ?? 0) - rowWidth(cell)
    const before = align[index] === 'right' ? free : align[index] === 'center' ? Math.floor(free / 2) : 0
    return [
      ...(index === 0 ? [] : [span(` ${glyphs.vertical} `, 'faint')]),
      span(' '.repeat(Math.max(0, before))), ...cell, span(' '.repeat(Math.max(0, free - before))),
    ]
  }))
}

/** Each row of the table as lines "head: cell", set apart by blank rows. */
function recordRows({ head, rows }: Table, width: number): readonly Row[] {
  return rows.flatMap((cells, index) => [
    ...(index === 0 ? [] : [[]]),
    ...head.flatMap((name, column) => wrapText([...name, span(': ', 'strong'), ...(cells[column] ?? [])], width)),
  ])
}
