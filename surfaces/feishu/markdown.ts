/** Markdown as a tree, read in bounded time and memory. The only file that knows the parser. */
import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'

export type { MarkedToken, Token, Tokens } from 'marked'

/** Characters of a text that is parsed at all. */
const LONGEST = 64_000
/** Lines times characters of each run of lines without a blank one, together: the parser looks back within them. */
const DENSEST = 20_000_000
/** Lists in each other that are looked into; the parser calls itself for each. */
const DEEPEST = 12
/** Cells of all tables. Each row is filled up to the width of its head, so a few kilobytes can claim millions. */
const MOST_CELLS = 5_000
/** Characters of a paragraph, heading or cell whose emphasis and links are read: the time grows with their square. */
const LONGEST_SPAN = 4_000
/** The squares of all that are read, together. */
const ALL_SPANS = 50_000_000

/**
 * The blocks of a text, in order and with nothing left out. What is beyond the bounds, or breaks the parser, comes
 * as source: a long paragraph as one plain text, a deep list or a whole text as a block of kind `html`. Quotes are
 * not looked into, and link definitions stay text.
 */
export function parseMarkdown(source: string): readonly MarkedToken[] {
  if (source.length > LONGEST || densityOf(source) > DENSEST) return [sourceToken(source)]
  try {
    return known(new BoundedLexer().lex(source))
  } catch {
    // Too many cells, or brackets that exhaust the stack. Nothing of the text is lost by not parsing it.
    return [sourceToken(source)]
  }
}

/** Without extensions the parser makes no token but these. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter((token): token is MarkedToken => 'type' in token)
}

function densityOf(source: string): number {
  return source.split(/\n[ \n]*\n/u).reduce((sum, run) => sum + run.length * run.split('\n').length, 0)
}

function sourceToken(source: string): Tokens.HTML {
  return { type: 'html', raw: source, text: source, block: true, pre: false }
}

class BoundedLexer extends Lexer {
  private depth = 0

  constructor() {
    super({ gfm: true, tokenizer: new BoundedTokenizer() })
  }

  override lex(source: string): TokensList {
    this.blockTokens(source, this.tokens)
    let room = ALL_SPANS
    for (const { src, tokens } of this.inlineQueue) {
      const cost = src.length ** 2
      if (src.length > LONGEST_SPAN || cost > room) {
        tokens.push({ type: 'text', raw: src, text: src, escaped: false })
        continue
      }
      room -= cost
      this.inlineTokens(src, tokens)
    }
    return this.tokens
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    if (this.depth === DEEPEST) return [sourceToken(source)]
    this.depth += 1
    try {
      return super.blockTokens(source, tokens, lastParagraphClipped)
    } finally {
      this.depth -= 1
    }
  }
}

class BoundedTokenizer extends Tokenizer {
  private cells = 0

  override table(source: string): Tokens.Table | undefined {
    const [all, head = ''] = this.rules.block.table.exec(source) ?? []
    if (all === undefined) return undefined
    this.cells += head.split('|').length * all.split('\n').length
    if (this.cells > MOST_CELLS) throw new RangeError('too many cells')
    return super.table(source)
  }

  /** The parser reads a quote again and again, level by level; it is shown as source anyway. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    const raw = this.rules.block.blockquote.exec(source)?.[0].replace(/\n$/u, '')
    return raw === undefined ? undefined : { type: 'blockquote', raw, text: raw, tokens: [] }
  }

  /** The parser keeps no token of a definition that it has seen before; as text, each can be read. */
  override def(): undefined {}
}
