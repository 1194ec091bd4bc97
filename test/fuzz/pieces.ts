/** What hostile texts are made of. */
import type { Random } from '../load/random.ts'

export const PIECES: readonly [string, ...string[]] = [
  'word ', 'a', '1', '数据库', '👨‍👩‍👧', '👍🏽', '⚠️', '🇨🇳', 'e\u0301', 'مرحبا', 'שלום', '\u202e', '\u2066', '\u200b', '\u200d', '\ufe0f', '\u3164', '\ufeff', '\u00ad', '\u{e0041}', '\u{1f9d1}\u200d',
  '\x1b', '\x1b[', '\x1b[2J', '\x1b]', '\x1b]0;owned\x07', '\x1b]8;;http://evil.example\x1b\\', '\x1bP', '\x9b', '\x9b31m', '\x9d0;x\x9c', '\x1b[?1049l', '\x07', '\x08', '\0', '\x7f', '\r\n', '\r', '\n', '\t', '\u2028', '\u0085', '\ud800', '\udc00',
  ' ', '    ', '\n\n', '\n ', '`', '```', '\n```\n', '\n~~~ x\n', '# ', '\n- ', '\n1. ', '\n- [ ] ', '> ', '\n> ', '|', '| a | b |\n|---|:-:|\n| 1 | 2 |\n', '**', '*', '__', '_', '~~', '~', '[', ']', '](', ')', '![', '(', '[x](https://evil.example)', '\n[x]: y\n',
  '<', '>', '</', '<at id=all></at>', '<br>', '<a href=x>', '<!--', '-->', '<![CDATA[', '<?', '&', '&#27;[31m', '&#x202e;', '&lt;', '\n---\n', '\n===\n', '\\', '\\\\', '"', '\'', '$', '{{x}}', ':smile:', 'http://', 'www.', '@', '=', '/', '%', '%00',
  '\n[exit code: 1]', '[stderr]\n', '（推荐）', ' (Recommended)', '{"v":1,"run":"', '__proto__', 'constructor', 'toString', 'NaN', '-0', '1e999',
]

export function textOf(random: Random, pieces: readonly [string, ...string[]] = PIECES, most = 24): string {
  const text = Array.from({ length: random.below(most) }, () => random.pick(pieces)).join('')
  return random.below(12) === 0 ? text.repeat(1 + random.below(60)) : text
}

/** A text that grows: what stands before, what is repeated, and what stands behind. */
export type Growth = readonly [before: string, repeated: string, behind: string]

export function growthOf(random: Random, pieces: readonly [string, ...string[]]): Growth {
  const few = (most: number): string => Array.from({ length: random.below(most + 1) }, () => random.pick(pieces)).join('')
  return [few(2), random.pick(pieces) + few(2), few(2)]
}

/** About `size` code units of it. */
export function grown([before, repeated, behind]: Growth, size: number): string {
  return before + repeated.repeat(Math.max(1, Math.ceil(size / repeated.length))) + behind
}
