/**
 * One line of the assistant's markdown in its styles. Its signs stay where they were written, so nothing of it is lost and
 * nothing moves when the line goes on. Pure.
 */
import { span } from '../row.ts'
import type { Span, Style } from '../row.ts'
import type { Look } from './entry.ts'

const FENCE = /^\s*(?:>\s*)*(`{3,}|~{3,})(.*)$/
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/
const MARK = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/
const QUOTE = /^\s*(?:>\s?)+/
const RULE = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/
/** Code, strong text, emphasis; underscores inside a word are part of it. */
const INLINE = /(?<code>(?<tick>`+)(?!`).+?(?<!`)\k<tick>(?!`))|(?<strong>\*\*(?=\S).+?(?<=\S)\*\*|(?<![\p{L}\p{N}_])__(?=\S).+?(?<=\S)__(?![\p{L}\p{N}_]))|(?<emphasis>(?<![*\p{L}\p{N}])\*(?=[^\s*]).*?(?<=[^\s*])\*(?!\*)|(?<![\p{L}\p{N}_])_(?=[^\s_]).*?(?<=[^\s_])_(?![\p{L}\p{N}_]))/gu

/** The signs of the fence that is open after a line, if one is. */
export function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const [, signs, info = ''] = FENCE.exec(line) ?? []
  if (signs === undefined) return fence
  if (fence === undefined) return signs.startsWith('`') && info.includes('`') ? undefined : signs
  return signs.startsWith(fence) && info.trim() === '' ? undefined : fence
}

/** `midway`: the line is the rest of a longer one. */
export function lookOf(line: string, fence: string | undefined, midway: boolean): Look {
  if (midway) return fence === undefined ? 'run' : 'code'
  if (fenceAfter(fence, line) !== fence) return 'fence'
  return fence === undefined ? 'line' : 'code'
}

/** What stands before a line's own text, and that text. What follows on further rows stands under the text. */
export interface Styled {
  readonly lead: readonly Span[]
  readonly text: readonly Span[]
}

export function styled(line: string, look: Look): Styled {
  switch (look) {
    case 'fence':
      return { lead: [], text: [span(line, 'faint')] }
    case 'code':
      return { lead: [], text: [span(line, 'code')] }
    case 'run':
      return { lead: [], text: inline(line) }
    case 'line': {
      if (HEADING.test(line)) return { lead: [], text: [span(line, 'strong')] }
      if (RULE.test(line)) return { lead: [], text: [span(line, 'faint')] }
      const [quote] = QUOTE.exec(line) ?? ['']
      const [mark] = MARK.exec(line.slice(quote.length)) ?? ['']
      const lead = [...(quote === '' ? [] : [span(quote, 'faint')]), ...(mark === '' ? [] : [span(mark, 'accent')])]
      return { lead, text: inline(line.slice(quote.length + mark.length)) }
    }
  }
}

/** The text in its styles, sign for sign. */
function inline(text: string): readonly Span[] {
  if (!/[`*_]/.test(text)) return [span(text)]
  const spans: Span[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) spans.push(span(text.slice(at, match.index)))
    spans.push(span(match[0], styleOf(match.groups)))
    at = match.index + match[0].length
  }
  return at < text.length ? [...spans, span(text.slice(at))] : spans
}

function styleOf(groups: Readonly<Record<string, string | undefined>> | undefined): Style {
  if (groups?.['code'] !== undefined) return 'code'
  return groups?.['strong'] !== undefined ? 'strong' : 'emphasis'
}
