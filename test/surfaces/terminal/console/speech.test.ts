import { describe, expect, it } from 'vitest'
import { entryAt, type Entries, NO_ENTRIES } from '../../../../surfaces/terminal/console/entries.ts'
import { closed, corrected, silence, type Spoken, wroteReasoning, wroteText } from '../../../../surfaces/terminal/console/speech.ts'

const all = (entries: Entries): readonly unknown[] => Array.from({ length: entries.end - entries.first }, (_, index) => entryAt(entries, entries.first + index))
const texts = (entries: Entries): readonly unknown[] => all(entries).map((entry) => Object(entry).text)
const spoken = (...deltas: readonly string[]): Spoken => deltas.reduce(wroteText, silence(NO_ENTRIES))
const thought = (...deltas: readonly string[]): Spoken => deltas.reduce(wroteReasoning, silence(NO_ENTRIES))

describe('reasoning', () => {
  it('begins with its first line that says something', () => {
    expect(thought(' \n\n').entries).toBe(NO_ENTRIES)
    expect(all(thought(' \n\n first\n\nsecond').entries)).toEqual([{ kind: 'reasoning', streaming: true, lines: [{ text: ' first' }, { text: '' }], open: 'second', dropped: 0, words: 1 }])
  })

  it('keeps the blank lines that come after its beginning', () => {
    expect(all(thought('first\n', '\n', 'second\n').entries)).toMatchObject([{ lines: [{ text: 'first' }, { text: '' }, { text: 'second' }], open: '', words: 2 }])
  })

  it('is over once text comes: its open line is one of its lines, without the blanks at its end', () => {
    const { entries, speech } = wroteText(thought('one\n  two  '), 'Hello')
    expect(all(entries)).toMatchObject([{ kind: 'reasoning', streaming: false, open: '', lines: [{ text: 'one' }, { text: '  two' }], words: 2 }, { kind: 'text', text: 'Hello' }])
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
  })
})

describe('the whole of what was streamed', () => {
  it('moves nothing where it agrees', () => {
    const said = spoken('one\ntwo')
    expect(all(corrected(said, 'one\ntwo', ''))).toEqual(all(closed(said)))
  })

  it('takes the place of what differs, line by line; what is too much is gone', () => {
    expect(all(corrected(spoken('one\ntwo\nthree'), 'one\nother', ''))).toMatchObject([{ text: 'one' }, { text: 'other' }, { kind: 'gone' }])
    expect(texts(corrected(spoken('one'), 'one\ntwo', ''))).toEqual(['one', 'two'])
  })
})
