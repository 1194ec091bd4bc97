import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseJournal, readJournal } from '../../../router/journal/reading.ts'
import { KNOWS_OPEN_FILES, openFilesIn } from '../../helpers/open-files.ts'

const row = (run: string, n: number, id = `${run}${n}`): string => JSON.stringify({ v: 1, run, n, at: 1, kind: 'event', surface: 's', id })
const LATER = '{"v":2,"run":"x","n":1,"kind":"dreamt"}'
const idsOf = (...texts: readonly string[]) => parseJournal(texts).lines.map((line) => ('id' in line ? line.id : line.kind))

describe('the lines of several files', () => {
  it('are one row, each once, as it stood first', () => {
    expect(idsOf(`${row('a', 1)}\n${row('a', 2)}\n`, `${row('a', 2, 'again')}\n\n${row('b', 1)}\n`)).toEqual(['a1', 'a2', 'b1'])
  })

  it('stand in the order in which their runs had written them, and the runs share the places that they had', () => {
    expect(idsOf([row('a', 2), row('b', 1), row('a', 1), row('b', 2), row('a', 3)].join('\n'))).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
    expect(idsOf([row('a', 10), row('a', 9)].join('\n'))).toEqual(['a9', 'a10'])
  })

  it('are passed over where they are broken, and kept as they are, once, where a later version wrote them', () => {
    const { lines, foreign } = parseJournal([`garbage\n${LATER}\n`, `${row('a', 1)}\n${LATER}\n{"v":1,"ru`])
    expect([lines.length, foreign]).toEqual([1, [LATER]])
  })

  it('are none in no text', () => {
    expect(parseJournal([])).toEqual({ lines: [], foreign: [] })
    expect(parseJournal([''])).toEqual({ lines: [], foreign: [] })
  })
})

describe('a file', () => {
  let folder: string
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'reading-')) })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('says what stands in it', () => {
    writeFileSync(join(folder, 'a'), `${row('a', 1)}\n`)
    expect(readJournal([join(folder, 'missing'), join(folder, 'a')]).lines).toHaveLength(1)
  })

  it.each<[string, (file: string) => unknown]>([
    ['not there', () => undefined],
    ['a link', (file) => { writeFileSync(`${file}.other`, `${row('a', 1)}\n`); symlinkSync(`${file}.other`, file) }],
    ['a pipe', (file) => execFileSync('mkfifo', [file])],
    ['a folder', (file) => mkdirSync(file)],
  ])('that is %s says nothing', (_what, put) => {
    const file = join(folder, 'a')
    put(file)
    expect(readJournal([file])).toEqual({ lines: [], foreign: [] })
  })

  it.runIf(KNOWS_OPEN_FILES)('is closed when it has been read, whatever it was', () => {
    writeFileSync(join(folder, 'a'), '')
    execFileSync('mkfifo', [join(folder, 'b')])
    readJournal(['a', 'b', 'c'].map((name) => join(folder, name)))
    expect(openFilesIn(folder)).toEqual([])
  })

  it('that cannot be reached is a fault, not nothing', () => {
    writeFileSync(join(folder, 'in the way'), '')
    expect(() => readJournal([join(folder, 'in the way', 'a')])).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
  })
})
