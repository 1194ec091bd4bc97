import { expect, it } from 'vitest'
import { retryLine } from '../../../../surfaces/terminal/console/retry-line.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'

const WORDS = wordsOf('en')

it.each([
  [{ attempt: 2, detail: '' }, '2', ''], [{ attempt: 2, most: 5, detail: '' }, '2/5', ''], [{ attempt: 2, detail: 'SERVER: broken' }, '2', ': SERVER: broken'],
])('%j says which try it is, of how many where that is known, and why', (retry, count, why) => {
  expect(retryLine(retry, WORDS)).toBe(`${WORDS.console.retrying(count)}${why}`)
})
