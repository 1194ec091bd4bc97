/**
 * Markdown of others as markdown in which nothing is live: headings, lists, emphasis, code and tables are written
 * anew from a parsed tree, and everything else, links and images included, becomes text. Pure.
 */
import { known, type MarkedToken, parseMarkdown, type Token, type Tokens } from './markdown.ts'
import { escapeMarkdown, escapePunctuation, jsonBytes, keepIndent, splitText, visibleText } from './text.ts'

/**
 * The source in blocks that stand for themselves, each of at most `max` bytes of JSON, in order. A block that is
 * larger is shown as escaped source, in pieces.
 */
export function safeMarkdown(source: string, max: number): readonly string[] {
  return parseMarkdown(visibleText(source)).flatMap((token) => blockPieces(token, max))
}

function blockPieces(token: MarkedToken, max: number): readonly string[] {
  const whole = blockText(token)
  if (jsonBytes(whole) <= max) return whole === '' ? [] : [whole]
  if (token.type !== 'list') return escapedPieces(token.raw, max)
  const items = token.items.map((item, index) => itemText(item, markerOf(token, index)))
  return items.flatMap((item, index) => (jsonBytes(item) <= max ? [item] : escapedPieces(token.items[index]?.raw ?? '', max)))
}

function escapedPieces(source: string, max: number): readonly string[] {
  return splitText(source.trimEnd(), max, escapedBytes).map(escapeMarkdown)
}

/** A blank may stand at the start of a line, where it takes the room of an entity. */
function escapedBytes(text: string): number {
  return jsonBytes(escapeMarkdown(text.replaceAll(' ', '#')))
}

function blockText(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
      return `${'#'.repeat(token.depth)} ${oneLine(inlineText(token.tokens))}`
    case 'paragraph':
    case 'text':
      return token.tokens === undefined ? escapeMarkdown(token.text) : keepIndent(inlineText(token.tokens))
    case 'code':
      return codeText(token)
    case 'list':
      return token.items.map((item, index) => itemText(item, markerOf(token, index))).join('\n')
    case 'table':
      return tableText(token)
    case 'blockquote':
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'def':
    case 'del':
    case 'em':
    case 'escape':
    case 'hr':
    case 'html':
    case 'image':
    case 'link':
    case 'list_item':
    case 'space':
    case 'strong':
      return escapeMarkdown(token.raw.trimEnd())
  }
}

/** What vendors' renderers are known to make live even where markdown would not; it is never put into code. */
const LIVE_TAG = /<\s*(?:\/\s*)?(?:a|at|audio|br|card|col|font|hr|img|link|number_tag|local_datetime|person|raw|record|row|table|text_tag)\b/iu

/** Languages as plans name them. Whether a screen shows the name of one is not known, so nothing else may stand there. */
const LANGUAGES = new Set((
  'bash c cpp css diff docker dockerfile go graphql html ini java javascript js json jsx kotlin make makefile markdown md php powershell proto ps1 py python '
  + 'rb ruby rs rust scss sh shell sql swift text toml ts tsx txt typescript vue xml yaml yml zsh'
).split(' '))

/**
 * Code cannot be escaped, so what could end it or come alive in it is shown as escaped lines instead. Words that are
 * no language, or stand behind one, are shown above it.
 */
function codeText({ text, lang = '', raw }: Tokens.Code): string {
  if (/`{3}|~{3}/u.test(text) || LIVE_TAG.test(text)) return escapeMarkdown(raw.trimEnd())
  const [word = ''] = lang.split(/\s/u, 1)
  const language = LANGUAGES.has(word.toLowerCase()) ? word : ''
  const info = language === lang ? '' : `${escapePunctuation(lang)}\n`
  return `${info}\`\`\`${language}\n${text.replace(/(?<!\n)\n+$/u, '')}\n\`\`\``
}

function markerOf({ ordered, start }: Tokens.List, index: number): string {
  return ordered ? `${(start === '' ? 1 : start) + index}. ` : '- '
}

/** Further blocks of an item stand below it, indented, as far as they are text or lists; anything else as source. */
function itemText({ tokens }: Tokens.ListItem, marker: string): string {
  const blocks = known(tokens).filter(({ type }) => type !== 'space')
  const box = blocks.find((token) => token.type === 'checkbox')
  const texts = blocks.flatMap((token): readonly string[] => {
    if (token.type === 'checkbox') return []
    return [token.type === 'paragraph' || token.type === 'text' || token.type === 'list' ? blockText(token) : escapeMarkdown(token.raw.trimEnd())]
  })
  return marker + (box ? boxText(box) : '') + texts.join('\n').replaceAll('\n', '\n    ')
}

function boxText({ checked }: Tokens.Checkbox): string {
  return checked ? '☑ ' : '☐ '
}

/** A row that is wider than its head loses cells to the parser: such a table is shown as source. */
function tableText({ header, rows, align, raw }: Tokens.Table): string {
  const [head = '', , ...body] = raw.split('\n')
  const kept = [...header, ...rows.flat()].map(({ text }) => text).join('')
  if (cellCharacters(kept) !== cellCharacters([head, ...body].join(''))) return escapeMarkdown(raw.trimEnd())
  const rules = align.map((side) => ({ left: ':--', right: '--:', center: ':-:' })[side ?? 'left'])
  return [rowText(header.map(cellText)), rowText(rules), ...rows.map((row) => rowText(row.map(cellText)))].join('\n')
}

/** Without what parts the cells of a row, or keeps a bar from doing so. */
function cellCharacters(text: string): string {
  return text.replace(/[\s|\\]/gu, '')
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cellText({ tokens }: Tokens.TableCell): string {
  return oneLine(inlineText(tokens, 'cell'))
}

type Where = 'block' | 'cell'

function inlineText(tokens: readonly Token[], where: Where = 'block'): string {
  return known(tokens).map((token) => spanText(token, where)).join('')
}

function spanText(token: MarkedToken, where: Where): string {
  switch (token.type) {
    case 'text':
      // As it is written: the parser makes characters of some references and references of others.
      return escapePunctuation(token.raw)
    case 'escape':
      return escapePunctuation(token.text)
    case 'strong':
      return `**${inlineText(token.tokens, where)}**`
    case 'em':
      return `*${inlineText(token.tokens, where)}*`
    case 'del':
      return `~~${inlineText(token.tokens, where)}~~`
    case 'codespan':
      return token.text.includes('`') || token.text.trim() === '' || LIVE_TAG.test(token.text) || (where === 'cell' && token.text.includes('|'))
        ? escapePunctuation(token.raw)
        : `\`${token.text}\``
    case 'link':
      return addressed(inlineText(token.tokens, where), token)
    case 'image':
      return addressed(escapePunctuation(token.text), token)
    case 'checkbox':
      return boxText(token)
    case 'br':
      return '\n'
    case 'blockquote':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'html':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      return escapePunctuation(token.raw)
  }
}

/** The words of a link or image with its address and title as text behind them, as far as they say more. */
function addressed(words: string, { href, text, title }: Tokens.Link | Tokens.Image): string {
  const behind = [...(href === text || href === `mailto:${text}` ? [] : [href]), ...(title ? [`"${title}"`] : [])].join(' ')
  return behind === '' ? words : `${words} (${escapePunctuation(behind)})`.trimStart()
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ')
}
