import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, cut, displayForm, graphemes, isSimple, pointWidth, simpleWidth, textWidth } from '../../../surfaces/terminal/cells.ts'
import { wrap } from '../../../surfaces/terminal/wrap.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\n', ' '))

describe('width', () => {
  it.each([
    ['abc', 3], ['数据库', 6], ['，', 2], ['Ａ', 2], ['ｶﾞ', 2], ['𠮷', 2], ['e\u0301', 1], ['✅', 2], ['⚠️', 1], ['─', 1], ['…', 1], ['', 0], ['한글', 4],
  ])('of %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })

  it.each([['👨‍👩‍👧', '👨', 2], ['👍🏽', '👍', 2], ['🇨🇳', 'CN', 2], ['1️⃣', '1', 1], ['👩‍💻', '👩', 2]])(
    'of %s is that of the %s shown for it',
    (text, shown, width) => {
      expect(displayForm(text)).toBe(shown)
      expect(textWidth(text)).toBe(width)
    },
  )

  it('of a text that needs no segmenter is that of its units one by one', () => {
    for (let unit = 0x20; unit <= 0xffff; unit++) {
      const text = String.fromCharCode(unit)
      if (isSimple(text)) expect([text, simpleWidth(unit)]).toEqual([text, pointWidth(unit)])
    }
  })

  it('is the sum of the painted cells', () => {
    fc.assert(fc.property(anyText, (text) => {
      const visible = text.replace(/^[\p{M}\p{Cf}\u1160-\u11ff]+/u, '')
      expect(cellsOf(visible).reduce((sum, { width }) => sum + width, 0)).toBe(textWidth(visible))
    }))
  })
})

describe('a cut text', () => {
  it('is never wider than asked and whole graphemes only', () => {
    fc.assert(fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
      const shown = cut(text, width)
      expect(textWidth(shown)).toBeLessThanOrEqual(width)
      if (shown !== text) expect(graphemes(text).join('').startsWith(graphemes(shown).slice(0, -1).join(''))).toBe(true)
    }))
  })

  it('says with an ellipsis that something is missing', () => {
    expect(cut('数据库连接', 7)).toBe('数据库…')
    expect(cut('数据库连接', 10)).toBe('数据库连接')
  })
})

describe('wrapped text', () => {
  it('has no row wider than the screen and loses nothing but blanks', () => {
    fc.assert(fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
      const rows = wrap(text, width)
      for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width)
      expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }))
  })

  it('breaks between words, and between ideographs', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('生产环境要用哪个数据库', 9)).toEqual(['生产环境', '要用哪个', '数据库'])
    expect(wrap('echo a-b', 6)).toEqual(['echo', 'a-b'])
  })

  it('cuts a word that is longer than the row', () => {
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })

  it('begins no row with a closing mark where the word before can move down', () => {
    expect(wrap('数据库数据库，好', 12)).toEqual(['数据库数据', '库，好'])
  })

  it('keeps empty lines', () => {
    expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b'])
  })
})

describe('a very long text', () => {
  it.each(['مرحبا ', '😀_', '👩\u200d💻', '🇨🇳', 'e\u0301'])('of %j falls into the same characters as a short one, in little time', (unit) => {
    const times = Math.floor(200_000 / unit.length)
    const before = process.cpuUsage()
    const all = graphemes(unit.repeat(times))
    const { user, system } = process.cpuUsage(before)
    expect(all.length).toBe(times * graphemes(unit).length)
    expect(all.join('')).toBe(unit.repeat(times))
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })
})
