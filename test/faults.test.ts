/** The map of faults in the README beside this file, held to the tests that it names. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { titlesOf } from './titles.ts'

const FAULTS = 68
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const rows = [...read('README.md').matchAll(/^\| (\d+) \| (.+?) \| (.+) \|$/gmu)].map(([, number, what = '', tests = '']) => ({
  number: Number(number),
  what,
  tests: tests.split('<br>').map((each) => /^`([^`]+)` › (.+)$/u.exec(each.trim())?.slice(1) ?? [each]),
}))

describe('the map of faults', () => {
  it('has every fault once, in order, in words of its own', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: FAULTS }, (_, index) => index + 1))
    expect(new Set(rows.map(({ what }) => what)).size).toBe(FAULTS)
  })

  it.each(rows)('names tests that are there for fault $number: $what', ({ tests }) => {
    const missing = tests.filter(([path = '', title = '']) => !existsSync(new URL(path, import.meta.url)) || !titlesOf(path, read(path)).includes(title.replaceAll(String.raw`\|`, '|')))
    expect(missing).toEqual([])
    expect(tests.length).toBeGreaterThan(0)
  })
})
