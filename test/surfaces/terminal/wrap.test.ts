import { describe, expect, it } from 'vitest'
import { span } from '../../../surfaces/terminal/row.ts'
import { chop, wrap, wrapOnce, wrapText } from '../../../surfaces/terminal/wrap.ts'

describe('a text broken into rows', () => {
  it.each<[string, number, readonly string[]]>([
    ['abcd', 4, ['abcd']], ['ab cd', 4, ['ab', 'cd']], ['abcd ef', 4, ['abcd', 'ef']], ['abcd  ef', 4, ['abcd', ' ef']], ['ab   c', 4, ['ab  ', 'c']],
    ['one-two', 4, ['one-', 'two']], ['one/two', 4, ['one/', 'two']], ['a bc-de', 5, ['a bc-', 'de']], ['a bc/de', 5, ['a bc/', 'de']], ['x abcdef', 4, ['x', 'abcd', 'ef']],
    ['ab数据', 4, ['ab数', '据']], ['数ab', 3, ['数', 'ab']], ['数ab', 4, ['数ab']], ['a数，b', 3, ['a', '数，', 'b']], ['数据，好', 4, ['数', '据，', '好']], ['ab cd，e', 6, ['ab', 'cd，e']],
    ['', 4, ['']], [' ', 4, [' ']], ['     ', 4, ['    ', '']], ['ab\n\ncd', 4, ['ab', '', 'cd']], ['abc', 1, ['ab', 'c']], ['数据', 0, ['数', '据']],
    ['a b c d e', 3, ['a b', 'c d', 'e']], ['abc defg hi', 8, ['abc defg', 'hi']], ['a.b)c', 3, ['a.b', ')c']],
  ])('%j within %i columns is %j', (text, width, rows) => {
    expect(wrap(text, width)).toEqual(rows)
  })

  it('counts what is left of a row anew behind each break', () => {
    expect(wrap('aa bb cc dd ee ff', 5)).toEqual(['aa bb', 'cc dd', 'ee ff'])
    expect(wrap('aaa bbbb cc', 6)).toEqual(['aaa', 'bbbb', 'cc'])
    expect(wrap('数数 数数数 数', 5)).toEqual(['数数', '数数', '数 数'])
  })

  it('is broken once for each width that it is seen at', () => {
    const line = { text: 'one two' }
    const rows = wrapOnce(line, 4)
    expect(rows).toEqual(['one', 'two'])
    expect(wrapOnce(line, 4)).toBe(rows)
    expect(wrapOnce(line, 7)).toEqual(['one two'])
    expect(wrapOnce(line, 4)).toEqual(['one', 'two'])
    expect(wrapOnce({ text: 'six' }, 4)).toEqual(['six'])
  })

  it('keeps the style of each of its parts, across the breaks', () => {
    expect(wrapText([span('one ', 'strong'), span('two three', 'code'), span(''), span('!', 'warn')], 7)).toEqual([
      [{ text: 'one ', style: 'strong' }, { text: 'two', style: 'code' }], [{ text: 'three', style: 'code' }, { text: '!', style: 'warn' }],
    ])
    expect(wrapText([span('aa aa aa', 'good')], 2)).toEqual([[span('aa', 'good')], [span('aa', 'good')], [span('aa', 'good')]])
    expect(wrapText([], 5)).toEqual([[]])
  })
})

describe('a line broken where its rows are full', () => {
  it.each<[string, number, readonly string[]]>([
    ['abcdef', 4, ['abcd', 'ef']], ['ab  cd', 3, ['ab ', ' cd']], ['abcd', 4, ['abcd']], ['数据库', 5, ['数据', '库']], ['', 4, ['']], ['abcdefghi', 3, ['abc', 'def', 'ghi']],
  ])('%j within %i columns is %j', (line, width, rows) => {
    expect(chop(line, width)).toEqual(rows)
  })
})
