import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseJournal, readJournal } from '../../../router/journal/reading.ts'
import { rotate, rotationFiles } from '../../../router/journal/rotation.ts'
import { KNOWS_FULL_DISKS, whileFullAt } from '../../helpers/full-disk.ts'
import { asked, createHome, type JournalHome, timedOut, WANG, won } from '../../helpers/journal-home.ts'
import { KNOWS_OPEN_FILES, openFilesIn } from '../../helpers/open-files.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

const phases = (journal: ReturnType<JournalHome['open']>) => Object.fromEntries([...journal.state().asks()].map(({ ask, phase }) => [ask, phase]))

describe('a file that has grown too large', () => {
  it('is put aside, and the new one begins with what a restart needs', () => {
    const journal = home.open({ maxBytes: 20_000 })
    journal.append(asked('open'), asked('late'), timedOut('late'), { kind: 'event', surface: 'feishu', id: 'first' })
    journal.append({ kind: 'delivery', ask: 'open', surface: 'feishu', place: 'ou_1', data: { message: 'om_1' } })
    for (let count = 0; count < 400; count += 1) journal.append(asked(`a${count}`, { session: 's' }), { kind: 'settled', ask: `a${count}`, outcome: 'dismissed', actor: WANG })
    expect(statSync(home.old).size).toBeGreaterThan(20_000)
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
    expect(statSync(home.file).mode & 0o777).toBe(0o600)
    home.kill(journal)
    rmSync(home.old)
    const next = home.open()
    expect(next.leftovers().map(({ ask, phase, deliveries, questions }) => [ask, phase, deliveries.length, questions?.length])).toEqual([['open', 'open', 1, 1], ['late', 'continued', 0, 1]])
    expect(next.state().seen('feishu', 'first')).toBe(true)
    // Of an ask that is over its end stays known.
    expect(next.state().ask('a399')?.end).toMatchObject({ outcome: 'dismissed', actor: WANG })
  })

  it('that somebody let grow to many megabytes is read once, and not again when it is the old one', () => {
    const first = home.open()
    first.append(asked('open'), asked('late'), timedOut('late'))
    home.kill(first)
    appendFileSync(home.file, `${'x'.repeat(999)}\n`.repeat(33_000))
    const second = home.open()
    second.append(asked('next'))
    expect([statSync(home.old).size > 32_000_000, statSync(home.file).size < 10_000]).toEqual([true, true])
    home.kill(second)
    appendFileSync(home.old, readFileSync(home.file, 'utf8').replaceAll('"next"', '"never read"').replaceAll('"run":"run-', '"run":"gone-'))
    const third = home.open()
    expect(third.leftovers().map(({ ask }) => ask)).toEqual(['open', 'late', 'next'])
    home.kill(third)
    home.open({ mode: 'ids' })
    expect(readdirSync(home.folder)).toEqual(['journal.jsonl'])
  })

  it('whose lines stand in no order is read in time that grows with its length only', () => {
    const journal = home.open({ maxBytes: 1e9 })
    for (let count = 0; count < 15_000; count += 1) journal.append(asked(`a${count}`))
    const rows = home.text().trimEnd().split('\n')
    const before = performance.now()
    expect(parseJournal([`${rows.toReversed().join('\n')}\n`]).lines).toEqual(readJournal([home.file]).lines)
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  it('is not looked through again and again when all of it is needed', () => {
    const journal = home.open({ maxBytes: 2_000 })
    const before = performance.now()
    for (let count = 0; count < 2_000; count += 1) journal.append(asked(`a${count}`))
    expect(performance.now() - before).toBeLessThan(3_000)
    home.kill(journal)
    expect(home.open().leftovers()).toHaveLength(2_000)
  })

  it('keeps apart what happened to an ask before and after', () => {
    const journal = home.open({ maxBytes: 3_000 })
    journal.append(asked('a'), timedOut('a'))
    for (let count = 0; count < 40; count += 1) {
      journal.append({ kind: 'late', ask: 'a', step: 'accepted', actor: WANG }, { kind: 'late', ask: 'a', step: 'failed', code: 'NO_SESSION' })
      // Lines that stand in both files count once: another `accepted` would leave it on its way.
      expect(parseJournal([readFileSync(home.file, 'utf8'), readFileSync(home.file, 'utf8')]).lines).toHaveLength(readJournal([home.file]).lines.length)
    }
    home.kill(journal)
    expect(phases(home.open())).toEqual({ a: 'continued' })
  })

  it('is put aside a moment later where that is wanted, once, and never after the end', () => {
    const tasks = new Set<() => void>()
    const later = (task: () => void) => {
      tasks.add(task)
      return () => tasks.delete(task)
    }
    const journal = home.open({ maxBytes: 2_000, later })
    for (let count = 0; count < 20; count += 1) journal.append(asked(`a${count}`))
    expect([tasks.size, readdirSync(home.folder)]).toEqual([1, ['journal.jsonl']])
    for (const task of Array.from(tasks)) task()
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
    tasks.clear()
    for (let count = 20; count < 60; count += 1) journal.append(asked(`a${count}`))
    expect(tasks.size).toBe(1)
    journal.close()
    expect(tasks.size).toBe(0)
  })

  it('keeps lines of a later version', () => {
    const journal = home.open({ maxBytes: 1_000 })
    const later = '{"v":2,"run":"x","n":1,"kind":"asked","ask":"z"}'
    writeFileSync(home.file, `${home.text()}${later}\n`)
    for (let count = 0; count < 20; count += 1) journal.append(asked(`a${count}`))
    expect(home.text()).toContain(later)
  })
})

/** What an ended process has left, and how that is read while nothing is wrong. */
function written() {
  const journal = home.open()
  journal.append(asked('a'), asked('b'), timedOut('b'), ...won('a'))
  home.kill(journal)
  return { before: phases(home.open()), files: rotationFiles(home.folder) }
}

describe('a rotation that ends halfway', () => {
  it.each([
    ['before anything was moved', ({ draft }: ReturnType<typeof rotationFiles>) => writeFileSync(draft, '{"v":1,"run":"half')],
    ['with the old file named, and the new one not yet in place', ({ current, old }: ReturnType<typeof rotationFiles>) => linkSync(current, old)],
    ['with two names of the same file', ({ current, draft }: ReturnType<typeof rotationFiles>) => linkSync(current, `${draft}.old`)],
    ['with the new file in place and nothing carried behind it', ({ current, old }: ReturnType<typeof rotationFiles>) => { copyFileSync(current, old); rmSync(current); writeFileSync(current, '') }],
  ])('%s loses nothing, and the next one succeeds', (_when, happen) => {
    const { before, files } = written()
    happen(files)
    const journal = home.open({ maxBytes: 1 })
    expect(phases(journal)).toEqual(before)
    journal.append({ kind: 'event', surface: 'x', id: '1' })
    home.kill(journal)
    expect(phases(home.open())).toEqual(before)
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
  })

  it('carries over what another process wrote meanwhile', () => {
    const other = home.open()
    rotate(rotationFiles(home.folder), 'full', () => {
      other.append(asked('meanwhile'))
      return ''
    })
    expect(home.text()).toContain('meanwhile')
    other.append(asked('afterwards'))
    expect(home.records().map(({ ask }) => ask)).toEqual(['meanwhile', 'afterwards'])
  })

  it('leaves both files as they were when the new one cannot be written', () => {
    const journal = home.open()
    journal.append(asked('a'))
    const before = home.text()
    expect(() => rotate(rotationFiles(home.folder), 'full', () => { throw new Error('no room') })).toThrow('no room')
    expect(home.text()).toBe(before)
    expect(readdirSync(home.folder)).toEqual(['journal.jsonl'])
  })
})

/** A folder with a file that holds `text`. */
function begin(text: string): ReturnType<typeof rotationFiles> {
  const files = rotationFiles(home.folder)
  mkdirSync(home.folder, { recursive: true })
  writeFileSync(files.current, text)
  return files
}

describe('a rotation', () => {
  it('leaves what was there as the old file, and makes the new one for this user alone', () => {
    const files = begin('before\n')
    writeFileSync(files.old, 'older\n')
    rotate(files, 'full', () => 'new\n')
    expect([readFileSync(files.old, 'utf8'), readFileSync(files.current, 'utf8')]).toEqual(['before\n', 'new\n'])
    expect(statSync(files.current).mode & 0o777).toBe(0o600)
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
  })

  it('leaves no old file where nothing is kept', () => {
    const files = begin('before\n')
    rotate(files, 'off', () => 'new\n')
    expect(readdirSync(home.folder)).toEqual(['journal.jsonl'])
    rotate(files, 'ids', () => 'newer\n')
    expect(readFileSync(files.old, 'utf8')).toBe('new\n')
  })

  it.each([1, 65_535, 65_536, 65_537, 200_000])('carries %i bytes over that were written meanwhile, and ends their line', (length) => {
    const files = begin('before\n')
    const rest = Array.from({ length }, (_, at) => String.fromCodePoint(97 + (at % 26))).join('')
    rotate(files, 'full', () => {
      appendFileSync(files.current, rest)
      return 'new\n'
    })
    const text = readFileSync(files.current, 'utf8')
    expect([text.length, text === `new\n${rest}\n`]).toEqual([length + 5, true])
  })

  it('adds nothing where nobody wrote meanwhile', () => {
    const files = begin('before\n')
    rotate(files, 'full', () => '')
    expect(readFileSync(files.current, 'utf8')).toBe('')
  })

  it.runIf(KNOWS_OPEN_FILES)('has every file closed when it is done, or has failed', () => {
    const files = begin('before\n')
    rotate(files, 'full', () => {
      appendFileSync(files.current, 'more')
      return 'new\n'
    })
    expect(() => rotate(files, 'full', () => { throw new Error('no room') })).toThrow('no room')
    expect(openFilesIn(home.folder)).toEqual([])
  })

  it.runIf(KNOWS_FULL_DISKS)('leaves both files as they were where the disk takes a part of the new one only', () => {
    const files = begin('before\n')
    writeFileSync(files.old, 'older\n')
    expect(() => whileFullAt(3, () => rotate(files, 'full', () => 'new\n'))).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
    expect([readFileSync(files.old, 'utf8'), readFileSync(files.current, 'utf8')]).toEqual(['older\n', 'before\n'])
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
  })

  it('needs a file, and says so by the system\'s code', () => {
    mkdirSync(home.folder)
    expect(() => rotate(rotationFiles(home.folder), 'full', () => 'new\n')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    expect(readdirSync(home.folder)).toEqual([])
  })
})

describe('several processes', () => {
  let folder: string
  let program: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-writer-'))
    await build({
      configFile: false, logLevel: 'silent', root: new URL('../../..', import.meta.url).pathname, ssr: { noExternal: true },
      build: { ssr: 'test/helpers/journal-writer.ts', outDir: folder, emptyOutDir: false, rolldownOptions: { output: { entryFileNames: 'writer.mjs' } } },
    })
    program = join(folder, 'writer.mjs')
  }, 30_000)
  afterAll(() => rm(folder, { recursive: true }))

  const run = (...args: readonly (string | number)[]) => new Promise<string>((resolve) => {
    execFile(process.execPath, [program, home.folder, ...args.map(String)], { timeout: 20_000 }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

  it.each([['full', 4_000_000], ['full', 30_000], ['ids', 30_000], ['off', 30_000]])('append to one file (%s, %d bytes), rotate it, and lose nothing that is needed', async (mode, maxBytes) => {
    const names = ['one', 'two', 'three']
    expect(await Promise.all(names.map((name) => run(name, 500, maxBytes, mode)))).toEqual(names.map(() => 'done\n'))
    const journal = home.open()
    const left = new Set(journal.leftovers().map(({ ask }) => ask))
    for (const name of names) {
      const expected = Array.from({ length: 50 }, (_, each) => `${name}-${each * 10}`)
      expect(expected.filter((ask) => !left.has(ask))).toEqual([])
      expect(Array.from({ length: 500 }, (_, each) => String(each)).filter((id) => !journal.state().seen(name, id))).toEqual([])
    }
    expect(left.size).toBe(150)
    expect(readdirSync(home.folder).filter((file) => !file.startsWith('journal.jsonl') && file !== 'journal.1.jsonl')).toEqual([])
  }, 30_000)
})
