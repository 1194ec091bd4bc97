import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { safeMarkdown } from '../../../surfaces/feishu/safe-markdown.ts'
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
    ['[docs](http://e.example)', 'docs (http&#58;&#47;&#47;e&#46;example)'],
    ['[docs](http://e.example "and more")', 'docs (http&#58;&#47;&#47;e&#46;example &#34;and more&#34;)'],
    ['[e](e "and more")', 'e (&#34;and more&#34;)'],
    ['![logo](p.png \'and more\')', 'logo (p&#46;png &#34;and more&#34;)'],
    ['[docs][d]\n\n[d]: x "and"\n[d]: y "more"', '&#91;docs&#93;&#91;d&#93;', '&#91;d&#93;&#58; x &#34;and&#34;\n&#91;d&#93;&#58; y &#34;more&#34;'],
    ['```sh and more\nls\n```', 'sh and more\n```sh\nls\n```'],
    ['~~~ {.c#}\nls\n~~~', '&#123;&#46;c&#35;&#125;\n```\nls\n```'],
    ['| a | b |\n|---|---|\n| 1 | 2 | and more |', '&#124; a &#124; b &#124;\n&#124;&#45;&#45;&#45;&#124;&#45;&#45;&#45;&#124;\n&#124; 1 &#124; 2 &#124; and more &#124;'],
    ['| a | b |\n|---|---|\n| 1 \\| 1 |\n| 2 | 2 ||', '| a | b |\n| :-- | :-- |\n| 1 &#124; 1 |  |\n| 2 | 2 |'],
    ['```\na\n\nb\n\n\n```', '```\na\n\nb\n```'],
    ['0. a\n1. b', '0. a\n1. b'],
    ['![logo](http://e.example/p.png)', 'logo (http&#58;&#47;&#47;e&#46;example&#47;p&#46;png)'],
    ['![](p.png)', '(p&#46;png)'],
    ['- **a**\n\n  # b\n\n  *c*', '- **a**\n    &#35; b\n    *c*'],
    ['- a\n\n  > b\n- c', '- a\n    &#62; b\n- c'],
    ['- a\n\n  <b>\n\nc', '- a\n    &#60;b&#62;', 'c'],
    ['http://e.example', 'http&#58;&#47;&#47;e&#46;example'],
    ['a <b>c</b>', 'a &#60;b&#62;c&#60;&#47;b&#62;'],
    ['> quoted', '&#62; quoted'],
    ['***', '&#42;&#42;&#42;'],
    ['a &lt; b', 'a &#38;lt&#59; b'],
    ['R&D &#65; &#x3c;', 'R&#38;D &#38;&#35;65&#59; &#38;&#35;x3c&#59;'],
    ['a \\* b', 'a &#42; b'],
    ['a\\\nb  \nc', 'a\nb\nc'],
    ['- [x] a\n\n- [ ] b', '- ☑ a\n- ☐ b'],
    ['  ***  ', '&#160;&#160;&#42;&#42;&#42;'],
    ['[*a*](x)', '*a* (x)'],
    ['me@e.example', 'me&#64;e&#46;example'],
    ['~~~\na `b` ~c~\n~~~', '```\na `b` ~c~\n```'],
    ['    <at>', '&#160;&#160;&#160;&#160;&#60;at&#62;'],
    ['- a\n\n    <b>\n\n- c', '- a\n    &#160;&#160;&#60;b&#62;\n- c'],
    [' | a | b |\n|---|---|\n| 1 | 2 | 3 |', '&#160;&#124; a &#124; b &#124;\n&#124;&#45;&#45;&#45;&#124;&#45;&#45;&#45;&#124;\n&#124; 1 &#124; 2 &#124; 3 &#124;'],
    ['`a\nb`', '`a b`'],
    ['`` a`b ``', '&#96;&#96; a&#96;b &#96;&#96;'],
    ['` `', '&#96; &#96;'],
    ['`a|b`\n\n| `c\\|d` |\n|---|\n| `e` |', '`a|b`', '| &#96;c&#124;d&#96; |\n| :-- |\n| `e` |'],
    ['```\n<at id=all></at>\n```', '&#96;&#96;&#96;\n&#60;at id&#61;all&#62;&#60;&#47;at&#62;\n&#96;&#96;&#96;'],
    ['````\n```\n````', '&#96;&#96;&#96;&#96;\n&#96;&#96;&#96;\n&#96;&#96;&#96;&#96;'],
    ['`<at id=all>`', '&#96;&#60;at id&#61;all&#62;&#96;'],
    ['a\u202Eb', 'a⟨U+202E⟩b'.replaceAll('+', '&#43;')],
  ])('shows %j with everything that it says, as text where it would be live', (source, ...expected) => {
    expect(safeMarkdown(source, MAX)).toEqual(expected)
  })

  it('makes no link, image, mention or foreign element of anything, in the eyes of two parsers', () => {
    fc.assert(fc.property(hostile, (source) => {
      for (const markdown of [safeMarkdown(source, MAX).join('\n\n'), escapeMarkdown(source)]) {
        for (const html of htmlOf(markdown)) expect(liveTags(html)).toEqual([])
      }
    }), { numRuns: 2_000 })
  })

  it('drops no word, wherever it stands', () => {
    const text = fc.array(fc.constantFrom(
      'alpha', '中文', 'x42y', ' ', ' ', '\n', '\n', '\n\n', '- ', '\n- [ ] ', '**', '_', '~~', '`', '| ', ' |', '\n|---|---|\n', '\n| x | y |\n', '# ', '> ', '\n1. ', '    ', '\t', '\\',
      '[x](y)', '[', '](', '](y "', '"', ')', '![', '][', '\n[', ']: ', '<', '</', '>', '<!-- ', '&', ';', '\n```', '\n```\n', '\n~~~ ', '===\n', '\n---\n', 'http://', '@', '.',
    ), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, (source) => {
      for (const html of htmlOf(safeMarkdown(source, MAX).join('\n\n'))) {
        const shown = letters(readable(html))
        for (const word of ['alpha', '中文', 'x42y']) expect(shown.split(word).length).toBeGreaterThanOrEqual(letters(source).split(word).length)
      }
    }), { numRuns: 2_000 })
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

  it('shows what stands in a list too deep to be looked into', () => {
    expect(safeMarkdown(`${'- '.repeat(14)}word`, MAX).join('')).toMatch(/- &#45; &#45; word$/u)
  })

  it.each([
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', '&#160;t', 'wo']],
    ['> q\n\n', 5, ['&#62;', '&#160;', 'q']],
    ['- one\n- two **words** longer\n- three', 16, ['- one', '&#45; two', '&#160;&#42;&#42;w', 'ords&#42;&#42;', '&#160;longer', '- three']],
    ['8. one\n9. *two*', 8, ['8. one', '9. *two*']],
  ])('keeps of %j in %i bytes what has room, item by item, and shows the rest as source', (source, max, expected) => {
    expect(safeMarkdown(source, max)).toEqual(expected)
  })

  it('of a megabyte is escaped source in pieces that read on', () => {
    const source = '**a** '.repeat(175_000).trimEnd()
    expect(safeMarkdown(source, MAX).join('').replaceAll('&#42;', '*').replaceAll('&#160;', ' ')).toBe(source)
  })
})
