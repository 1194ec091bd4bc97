import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import type { Document } from '../../../surfaces/terminal/document.ts'
import { plainDocument } from '../../../surfaces/terminal/document.ts'
import { holdsLetters, saysAll } from '../../../surfaces/terminal/fidelity.ts'
import { span } from '../../../surfaces/terminal/row.ts'

describe('a document against its source', () => {
  it.each([
    ['the text itself', 'Drop the table', 'Drop the table', true],
    ['marks that are gone', 'Drop the table', '**Drop** _the_ `table`', true],
    ['more than was written', 'Drop the table (http://x)', 'Drop the table', true],
    ['a word that is missing', 'Drop table', 'Drop no table', false],
    ['a letter that is missing', 'rm r', 'rm -rf', false],
    ['another order', 'b a', 'a b', false],
    ['numbers of a list, counted anew', '2. b', '7. b', true],
    ['a number that is no list\'s', 'wait for hours', 'wait 12. for hours', false],
    ['references', 'A & B', '&#65; &amp; &#x42;', true],
    ['breaks', 'a\nb', 'a<br>b', true],
    ['a number of a list in a quote', 'a', '> - 12. a', true],
    ['a number behind two blanks', 'a', '-  3) a', true],
    ['a number behind a word', 'a', 'x 3. a', false],
    ['a number behind a letter', 'a', 'x3. a', false],
    ['a number behind a sign and a letter', 'a', '-x3. a', false],
    ['a break with a stroke', 'ab', 'a<br />b<BR>', true],
    ['a tag that only begins like a break', 'ab', 'a<bru>b', false],
    ['the last character that there is', '', '&#x10ffff;', true],
    ['a reference to no character', '', '&#x110000;', false],
    ['a reference to no character, as it stands', '&#x110000;', '&#x110000;', true],
    ['two letters in the place of one', 'strasse', 'straße', false],
    ['another script', '删除表', '**删除**表', true],
  ])('%s', (_, shown, source, all) => {
    expect(saysAll(plainDocument(shown), source)).toBe(all)
  })

  it.each<[string, Document, string, string]>([
    ['code and what stands beside its fence', [{ kind: 'code', text: 'ls', info: 'sh now' }], '```sh now\nls\n```', '```sh now\nls more\n```'],
    ['code alone', [{ kind: 'code', text: 'ls' }], '    ls', '```sh\nls\n```'],
    ['lists and what is ticked in them', [{ kind: 'list', items: [{ checked: true, blocks: plainDocument('a') }, { checked: false, blocks: plainDocument('b') }] }], '- [x] a\n- [ ] b', '- [x] a\n- [x] b'],
    ['lists without ticks', [{ kind: 'list', items: [{ blocks: plainDocument('a') }] }], '- a', '- [x] a'],
    ['quotes', [{ kind: 'quote', blocks: plainDocument('a') }], '> a', '> a b'],
    ['tables, row by row', [{ kind: 'table', align: [], head: [[span('a')], [span('b')]], rows: [[[span('c')], [span('d')]]] }], '|a|b|\n|-|-|\n|c|d|', '|a|b|\n|-|-|\n|d|c|'],
    ['rules, which say nothing', [{ kind: 'rule' }], '---', 'undefined'],
    ['headings', [{ kind: 'heading', depth: 1, text: [span('a')] }], '# a', '# a b'],
  ])('says what is in %s', (_, document, source, more) => {
    expect([saysAll(document, source), saysAll(document, more)]).toEqual([true, false])
  })

  it('holds a text whatever is put between its letters, and none whose letter was taken away', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '字', ' ', '*'), maxLength: 20 }), fc.nat(), (text, at) => {
      const index = at % (text.length + 1)
      const more = `${text.slice(0, index)}zz ${text.slice(index)}`
      expect(holdsLetters(more, text)).toBe(true)
      expect(holdsLetters(text, more)).toBe(false)
    }))
  })
})
