/** Markdown as it is read in a panel: what it says stays, its signs go, and nothing in it is live. */
import { getDefaults, marked } from 'marked'
import type { MarkedExtension, Tokens } from 'marked'
import { afterEach, describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { mapTexts } from '../../../surfaces/terminal/document.ts'
import { glyphsOf } from '../../../surfaces/terminal/glyphs.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import { documentRows } from '../../../surfaces/terminal/prose.ts'
import { rowText, rowWidth, span } from '../../../surfaces/terminal/row.ts'
import { visible } from '../../../surfaces/terminal/sanitise.ts'

function shown(markdown: string, width = 40): string {
  return documentRows(mapTexts(parseMarkdown(markdown), visible), width, glyphsOf('unicode')).map((row) => rowText(row).trimEnd()).join('\n')
}

const styles = (markdown: string) => documentRows(parseMarkdown(markdown), 60, glyphsOf('unicode')).flat().filter(({ style }) => style !== 'plain')

const longRun = (length: number): string => `**b**${'a'.repeat(length - 5)}`

const kindOf = (source: string): string => parseMarkdown(source).map((block) => (block.kind === 'paragraph' && block.text.every(({ text }) => text === source) ? 'as written' : block.kind)).join()

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
    expect(shown('```sh\nls  -l # **not bold**\n\n  x\n```')).toBe('sh\n│ ls  -l # **not bold**\n│\n│   x')
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

  it('spells references, and shows by its code point what a terminal would act upon or hide', () => {
    expect(shown('&lt;b&gt; &amp; &#65; &nosuch;')).toBe('<b> & A &nosuch;')
    expect(shown('a&#27;[31mb&#x202e;c&#x200b;d &#155;2Je')).toBe('a⟨U+001B⟩[31mb⟨U+202E⟩c⟨U+200B⟩d\n⟨U+009B⟩2Je')
    expect(shown('`&#x202e;` [x&#x202e;](http://a.example/&#x202e;)', 80)).not.toContain('\u202e')
  })

  it('never loses a character where there is no room for a margin', () => {
    const deep = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}- level-${depth}`).join('\n')
    for (let depth = 0; depth < 12; depth++) expect(shown(deep, 20)).toContain(`level-${depth}`)
    for (const row of documentRows(parseMarkdown(deep), 20, glyphsOf('unicode'))) expect(rowWidth(row)).toBeLessThanOrEqual(20)
  })

  it.each([
    ['cells beyond the head of a table', '| a | b |\n|---|---|\n| 1 | 2 | SECRET |'],
    ['words beside a fence', '```sh SECRET\nls\n```'],
    ['words beside another fence', '~~~ SECRET\nls\n~~~'],
    ['titles of links', '[docs](http://x.example "SECRET")'],
    ['titles of pictures', '![i](x.png "SECRET")'],
    ['names of references', '[docs][SECRET]\n\n[SECRET]: http://x.example'],
    ['definitions', '[docs]: http://x.example\n[docs]: http://SECRET.example'],
    ['comments', 'a <!-- SECRET --> b'],
    ['attributes', '<b title="SECRET">x</b>'],
    ['addresses without a text', '[](SECRET)'],
    ['what follows a control', '1. Build\n\x1b]0;SECRET\n3. push'],
    ['a reference by number', '&#83;ECRET'],
  ])('loses no word of the source: %s', (_, source) => {
    expect(shown(source, 80)).toContain('SECRET')
  })

  it('keeps the strong strong whatever is in it, and an address faint', () => {
    expect(styles('**a *b* `c` [d](e)**').map(({ style }) => style)).not.toContain('emphasis')
    expect(new Set(styles('**a *b* `c` [d](e)**').map(({ style }) => style))).toEqual(new Set(['strong']))
    expect(styles('[a](b)')).toEqual([{ text: 'a', style: 'emphasis' }, { text: ' (b)', style: 'faint' }])
  })

  it('breaks a line where its writer did, by blanks or by a tag, and by no other tag', () => {
    expect(parseMarkdown('**a**  \nb')).toEqual([{ kind: 'paragraph', text: [span('a', 'strong'), span('\n'), span('b')] }])
    expect(['a<br>b', 'a<BR/>b', 'a<br >b', 'a<br />b'].map((source) => shown(source))).toEqual(Array.from({ length: 4 }, () => 'a\nb'))
    expect(shown('**c** <!x <br> b')).toBe('c <!x <br> b')
  })

  it('has what is shown as it was written without the blanks behind it', () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 | more |'
    expect(parseMarkdown(`${table}\n\n**x**`)[0]).toEqual({ kind: 'paragraph', text: [span(table)] })
    expect(parseMarkdown(`  ${table}\n`)[0]).toEqual({ kind: 'paragraph', text: [span(`  ${table}`)] })
    expect(parseMarkdown('  <div>\n\n**x**')[0]).toEqual({ kind: 'paragraph', text: [span('  <div>')] })
    expect(parseMarkdown('[a]: b\n')).toEqual([{ kind: 'paragraph', text: [span('[a]: b')] }])
  })

  it('leaves a run of more than 1,500 characters as it was written', () => {
    expect(parseMarkdown(`# ${longRun(1_500)}`)).toEqual([{ kind: 'heading', depth: 1, text: [span('b', 'strong'), span('a'.repeat(1_495), 'strong')] }])
    expect(parseMarkdown(`# ${longRun(1_501)}`)).toEqual([{ kind: 'heading', depth: 1, text: [span(longRun(1_501), 'strong')] }])
  })

  it('ticks the tasks of a list whose items stand apart', () => {
    expect(shown('- [x] done\n\n- [ ] open').replaceAll('\n\n', '\n')).toBe('• [x] done\n• [ ] open')
  })

  it('loses no letter of any source', () => {
    const piece = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('word ', '\n', '\n\n', '- ', '* ', '# ', '> ', '|', '|a|b|\n|-|-|\n', '```', '```sh x\n', '`', '**', '_', '[a]', '(b "t")', '[c]: d\n', '![', '<b', '>', '<!--', '-->', '    ', '\\', '~~', '---\n', '<br>', '[x] '))
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const source = pieces.join('').replaceAll('&', '')
      const wanted = source.replaceAll(/<br\s*\/?>/gi, '').replaceAll(/[^a-z]/gi, '').toLowerCase()
      const said = shown(source, 200).replaceAll(/⟨U\+[0-9A-F]+⟩/g, '').replaceAll(/[^a-z]/gi, '').toLowerCase()
      for (const letter of new Set(wanted)) expect(said.split(letter).length).toBeGreaterThanOrEqual(wanted.split(letter).length)
    }), { numRuns: 1_000 })
  })

  it('is shown as it was written where it opens more than forty things on one line, and read where it only looks like that', () => {
    expect([kindOf(`${'> '.repeat(40)}_x_`), kindOf(`${'> '.repeat(41)}_x_`), kindOf(`${'- '.repeat(41)}x`), kindOf(`${'1. '.repeat(41)}x`)]).toEqual(['quote', 'as written', 'as written', 'as written'])
    expect([kindOf('-'.repeat(60)), kindOf('* '.repeat(60)), kindOf(`**b** ${'> '.repeat(60)}`), kindOf(`${' '.repeat(80)}- x`), kindOf(`${' '.repeat(81)}- x`), kindOf(`a\n${'> '.repeat(41)}**x**`)]).toEqual(['rule', 'rule', 'paragraph', 'code', 'as written', 'as written'])
    expect([kindOf(`  ${'* '.repeat(60)}`), kindOf(`${' '.repeat(81)}x`), kindOf(`**x**\n${' '.repeat(90)}\n\ny`)]).toEqual(['rule', 'code', 'paragraph,paragraph'])
    expect([50_000, 50_001].map((length) => kindOf(`**x**\n\n${'a'.repeat(length - 7)}`))).toEqual(['paragraph,paragraph', 'as written'])
    expect([kindOf(`${'\n'.repeat(1_999)}**x**`), kindOf(`${'\n'.repeat(2_000)}**x**`)]).toEqual(['paragraph', 'as written'])
  })

  it('keeps the numbers of a list where they go up, and counts them else', () => {
    expect(shown('7. one\n9. two\n9. three\n\ntext')).toBe(' 7. one\n 9. two\n10. three\n\ntext')
    expect(shown('7. one\n12. two')).toBe(' 7. one\n12. two')
    expect(shown('1. one\n1. two\n\n&amp; **so**')).toBe('1. one\n2. two\n\n& so')
    expect(parseMarkdown('- **a**')).toEqual([{ kind: 'list', items: [{ blocks: [{ kind: 'paragraph', text: [span('a', 'strong')] }] }] }])
    expect(shown('- [x] done')).toBe('• [x] done')
  })

  it.each<[string, (size: number) => string]>([
    ['quotes in quotes', (size) => '> '.repeat(size / 2)], ['brackets', (size) => '['.repeat(size)], ['lists in lists', (size) => '- '.repeat(size / 2)],
    ['lists in lists by their indent', (size) => Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n').slice(0, size)],
    ['words', (size) => 'word '.repeat(size / 5)], ['emphasis', (size) => '_a'.repeat(size / 2)], ['emphasis in paragraphs', (size) => `${'_a'.repeat(740)}\n\n`.repeat(size / 1_482)],
    ['emphasis in cells', (size) => `|a|\n|-|\n${`|${'_a'.repeat(740)}|\n`.repeat(size / 1_483)}`], ['dots before an address', (size) => `${'a.'.repeat(size / 2)}@`],
    ['links', (size) => '[a]('.repeat(size / 4)], ['code', (size) => Array.from({ length: Math.sqrt(size) }, (_, length) => '`'.repeat(length)).join(' ')],
    ['lines under a list', (size) => `- a\n${'b\n'.repeat(size / 2)}`], ['long lines under a list', (size) => `- a\n${`${'b'.repeat(24)}\n`.repeat(size / 25)}`],
    ['definitions', (size) => '[a]: b\n'.repeat(size / 7)], ['a wide table', (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}`], ['blanks', (size) => `# ${' '.repeat(size)}a`],
  ])('takes little time for much, or shows it as it was written: %s', (_, make) => {
    for (const size of [40_000, 200_000]) {
      const source = make(size)
      const before = process.cpuUsage()
      expect(parseMarkdown(source).length).toBeGreaterThan(0)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(800)
    }
  })
})

/** Of whatever begins with an at sign. */
const extended = (level: 'block' | 'inline', type: string, more: (raw: string) => Partial<Tokens.Generic> = () => ({})): MarkedExtension => ({
  extensions: [{
    name: type, level, start: (source) => source.indexOf('@'),
    tokenizer(source) {
      const raw = /^@\w+/.exec(source)?.[0]
      return raw === undefined ? undefined : { type, raw, ...more(raw) }
    },
  }],
})

describe('markdown in a process that teaches the parser more', () => {
  afterEach(() => {
    marked.setOptions(getDefaults())
  })

  it.each(['mention', 'space'])('shows what it does not know in the midst of a line as it was written: %s', (type) => {
    marked.use(extended('inline', type))
    expect(shown('**a** @me b')).toBe('a @me b')
  })

  it('shows a block that it does not know as it was written', () => {
    marked.use(extended('block', 'mention'))
    expect(shown('> @you\n\n**a**')).toBe('> @you\n\na')
  })

  it('shows all as it was written where something is swallowed', () => {
    marked.use(extended('block', 'hr', (raw) => ({ raw: '-'.repeat(raw.length) })))
    expect(shown('@you\n\n**a**')).toBe('@you\n\n**a**')
  })

  it('shows all as it was written where that fails', () => {
    marked.use(extended('inline', 'broken', () => {
      throw new Error('broken')
    }))
    expect([shown('**a** @me'), shown('**a**')]).toEqual(['**a** @me', 'a'])
  })
})
