/** A document as rows of a width. Pure; what does not fit beside a margin is set without it, so that nothing is lost. */
import { textWidth } from './cells.ts'
import type { Block, Document, ListItem } from './document.ts'
import type { Glyphs } from './glyphs.ts'
import { span } from './row.ts'
import type { Row } from './row.ts'
import { tableRows } from './table.ts'
import { chop, wrapText } from './wrap.ts'

/** Columns that a nested block needs; with fewer it is not indented any further. */
const LEAST_WIDTH = 12

/** The rows of a document, its blocks set apart by blank rows. */
export function documentRows(document: Document, width: number, glyphs: Glyphs): readonly Row[] {
  return document.flatMap((block, index) => {
    const before = document[index - 1]
    const rows = blockRows(block, width, glyphs)
    return before === undefined || isTight(before, block) ? rows : [[], ...rows]
  })
}

/** A heading stands on what it heads, and a list hangs on the line that announces it. */
function isTight(before: Block, block: Block): boolean {
  return before.kind === 'heading' || (before.kind === 'paragraph' && block.kind === 'list')
}

function blockRows(block: Block, width: number, glyphs: Glyphs): readonly Row[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return wrapText(block.text, width)
    case 'code':
      return [...infoRows(block.info, width), ...codeRows(block.text, width, glyphs)]
    case 'list':
      return listRows(block, width, glyphs)
    case 'quote':
      return beside(block.blocks, [span('> ', 'faint')], [span('> ', 'faint')], width, glyphs)
    case 'table':
      return tableRows(block, width, glyphs)
    case 'rule':
      return [[span(glyphs.horizontal.repeat(width), 'faint')]]
  }
}

/** What stands beside a fence, above what it fences. */
function infoRows(info: string | undefined, width: number): readonly Row[] {
  return info === undefined ? [] : wrapText([span(info, 'faint')], width)
}

/** Each line behind a bar, character by character; the rest of a long line has none, since a line break can change what code does. */
function codeRows(text: string, width: number, glyphs: Glyphs): readonly Row[] {
  return text.split('\n').flatMap((line) => chop(line, width - 2).map((part, index): Row =>
    [span(index === 0 ? `${glyphs.vertical} ` : '  ', 'faint'), span(part, 'code')]))
}

function listRows({ items }: Extract<Block, { kind: 'list' }>, width: number, glyphs: Glyphs): readonly Row[] {
  const digits = String(items.at(-1)?.number ?? 0).length
  const mark = ({ number, checked }: ListItem): string => {
    const lead = number === undefined ? glyphs.bullet : `${String(number).padStart(digits)}.`
    return checked === undefined ? `${lead} ` : `${lead} ${glyphs.multi[checked ? 0 : 1]} `
  }
  return items.flatMap((item) => {
    const lead = mark(item)
    return beside(item.blocks, [span(lead)], [span(' '.repeat(textWidth(lead)))], width, glyphs)
  })
}

/** Blocks behind a margin, whose first row may differ. */
function beside(blocks: Document, first: Row, next: Row, width: number, glyphs: Glyphs): readonly Row[] {
  const margin = first.reduce((sum, { text }) => sum + textWidth(text), 0)
  const nested = width - margin >= LEAST_WIDTH
  const inner = nested ? documentRows(blocks, width - margin, glyphs) : documentRows(blocks, width, glyphs)
  if (inner.length === 0) return [first]
  return nested ? inner.map((row, index) => [...(index === 0 ? first : next), ...row]) : inner
}
