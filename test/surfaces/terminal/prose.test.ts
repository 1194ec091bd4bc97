import { describe, expect, it } from 'vitest'
import type { Block, Document } from '../../../surfaces/terminal/document.ts'
import { mapTexts, plainDocument } from '../../../surfaces/terminal/document.ts'
import { glyphsOf } from '../../../surfaces/terminal/glyphs.ts'
import { documentRows } from '../../../surfaces/terminal/prose.ts'
import { rowText, span } from '../../../surfaces/terminal/row.ts'

const paragraph = (text: string): Block => ({ kind: 'paragraph', text: [span(text)] })
const heading: Block = { kind: 'heading', depth: 1, text: [span('Head', 'strong')] }
const list = (...items: Document[]): Block => ({ kind: 'list', items: items.map((blocks) => ({ blocks })) })
const drawn = (document: Document, width = 20): readonly string[] => documentRows(document, width, glyphsOf('ascii')).map(rowText)

describe('a document as rows', () => {
  it('sets its blocks apart, but for a list below what announces it and whatever is below a heading', () => {
    expect(drawn([paragraph('a'), paragraph('b'), list([paragraph('c')]), paragraph('d'), heading, list([paragraph('e')]), list([paragraph('f')]), heading, heading])).toEqual(
      ['a', '', 'b', '* c', '', 'd', '', 'Head', '* e', '', '* f', '', 'Head', 'Head'])
    expect(drawn([])).toEqual([])
    expect(documentRows([paragraph('a'), paragraph('b')], 9, glyphsOf('ascii'))).toEqual([[span('a')], [], [span('b')]])
  })

  it('shows what stands beside a fence above it, and the rest of a long line without a bar', () => {
    const rows = documentRows([{ kind: 'code', text: 'abcdefghij\n\nx', info: 'some words' }], 8, glyphsOf('ascii'))
    expect(rows).toEqual([
      [span('some', 'faint')], [span('words', 'faint')], [span('| ', 'faint'), span('abcdef', 'code')], [span('  ', 'faint'), span('ghij', 'code')], [span('| ', 'faint'), span('', 'code')], [span('| ', 'faint'), span('x', 'code')],
    ])
    expect(drawn([{ kind: 'code', text: 'x' }])).toEqual(['| x'])
  })

  it('numbers lists with their numbers to the right, ticks tasks, and goes on beside them', () => {
    expect(drawn([{ kind: 'list', items: [{ number: 8, blocks: [paragraph('one two three four five')] }, { number: 9, checked: true, blocks: [paragraph('x')] }, { number: 10, checked: false, blocks: [] }] }])).toEqual(
      [' 8. one two three', '    four five', ' 9. [x] x', '10. [ ] '])
    expect(drawn([list([paragraph('a'), paragraph('b')], [])])).toEqual(['* a', '  ', '  b', '* '])
    expect(drawn([list()])).toEqual([])
  })

  it('quotes behind a sign, and without it where there are less than twelve columns left', () => {
    const quote: Document = [{ kind: 'quote', blocks: [paragraph('one two three')] }]
    expect(drawn(quote, 14)).toEqual(['> one two', '> three'])
    expect(drawn(quote, 13)).toEqual(['one two three'])
    expect(documentRows(quote, 14, glyphsOf('ascii'))[1]?.[0]).toEqual(span('> ', 'faint'))
    expect(drawn([{ kind: 'quote', blocks: [] }])).toEqual(['> '])
  })

  it('rules across the width, and puts tables where they stand', () => {
    expect(drawn([{ kind: 'rule' }, { kind: 'table', align: [], head: [[span('a')]], rows: [] }], 4)).toEqual(['----', '', 'a', '-'])
  })
})

describe('the texts of a document', () => {
  it('are changed wherever they stand, and nothing else', () => {
    const document: Document = [
      heading, paragraph('p'), { kind: 'code', text: 'c', info: 'i' }, { kind: 'code', text: 'c' }, { kind: 'list', items: [{ number: 1, checked: true, blocks: [paragraph('l')] }] },
      { kind: 'quote', blocks: [paragraph('q')] }, { kind: 'table', align: ['right'], head: [[span('h', 'strong')]], rows: [[[span('r')]]] }, { kind: 'rule' },
    ]
    expect(mapTexts(document, (text) => text.toUpperCase())).toEqual([
      { kind: 'heading', depth: 1, text: [span('HEAD', 'strong')] }, paragraph('P'), { kind: 'code', text: 'C', info: 'I' }, { kind: 'code', text: 'C' }, { kind: 'list', items: [{ number: 1, checked: true, blocks: [paragraph('L')] }] },
      { kind: 'quote', blocks: [paragraph('Q')] }, { kind: 'table', align: ['right'], head: [[span('H', 'strong')]], rows: [[[span('R')]]] }, { kind: 'rule' },
    ])
  })

  it('are none where nothing was written', () => {
    expect([plainDocument(''), plainDocument('x')]).toEqual([[], [paragraph('x')]])
  })
})
