import { describe, expect, it } from 'vitest'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { openCards } from '../../../surfaces/feishu/fit.ts'
import { known, type MarkedToken, parseMarkdown, type Token, type Tokens } from '../../../surfaces/feishu/markdown.ts'

const LARGE = 200_000

/** Twenty times what it takes on a machine that does nothing else, and a fraction of what it took without bounds. */
const PATIENCE_MS = 2_000

const fill = (unit: string, length = LARGE): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const typesOf = (source: string): readonly string[] => parseMarkdown(source).map(({ type }) => type)

function itemsOf(token: MarkedToken): readonly Tokens.ListItem[] {
  return token.type === 'list' ? token.items : []
}

function spans(source: string): readonly Token[] | undefined {
  const [block]: readonly (MarkedToken | undefined)[] = parseMarkdown(source)
  return block?.type === 'paragraph' ? block.tokens : undefined
}

describe('parseMarkdown', () => {
  it('reads a plan of some 60 KB whole', () => {
    const plan = Array.from({ length: 1_000 }, (_, index) => `## Step ${index}\n\nDo *this* and \`that\`, as agreed.\n\n- one\n- two\n`).join('\n')
    expect(plan.length).toBeGreaterThan(50_000)
    expect(new Set(typesOf(plan))).toEqual(new Set(['heading', 'space', 'paragraph', 'list']))
    expect(spans('Do *this*')?.map(({ type }) => type)).toEqual(['text', 'em'])
  })

  it('reads no emphasis and no links in a paragraph of more than 4,000 characters, and goes on behind it', () => {
    const long = fill('*a* ', 4_001)
    expect(spans(long)).toEqual([{ type: 'text', raw: long, text: long, escaped: false }])
    expect(typesOf(`${long}\n\n# Next`)).toEqual(['paragraph', 'space', 'heading'])
    expect(spans(`${fill('*a* ', 3_996)}*aa*`)?.length).toBe(1_999)
  })

  it('reads none either once it has read enough of them', () => {
    const blocks = parseMarkdown(fill(`${fill('*a* ', 3_900).trimEnd()}\n\n`, 60_000)).filter((block) => block.type === 'paragraph')
    const plain = blocks.map(({ tokens }) => tokens.length === 1)
    expect(plain.slice(0, 5)).toEqual([false, false, false, true, true])
    const squares = [4_000, 4_000, 4_000, 1_000, 1_000, 3].map((length) => `*${fill('a', length - 2)}*`).join('\n\n')
    expect(parseMarkdown(squares).flatMap((block) => (block.type === 'paragraph' ? [block.tokens[0]?.type] : []))).toEqual(['em', 'em', 'em', 'em', 'em', 'text'])
  })

  it('leaves a text as source that is too long or too dense, or whose tables would have too many cells', () => {
    const wide = `${'|a'.repeat(400)}\n${'|-'.repeat(400)}\n${'x\n'.repeat(400)}`
    for (const source of [fill('a\n\n', 64_001), fill('- - - a\na\na\n', 60_000), wide]) {
      expect(parseMarkdown(source)).toEqual([{ type: 'html', raw: source, text: source, block: true, pre: false }])
    }
  })

  it('reads a text that is just not too long, too dense or too full of cells', () => {
    const [dense, full] = [`${'a\n'.repeat(3_124)}${'b'.repeat(152)}`, `a|b|c|d\n-|-|-|-${'\nx'.repeat(1_248)}`]
    expect([fill('a\n\n', 64_000), dense, full].map((source) => typesOf(source)[0])).toEqual(['paragraph', 'paragraph', 'table'])
    expect([fill('a\n\n', 64_001), `${dense}b`, `${full}\nx`].map((source) => typesOf(source)[0])).toEqual(['html', 'html', 'html'])
  })

  it('looks into any number of lists that stand beside each other', () => {
    const inner = parseMarkdown(`- a\n${'- b\n  - c\n'.repeat(20)}`).flatMap(itemsOf).flatMap(({ tokens }) => known(tokens)).flatMap(itemsOf)
    expect(inner.map(({ tokens }) => tokens.map(({ type }) => type))).toEqual(Array.from({ length: 20 }, () => ['text']))
  })

  it('looks into lists in lists, but not for ever', () => {
    const depthOf = (tokens: readonly MarkedToken[]): number => Math.max(0, ...tokens.map((token) => (token.type === 'list' ? 1 + depthOf(known(token.items[0]?.tokens ?? [])) : 0)))
    expect(depthOf(parseMarkdown(`${'- '.repeat(10)}a`))).toBe(10)
    expect(depthOf(parseMarkdown(`${'- '.repeat(300)}a`))).toBe(12)
  })

  it('keeps a quote and a definition as what they are written as', () => {
    expect(parseMarkdown('> a\n> > b\nc\n\nd')).toMatchObject([{ type: 'blockquote', raw: '> a\n> > b\nc', tokens: [] }, { type: 'space' }, { type: 'paragraph', text: 'd' }])
    expect(parseMarkdown('[a]: x\n[a]: y')).toMatchObject([{ type: 'paragraph', text: '[a]: x\n[a]: y' }])
  })
})

describe('the cards of a hostile plan', () => {
  it.each([
    ['underscores', fill('_a')], ['an address without end', `${fill('a.', 100_000)}@`], ['stars', fill('*a')], ['brackets', fill('[')], ['links', fill('[a](')], ['titles', fill('[a](b "')], ['ticks', fill('`a')],
    ['tags', fill('<a ')], ['quotes', fill('>')], ['quoted lines', fill('> > > > a\n')], ['lists in quotes', `${'- > '.repeat(20)}${fill('a\n')}`], ['lists in lists', `${'- '.repeat(5)}${fill('a\n')}`],
    ['deep lists', fill(Array.from({ length: 100 }, (_, index) => `${' '.repeat(index * 2)}- a\n`).join(''))], ['items', fill('- a\n\n')], ['paragraphs', fill('a\n\n')], ['narrow tables', fill('a|b\n-|-\n')],
    ['a table of millions of cells', `${fill('|a', 60_000)}\n${fill('|-', 60_000)}\n${fill('x\n', 60_000)}`], ['paragraphs just short enough', fill(`${fill('_a', 3_900)}\n\n`)], ['tabs between letters', fill('\t中')],
    ['families', fill('👩\u200D👩\u200D👧')], ['accents', `e${fill('\u0301')}`], ['newlines', fill('\n')],
  ])('of 200 KB of %s are there at once', (_name, detail) => {
    for (const source of [detail, detail.slice(0, 60_000)]) {
      const question = { id: 'plan', question: 'Go?', detail: source, options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }
      const before = performance.now()
      const { cards } = openCards(cardAsk('ask-1', { questions: [question] }), { locale: 'en', timeZone: 'UTC', places: [] })
      expect(performance.now() - before).toBeLessThan(PATIENCE_MS)
      expect(cards.length).toBeGreaterThan(0)
    }
  })
})
