/** Text that others wrote, made safe to put before a person's eyes. */

/**
 * Invisible and direction-changing characters can make a shown command differ from the real one, so each is
 * spelled out as `⟨U+202E⟩`. Newlines stay, tabs become blanks, and a joiner stays where it joins an emoji.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll('\t', '    ')
    .replace(EMOJI_JOINER_OR_HIDDEN, (found, joiner?: string) => (joiner === undefined ? codePoint(found) : found))
}

const EMOJI_JOINER_OR_HIDDEN =
  /(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)(\u200D)(?=\p{Extended_Pictographic})|(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2800\u3164\u115F\u1160\uFFA0]/gu

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟨U+${hex}⟩`
}

/** Cuts to at most `max` characters as people count them; a cut is marked with an ellipsis. */
export function shorten(text: string, max: number): string {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let kept = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    if (count === max) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return kept
}

/** The first line that says something, cut to `max` characters. */
export function firstLine(text: string, max: number): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
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
  return visibleText(text)
    .replace(/[!-/:-@[-`{-~]/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/^ +/gmu, (blanks) => '&#160;'.repeat(blanks.length))
}

/** Text for a `text` message, where the platform reads `<at …>` as a mention. */
export function escapeMessageText(text: string): string {
  return visibleText(text).replaceAll('<', '＜').replaceAll('>', '＞')
}
