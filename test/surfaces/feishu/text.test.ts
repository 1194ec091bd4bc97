import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown, escapeMessageText, firstLine, jsonBytes, revealText, shorten, shortId, splitText, visibleText } from '../../../surfaces/feishu/text.ts'

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
  it('spells out what looks like a blank or like nothing in a command, but for plain newlines, tabs and blanks', () => {
    expect(revealText('ls\u00A0-l\u200B \uFE0F\u3164\ttab\r\nnext\rover')).toBe('ls⟨U+00A0⟩-l⟨U+200B⟩ ⟨U+FE0F⟩⟨U+3164⟩    tab\nnext⟨U+000D⟩over')
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
    expect(splitText('some words here', 11)).toEqual(['some words ', 'here'])
    expect(splitText('👩‍💻👩‍💻👩‍💻', 25)).toEqual(['👩‍💻👩‍💻', '👩‍💻'])
  })

  it('cuts inside no character, wherever it stands among others', () => {
    fc.assert(fc.property(fc.integer({ min: 240, max: 270 }), fc.constantFrom('x', '问', '👩‍💻'), fc.constantFrom('e\u0301', '👩‍💻', '\u1100\u1161', 'x\uFE0F'), fc.integer({ min: 30, max: 600 }), (before, plain, joined, max) => {
      const pieces = splitText(plain.repeat(before) + joined.repeat(40), max)
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

describe('escapeMessageText', () => {
  it('takes the angle brackets that a text message reads as a mention', () => {
    expect(escapeMessageText('hi <at user_id="all">x</at>')).toBe('hi ＜at user_id="all"＞x＜/at＞')
  })
})

describe('shortening', () => {
  it('counts what people see and marks the cut', () => {
    expect(shorten('👩‍💻👩‍💻👩‍💻', 2)).toBe('👩‍💻👩‍💻…')
    expect(shorten('ab', 2)).toBe('ab')
  })

  it('is not fooled by one character of ten thousand marks', () => {
    expect(shorten(`a${'\u0301'.repeat(10_000)}b`, 20).length).toBeLessThan(200)
  })

  it('takes the first line that says something', () => {
    expect(firstLine('\n  \n  one\ntwo', 10)).toBe('one')
    expect(firstLine(`\r\n${' '.repeat(10_000)}o\u202Ene\rtwo`, 20)).toBe('o⟨U+202E⟩ne')
  })

  it('cuts the first line of a long text as it cuts that line alone', () => {
    fc.assert(fc.property(fc.constantFrom('word ', '问', '👩‍💻', 'a\u0301\u0301', '\u202E', '\uD83D'), fc.integer({ min: 1, max: 90 }), (unit, max) => {
      expect(firstLine(unit.repeat(2_000), max)).toBe(shorten(visibleText(unit.repeat(2_000)), max))
    }))
  })

  it('keeps both ends of an id', () => {
    expect(shortId('ou_0123456789abcdef')).toBe('ou_0123…cdef')
    expect(shortId('ou_wang')).toBe('ou_wang')
  })
})

function characters(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
}

function decode(escaped: string): string {
  return escaped.replace(/&#(\d+);/gu, (_entity, code: string) => String.fromCharCode(Number(code)))
}
