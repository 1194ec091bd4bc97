import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Appender } from '../../../router/journal/appender.ts'

let folder: string
let path: string
let aside = 0
/** As another process does it: the file gets another name, and a new one its place. */
function putAside(): void {
  aside += 1
  renameSync(path, `${path}.${aside}`)
  writeFileSync(path, '')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'appender-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([0, 1, 2, 5])('has each line in the file that is in place, however often that is put aside while it writes: %i times', (times) => {
  let left = 0
  const appender = new Appender(path, { sync: false, reopened: () => { if (left > 0) { left -= 1; putAside() } return '' } })
  appender.append('first\n')
  putAside()
  left = times
  appender.append('second\n')
  expect(left).toBe(0)
  expect(readFileSync(path, 'utf8')).toContain('second\n')
  appender.close()
})

it('has each line in a new file where the one in place was removed while it writes', () => {
  let left = 1
  const appender = new Appender(path, { sync: true, reopened: () => { if (left > 0) { left -= 1; rmSync(path) } return '' } })
  appender.append('first\n')
  putAside()
  appender.append('second\n')
  expect(readFileSync(path, 'utf8')).toBe('second\n')
  appender.close()
})

it('returns how long the file was before, and writes again after it was closed', () => {
  const appender = new Appender(path, { sync: false, reopened: () => '' })
  expect([appender.append('first\n'), appender.append('second\n')]).toEqual([0, 6])
  appender.close()
  appender.close()
  expect(appender.append('third\n')).toBe(13)
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\nthird\n')
  appender.close()
})

it('gives up on a file that never stays in place, and says so', () => {
  const appender = new Appender(path, { sync: false, reopened: () => { putAside(); return '' } })
  appender.append('first\n')
  putAside()
  expect(() => appender.append('second\n')).toThrow('does not stay in place')
  appender.close()
})
