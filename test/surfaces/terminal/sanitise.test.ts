import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reveal, sanitise, sanitiseLine } from '../../../surfaces/terminal/sanitise.ts'

describe('foreign text', () => {
  it.each([
    ['a coloured word', '\x1b[31mred\x1b[0m', 'red'],
    ['8-bit sequences', '\x9b31mred\x9b0m', 'red'],
    ['a title', '\x1b]0;owned\x07text', 'text'],
    ['an 8-bit title', '\x9d0;owned\x9ctext', 'text'],
    ['a device string', '\x1bP1;2q#0\x1b\\text', 'text'],
    ['a title that never ends', 'text\x1b]0;owned', 'text'],
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

describe('a command', () => {
  it('shows what would be hidden by its code point', () => {
    expect(reveal('ls\u200b \u202ex\x1b[2K\rrm\u00a0a')).toBe('ls⟨U+200B⟩ ⟨U+202E⟩x⟨U+001B⟩[2K⟨U+000D⟩rm⟨U+00A0⟩a')
  })

  it('is left alone otherwise', () => {
    expect(reveal('echo "数据库" && ls -la\nmake　all')).toBe('echo "数据库" && ls -la\nmake　all')
  })
})
