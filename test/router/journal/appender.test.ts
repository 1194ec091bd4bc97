import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Appender } from '../../../router/journal/appender.ts'
import { KNOWS_FULL_DISKS, whileFullAt } from '../../helpers/full-disk.ts'
import { KNOWS_OPEN_FILES, openFilesIn } from '../../helpers/open-files.ts'

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

const plain = () => new Appender(path, { sync: false, reopened: () => 'again\n' })
const modeOf = (file: string) => statSync(file).mode & 0o777

it('says what has to be said first in a file that took the place of another, and only there', () => {
  const appender = plain()
  appender.append('first\n')
  appender.append('second\n')
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n')
  putAside()
  expect(appender.append('third\n')).toBe(0)
  appender.append('fourth\n')
  expect(readFileSync(path, 'utf8')).toBe('again\nthird\nfourth\n')
  appender.close()
})

it('begins a line of its own behind one that was torn, once', () => {
  writeFileSync(path, 'torn')
  const appender = plain()
  expect(appender.append('first\n')).toBe(4)
  appender.append('second\n')
  expect(readFileSync(path, 'utf8')).toBe('torn\nfirst\nsecond\n')
  appender.close()
  const next = plain()
  next.append('third\n')
  expect(readFileSync(path, 'utf8')).toBe('torn\nfirst\nsecond\nthird\n')
  next.close()
})

it.runIf(KNOWS_FULL_DISKS)('says so where the disk takes a part of a line only, and begins a line of its own behind that', () => {
  const appender = plain()
  appender.append('first\n')
  expect(() => whileFullAt(10, () => appender.append('second\n'))).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
  expect(readFileSync(path, 'utf8')).toBe('first\nseco')
  expect(appender.append('second\n')).toBe(10)
  expect(readFileSync(path, 'utf8')).toBe('first\nseco\nsecond\n')
  appender.close()
})

describe('what belongs to its user alone', () => {
  it('is made so, with every folder on its way', () => {
    const deep = join(folder, 'one', 'two', 'journal.jsonl')
    const appender = new Appender(deep, { sync: true, reopened: () => '' })
    appender.append('first\n')
    expect([modeOf(deep), modeOf(join(folder, 'one', 'two')), modeOf(join(folder, 'one'))]).toEqual([0o600, 0o700, 0o700])
    appender.close()
  })

  it.each([0o644, 0o640, 0o606, 0o601, 0o660])('is made so again where somebody has opened it: %o', (mode) => {
    writeFileSync(path, '')
    chmodSync(path, mode)
    const appender = plain()
    appender.append('first\n')
    expect(modeOf(path)).toBe(0o600)
    chmodSync(path, mode)
    appender.append('second\n')
    expect(modeOf(path)).toBe(0o600)
    appender.close()
  })

  it('is left as strict as somebody has made it', () => {
    writeFileSync(path, '')
    chmodSync(path, 0o700)
    const appender = plain()
    appender.append('first\n')
    expect(modeOf(path)).toBe(0o700)
    appender.close()
  })

  it.each([[0o777, 0o700], [0o770, 0o700], [0o702, 0o700], [0o755, 0o755], [0o700, 0o700]])('stands in a folder that nobody else may write into: %o becomes %o', (mode, becomes) => {
    const own = join(folder, 'own')
    mkdirSync(own)
    chmodSync(own, mode)
    const appender = new Appender(join(own, 'journal.jsonl'), { sync: false, reopened: () => '' })
    appender.append('first\n')
    expect(modeOf(own)).toBe(becomes)
    appender.close()
  })
})

describe('what is no file of ours', () => {
  it.each<[string, string, () => unknown]>([
    ['a link', 'ELOOP', () => symlinkSync(`${path}.other`, path)],
    ['a pipe', 'EINVAL', () => execFileSync('mkfifo', [path])],
    ['a folder', 'EISDIR', () => mkdirSync(path)],
  ])('is refused, and nothing of it is kept open: %s', (_what, code, put) => {
    put()
    const appender = plain()
    expect(() => appender.append('first\n')).toThrow(expect.objectContaining({ code }))
    expect(existsSync(`${path}.other`)).toBe(false)
    appender.close()
  })
})

it.runIf(KNOWS_OPEN_FILES)('keeps one file open, whatever takes its place, and none when it is closed or was refused', () => {
  const appender = plain()
  for (let count = 0; count < 5; count += 1) {
    appender.append('line\n')
    putAside()
  }
  expect(openFilesIn(folder)).toHaveLength(1)
  appender.close()
  expect(openFilesIn(folder)).toEqual([])
  rmSync(path)
  execFileSync('mkfifo', [path])
  expect(() => appender.append('line\n')).toThrow()
  expect(openFilesIn(folder)).toEqual([])
})
