import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { fenceAfter, lookOf, styled } from '../../../../surfaces/terminal/console/prose-line.ts'
import { rowText, span } from '../../../../surfaces/terminal/row.ts'

/** Each part of a line with its style, plain ones bare. */
function shown(line: string): string {
  const { lead, text } = styled(line, 'line')
  return [...lead, ...text].map(({ text: part, style }) => (style === 'plain' ? part : `<${style}:${part}>`)).join('')
}

describe('a line of markdown', () => {
  it.each([
    ['# Heading `x`', '<strong:# Heading `x`>'],
    ['#hashtag', '#hashtag'],
    ['- item with **strong** text', '<accent:- >item with <strong:**strong**> text'],
    ['  12. item', '<accent:  12. >item'],
    ['- [x] done', '<accent:- [x] >done'],
    ['> > quoted *so*', '<faint:> > >quoted <emphasis:*so*>'],
    ['a `code **not strong**` b', 'a <code:`code **not strong**`> b'],
    ['``a ` b`` c', '<code:``a ` b``> c'],
    ['snake_case_name and __init__ and 2 * 3 * 4', 'snake_case_name and <strong:__init__> and 2 * 3 * 4'],
    ['_emphasis_ and *中文*', '<emphasis:_emphasis_> and <emphasis:*中文*>'],
    ['**open and `open', '**open and `open'],
    ['---', '<faint:--->'],
    ['> - item', '<faint:> ><accent:- >item'],
    ['_*_', '<emphasis:_*_>'],
    ['', ''],
  ])('%j', (line, wanted) => expect(shown(line)).toBe(wanted))

  it('has no part that says nothing, and none of its own in a fence or in code', () => {
    expect(styled('**a** b _c_', 'run')).toEqual({ lead: [], text: [span('**a**', 'strong'), span(' b '), span('_c_', 'emphasis')] })
    expect(styled('- **a**', 'line')).toEqual({ lead: [span('- ', 'accent')], text: [span('**a**', 'strong')] })
    expect(styled('- **a**', 'run')).toEqual({ lead: [], text: [span('- '), span('**a**', 'strong')] })
    expect(styled('- **a**', 'fence')).toEqual({ lead: [], text: [span('- **a**', 'faint')] })
    expect(styled('- **a**', 'code')).toEqual({ lead: [], text: [span('- **a**', 'code')] })
    expect([styled('', 'run'), styled('a', 'run'), styled('*', 'line')]).toEqual([{ lead: [], text: [span('')] }, { lead: [], text: [span('a')] }, { lead: [], text: [span('*')] }])
  })

  it('loses nothing, whatever it is', () => {
    const signs = fc.array(fc.constantFrom('*', '**', '_', '`', '``', '# ', '- ', '> ', '1. ', ' ', 'a', '中', '[x] ', '~~~', '\\'), { maxLength: 20 }).map((parts) => parts.join(''))
    fc.assert(fc.property(signs, fc.constantFrom('line' as const, 'run' as const, 'fence' as const, 'code' as const), (line, look) => {
      const { lead, text } = styled(line, look)
      expect(rowText([...lead, ...text])).toBe(line)
    }), { numRuns: 2_000 })
  })

  it('takes time by its length', () => {
    for (const sign of ['*', '_', '`', '**', '* ', '_a ', '*a', '`a', '> ', '- ']) {
      const start = process.cpuUsage()
      styled(sign.repeat(1_200 / sign.length), 'line')
      expect(process.cpuUsage(start).user / 1_000).toBeLessThan(100)
    }
  })
})

describe('a fence', () => {
  it('is closed by as many of its own signs, alone on their line', () => {
    expect(fenceAfter(undefined, 'text')).toBeUndefined()
    expect(fenceAfter(undefined, '```ts')).toBe('```')
    expect(fenceAfter(undefined, '``` a ` b')).toBeUndefined()
    expect(fenceAfter(undefined, '   ~~~~')).toBe('~~~~')
    expect(fenceAfter('````', '```')).toBe('````')
    expect(fenceAfter('```', '~~~')).toBe('```')
    expect(fenceAfter('```', '```ts')).toBe('```')
    expect([fenceAfter('```', '  `````'), fenceAfter('```', '``` \t')]).toEqual([undefined, undefined])
  })

  it('makes code of the lines in it, also of their later parts', () => {
    expect([lookOf('```', undefined, false), lookOf('# x', '```', false), lookOf('```', '```', false), lookOf('rest', '```', true), lookOf('rest', undefined, true), lookOf('rest', undefined, false)])
      .toEqual(['fence', 'code', 'fence', 'code', 'run', 'line'])
  })
})
