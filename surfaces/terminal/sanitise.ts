/**
 * Foreign text made fit for a terminal: nothing in it can move the cursor, hide, or turn the reading order. What happened
 * is shown without such characters (`sanitise`), what a person decides on with each of them spelled out (`visible`), and
 * what will be acted upon as it stands with every doubtful blank as well (`reveal`). Each takes time in proportion to the text.
 */
import { isSimple } from './cells.ts'

/**
 * CSI, strings such as titles with their end, and two-character escapes, in their 7-bit and 8-bit forms. A string holds no
 * control, so none is looked through twice, and one that never ends takes nothing along.
 */
const ESCAPES = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])\\P{Cc}*(?:\\x07|\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-~]?',
  ].join('|'),
  'gu',
)
const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085]/g
/** Controls, format characters and fillers, but for the joiner: it holds one emoji together and is reduced when painted. */
const UNSEEN = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{DI}]/gu
/** What a reader can't see, takes for a plain blank, or sees as each screen likes: characters of nobody's and of no use in a command. */
const DECEPTIVE = /(?![\n \u3000])[\u{16fe4}\p{C}\p{DI}\p{Z}\u2800\ufffc\u{1d159}]/gu
const LONE_SURROGATE = /\p{Cs}/gu

/** Scripts that are not written properly without joiners and non-joiners between their letters. */
const JOINING = ['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam', 'Mongolian', 'Myanmar', 'Nko', 'Oriya', 'Sinhala', 'Syriac', 'Tamil', 'Telugu', 'Tibetan']
/** In this order: what belongs to emoji and stays, what belongs to letters and needs no room of its own, and everything else. */
const HIDDEN = new RegExp(
  [
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])(?<emoji>\\u200d)(?=\\p{Extended_Pictographic})',
    `(?<=[${JOINING.map((script) => `\\p{Script=${script}}`).join('')}])(?<letters>[\\u200c\\u200d])`,
    '(?<=[^\\p{Variation_Selector}\\p{Cc}])(?<variant>\\p{Variation_Selector})',
    '(?!\\n)[\\p{Cc}\\p{Cf}\\p{DI}]',
  ].join('|'),
  'gu',
)

/** The text with line breaks as `\n`, tabs as spaces, and everything dropped that a terminal would act upon. */
export function sanitise(text: string): string {
  if (isSimple(text)) return text
  return text
    .replace(ESCAPES, '')
    .replace(LINE_BREAKS, '\n')
    .replace(/\t/g, '    ')
    .replace(UNSEEN, '')
    .replace(LONE_SURROGATE, '\ufffd')
}

/** The same on one line: breaks and runs of blanks become one blank. */
export function sanitiseLine(text: string): string {
  return onOneLine(sanitise(text))
}

/** The text with nothing dropped that could matter: what a terminal would act upon or hide is shown by its code point, in `brackets`. */
export function visible(text: string, brackets: readonly string[] = ['⟨', '⟩']): string {
  if (isSimple(text)) return text
  return text
    .replace(LINE_BREAKS, '\n')
    .replace(/\t/g, '    ')
    .replace(HIDDEN, (found, emoji?: string, letters?: string, variant?: string) =>
      emoji ?? (letters === undefined && variant === undefined ? codePoint(found, brackets) : ''))
    .replace(LONE_SURROGATE, '\ufffd')
}

/** The same on one line. */
export function visibleLine(text: string, brackets?: readonly string[]): string {
  return onOneLine(visible(text, brackets))
}

/** The same for text that will be acted upon, such as a command: a lone carriage return and every blank that is none are shown, too. */
export function reveal(text: string, brackets: readonly string[] = ['⟨', '⟩']): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '    ')
    .replace(DECEPTIVE, (character) => codePoint(character, brackets))
}

/** The same on one line. */
export function revealLine(text: string, brackets?: readonly string[]): string {
  return onOneLine(reveal(text, brackets))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function codePoint(character: string, [open = '', close = '']: readonly string[]): string {
  return `${open}U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}${close}`
}
