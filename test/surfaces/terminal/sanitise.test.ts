import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { isSimple } from '../../../surfaces/terminal/cells.ts'
import { reveal, revealLine, sanitise, sanitiseLine, visible, visibleLine } from '../../../surfaces/terminal/sanitise.ts'

describe('foreign text', () => {
  it.each([
    ['a coloured word', '\x1b[31mred\x1b[0m', 'red'],
    ['8-bit sequences', '\x9b31mred\x9b0m', 'red'],
    ['a title', '\x1b]0;owned\x07text', 'text'],
    ['an 8-bit title', '\x9d0;owned\x9ctext', 'text'],
    ['a device string', '\x1bP1;2q#0\x1b\\text', 'text'],
    ['the beginning of a title that never ends', 'text\x1b]0;owned\nmore', 'text0;owned\nmore'],
    ['the beginning of a device string that never ends', 'text\x90and more', 'textand more'],
    ['a lone escape at the end', 'text\x1b', 'text'],
    ['a full reset', '\x1bctext', 'text'],
    ['bidirectional overrides', 'a\u202eb\u2066c\u2069', 'abc'],
    ['invisible marks', 'a\u200bb\u00adc\ufeffd\u3164e\u034ff', 'abcdef'],
    ['language tags', 'a\u{e0041}b', 'ab'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ])('loses %s', (_, text, clean) => {
    expect(sanitise(text)).toBe(clean)
  })

  it('keeps its lines, whatever ends them', () => {
    expect(sanitise('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd')
    expect(sanitiseLine(' a\r\n\tb  c ')).toBe('a b c')
  })

  it('holds nothing that a terminal acts upon, whatever it was', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('\x1b', '\x9b', '\x1b]', '\x9d', '\u202e', '\x07', '\r'))
    fc.assert(fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      expect(sanitise(pieces.join(''))).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/u)
    }))
  })
})

describe('a text that is left as it is without a closer look', () => {
  it('has nothing in it that a closer look would change', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit)
      // A tab is what makes it look closer.
      if (isSimple(character)) expect([sanitise(`${character}\t`), visible(`${character}\t`)]).toEqual([`${character}    `, `${character}    `])
    }
  })
})

describe('a command', () => {
  it('shows what would be hidden by its code point', () => {
    expect(reveal('ls\u200b \u202ex\x1b[2K\rrm\u00a0a')).toBe('ls⟨U+200B⟩ ⟨U+202E⟩x⟨U+001B⟩[2K⟨U+000D⟩rm⟨U+00A0⟩a')
  })

  it.each(['\ufffc', '\u{1d159}', '\u{16fe4}', '\ue000', '\u{10ffff}', '\u0378', '\uffff'])('shows %j by its code point: it is blank on one screen and something on another', (character) => {
    expect(reveal(`rm a${character}b`)).toMatch(/^rm a⟨U\+[0-9A-F]{4,6}⟩b$/u)
  })

  it('is shown on one line where there is only one', () => {
    expect(revealLine(' ls\u200b\n\t-l\r ', ['<', '>'])).toBe('ls<U+200B> -l<U+000D>')
    expect(reveal('a\r\nb\tc\u3000')).toBe('a\nb    c\u3000')
  })

  it('is left alone otherwise', () => {
    expect(reveal('echo "数据库" && ls -la\nmake　all')).toBe('echo "数据库" && ls -la\nmake　all')
  })
})

describe('what a person decides on', () => {
  it.each([
    ['a title', 'Deploy\x1b]0;and delete\x07 it', 'Deploy⟨U+001B⟩]0;and delete⟨U+0007⟩ it'],
    ['a string that never ends', 'Yes\x9d and wipe the disk\nthen\x90 rest', 'Yes⟨U+009D⟩ and wipe the disk\nthen⟨U+0090⟩ rest'],
    ['a sequence that would eat digits', 'Delete \x1b[1000000000files', 'Delete ⟨U+001B⟩[1000000000files'],
    ['direction marks', 'a\u202eb\u2066c\u200f', 'a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩'],
    ['invisible characters', 'r\u200bm\u00ad\ufeff\u3164\u034f', 'r⟨U+200B⟩m⟨U+00AD⟩⟨U+FEFF⟩⟨U+3164⟩⟨U+034F⟩'],
    ['tags', 'a\u{e0072}', 'a⟨U+E0072⟩'],
    ['joiners where there is nothing to join', 'r\u200dm\u200c', 'r⟨U+200D⟩m⟨U+200C⟩'],
    ['variants of nothing', '\ufe0fa\ufe0f\ufe0e', '⟨U+FE0F⟩a⟨U+FE0E⟩'],
  ])('spells out %s, and loses nothing behind it', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('is left alone where it is ordinary text of any script', () => {
    expect(visible('👩\u200d💻 👍🏽 🇨🇳 e\u0301 数据库\u3000مرحبا')).toBe('👩\u200d💻 👍🏽 🇨🇳 e\u0301 数据库\u3000مرحبا')
    expect(visible('⚠\ufe0f ❤\ufe0f\u200d🔥 می\u200cخواهم क्\u200dष')).toBe('⚠ ❤\u200d🔥 میخواهم क्ष')
    expect(visible('a\r\nb\rc\u2028d\te', ['<', '>'])).toBe('a\nb\nc\nd    e')
    expect(visibleLine(' a\n b\x07', ['<', '>'])).toBe('a b<U+0007>')
  })

  it('keeps every character that can be seen, whatever stands before it', () => {
    const piece = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('\x1b', '\x9b', '\x1b]', '\x9d', '\x90', '\x1bX', '\u202e', '\u200d', '\x07', '\x1b['))
    fc.assert(fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = pieces.join('')
      const shown = visible(text)
      expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]|[\u200b\u202a-\u202e\u2066-\u2069]/u)
      expect(shown.replaceAll(/⟨U\+[0-9A-F]+⟩/g, '')).toBe(text.replaceAll(/[\p{Cc}\u202e\u200d]/gu, ''))
    }))
  })
})

describe('200 KB', () => {
  const size = 200_000
  it.each([
    ['strings that never end', '\x9d'.repeat(size) + '\x1b'], ['the same in 7 bits', '\x1b]'.repeat(size / 2)], ['one long string', `\x1b]${'a'.repeat(size)}`],
    ['strings between long texts', `\x1bP${'a'.repeat(500)}`.repeat(size / 502)], ['sequences', '\x1b['.repeat(size / 2)], ['a long sequence', `\x9b${'0'.repeat(size)}`],
    ['joiners', '\u200d'.repeat(size)], ['blanks', `${' '.repeat(size)}x`], ['breaks', `${'\r'.repeat(size)}x`],
  ])('of %s are made fit in little time', (_, text) => {
    for (const fit of [sanitise, sanitiseLine, visible, visibleLine, reveal]) {
      const before = process.cpuUsage()
      fit(text)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(1_000)
    }
  })
})
