/** Whether a document says all that its source said: markup may go, words may not. Pure, in one pass over both. */
import type { Document, Text } from './document.ts'
import { rowText } from './row.ts'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', nbsp: ' ' }

/** Character references by name; those by number are the parser's. */
export function decodeReferences(text: string): string {
  return text.replace(/&([a-z]+);/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole)
}

/** Whether every letter and digit of the source is in the document, but for those that are markup. */
export function saysAll(document: Document, source: string): boolean {
  return holdsLetters(wordsOf(document), bare(source))
}

/** Whether every letter and digit of one text is in another, in this order; what that says beyond does not matter. */
export function holdsLetters(text: string, part: string): boolean {
  const [said, wanted] = [lettersOf(text), lettersOf(part)]
  let at = 0
  for (let index = 0; index < said.length && at < wanted.length; index++) {
    if (said[index] === wanted[at]) at += 1
  }
  return at === wanted.length
}

/** The source without the letters that are markup: numbers of lists, which may be counted anew, line breaks, and references. */
function bare(source: string): string {
  return decodeReferences(source.replace(/^[ \t>]*(?:[-*+][ \t]+)*\d{1,9}[.)]/gm, '').replace(/<br[ \t]*\/?>/gi, ''))
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex: string | undefined, decimal: string | undefined) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
}

function wordsOf(document: Document): string {
  return document.map((block): string => {
    switch (block.kind) {
      case 'rule':
        return ''
      case 'paragraph':
      case 'heading':
        return rowText(block.text)
      case 'code':
        return `${block.info ?? ''} ${block.text}`
      case 'list':
        return block.items.map(({ checked, blocks }) => `${checked === true ? 'x' : ''} ${wordsOf(blocks)}`).join(' ')
      case 'quote':
        return wordsOf(block.blocks)
      case 'table':
        return [joined(block.head), ...block.rows.map(joined)].join(' ')
    }
  }).join(' ')
}

function joined(texts: readonly Text[]): string {
  return texts.map(rowText).join(' ')
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}
