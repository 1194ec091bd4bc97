import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainDocument } from '../../../surfaces/terminal/document.ts'
import { holdsLetters, saysAll } from '../../../surfaces/terminal/fidelity.ts'

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
    ['another script', '删除表', '**删除**表', true],
  ])('%s', (_, shown, source, all) => {
    expect(saysAll(plainDocument(shown), source)).toBe(all)
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
