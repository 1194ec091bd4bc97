/** Markdown as a document. The one file that knows the parser; imported only when there is something to parse. */
import { lexer } from 'marked'
import type { MarkedToken, Token, Tokens } from 'marked'
import { plainDocument } from './document.ts'
import type { Align, Block, Document, ListItem, Text } from './document.ts'
import { span } from './row.ts'
import type { Span, Style } from './row.ts'
import { sanitise } from './sanitise.ts'

/** A longer text is shown as it stands: nobody reads it in a panel, and parsing it would hold the keyboard up. */
const LONGEST = 100_000
/** The parser calls itself for each level of nesting; a text that goes deeper is no plan. */
const DEEPEST = 40

/** Reads text that has been made fit for a terminal; what the parser gives up on is shown as it was written. */
export function parseMarkdown(source: string): Document {
  if (source.length > LONGEST || isTooDeep(source)) return plainDocument(source)
  try {
    return blocksOf(lexer(source))
  } catch {
    // Markdown has no errors: whatever went wrong, the text itself can still be read.
    return plainDocument(source)
  }
}

/** Many openings on one line: quotes in quotes, lists in lists, brackets in brackets. */
function isTooDeep(source: string): boolean {
  return source.split('\n').some((line) => (/^[\s>*+\-\d.)]*/.exec(line)?.[0].replace(/\s|\d/g, '').length ?? 0) > DEEPEST && !/^\s*([-*_=])(?:\s*\1)*\s*$/.test(line))
}

const KINDS = new Set<string>([
  'blockquote', 'br', 'checkbox', 'code', 'codespan', 'def', 'del', 'em', 'escape', 'heading', 'hr', 'html', 'image',
  'link', 'list', 'list_item', 'paragraph', 'space', 'strong', 'table', 'text',
] satisfies MarkedToken['type'][])

/** Of the kinds that the parser has by itself; an extension would bring others. */
function isKnown(token: Token): token is MarkedToken {
  return KINDS.has(token.type)
}

function blocksOf(tokens: readonly Token[]): Document {
  return tokens.flatMap((token): readonly Block[] => {
    if (!isKnown(token)) return plainDocument(sanitise(token.raw))
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', depth: token.depth, text: inlineOf(token.tokens, 'strong') }]
      case 'code':
        return [{ kind: 'code', text: sanitise(token.text) }]
      case 'list':
        return [listOf(token)]
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocksOf(token.tokens) }]
      case 'table':
        return [tableOf(token)]
      case 'hr':
        return [{ kind: 'rule' }]
      case 'space':
      case 'checkbox':
        return []
      case 'paragraph':
        return [{ kind: 'paragraph', text: inlineOf(token.tokens) }]
      case 'text':
        return [{ kind: 'paragraph', text: inlineOf(token.tokens ?? [token]) }]
      case 'html':
      case 'def':
        return plainDocument(sanitise(token.raw).trimEnd())
      case 'br':
      case 'codespan':
      case 'del':
      case 'em':
      case 'escape':
      case 'image':
      case 'link':
      case 'list_item':
      case 'strong':
        return [{ kind: 'paragraph', text: inlineOf([token]) }]
    }
  })
}

function listOf({ ordered, start, items }: Tokens.List): Block {
  return {
    kind: 'list',
    ...(ordered ? { start: Number(start) || 0 } : {}),
    items: items.map(({ task, checked, tokens }): ListItem => ({
      blocks: blocksOf(tokens),
      ...(task ? { checked: checked === true } : {}),
    })),
  }
}

function tableOf({ align, header, rows }: Tokens.Table): Block {
  return {
    kind: 'table',
    align: align.map((side): Align => side ?? 'left'),
    head: cellsOf(header, 'strong'),
    rows: rows.map((row) => cellsOf(row, 'plain')),
  }
}

function cellsOf(cells: readonly Tokens.TableCell[], style: Style): readonly Text[] {
  return cells.map(({ tokens }) => inlineOf(tokens, style))
}

/** Text with its emphasis; inside of strong text everything stays strong. */
function inlineOf(tokens: readonly Token[], style: Style = 'plain'): Text {
  const within = (inner: Style): Style => (style === 'plain' ? inner : style)
  return tokens.flatMap((token): Text => {
    if (!isKnown(token)) return [styled(token.raw, style)]
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? [styled(decode(token.text), style)] : inlineOf(token.tokens, style)
      case 'escape':
        return [styled(decode(token.text), style)]
      case 'strong':
        return inlineOf(token.tokens, 'strong')
      case 'em':
        return inlineOf(token.tokens, within('emphasis'))
      case 'del':
        return [styled('~~', style), ...inlineOf(token.tokens, style), styled('~~', style)]
      case 'codespan':
        return [styled(token.text, within('code'))]
      case 'br':
        return [styled('\n', style)]
      case 'link':
        return linkOf(token, style)
      case 'image':
        return [styled(`[${token.text}] (${token.href})`, within('faint'))]
      case 'html':
        return [styled(/^<br\s*\/?>$/i.test(token.raw) ? '\n' : token.raw, style)]
      case 'checkbox':
        return []
      case 'blockquote':
      case 'code':
      case 'def':
      case 'heading':
      case 'hr':
      case 'list':
      case 'list_item':
      case 'paragraph':
      case 'space':
      case 'table':
        return [styled(token.raw, style)]
    }
  })
}

/** A link is worth what its address is: it is always said, once. */
function linkOf({ href, text, tokens }: Tokens.Link, style: Style): Text {
  const bare = href === text || href === `mailto:${text}` || href === `http://${text}`
  const shown = inlineOf(tokens, style === 'plain' ? 'emphasis' : style)
  return bare ? shown : [...shown, styled(` (${href})`, style === 'plain' ? 'faint' : style)]
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', nbsp: ' ' }

/** Character references by name; those by number are the parser's. */
function decode(text: string): string {
  return text.replace(/&([a-z]+);/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole)
}

/** What the parser hands out is as foreign as what it was given: a reference by number can spell any character. */
function styled(text: string, style: Style): Span {
  return span(sanitise(text), style)
}
