import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { safeMarkdown } from '../../../surfaces/feishu/markdown.ts'
import { escapeMarkdown, jsonBytes } from '../../../surfaces/feishu/text.ts'

const MAX = 6_000
const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: false })
/** The same text in the eyes of two parsers, each at its most permissive. */
const htmlOf = (markdown: string): readonly string[] => [marked.parse(markdown, { async: false, gfm: true }), markdownIt.render(markdown)]

/** What a reader sees of HTML. */
function readable(html: string): string {
  return html.replace(/<[^>]*>/gu, '').replace(/&#(\d+);/gu, (_entity, code: string) => String.fromCodePoint(Number(code))).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Letters and digits alone. */
function letters(given: string): string {
  return given.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Tags that headings, lists, emphasis, code and tables are made of; every other one would be alive. */
const DEAD = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'del', 's', 'code', 'pre', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'])

function liveTags(html: string): readonly string[] {
  return [...html.matchAll(/<\/?([a-z][\w-]*)/giu)].map(([, tag = '']) => tag.toLowerCase()).filter((tag) => !DEAD.has(tag))
}

const hostile = fc.array(fc.oneof(
  fc.constantFrom(
    '<at id=all></at>', '</at>', '[a](http://evil.example)', '![a](http://evil.example/p.png)', '[ref]', '\n[ref]: http://evil.example\n', 'http://evil.example', 'www.evil.example', 'me@evil.example',
    '<http://evil.example>', '<img src=x onerror=y>', '<script>', '```', '~~~', '`', '``', '**', '__', '*', '_', '~~', '|', '\n|---|---|\n', '| a | b |', '\n', '\n\n', '    ', '> ', '# ', '- ', '1. ', '- [ ] ', '---', '===',
    '\\', '&lt;', '&#60;', '&', '\u202E', '\u200B', '\x1b[31m', '\r\n', '\0', '中文', '👩‍💻', '$x$', ':smile:', '{{x}}', '<!-- ', ' -->', '<![CDATA[', '<?x', '^', '==', '![', '](', '"', '\'',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
), { maxLength: 30 }).map((parts) => parts.join(''))

describe('safeMarkdown', () => {
  it('keeps headings, lists, emphasis, code and tables as what they are', () => {
    const source = '# Plan\n\nDo *this* and **that**, not ~~these~~ with `rm -f`:\n\n1. one\n   - inner\n2. two\n\n- [x] done\n- [ ] open\n\n```ts\nif (a < b) return\n```\n\n| a | b |\n|:-:|--:|\n| `x` | 1 |'
    expect(safeMarkdown(source, MAX)).toEqual([
      '# Plan',
      'Do *this* and **that**&#44; not ~~these~~ with `rm -f`&#58;',
      '1. one\n    - inner\n2. two',
      '- ☑ done\n- ☐ open',
      '```ts\nif (a < b) return\n```',
      '| a | b |\n| :-: | --: |\n| `x` | 1 |',
    ])
  })

  it.each([
    ['[docs](http://e.example "t")', 'docs (http&#58;&#47;&#47;e&#46;example)'],
    ['![logo](http://e.example/p.png)', 'logo (http&#58;&#47;&#47;e&#46;example&#47;p&#46;png)'],
    ['http://e.example', 'http&#58;&#47;&#47;e&#46;example'],
    ['a <b>c</b>', 'a &#60;b&#62;c&#60;&#47;b&#62;'],
    ['> quoted', '&#62; quoted'],
    ['***', '&#42;&#42;&#42;'],
    ['a &lt; b', 'a &#38;lt&#59; b'],
    ['```\n<at id=all></at>\n```', '&#96;&#96;&#96;\n&#60;at id&#61;all&#62;&#60;&#47;at&#62;\n&#96;&#96;&#96;'],
    ['````\n```\n````', '&#96;&#96;&#96;&#96;\n&#96;&#96;&#96;\n&#96;&#96;&#96;&#96;'],
    ['`<at id=all>`', '&#96;&#60;at id&#61;all&#62;&#96;'],
    ['a\u202Eb', 'a⟨U+202E⟩b'.replaceAll('+', '&#43;')],
  ])('shows %j as text', (source, expected) => {
    expect(safeMarkdown(source, MAX)).toEqual([expected])
  })

  it('makes no link, image, mention or foreign element of anything, in the eyes of two parsers', () => {
    fc.assert(fc.property(hostile, (source) => {
      for (const markdown of [safeMarkdown(source, MAX).join('\n\n'), escapeMarkdown(source)]) {
        for (const html of htmlOf(markdown)) expect(liveTags(html)).toEqual([])
      }
    }), { numRuns: 2_000 })
  })

  it('drops no letter and no digit of what it shows', () => {
    const text = fc.array(fc.constantFrom('alpha', '中文', 'x42y', ' ', '\n', '\n\n', '- ', '**', '`', '| ', '# ', '> ', '1. ', '[x](y)'), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, (source) => {
      const [html = ''] = htmlOf(safeMarkdown(source, MAX).join('\n\n'))
      const shown = letters(readable(html))
      for (const word of ['alpha', '中文', 'x42y']) expect(shown.split(word).length).toBeGreaterThanOrEqual(letters(source).split(word).length)
    }))
  })

  it('keeps each block within its bytes and drops nothing of one that is larger', () => {
    const words = Array.from({ length: 4_000 }, (_, index) => `word${index}.`).join(' ')
    for (const source of [words, words.split(' ').map((word) => `- ${word}`).join('\n'), `\`\`\`\n${words.replaceAll(' ', '\n')}\n\`\`\``, `| a |\n|---|\n${words.split(' ').map((word) => `| ${word} |`).join('\n')}`]) {
      const blocks = safeMarkdown(source, MAX)
      for (const block of blocks) expect(jsonBytes(block)).toBeLessThanOrEqual(MAX)
      const shown = blocks.join(' ').replaceAll('&#46;', '.')
      expect(words.split(' ').filter((word) => !shown.includes(word))).toEqual([])
    }
  })

  it.each([
    ['deep quotes', '>'.repeat(50_000)], ['brackets', '['.repeat(50_000)], ['stars', '*a'.repeat(25_000)], ['ticks', '`a'.repeat(25_000)],
    ['tags', '<a '.repeat(17_000)], ['bars', '|a'.repeat(25_000)], ['deep lists', Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}- x`).join('\n')],
  ])('comes to an end on 50 KB of %s', (_name, source) => {
    expect(safeMarkdown(source, MAX).length).toBeGreaterThan(0)
  })
})
