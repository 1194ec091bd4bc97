import { describe, expect, it } from 'vitest'
import { appended, entryAt, type Entries, NO_ENTRIES, trimmed } from '../../../../surfaces/terminal/console/entries.ts'
import { closed, corrected, silence, type Spoken, wroteReasoning, wroteText } from '../../../../surfaces/terminal/console/speech.ts'

const all = (entries: Entries): readonly unknown[] => Array.from({ length: entries.end - entries.first }, (_, index) => entryAt(entries, entries.first + index))
const texts = (entries: Entries): readonly unknown[] => all(entries).map((entry) => Object(entry).text)
const spoken = (...deltas: readonly string[]): Spoken => deltas.reduce(wroteText, silence(NO_ENTRIES))
const thought = (...deltas: readonly string[]): Spoken => deltas.reduce(wroteReasoning, silence(NO_ENTRIES))
const looks = (entries: Entries): readonly unknown[] => all(entries).map((entry) => Object(entry).look)
/** With so much behind it that it is not kept any more. */
const forgotten = ({ entries, speech }: Spoken): Spoken => ({ speech, entries: trimmed(Array.from({ length: 600 }).reduce<Entries>((list) => appended(list, { kind: 'gone' }), entries), 100) })

describe('reasoning', () => {
  it('begins with its first line that says something', () => {
    expect([thought(' \n\n').entries, thought('  ').entries]).toEqual([NO_ENTRIES, NO_ENTRIES])
    expect(all(thought('first\n \n').entries)).toMatchObject([{ lines: [{ text: 'first' }, { text: ' ' }], open: '' }])
    expect(all(thought(' \n\n first\n\nsecond').entries)).toEqual([{ kind: 'reasoning', streaming: true, lines: [{ text: ' first' }, { text: '' }], open: 'second', dropped: 0, words: 1 }])
  })

  it('keeps the blank lines that come after its beginning', () => {
    expect(all(thought('first\n', '\n', 'second\n').entries)).toMatchObject([{ lines: [{ text: 'first' }, { text: '' }, { text: 'second' }], open: '', words: 2 }])
    expect(all(thought('first\n', '\nsecond\n').entries)).toMatchObject([{ lines: [{ text: 'first' }, { text: '' }, { text: 'second' }] }])
  })

  it('keeps two thousand lines, and the last thousand once there is one more', () => {
    expect([2_000, 2_001].map((count) => all(thought('x\n'.repeat(count)).entries).map((entry) => [Object(entry).lines.length, Object(entry).dropped]))).toEqual([[[2_000, 0]], [[1_000, 1_001]]])
  })

  it('goes on in a new place when its own is not kept any more', () => {
    const { entries, speech } = wroteReasoning(forgotten(thought('one')), ' two')
    expect([entryAt(entries, entries.end - 1), speech.thoughtAt]).toMatchObject([{ kind: 'reasoning', open: 'one two', lines: [] }, entries.end - 1])
    const said = wroteText(forgotten(thought('one')), 'Hello')
    expect(entryAt(said.entries, said.entries.end - 1)).toMatchObject({ kind: 'text', text: 'Hello' })
  })

  it('is over once text comes: its open line is one of its lines, without the blanks at its end', () => {
    const { entries, speech } = wroteText(thought('one\n  two  '), 'Hello')
    expect(all(entries)).toMatchObject([{ kind: 'reasoning', streaming: false, open: '', lines: [{ text: 'one' }, { text: '  two' }], words: 2 }, { kind: 'text', text: 'Hello' }])
    expect(all(wroteText(thought('one\n'), 'Hello').entries)[0]).toMatchObject({ lines: [{ text: 'one' }] })
    expect(speech).not.toHaveProperty('thoughtAt')
    expect(speech.thought).toBe('')
  })

  it('goes on behind blank text, and is another one behind text that says something', () => {
    expect(all(wroteReasoning(wroteText(thought('one'), ' \n'), ' more').entries)).toMatchObject([{ open: 'one more' }])
    expect(all(wroteReasoning(wroteText(thought('one'), 'Hello\n'), 'two').entries)).toMatchObject([{ lines: [{ text: 'one' }] }, { text: 'Hello' }, { kind: 'reasoning', open: 'two', lines: [] }])
  })
})

describe('a line that is too long to be kept as one', () => {
  const word = 'x'.repeat(99)

  it('is cut behind the last blank that fits', () => {
    const line = Array.from({ length: 20 }, () => word).join(' ')
    expect(texts(closed(spoken(line)))).toEqual([`${word} `.repeat(12), line.slice(1_200)])
  })

  it('is cut anywhere when its last blank stands in its first half, but not inside of a character', () => {
    const early = `${'a'.repeat(600)} ${'b'.repeat(800)}`
    expect(texts(closed(spoken(early)))).toEqual([early.slice(0, 1_200), early.slice(1_200)])
    const late = `${'a'.repeat(601)} ${'b'.repeat(800)}`
    expect(texts(closed(spoken(late)))).toEqual([late.slice(0, 602), late.slice(602)])
    const emoji = `${'a'.repeat(1_199)}😀${'b'.repeat(9)}`
    expect(texts(closed(spoken(emoji)))).toEqual(['a'.repeat(1_199), `😀${'b'.repeat(9)}`])
    const before = `😀${'a'.repeat(1_300)}`
    expect(texts(closed(spoken(before)))).toEqual([before.slice(0, 1_200), before.slice(1_200)])
  })

  it('of exactly the most is one', () => {
    expect(texts(closed(spoken('a'.repeat(1_200))))).toEqual(['a'.repeat(1_200)])
    expect(texts(closed(spoken(`${'a'.repeat(1_200)}\n`, 'next')))).toEqual(['a'.repeat(1_200), 'next'])
  })

  it('is no beginning of a line where it is cut', () => {
    const line = `${`${word} `.repeat(12)}# no heading`
    expect([looks(closed(spoken(line))), looks(closed(spoken(`${line}\n# heading`)))]).toEqual([['line', 'run'], ['line', 'run', 'line']])
  })
})

describe('a line of text', () => {
  it('is blank where a fence is open, and otherwise only once there is text behind it', () => {
    const { entries } = spoken('\n```\na\n\nb\n```\n\n')
    expect([texts(entries), looks(entries)]).toEqual([['```', 'a', '', 'b', '```'], ['fence', 'code', 'code', 'code', 'fence']])
    expect(texts(wroteText(spoken('one\n\n\n'), 'two').entries)).toEqual(['one', '', '', 'two'])
  })

  it('changes nothing when its place is not kept any more', () => {
    const before = forgotten(spoken('one'))
    expect(wroteText(before, ' two').entries).toBe(before.entries)
  })
})

describe('the whole of what was streamed', () => {
  it('moves nothing where it agrees', () => {
    const said = spoken('one\ntwo')
    expect(all(corrected(said, 'one\ntwo', ''))).toEqual(all(closed(said)))
    const text = Array.from({ length: 600 }, (_, index) => `line ${index}\n`).join('')
    const { entries, speech } = spoken(text)
    const late = { speech, entries: trimmed(entries, 300) }
    expect([late.entries.first > 0, corrected(late, text, '')]).toEqual([true, late.entries])
  })

  it('takes the place of what differs, line by line; what is too much is gone', () => {
    expect(all(corrected(spoken('one\ntwo\nthree'), 'one\nother', ''))).toMatchObject([{ text: 'one' }, { text: 'other' }, { kind: 'gone' }])
    expect(texts(corrected(spoken('one'), 'one\ntwo', ''))).toEqual(['one', 'two'])
    const behind = wroteText(silence(appended(NO_ENTRIES, { kind: 'remark', text: 'before' })), 'one')
    expect(all(corrected(behind, 'other', ''))).toEqual([{ kind: 'remark', text: 'before' }, { kind: 'text', text: 'other', look: 'line', gap: true }])
  })

  it('takes the place of reasoning that differs, keeps that where it has none, and moves none that agrees', () => {
    expect(all(corrected(thought('one\ntwo'), '', 'one\nother'))).toMatchObject([{ kind: 'reasoning', streaming: false, lines: [{ text: 'one' }, { text: 'other' }] }])
    expect(all(corrected(thought('one\ntwo'), '', ''))).toMatchObject([{ kind: 'reasoning', lines: [{ text: 'one' }, { text: 'two' }] }])
    const twice = wroteReasoning(wroteText(thought('one'), 'Hello\n'), 'two')
    expect(all(corrected(twice, 'Hello\n', 'onetwo'))).toMatchObject([{ lines: [{ text: 'one' }] }, { text: 'Hello' }, { lines: [{ text: 'two' }] }])
    expect(all(corrected(spoken('Hello'), 'Hello', 'one'))).toMatchObject([{ text: 'Hello' }, { kind: 'reasoning', lines: [{ text: 'one' }] }])
  })
})
