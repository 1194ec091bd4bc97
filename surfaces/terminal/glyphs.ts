/** The panel's own signs: one table for terminals that show Unicode and one for those that don't. */

export type GlyphSet = 'unicode' | 'ascii'

const unicode = {
  pointer: '❯ ',
  single: ['(•)', '( )'],
  multi: ['[x]', '[ ]'],
  talk: '›',
  corners: { top: ['┌', '┐'], bottom: ['└', '┘'] },
  horizontal: '─',
  vertical: '│',
  crossing: '┼',
  bullet: '•',
  /** Before a folded panel, an input line, and something that ended well or otherwise. */
  strip: '▸',
  prompt: '›',
  good: '✓',
  other: '✕',
  separator: ' · ',
  /** Before what the agent is doing. */
  states: { idle: '', running: '• ', interrupted: '✕ ', asking: '? ' },
  range: '–',
  /** Where something is missing, and where a line of the field ends. */
  ellipsis: '…',
  newline: '↵',
  /** Around the code point of a character that can't be seen. */
  hidden: ['⟨', '⟩'],
  keys: { upDown: '↑↓', left: '←' },
  /** In the transcript: who speaks, a call at rest and at work, its result, a thought, a mode, what is below, items to do. */
  speaker: '❯ ',
  call: ['●', '○'],
  result: '└ ',
  thought: '∴ ',
  mode: '◆ ',
  below: '↓',
  todo: { pending: '☐', active: '◐', done: '☑' },
} as const

/** The same signs with other pictures. */
type Same<T> = T extends string ? string : T extends readonly [unknown, unknown] ? readonly [string, string] : { readonly [K in keyof T]: Same<T[K]> }
export type Glyphs = Same<typeof unicode>

const ascii: Glyphs = {
  pointer: '> ',
  single: ['(*)', '( )'],
  multi: ['[x]', '[ ]'],
  talk: '>',
  corners: { top: ['+', '+'], bottom: ['+', '+'] },
  horizontal: '-',
  vertical: '|',
  crossing: '+',
  bullet: '*',
  strip: '+',
  prompt: '>',
  good: 'OK',
  other: 'x',
  separator: ' | ',
  states: { idle: '', running: '* ', interrupted: 'x ', asking: '? ' },
  range: '-',
  ellipsis: '~',
  newline: '\\',
  hidden: ['<', '>'],
  keys: { upDown: 'Up/Down', left: 'Left' },
  speaker: '> ',
  call: ['*', 'o'],
  result: '` ',
  thought: '~ ',
  mode: '# ',
  below: 'v',
  todo: { pending: '[ ]', active: '[-]', done: '[x]' },
}

const tables: Record<GlyphSet, Glyphs> = { unicode, ascii }

export function glyphsOf(set: GlyphSet): Glyphs {
  return tables[set]
}

/** Terminals that draw little more than their own code page. */
const PLAIN_TERMINALS = /^(?:linux|ansi|cons25|vt\d+|xterm-old)\b/

/**
 * What the environment says. A locale that names another charset than UTF-8 counts, and so does `C`; where nothing
 * is named at all a terminal of today is taken for one that shows Unicode.
 */
export function glyphSetOf(env: Readonly<Record<string, string | undefined>>): GlyphSet {
  if (PLAIN_TERMINALS.test(env['TERM'] ?? '')) return 'ascii'
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  if (/^(?:C|POSIX)$/.test(locale)) return 'ascii'
  const charset = /\.([^@]+)/.exec(locale)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset) ? 'unicode' : 'ascii'
}
