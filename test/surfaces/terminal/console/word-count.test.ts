import { expect, it } from 'vitest'
import { wordCount } from '../../../../surfaces/terminal/console/word-count.ts'

it.each([
  ['', 0], ['one two, three.', 3], ['数据库', 3], ['用 PostgreSQL 数据库', 5], ['- * —', 0], ["don't stop", 2],
])('%j counts %i', (text, count) => expect(wordCount(text)).toBe(count))
