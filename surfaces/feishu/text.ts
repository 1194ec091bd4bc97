/** Text that others wrote, made safe to put before a person's eyes. */

/**
 * Invisible and direction-changing characters can make a shown command differ from the real one, so each is
 * spelled out as `⟨U+202E⟩`. Newlines stay, tabs become blanks, and a joiner stays where it joins an emoji.
 */
export function visibleText(text: string): string {
  // Nearly every text; to look behind each character for an emoji takes many times as long.
  if (HARMLESS.test(text)) return text
  const plain = text.replace(/\r\n?|[\u2028\u2029]/gu, '\n').replaceAll('\t', '    ')
  if (HARMLESS.test(plain)) return plain
  return plain.replace(EMOJI_JOINER_OR_HIDDEN, (found, joiner?: string) => (joiner === undefined ? codePoint(found) : found))
}

/** Nothing but letters and punctuation of Latin and Chinese: none of it hides or joins. */
const HARMLESS = /^[\n -~\u00A1-\u00AC\u00AE-\u024F\u2013-\u2026\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]*$/

const EMOJI_JOINER_OR_HIDDEN =
  /(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)(\u200D)(?=\p{Extended_Pictographic})|(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2800\u3164\u115F\u1160\uFFA0]/gu

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟨U+${hex}⟩`
}

/** As `visibleText`, for what will be acted upon: lone carriage returns, odd blanks and every invisible selector are spelled out too. */
export function revealText(text: string): string {
  return text.replace(/\r\n/gu, '\n').replaceAll('\t', '    ').replace(DECEPTIVE, codePoint)
}

/** Whatever a reader cannot see, takes for a plain blank, or sees as each screen likes: characters of nobody's and of no use in a command. */
const DECEPTIVE = /(?![\n \u3000])[\u{16FE4}\p{C}\p{DI}\p{Z}\u2800\uFFFC\u{1D159}]/gu

/** Bytes of a text inside JSON, without its quotes. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

/**
 * The text in pieces of at most `max` by `sizeOf`, which must be additive: cut between lines where possible, then
 * between characters as people count them, and inside of one only when it is too large alone. Nothing is dropped
 * but the newline at a cut.
 */
export function splitText(text: string, max: number, sizeOf: (part: string) => number = jsonBytes): readonly string[] {
  // Nearly every text: each choice of a card passes here.
  if (sizeOf(text) <= max) return [text]
  const pieces: string[] = []
  const newline = sizeOf('\n')
  let lines: string[] = []
  let size = 0
  const flush = (): void => {
    if (lines.length > 0) pieces.push(lines.join('\n'))
    lines = []
    size = 0
  }
  for (const line of text.split('\n')) {
    const more = sizeOf(line) + newline
    if (size + more > max + newline) flush()
    if (more > max + newline) {
      const cut = cutLine(line, max, sizeOf)
      pieces.push(...cut.slice(0, -1))
      lines = cut.slice(-1)
      size = sizeOf(cut.at(-1) ?? '') + newline
    } else {
      lines.push(line)
      size += more
    }
  }
  flush()
  return pieces
}

function cutLine(line: string, max: number, sizeOf: (part: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  const add = (part: string, more: number): void => {
    // What is left behind a blank may still be too much beside the next part.
    while (size + more > max && piece !== '') {
      // At the last blank, if that leaves more than half.
      const blank = piece.lastIndexOf(' ') + 1
      const end = blank > piece.length / 2 ? blank : piece.length
      pieces.push(piece.slice(0, end))
      piece = piece.slice(end)
      size = sizeOf(piece)
    }
    piece += part
    size += more
  }
  /** One measurement for many wherever no cut is near, and few in between. */
  const addAll = (parts: readonly string[]): void => {
    const many = parts.join('')
    const all = sizeOf(many)
    if (size + all <= max) return add(many, all)
    const [only = '', more] = parts
    if (more !== undefined) {
      const middle = Math.ceil(parts.length / 2)
      addAll(parts.slice(0, middle))
      addAll(parts.slice(middle))
    } else if (all > max) {
      for (const atom of only) add(atom, sizeOf(atom))
    } else {
      add(only, all)
    }
  }
  for (const graphemes of graphemesOf(line)) addAll(graphemes)
  return [...pieces, piece]
}

/** Code units that are segmented at a time: each segment brings a copy of all that was given. */
const WINDOW = 256

/** Characters that never join their neighbours: segmenting them takes most of the time of a long text. */
const SINGLE = /^[ -~\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]*$/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters as people count them, at most `WINDOW` code units each; some at a time. */
function* graphemesOf(text: string): Generator<readonly string[]> {
  let start = 0
  while (start < text.length) {
    // With the one behind: that could join the last one.
    if (SINGLE.test(text.slice(start, start + WINDOW + 1))) {
      yield text.slice(start, start + WINDOW).split('')
      start += WINDOW
      continue
    }
    const isHalf = /[\uD800-\uDBFF]/u.test(text.charAt(start + WINDOW - 1))
    const end = start + WINDOW + (isHalf ? 1 : 0)
    const segments = [...segmenter.segment(text.slice(start, end))].map(({ segment }) => segment)
    // The last one may go on beyond the window, unless it fills the window alone.
    if (end < text.length && segments.length > 1) segments.pop()
    yield segments
    start += segments.reduce((sum, { length }) => sum + length, 0)
  }
}

/**
 * Cuts to at most `max` characters as people count them; a cut is marked with an ellipsis. One such character may
 * be made of any number of code units, so those are limited as well.
 */
export function shorten(text: string, max: number): string {
  // Characters are never more than code units.
  if (text.length <= max) return text
  const units = unitsOf(max)
  let kept = ''
  let count = 0
  for (const graphemes of graphemesOf(text)) {
    for (const each of graphemes) {
      if (count === max || kept.length + each.length > units) return `${kept.trimEnd()}…`
      kept += each
      count += 1
    }
  }
  return kept
}

/** The most code units that so many characters may take. */
function unitsOf(characters: number): number {
  return characters * 4 + 40
}

/** The first line that says something, made visible and cut to `max` characters, whatever the text's length. */
export function firstLine(text: string, max: number): string {
  // Making it visible shortens nothing but line ends, so what is cut off here would be cut off anyway.
  const beginning = text.replace(/^[ \t\r\n]+/u, '').slice(0, 2 * unitsOf(max))
  const line = visibleText(beginning).split('\n').find((each) => each.trim() !== '') ?? ''
  return shorten(line.trim(), max)
}

/** An id that is too long to read, with both ends kept: `ou_1a2b…9f0e`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 7)}…${id.slice(-4)}`
}

/**
 * Text for a `markdown` node in which nothing is live: a mention there really notifies, links and images load.
 * ASCII punctuation becomes numeric entities, leading blanks become no-break spaces, newlines stay.
 */
export function escapeMarkdown(text: string): string {
  return keepIndent(escapePunctuation(text))
}

/** The same for a span in the middle of a line. */
export function escapePunctuation(text: string): string {
  return asEntities(visibleText(text))
}

/** Bold text, escaped: line by line since emphasis does not span paragraphs, without blank lines. Empty when there is nothing to read. */
export function strongMarkdown(text: string): string {
  const lines = visibleText(text.trim()).split('\n').map((line) => line.trim()).filter((line) => line !== '')
  // At once: a question has many lines.
  return lines.length === 0 ? '' : `**${asEntities(lines.join('\n')).replaceAll('\n', '**\n**')}**`
}

function asEntities(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => ENTITIES[character.charCodeAt(0)] ?? character)
}

/** By the code of the character. Made once: a long text has hundreds. */
const ENTITIES: readonly string[] = Array.from({ length: 128 }, (_, code) => `&#${code};`)

/** Blanks at the start of a line mean code or nesting to markdown: they become no-break spaces. */
export function keepIndent(text: string): string {
  return text.replace(/^ +/gmu, (blanks) => '&#160;'.repeat(blanks.length))
}

/** Text for a `text` message, where the platform reads `<at …>` as a mention. */
export function escapeMessageText(text: string): string {
  return visibleText(text).replaceAll('<', '＜').replaceAll('>', '＞')
}
