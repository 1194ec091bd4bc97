import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown, escapeMessageText, firstLine, shorten, shortId, visibleText } from '../../../surfaces/feishu/text.ts'

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

  it('takes the first line that says something', () => {
    expect(firstLine('\n  \n  one\ntwo', 10)).toBe('one')
  })

  it('keeps both ends of an id', () => {
    expect(shortId('ou_0123456789abcdef')).toBe('ou_0123…cdef')
    expect(shortId('ou_wang')).toBe('ou_wang')
  })
})

function decode(escaped: string): string {
  return escaped.replace(/&#(\d+);/gu, (_entity, code: string) => String.fromCharCode(Number(code)))
}
