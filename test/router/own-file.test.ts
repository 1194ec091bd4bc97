import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KNOWS_OPEN_FILES, openFilesIn } from '../helpers/open-files.ts'
import { codeOf } from '../../router/errors.ts'
import { readOwn, writeOwn } from '../../router/own-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-file-'))
  file = join(folder, 'a')
})
afterEach(() => rmSync(folder, { recursive: true }))

const failure = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return codeOf(error)
  }
  throw new Error('it did not fail')
}

describe('reading', () => {
  it.each([
    [0o600, true, true],
    [0o400, true, true],
    [0o640, true, false],
    [0o644, true, false],
    [0o620, false, false],
    [0o602, false, false],
    [0o666, false, false],
  ])('tells of mode %o whether others may write or read', (mode, isOwn, isPrivate) => {
    writeFileSync(file, 'text')
    chmodSync(file, mode)
    expect(readOwn(file, 100)).toEqual({ text: 'text', isOwn, isPrivate })
  })

  it('takes no file of another user for our own, whatever its mode', () => {
    writeFileSync(file, 'text', { mode: 0o600 })
    const { uid } = statSync(file)
    expect(readOwn(file, 100, uid)).toMatchObject({ isOwn: true, isPrivate: true })
    expect(readOwn(file, 100, uid + 1)).toEqual({ text: 'text', isOwn: false, isPrivate: false })
  })

  it('reads no more than it is told', () => {
    writeFileSync(file, 'x'.repeat(100))
    expect(readOwn(file, 100).text).toHaveLength(100)
    expect(failure(() => readOwn(file, 99))).toBe('EFBIG')
  })

  it.each([
    ['ENOENT', 'nothing', () => undefined],
    ['ELOOP', 'a link to a good file', () => { writeFileSync(join(folder, 'b'), 'text', { mode: 0o600 }); symlinkSync('b', file) }],
    ['EINVAL', 'a folder', () => mkdirSync(file)],
    ['EINVAL', 'a pipe that nobody writes to', () => execFileSync('mkfifo', ['-m', '600', file])],
  ])('fails with %s at %s, at once', (code, _what, put) => {
    put()
    expect(failure(() => readOwn(file, 100))).toBe(code)
  })
})

describe('writing', () => {
  it('makes the folder, and both for this user alone', () => {
    const path = join(folder, 'new', 'a')
    // A thread has no mask of its own, and may not change that of its process.
    const before = isMainThread ? process.umask(0) : undefined
    writeOwn(path, 'text')
    if (before !== undefined) process.umask(before)
    expect(readFileSync(path, 'utf8')).toBe('text')
    expect([path, join(folder, 'new')].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700])
    expect(readdirSync(join(folder, 'new'))).toEqual(['a'])
  })

  it('replaces a file that others could write, or a link, and leaves alone where that led', () => {
    writeFileSync(join(folder, 'b'), 'precious')
    symlinkSync('b', file)
    writeOwn(file, 'text')
    expect(readOwn(file, 100)).toEqual({ text: 'text', isOwn: true, isPrivate: true })
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('precious')
  })

  it('leaves no draft where it cannot', () => {
    mkdirSync(join(file, 'in the way'), { recursive: true })
    expect(failure(() => writeOwn(file, 'text'))).toMatch(/^E/u)
    expect(readdirSync(folder)).toEqual(['a'])
    expect(existsSync(join(file, 'in the way'))).toBe(true)
  })
})

it.runIf(KNOWS_OPEN_FILES)('leaves no file open, whatever came of it', () => {
  writeOwn(file, 'text')
  readOwn(file, 100)
  expect(failure(() => readOwn(file, 1))).toBe('EFBIG')
  rmSync(file)
  mkdirSync(join(file, 'in the way'), { recursive: true })
  expect(failure(() => readOwn(file, 100))).toBe('EINVAL')
  expect(failure(() => writeOwn(file, 'text'))).toMatch(/^E/u)
  expect(openFilesIn(folder)).toEqual([])
})

it('takes every file for its own where the system has no users', () => {
  writeFileSync(file, 'text')
  chmodSync(file, 0o666)
  const { geteuid } = process
  Reflect.deleteProperty(process, 'geteuid')
  try {
    expect(readOwn(file, 100)).toEqual({ text: 'text', isOwn: true, isPrivate: false })
  } finally {
    Object.assign(process, { geteuid })
  }
})
