/** Markdown as a document. The one file that knows the parser; imported only when there is something to parse. */
import { Lexer } from 'marked'
import type { MarkedToken, Token, Tokens } from 'marked'
import { plainDocument } from './document.ts'
import type { Align, Block, Document, ListItem, Text } from './document.ts'
import { decodeReferences, holdsLetters, saysAll } from './fidelity.ts'
import { span } from './row.ts'
import type { Style } from './row.ts'

/** A longer text is shown as it stands, in characters and in lines: nobody reads it in a panel, and parsing it would hold the keyboard up. */
const LONGEST = 50_000
const MOST_LINES = 2_000
/** Characters of one paragraph, heading or cell: the parser takes time with the square of them. */
const LONGEST_RUN = 1_500
/** The parser calls itself for each level of nesting; a text that goes deeper is no plan. */
const DEEPEST = 40

/** Leaves a run of text that is too long as it was written. */
class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= LONGEST_RUN) return super.inlineTokens(source, tokens)
    tokens.push({ type: 'text', raw: source, text: source })
    return tokens
  }
}

/**
 * Reads markdown. Its texts are as foreign as the source: a reference by number can spell any character. What the parser
 * gives up on, or would leave something out of, is shown as it was written.
 */
export function parseMarkdown(source: string): Document {
  if (source.length > LONGEST || isTooDeep(source)) return plainDocument(source)
  try {
    const tokens = new BoundedLexer().lex(source)
    if (!holdsLetters(tokens.map(({ raw }) => raw).join(''), source)) return plainDocument(source)
    return tokens.flatMap((token) => {
      const blocks = blocksOf([token])
      return saysAll(blocks, token.raw) ? blocks : plainDocument(token.raw.trimEnd())
    })
  } catch {
    // Markdown has no errors: whatever went wrong, the text itself can still be read.
    return plainDocument(source)
  }
}

/** Too many lines, or many openings on one of them: quotes in quotes, lists in lists, by their signs or by their indent. */
function isTooDeep(source: string): boolean {
  const lines = source.split('\n')
  return lines.length > MOST_LINES || lines.some((line) => {
    const opening = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? ''
    const indent = opening.length - opening.trimStart().length
    if (indent > 2 * DEEPEST && opening.length > indent) return true
    return opening.replace(/\s|\d/g, '').length > DEEPEST && !/^\s*([-*_=])(?:\s*\1)*\s*$/.test(line)
  })
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
    if (!isKnown(token)) return plainDocument(token.raw)
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', depth: token.depth, text: inlineOf(token.tokens, 'strong') }]
      case 'code':
        return [{ kind: 'code', text: token.text, ...(token.lang ? { info: token.lang } : {}) }]
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
      case 'html':
      case 'def':
        return plainDocument(token.raw.trimEnd())
      case 'br':
      case 'codespan':
      case 'del':
      case 'em':
      case 'escape':
      case 'image':
      case 'link':
      case 'list_item':
      case 'strong':
      case 'text':
        return [{ kind: 'paragraph', text: inlineOf([token]) }]
    }
  })
}

function listOf({ ordered, items }: Tokens.List): Block {
  let next = 0
  return {
    kind: 'list',
    items: items.map(({ raw, task, checked, tokens }): ListItem => {
      // A writer's own number stays, since the text may refer to it; one that doesn't go on from the last is counted.
      const number = Math.max(next, Number(/\d+/.exec(raw)?.[0] ?? 0))
      next = number + 1
      return { blocks: blocksOf(tokens), ...(ordered ? { number } : {}), ...(task ? { checked: checked === true } : {}) }
    }),
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
    if (!isKnown(token)) return [span(token.raw, style)]
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? [span(decodeReferences(token.text), style)] : inlineOf(token.tokens, style)
      case 'escape':
        return [span(decodeReferences(token.text), style)]
      case 'strong':
        return inlineOf(token.tokens, 'strong')
      case 'em':
        return inlineOf(token.tokens, within('emphasis'))
      case 'del':
        return [span('~~', style), ...inlineOf(token.tokens, style), span('~~', style)]
      case 'codespan':
        return [span(token.text, within('code'))]
      case 'br':
        return [span('\n', style)]
      case 'link':
        return linkOf(token, style)
      case 'image':
        return [span(`[${token.text}] (${addressOf(token)})`, within('faint'))]
      case 'html':
        return [span(/^<br\s*\/?>/i.test(token.raw) ? '\n' : token.raw, style)]
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
        return [span(token.raw, style)]
    }
  })
}

/** A link is worth what its address is: it is always said, and only once where nothing else was written. */
function linkOf(link: Tokens.Link, style: Style): Text {
  const shown = inlineOf(link.tokens, style === 'plain' ? 'emphasis' : style)
  return link.raw.startsWith('[') ? [...shown, span(` (${addressOf(link)})`, style === 'plain' ? 'faint' : style)] : shown
}

function addressOf({ href, title }: Tokens.Link | Tokens.Image): string {
  return title ? `${href} "${title}"` : href
}
