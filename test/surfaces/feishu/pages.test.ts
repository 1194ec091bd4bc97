import { describe, expect, it } from 'vitest'
import { paginate, type Size } from '../../../surfaces/feishu/pages.ts'
import type { Block } from '../../../surfaces/feishu/view.ts'

const ROOM: Size = { bytes: 10_000, nodes: 10, tables: 2 }
const RULE: Block = { kind: 'rule' }

/** A block of a given size, which is told by its content. */
function block(bytes: number, nodes = 1, tables = 0): Block {
  return { kind: 'markdown', content: `${bytes} ${nodes} ${tables}` }
}

/** A text that takes as many bytes as its English has characters, times `growth`. */
function text(length: number, kind: 'text' | 'strong' = 'text', character = 'x'): Block {
  return { kind, text: { en: character.repeat(length), zh: character.repeat(length) } }
}

function sizeWith(growth = 1): (block: Block) => Size {
  return (given) => {
    if (given.kind === 'rule') return { bytes: 1, nodes: 1, tables: 0 }
    if (given.kind === 'text' || given.kind === 'strong') return { bytes: given.text.en.length * growth, nodes: 1, tables: 0 }
    const [bytes = 0, nodes = 0, tables = 0] = given.kind === 'markdown' ? given.content.split(' ').map(Number) : []
    return { bytes, nodes, tables }
  }
}

/** A sign that takes as much as the largest escape in both languages, among others that take a byte. */
function sizeUneven(given: Block): Size {
  return { bytes: given.kind === 'text' ? given.text.en.replaceAll('#', '#'.repeat(18)).length : 0, nodes: 1, tables: 0 }
}

const spread = (sections: readonly (readonly Block[])[], growth = 1): readonly (readonly Block[])[] => paginate(sections, { room: ROOM, sizeOf: sizeWith(growth) })
const textsOf = (pages: readonly (readonly Block[])[]): readonly (readonly string[])[] => pages.map((page) => page.map((each) => (each.kind === 'text' || each.kind === 'strong' ? each.text.en : each.kind)))

describe('blocks over cards', () => {
  it('fill one card to its last byte, node and table', () => {
    const [one, two] = [block(4_000, 5, 1), block(6_000, 5, 1)]
    expect(spread([[one, two]])).toEqual([[one, two]])
    expect(spread([[one], [two]])).toEqual([[one, two]])
  })

  it.each([['bytes', block(6_001, 5, 1)], ['nodes', block(6_000, 6, 1)], ['tables', block(6_000, 5, 2)]])('go on on the next card where one has no more room for their %s', (_name, next) => {
    const first = block(4_000, 5, 1)
    expect(spread([[first, next]])).toEqual([[first], [next]])
  })

  it('have the whole room of the next card again', () => {
    const full = block(10_000, 10, 2)
    expect(spread([[full, full, full]])).toEqual([[full], [full], [full]])
  })

  it('of a section move to the next card together where that holds them all', () => {
    const [first, one, two] = [block(3_000), block(5_000), block(5_000)]
    expect(spread([[first], [one, two]])).toEqual([[first], [one, two]])
  })

  it.each([['nodes', block(10, 5, 0), block(10, 3, 0)], ['tables', block(10, 0, 1), block(10, 0, 1)]])('of a section count their %s together', (_name, first, each) => {
    expect(spread([[first], [each, each]])).toEqual([[first], [each, each]])
  })

  it('of a section that no card holds begin where there is room', () => {
    const [first, one, two] = [block(3_000), block(5_000), block(5_001)]
    expect(spread([[first], [one, two]])).toEqual([[first, one], [two]])
  })

  it('that no card has room for stand alone', () => {
    const [small, huge] = [block(10), block(20_000)]
    expect(spread([[small, huge, small]])).toEqual([[small], [huge], [small]])
    expect(spread([[huge]])).toEqual([[huge]])
  })

  it('of nothing are no cards', () => {
    expect(spread([])).toEqual([])
    expect(spread([[], []])).toEqual([])
    expect(spread([[RULE]])).toEqual([])
  })

  it('begin no card with a rule, and have one wherever it parts something', () => {
    const [most, next] = [block(9_999), block(10)]
    expect(spread([[RULE, most], [RULE, next]])).toEqual([[most], [next]])
    expect(spread([[most, RULE, next]])).toEqual([[most, RULE], [next]])
  })
})

describe('a long text', () => {
  it('of at most 2,000 bytes moves to the next card whole', () => {
    expect(textsOf(spread([[block(9_000), text(2_000)]]))).toEqual([['markdown'], ['x'.repeat(2_000)]])
  })

  it.each(['text', 'strong'] as const)('beyond that fills what is left of a card, as a block of the same kind: %s', (kind) => {
    const pages = spread([[text(25_000, kind)]])
    expect(pages.flat().every((each) => each.kind === kind)).toBe(true)
    expect(textsOf(pages).flat().join('')).toBe('x'.repeat(25_000))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.length).toBeLessThan(5)
    for (const each of pages.flat()) expect(sizeWith()(each).bytes).toBeLessThanOrEqual(ROOM.bytes)
  })

  it('is cut in pieces that have room to grow by a quarter, and two hundred bytes to spare', () => {
    expect(textsOf(spread([[text(25_000)]])).map((page) => page.map(({ length }) => length))).toEqual([[4_800, 4_800], [4_800, 4_800], [4_800, 1_000]])
    expect(textsOf(spread([[text(2_000)]], 4)).map((page) => page.map(({ length }) => length))).toEqual([[2_000]])
    expect(textsOf(spread([[text(2_000)]], 18)).map((page) => page.map(({ length }) => length))).toEqual([[355], [355], [355], [355], [355], [225]])
  })

  it('of at most 2,000 bytes is cut on no card, however small, and a longer one is', () => {
    const sizes = [2_000, 2_001].map((length) => textsOf(paginate([[text(length)]], { room: { ...ROOM, bytes: 1_500 }, sizeOf: sizeWith() })).flat().map((piece) => piece.length))
    expect(sizes).toEqual([[2_000], [550, 550, 550, 351]])
  })

  it('has no piece that says nothing', () => {
    const words = `${'x'.repeat(2_000)}${'\n'.repeat(9_000)}y`
    const pieces = textsOf(paginate([[{ kind: 'text', text: { en: words, zh: words } }]], { room: ROOM, sizeOf: sizeWith() })).flat()
    expect(pieces.map((piece) => piece.trim())).toEqual(['x'.repeat(2_000), 'y'])
  })

  it('that fits into what is left is not cut', () => {
    expect(textsOf(spread([[block(4_000), text(6_000)]]))).toEqual([['markdown', 'x'.repeat(6_000)]])
  })

  it('that grows on its way to a card is cut into pieces that fit all the same', () => {
    for (const growth of [1, 2, 6, 18]) {
      const pages = spread([[text(30_000)]], growth)
      for (const each of pages.flat()) expect(sizeWith(growth)(each).bytes).toBeLessThanOrEqual(ROOM.bytes)
      expect(textsOf(pages).flat().join('')).toBe('x'.repeat(30_000))
    }
  })

  it('of which a part grows more than the rest is cut once more where it is too large', () => {
    const uneven: Block = { kind: 'text', text: { en: `${'x'.repeat(30_000)}${'#'.repeat(20_000)}`, zh: `${'x'.repeat(30_000)}${'#'.repeat(20_000)}` } }
    const pages = paginate([[uneven]], { room: ROOM, sizeOf: sizeUneven })
    for (const each of pages.flat()) expect(sizeUneven(each).bytes).toBeLessThanOrEqual(ROOM.bytes)
    expect(textsOf(pages).flat().join('')).toBe(`${'x'.repeat(30_000)}${'#'.repeat(20_000)}`)
  })

  it('is not cut once more where a piece of it takes a whole card to the last byte', () => {
    const words = `${'#'.repeat(502)}${'x'.repeat(1_964)}`
    expect(textsOf(paginate([[{ kind: 'text', text: { en: words, zh: words } }]], { room: ROOM, sizeOf: sizeUneven })).flat().map(({ length }) => length)).toEqual([1_466, 1_000])
  })

  it('is told to its end where the other language has ended before', () => {
    const pages = paginate([[{ kind: 'text', text: { en: 'x'.repeat(12_000), zh: '问' } }]], { room: ROOM, sizeOf: sizeWith() })
    expect(textsOf(pages).flat().join('')).toBe('x'.repeat(12_000))
  })

  it('goes on in both languages until both are told', () => {
    const pages = paginate([[{ kind: 'text', text: { en: 'x'.repeat(12_000), zh: '问'.repeat(8_000) } }]], { room: ROOM, sizeOf: (given) => ({ bytes: given.kind === 'text' ? given.text.en.length + 3 * given.text.zh.length : 0, nodes: 1, tables: 0 }) })
    const all = pages.flat().flatMap((each) => (each.kind === 'text' ? [each.text] : []))
    expect([all.map(({ en }) => en).join(''), all.map(({ zh }) => zh).join('')]).toEqual(['x'.repeat(12_000), '问'.repeat(8_000)])
    for (const { en, zh } of all) expect(en === '' && zh === '').toBe(false)
  })
})
