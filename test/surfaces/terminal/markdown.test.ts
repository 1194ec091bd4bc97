/** Markdown as it is read in a panel: what it says stays, its signs go, and nothing in it is live. */
import { describe, expect, it } from 'vitest'
import { glyphsOf } from '../../../surfaces/terminal/glyphs.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import { documentRows } from '../../../surfaces/terminal/prose.ts'
import { rowText, rowWidth } from '../../../surfaces/terminal/row.ts'
import { sanitise } from '../../../surfaces/terminal/sanitise.ts'

function shown(markdown: string, width = 40): string {
  return documentRows(parseMarkdown(sanitise(markdown)), width, glyphsOf('unicode')).map((row) => rowText(row).trimEnd()).join('\n')
}

const styles = (markdown: string) => documentRows(parseMarkdown(markdown), 60, glyphsOf('unicode')).flat().filter(({ style }) => style !== 'plain')

describe('markdown', () => {
  it('keeps the writer\'s line breaks, and sets blocks apart', () => {
    expect(shown('one\ntwo\n\nthree')).toBe('one\ntwo\n\nthree')
  })

  it('sets headings on what they head', () => {
    expect(shown('# A\ntext\n\n## B\n- c')).toBe('A\ntext\n\nB\n• c')
    expect(styles('# A')).toEqual([{ text: 'A', style: 'strong' }])
  })

  it('shows emphasis and code by their looks', () => {
    expect(shown('**a** *b* `c` ~~d~~ \\*e\\*')).toBe('a b c ~~d~~ *e*')
    expect(styles('**a** *b* `c`')).toEqual([{ text: 'a', style: 'strong' }, { text: 'b', style: 'emphasis' }, { text: 'c', style: 'code' }])
  })

  it('numbers and nests lists, wraps them beside their sign, and ticks tasks', () => {
    expect(shown('9. one\n10. two that is long enough to be wrapped once\n    - in\n- [x] done\n- [ ] open', 30)).toBe(
      ' 9. one\n10. two that is long enough to\n    be wrapped once\n    • in\n\n• [x] done\n• [ ] open')
  })

  it('says the address of a link, once', () => {
    expect(shown('[the site](https://evil.example/x) and https://plain.example', 80)).toBe('the site (https://evil.example/x) and https://plain.example')
    expect(shown('![a picture](img_v2)', 80)).toBe('[a picture] (img_v2)')
  })

  it('shows code character by character', () => {
    expect(shown('```sh\nls  -l # **not bold**\n\n  x\n```')).toBe('│ ls  -l # **not bold**\n│\n│   x')
  })

  it('draws a table that fits, narrows one that nearly does, and lists one that doesn\'t', () => {
    const table = '| name | what it does |\n|:--|--:|\n| a | one long text in a cell |\n| b | x |'
    expect(shown(table)).toBe('name │            what it does\n─────┼────────────────────────\na    │ one long text in a cell\nb    │                       x')
    expect(shown(table, 22)).toBe('name │    what it does\n─────┼────────────────\na    │   one long text\n     │       in a cell\nb    │               x')
    expect(shown('| a | b | c |\n|-|-|-|\n| one long text | two long text | three long text |', 16)).toBe('a: one long text\nb: two long text\nc: three long\ntext')
  })

  it('quotes, rules, and shows HTML as the text that it is', () => {
    expect(shown('> said\n> twice\n\n---\n\n<at id=all></at> a<br>b', 20)).toBe('> said\n> twice\n\n────────────────────\n\n<at id=all></at> a\nb')
  })

  it('spells references, but none that a terminal would act upon or that hides', () => {
    expect(shown('&lt;b&gt; &amp; &#65; &nosuch;')).toBe('<b> & A &nosuch;')
    expect(shown('a&#27;[31mb&#x202e;c&#x200b;d &#155;2Je')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(shown('`&#x202e;` [x&#x202e;](http://a.example/&#x202e;)', 80)).not.toContain('\u202e')
  })

  it('never loses a character where there is no room for a margin', () => {
    const deep = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}- level-${depth}`).join('\n')
    for (let depth = 0; depth < 12; depth++) expect(shown(deep, 20)).toContain(`level-${depth}`)
    for (const row of documentRows(parseMarkdown(deep), 20, glyphsOf('unicode'))) expect(rowWidth(row)).toBeLessThanOrEqual(20)
  })

  it.each([['quotes in quotes', '> '.repeat(20_000)], ['brackets', '['.repeat(50_000)], ['lists in lists', '- '.repeat(20_000)], ['too long a text', 'word '.repeat(30_000)]])('shows as it was written what no parser should be given: %s', (_, source) => {
    const started = performance.now()
    expect(parseMarkdown(source).length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
