import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { diffLines } from '../../../app/setup/diff.ts'

const shown = (before: string, after: string) => diffLines(before, after).map(({ sign, number, text }) => `${number}${sign}${text}`)

describe('the lines that differ', () => {
  it('come with their numbers, those that go before those that come', () => {
    expect(shown('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n')).toEqual(['2-b', '2+B', '5+e'])
  })

  it('are none between equal texts, and all where there was nothing', () => {
    expect(shown('a\n', 'a\n')).toEqual([])
    expect(shown('', 'a\nb\n')).toEqual(['1+a', '2+b'])
    expect(shown('a\nb\n', '')).toEqual(['1-a', '2-b'])
  })

  it('make the one text of the other, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const gone = new Set(lines.filter(({ sign }) => sign === '-').map(({ number }) => number))
      const made = before.split('\n').slice(0, -1).filter((_line, index) => !gone.has(index + 1))
      for (const { sign, number, text: come } of lines) if (sign === '+') made.splice(number - 1, 0, come)
      expect(made.map((line) => `${line}\n`).join('')).toBe(after)
    }))
  })

  it('of texts too long to compare are all of them', () => {
    const [before, after] = ['a', 'b'].map((word) => Array.from({ length: 1_100 }, (_, index) => `${word}${index}\n`).join(''))
    expect(diffLines(before ?? '', after ?? '')).toHaveLength(2_200)
  })
})
