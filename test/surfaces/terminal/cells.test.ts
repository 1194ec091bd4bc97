import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { breakable, cellsOf, cellWidth, columnsWithin, cut, displayForm, graphemes, isSimple, pointWidth, simpleWidth, textWidth } from '../../../surfaces/terminal/cells.ts'
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

describe('the width of one character', () => {
  it('is none for what is not seen, two for ideographs and their kin, and one else', () => {
    expect([0x00, 0x1f, 0x20, 0x7e, 0x7f, 0x9f, 0xa0, 0x301, 0x200d, 0x1160, 0x11ff].map(pointWidth)).toEqual([0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0])
    expect([0x1100, 0x3042, 0x4e00, 0x9fff, 0xac00, 0xff21, 0x1f680, 0x20bb7].map(pointWidth)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
    expect([0x41, 0xb7, 0x2500, 0x3b1, 0xff71].map(pointWidth)).toEqual([1, 1, 1, 1, 1])
  })

  it('of a simple text is told by its place in the table', () => {
    for (const character of Array.from(' ~·–•…›←↓↵▸✓✕❯⟨⟩─╿　。〩ぁゖァヺ一鿿！～')) if (isSimple(character)) expect([character, simpleWidth(character.charCodeAt(0))]).toEqual([character, cellWidth(character)])
    expect([isSimple('a数，'), isSimple('é'), isSimple('👍'), isSimple('\t'), isSimple('')]).toEqual([true, false, false, false, true])
  })
})

/** All at once, as a short text is taken. */
function whole(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
}

describe('characters', () => {
  it('are the same wherever a long text is taken in pieces', () => {
    for (const unit of ['e\u0301', '👍🏽', '🇨🇳', '👩\u200d💻']) {
      for (let before = 990; before <= 1_001; before++) {
        const text = `${'a'.repeat(before)}${unit.repeat(3)}${'b'.repeat(1_200)}${unit}`
        expect(graphemes(text)).toEqual(whole(text))
      }
    }
    const marked = `a${'\u0301'.repeat(998)}\u{e0100}`
    expect(graphemes(`${marked}b`)).toEqual([marked, 'b'])
    expect(graphemes(`a${'\u0301'.repeat(3_000)}b`).join('')).toBe(`a${'\u0301'.repeat(3_000)}b`)
  })

  it('are parts of their own where one is wider than two columns', () => {
    expect([breakable('\u1100\u1100\u1161'), breakable('👍e\u0301🇨🇳'), breakable('数a')]).toEqual([['\u1100', '\u1100', '\u1161'], ['👍', 'e\u0301', '🇨🇳'], ['数', 'a']])
  })

  it('are cells with their marks, as many as a terminal bears, and a mark alone is none', () => {
    expect(cellsOf('\u0301ab\u0301数')).toEqual([{ text: 'a', width: 1 }, { text: 'b\u0301', width: 1 }, { text: '数', width: 2 }])
    expect(cellsOf(`a${'\u0301'.repeat(20)}`)).toEqual([{ text: `a${'\u0301'.repeat(7)}`, width: 1 }])
  })

  it('are counted as far as a width goes', () => {
    expect([columnsWithin('ab数', 4), columnsWithin('ab数', 3), columnsWithin('', 0), columnsWithin('a', 0), columnsWithin('\u0301'.repeat(136), 1), columnsWithin('\u0301'.repeat(137), 1)]).toEqual([4, Infinity, 0, Infinity, 0, Infinity])
  })
})

describe('a cut text', () => {
  it.each<[string, number, string]>([['abc', 3, 'abc'], ['abcd', 3, 'ab…'], ['abc', 1, '…'], ['abc', 0, ''], ['', 0, ''], ['数据', 4, '数据'], ['数据', 3, '数…'], ['数据', 2, '…'], ['a数', 2, 'a…'], ['e\u0301x', 2, 'e\u0301x'], ['👍👍', 3, '👍…']])('of %j in %i columns is %j', (text, width, shown) => {
    expect(cut(text, width)).toBe(shown)
    expect(cut(text, width, '~')).toBe(shown.replace('…', '~'))
  })

  it('is never wider than asked and whole graphemes only', () => {
    fc.assert(fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
      const shown = cut(text, width)
      expect(textWidth(shown)).toBeLessThanOrEqual(width)
      if (shown !== text) expect(graphemes(text).join('').startsWith(graphemes(shown).slice(0, -1).join(''))).toBe(true)
    }))
  })

  it('is not looked at beyond eight units for each column', () => {
    const text = `e${'\u0301'.repeat(39)}`.repeat(40)
    expect(cut(text, 10)).toBe(`${text.slice(0, 128 + 10 * 8)}…`)
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
      expect(rows.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
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
