import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { createKeyDecoder } from '../../../surfaces/terminal/keys.ts'
import type { Key } from '../../../surfaces/terminal/keys.ts'

function decode(...reads: (string | Uint8Array)[]): Key[] {
  const decoder = createKeyDecoder()
  const keys = reads.flatMap((read) => [...decoder.feed(typeof read === 'string' ? Buffer.from(read) : read)])
  return decoder.pending ? [...keys, ...decoder.flush()] : keys
}
const press = (name: string): Key => ({ kind: 'press', name })
const text = (value: string): Key => ({ kind: 'text', text: value })
const paste = (value: string): Key => ({ kind: 'paste', text: value })

/** Neighbouring texts as one: where a read ends is not said by the text. */
function joined(keys: readonly Key[]): Key[] {
  return keys.reduce<Key[]>((all, key) => {
    const last = all.at(-1)
    return key.kind === 'text' && last?.kind === 'text' ? [...all.slice(0, -1), text(last.text + key.text)] : [...all, key]
  }, [])
}

describe('keys', () => {
  it.each([
    ['Enter', '\r', 'enter'], ['^J', '\n', 'c-j'], ['Tab', '\t', 'tab'], ['Shift-Tab', '\x1b[Z', 's-tab'], ['Backspace', '\x7f', 'backspace'],
    ['Up', '\x1b[A', 'up'], ['Up in application mode', '\x1bOA', 'up'], ['Home', '\x1b[H', 'home'], ['End', '\x1b[4~', 'end'], ['PgUp', '\x1b[5~', 'pgup'],
    ['Delete', '\x1b[3~', 'delete'], ['^C', '\x03', 'c-c'], ['^X', '\x18', 'c-x'], ['Esc', '\x1b', 'esc'], ['Alt-Enter', '\x1b\r', 'm-enter'],
    ['Alt-x', '\x1bx', 'm-x'], ['Shift-Enter in CSI-u', '\x1b[13;2u', 's-enter'], ['Shift-Enter in modifyOtherKeys', '\x1b[27;2;13~', 's-enter'],
    ['^C in CSI-u', '\x1b[99;5u', 'c-c'], ['Esc in CSI-u', '\x1b[27u', 'esc'], ['Ctrl-Right', '\x1b[1;5C', 'c-right'], ['keypad Enter', '\x1bOM', 'enter'],
  ])('reads %s', (_, bytes, name) => {
    expect(decode(bytes)).toEqual([press(name)])
  })

  it('reads plain text given as CSI-u', () => {
    expect(decode('\x1b[97u', '\x1b[97;2u', '\x1b[20013u', '\x1b[57401u')).toEqual([text('a'), text('A'), text('中'), text('2')])
  })

  it.each([
    ['mouse reports that say nothing', '\x1b[<0;10;5m\x1b[<2;10;5M\x1b[<4;10;5M\x1b[<35;10;5M\x1b[<0;0;5M\x1b[<0M\x1b[M !!'], ['focus reports', '\x1b[I\x1b[O'], ['a reply with attributes', '\x1b[?62;22c'],
    ['a cursor position', '\x1b[12;40R'], ['a colour', '\x1b]11;rgb:1e1e/1e1e/1e1e\x07'], ['a device string', '\x1bP>|tmux 3.3a\x1b\\'],
    ['a key release', '\x1b[13;1:3u\x1b[1;1:3A'], ['a held Enter', '\x1b[13;1:2u'], ['a function key of the console', '\x1b[[A'],
  ])('swallows %s and keeps the keys around it', (_, bytes) => {
    expect(decode(`a${bytes}1`)).toEqual([text('a'), text('1')])
  })

  it('reads any other character given as CSI-u, and none that is no character or belongs to nobody', () => {
    const read = (code: number): Key[] => decode(`\x1b[${code}u`)
    expect([32, 0xd7ff, 0xf900, 0x10ffff].map(read)).toEqual([' ', '\ud7ff', '\uf900', '\u{10ffff}'].map((character) => [text(character)]))
    expect([0, 31, 0xd800, 0xdfff, 0xe000, 57398, 57409, 0xf8ff, 0x110000].map(read)).toEqual(Array.from({ length: 9 }, () => []))
    expect([57399, 57408].map(read)).toEqual([[text('0')], [text('9')]])
    expect(decode('\x1b[:u\x1b[1?u')).toEqual([])
  })

  it.each([
    ['Alt-x', '\x1b[120;3u', 'm-x'], ['Alt-X', '\x1b[88;3u', 'm-x'], ['Ctrl-C', '\x1b[67;5u', 'c-c'], ['Ctrl-Alt-X', '\x1b[88;7u', 'c-x'], ['a held Tab', '\x1b[9;1:2u', 'tab'], ['Ctrl-Alt-Shift-Up', '\x1b[1;8A', 'c-m-s-up'], ['Ctrl-Up with another number', '\x1b[27;5A', 'c-up'],
    ['Alt-Backspace', '\x1b\x7f', 'm-backspace'], ['Alt-Y as it comes', '\x1bY', 'm-y'],
  ])('reads %s with its modifiers', (_, bytes, name) => {
    expect(decode(bytes)).toEqual([press(name)])
  })

  it('reads the letters with Ctrl from the first to the last, and no other control', () => {
    expect(decode('\x01', '\x1a')).toEqual([press('c-a'), press('c-z')])
    expect(decode('a\0b\x1cc\u0085d')).toEqual([text('a'), text('b'), text('c'), text('d')])
  })

  it('swallows private replies and old mouse reports that end like keys', () => {
    expect(decode('a\x1b[?1A\x1b[>0H\x1b[=4~\x1b[32;10;5Mb\x1b[<0;5;0Mc\x1b[<0;5Md')).toEqual(['a', 'b', 'c', 'd'].map(text))
    expect(decode('\x1b[<0;1;1M')).toEqual([{ kind: 'click', x: 0, y: 0 }])
  })

  it('reads Esc at once where another escape follows, and gives up what nothing completes', () => {
    const decoder = createKeyDecoder()
    expect(decoder.feed(Buffer.from('\x1b\x1b[A'))).toEqual([press('esc'), press('up')])
    for (const half of ['\x1b[', '\x1b[12;4', '\x1b]11;rgb']) {
      expect([decoder.feed(Buffer.from(half)), decoder.pending, decoder.flush(), decoder.pending]).toEqual([[], true, [], false])
    }
    expect(decode('\x1b[12\rls')).toEqual([paste('\rls')])
  })

  it('gives a reply up that is longer than any, and waits for the end of one that is not', () => {
    const [long, longer] = [createKeyDecoder(), createKeyDecoder()]
    expect([long.feed(Buffer.from(`\x1b]${'a'.repeat(65_534)}`)), long.pending]).toEqual([[], true])
    expect([longer.feed(Buffer.from(`\x1b]${'a'.repeat(65_535)}`)), longer.pending]).toEqual([[], false])
    expect([long.feed(Buffer.from('\x07x')), longer.feed(Buffer.from('x'))]).toEqual([[text('x')], [text('x')]])
  })

  it('reads the left button and the wheel, in cells counted from 0', () => {
    expect(decode('a\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<64;1;2M\x1b[<65;1;2M1')).toEqual([
      text('a'), { kind: 'click', x: 9, y: 4 }, { kind: 'wheel', direction: -1, x: 0, y: 1 }, { kind: 'wheel', direction: 1, x: 0, y: 1 }, text('1'),
    ])
    expect(decode('\x1b[<0;10', ';5M')).toEqual([{ kind: 'click', x: 9, y: 4 }])
  })

  it('puts together what was split over two reads', () => {
    expect(decode('\x1b', '[A')).toEqual([press('up')])
    expect(decode('\x1b[', '1;', '5C')).toEqual([press('c-right')])
    const emoji = Buffer.from('👍')
    expect(decode(emoji.subarray(0, 2), emoji.subarray(2))).toEqual([text('👍')])
  })

  it('reads an escape before an escape sequence as Esc', () => {
    expect(decode('\x1b\x1b[A')).toEqual([press('esc'), press('up')])
  })

  it('drops half a sequence when its rest never comes', () => {
    expect(decode('\x1b[12;4')).toEqual([])
    expect(decode('\x1b]11;rgb')).toEqual([])
  })
})

describe('text', () => {
  it('comes as one burst, as an input method commits it', () => {
    expect(decode('你好，世界')).toEqual([text('你好，世界')])
  })

  it('is a paste when something follows a line break', () => {
    expect(decode('one\rtwo\r')).toEqual([paste('one\rtwo\r')])
    expect(decode('yes\r')).toEqual([text('yes'), press('enter')])
  })

  it('is a paste between the brackets, over several reads and with escapes inside', () => {
    expect(decode('\x1b[200~one\r', 'two\x1b[A', '\x1b[201~\r')).toEqual([paste('one\rtwo\x1b[A'), press('enter')])
  })

  it('is one paste however many reads bring it and its end', () => {
    const decoder = createKeyDecoder()
    const bytes = Buffer.from('\x1b[200~one\ntwo \x1b[20\x1b[201~x')
    expect([...bytes].flatMap((byte) => decoder.feed(Uint8Array.of(byte)))).toEqual([{ kind: 'paste', text: 'one\ntwo \x1b[20' }, { kind: 'text', text: 'x' }])
    expect(decoder.pending).toBe(false)
  })

  it('of a paste has nothing of the paste before', () => {
    expect(decode('\x1b[200~one', ' more\x1b[201~', '\x1b[200~two\x1b[201~')).toEqual([paste('one more'), paste('two')])
  })

  it('gives the same keys however its bytes are split, pastes aside', () => {
    const piece = fc.constantFrom('a', '中', '👍', '\x1b[A', '\x1bOB', '\x1b[13;2u', '\x1b[<0;1;1M', '\x1b]0;x\x07', '\x1b[200~p\x1b[201~')
    fc.assert(fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(''))
      const marks = [...new Set([0, ...cuts.map((at) => Math.min(at, bytes.length)), bytes.length])].toSorted((a, b) => a - b)
      const reads = marks.slice(1).map((end, index) => bytes.subarray(marks[index], end))
      expect(joined(decode(...reads))).toEqual(joined(decode(bytes)))
    }))
  })
})
