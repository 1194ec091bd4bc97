/** Foreign text made fit for a terminal: nothing in it can move the cursor, hide, or turn the reading order. */

/** CSI, OSC-like strings up to their end, and two-character escapes, in their 7-bit and 8-bit forms. */
const ESCAPES = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c|$)',
    '\\x1b[ -/]*[0-~]?',
  ].join('|'),
  'g',
)
/** Controls, format characters and fillers, but for the joiner: it holds one emoji together and is reduced when painted. */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{DI}]/gu
/** What a reader can't see, or takes for a plain blank. */
const DECEPTIVE = /(?![\n \u3000])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}\p{Zs}]/gu
const LONE_SURROGATE = /\p{Cs}/gu

/** The text with line breaks as `\n`, tabs as spaces, and everything dropped that a terminal would act upon. */
export function sanitise(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, '    ')
    .split('\n')
    .map((line) => line.replace(UNSEEN, '').replace(LONE_SURROGATE, '\ufffd'))
    .join('\n')
}

/** The same on one line: breaks and runs of blanks become one blank. */
export function sanitiseLine(text: string): string {
  return sanitise(text).replace(/\s+/g, ' ').trim()
}

/** The same for text that will be acted upon, such as a command: what would be hidden is shown by its code point, in `brackets`. */
export function reveal(text: string, [open = '', close = '']: readonly string[] = ['⟨', '⟩']): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '    ')
    .replace(DECEPTIVE, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `${open}U+${code.toString(16).toUpperCase().padStart(4, '0')}${close}`
    })
}
