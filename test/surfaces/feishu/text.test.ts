import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { escapeMarkdown, escapeMessageText, escapePunctuation, firstLine, jsonBytes, keepIndent, revealText, shorten, shortId, splitText, strongMarkdown, visibleText } from '../../../surfaces/feishu/text.ts'

describe('visibleText', () => {
  it('spells out characters that hide or turn text around', () => {
    expect(visibleText('rm \u202Ecod.exe\u200B\u001b[31m')).toBe('rm ⟨U+202E⟩cod.exe⟨U+200B⟩⟨U+001B⟩[31m')
  })

  it('keeps newlines of every kind as newlines and tabs as blanks', () => {
    expect(visibleText('a\r\nb\rc\u2028d\te')).toBe('a\nb\nc\nd    e')
  })

  it('keeps a joiner inside an emoji and spells out any other', () => {
    expect(visibleText('👩‍💻 👩🏽‍💻 a‍b')).toBe('👩‍💻 👩🏽‍💻 a⟨U+200D⟩b')
  })

  it('spells out half of a surrogate pair, which no screen can show', () => {
    expect(visibleText('\uD83D!')).toBe('⟨U+D83D⟩!')
  })

  it('leaves no control, format or lone surrogate character but newline and emoji joiner, whatever comes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text).replaceAll('\u200D', '')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u)
    }))
  })
})

describe('revealText', () => {
  it('keeps the line breaks of every system but a lone carriage return, and every blank of Chinese', () => {
    expect(revealText('a\r\nb\rc\nd\u3000e\tf')).toBe('a\nb⟨U+000D⟩c\nd\u3000e    f')
    expect(revealText('\u{E0041}\uD800')).toBe('⟨U+E0041⟩⟨U+D800⟩')
  })

  it('spells out what looks like a blank or like nothing in a command, but for plain newlines, tabs and blanks', () => {
    expect(revealText('ls\u00A0-l\u200B \uFE0F\u3164\ttab\r\nnext\rover')).toBe('ls⟨U+00A0⟩-l⟨U+200B⟩ ⟨U+FE0F⟩⟨U+3164⟩    tab\nnext⟨U+000D⟩over')
  })

  it.each(['\uFFFC', '\u{1D159}', '\u{16FE4}', '\uE000', '\u{10FFFF}', '\u0378', '\uFFFF'])('spells out %j, which is blank on one screen and something on another', (character) => {
    expect(revealText(`rm a${character}b`)).toMatch(/^rm a⟨U\+[0-9A-F]{4,6}⟩b$/u)
  })

  it('keeps words of any script as they are', () => {
    expect(revealText('echo "你好, שלום 👩" # ok')).toBe('echo "你好, שלום 👩" # ok')
  })
})

describe('splitText', () => {
  const texts = fc.array(fc.oneof(fc.constantFrom('\n', ' ', '问', '👩‍💻', 'a\u0301', 'word ', '"', '\u0301'.repeat(40)), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 80 }).map((parts) => parts.join(''))

  it('drops nothing but the newlines where it cuts, and keeps each piece within its bytes', () => {
    fc.assert(fc.property(texts, fc.integer({ min: 24, max: 300 }), (text, max) => {
      const pieces = splitText(text, max)
      expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''))
      for (const piece of pieces) expect(jsonBytes(piece)).toBeLessThanOrEqual(max)
    }))
  })

  it('cuts between lines, then at a blank, and inside no character', () => {
    expect(splitText('one\ntwo\nthree', 9)).toEqual(['one\ntwo', 'three'])
    expect(splitText('\nabcd\nx', 6)).toEqual(['\nabcd', 'x'])
    expect(splitText('some words here', 11)).toEqual(['some words ', 'here'])
    expect(splitText('👩‍💻👩‍💻👩‍💻', 25)).toEqual(['👩‍💻👩‍💻', '👩‍💻'])
    for (let before = 240; before < 260; before += 1) expect(splitText(`${'x'.repeat(before)}👩🏽`, before + 4)).toEqual(['x'.repeat(before), '👩🏽'])
  })

  it.each<[string, number, readonly string[]]>([
    ['ab\ncd', 6, ['ab\ncd']], ['ab\ncd', 5, ['ab', 'cd']], ['abcd', 4, ['abcd']], ['abcde', 4, ['abcd', 'e']], ['abcdefgh\nij', 6, ['abcdef', 'gh\nij']], ['abcdefgh\nijk', 6, ['abcdef', 'gh', 'ijk']],
    ['a bcdefghij', 8, ['a bcdefg', 'hij']], ['abc defghi', 8, ['abc defg', 'hi']], ['abcd efghi', 8, ['abcd ', 'efghi']], ['a b c d e', 4, ['a b ', 'c d ', 'e']], ['', 4, ['']], ['\n\na', 9, ['\n\na']], ['a\n', 3, ['a\n']], ['a\n', 2, ['a', '']],
    ['"""', 4, ['""', '"']], ['ab\nabcdefgh', 4, ['ab', 'abcd', 'efgh']], ['abcdefghijklmn\nij', 6, ['abcdef', 'ghijkl', 'mn\nij']],
    [`${'x'.repeat(255)}e\u0301`, 256, ['x'.repeat(255), 'e\u0301']], [`${'x'.repeat(256)}\u0301`, 256, ['x'.repeat(255), 'x\u0301']],
  ])('makes of %j in %i bytes %j', (text, max, pieces) => {
    expect(splitText(text, max)).toEqual(pieces)
  })

  it('measures as it is told', () => {
    expect(splitText('问题问\nabc', 2, ({ length }) => length)).toEqual(['问题', '问', 'ab', 'c'])
    expect(splitText('aa\nbb', 5, ({ length }) => length)).toEqual(['aa\nbb'])
  })

  it('takes one character apart only where it is too large alone', () => {
    const [marks, family] = ['\u0301'.repeat(20), '👩\u200D👩\u200D👧']
    expect(splitText(`ab${marks}c`, 24)).toEqual([`ab${marks.slice(0, 11)}`, `${marks.slice(0, 9)}c`])
    expect(splitText(`a${family}`, jsonBytes(family))).toEqual(['a', family])
    expect(splitText(family, jsonBytes(family) - 1).join('')).toBe(family)
    expect(splitText('ab', 0)).toEqual(['a', 'b'])
  })

  it('leaves no half of a pair alone in a character of hundreds of units, wherever it cuts', () => {
    for (const chain of ['👩\u200D'.repeat(200), `${'👩🏽\u200D'.repeat(2)}${'👩\u200D'.repeat(200)}`]) {
      expect(characters(chain)).toHaveLength(1)
      for (let max = 24; max < 60; max += 1) {
        const pieces = splitText(chain, max)
        expect(pieces.join('')).toBe(chain)
        expect(pieces.filter((piece) => /\p{Cs}/u.test(piece))).toEqual([])
      }
    }
  })

  it('cuts again where what is left behind a blank has no room for the next character', () => {
    const family = '👩\u200D👩\u200D👧'
    expect(splitText(`abcd efg${family}`, 10, ({ length }) => length)).toEqual(['abcd ', 'efg', family])
    expect(splitText(`abcd ef${family}`, 10, ({ length }) => length)).toEqual(['abcd ', `ef${family}`])
  })

  it('cuts inside no character, wherever it stands among others', () => {
    fc.assert(fc.property(fc.integer({ min: 240, max: 270 }), fc.constantFrom('x', '问', '👩‍💻'), fc.constantFrom('e\u0301', '👩‍💻', '\u1100\u1161', 'x\uFE0F'), fc.integer({ min: 30, max: 600 }), (before, plain, joined, max) => {
      const pieces = splitText(plain.repeat(before) + joined.repeat(40), max)
      expect(pieces.join('')).toBe(plain.repeat(before) + joined.repeat(40))
      expect(pieces.flatMap(characters)).toEqual(characters(pieces.join('')))
    }))
  })

  it('is done with 50,000 characters at once, whatever they are', () => {
    for (const unit of ['x', '问', '\u0301', '\n', '👩‍💻']) expect(splitText(unit.repeat(50_000), 6_000).length).toBeGreaterThan(1)
  })
})

describe('escapeMarkdown', () => {
  it('leaves no mention, link, image or fence live', () => {
    expect(escapeMarkdown('<at id=all></at>')).toBe('&#60;at id&#61;all&#62;&#60;&#47;at&#62;')
    expect(escapeMarkdown('[x](http://e.x)')).not.toMatch(/[[\]()]/u)
    expect(escapeMarkdown('```\n    code')).toBe('&#96;&#96;&#96;\n&#160;&#160;&#160;&#160;code')
  })

  it('leaves no ASCII punctuation outside its own entities, and decodes to what is visible', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeMarkdown(text)
      expect(escaped.replace(/&#\d+;/gu, '')).not.toMatch(/[!-/:-@[-`{-~]/u)
      expect(decode(escaped).replace(/^\u00A0+/gmu, (blanks) => ' '.repeat(blanks.length))).toBe(visibleText(text).replace(/^[\u00A0]+/gmu, (blanks) => ' '.repeat(blanks.length)))
    }))
  })
})

describe('escapePunctuation', () => {
  it('makes an entity of each sign of ASCII and spells out what hides, within a line', () => {
    expect(escapePunctuation('!/:@[`{~ aZ0 "\'')).toBe('&#33;&#47;&#58;&#64;&#91;&#96;&#123;&#126; aZ0 &#34;&#39;')
    expect(escapePunctuation('  a\u202E')).toBe('  a⟨U&#43;202E⟩')
  })
})

describe('keepIndent', () => {
  it('keeps the blanks at the start of each line, and no others', () => {
    expect(keepIndent('  a b\n c  \n\td')).toBe('&#160;&#160;a b\n&#160;c  \n\td')
  })
})

describe('strongMarkdown', () => {
  it('makes each line that says something bold by itself', () => {
    expect(strongMarkdown(' one*\n \n\t two  \nthree ')).toBe('**one&#42;**\n**two**\n**three**')
    expect(strongMarkdown('\uFEFF one\f')).toBe('**one**')
    expect(strongMarkdown('a\u202Eb  c')).toBe('**a⟨U&#43;202E⟩b  c**')
    expect(['', ' \n ', 'a\nb', 'a\n\nb'].map(strongMarkdown)).toEqual(['', '', '**a**\n**b**', '**a**\n**b**'])
  })
})

describe('escapeMessageText', () => {
  it('spells out what hides there, too', () => {
    expect(escapeMessageText('a\u202Eb')).toBe('a⟨U+202E⟩b')
  })

  it('takes the angle brackets that a text message reads as a mention', () => {
    expect(escapeMessageText('hi <at user_id="all">x</at>')).toBe('hi ＜at user_id="all"＞x＜/at＞')
  })
})

describe('shortening', () => {
  it('counts what people see and marks the cut', () => {
    expect(shorten('👩‍💻👩‍💻👩‍💻', 2)).toBe('👩‍💻👩‍💻…')
    expect(shorten('ab', 2)).toBe('ab')
    expect([shorten('abc', 2), shorten('ab cd', 3), shorten('e\u0301e\u0301', 2), shorten('', 0), shorten('a', 0)]).toEqual(['ab…', 'ab…', 'e\u0301e\u0301', '', '…'])
  })

  it('keeps four units for each character and forty more, whatever the characters are made of', () => {
    const marks = '\u0301'.repeat(47)
    expect(shorten(`a${marks}b`, 2)).toBe(`a${marks}…`)
    expect(shorten(`a${marks}`, 2)).toBe(`a${marks}`)
    expect(shorten(`ab${marks}`, 2)).toBe('a…')
  })

  it('is not fooled by one character of ten thousand marks', () => {
    expect(shorten(`a${'\u0301'.repeat(10_000)}b`, 20).length).toBeLessThan(200)
  })

  it('takes the first line that says something', () => {
    expect(firstLine('\n  \n  one\ntwo', 10)).toBe('one')
    expect([firstLine('', 5), firstLine(' \n\t\r', 5), firstLine('\t one  \ntwo', 5), firstLine('\u2028one', 5), firstLine('one\u2029two', 9), firstLine('\u00A0\none', 5)]).toEqual(['', '', 'one', 'one', 'one', 'one'])
    expect(firstLine(`\r\n${' '.repeat(10_000)}o\u202Ene\rtwo`, 20)).toBe('o⟨U+202E⟩ne')
  })

  it('cuts the first line of a long text as it cuts that line alone', () => {
    fc.assert(fc.property(fc.constantFrom('word ', '问', '👩‍💻', 'a\u0301\u0301', '\u202E', '\uD83D'), fc.integer({ min: 1, max: 90 }), (unit, max) => {
      expect(firstLine(unit.repeat(2_000), max)).toBe(shorten(visibleText(unit.repeat(2_000)), max))
    }))
  })

  it('keeps both ends of an id', () => {
    expect(shortId('ou_0123456789abcdef')).toBe('ou_0123…cdef')
    expect([shortId('ou_wang'), shortId('12345678901234'), shortId('123456789012345')]).toEqual(['ou_wang', '12345678901234', '1234567…2345'])
  })
})

function characters(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
}

function decode(escaped: string): string {
  return escaped.replace(/&#(\d+);/gu, (_entity, code: string) => String.fromCharCode(Number(code)))
}
