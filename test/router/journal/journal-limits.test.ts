/** What the journal does at its limits: of size, of a disk that takes nothing, and of what is known of other processes. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JOURNAL_BYTES } from '../../../router/config.ts'
import type { Journal } from '../../../router/journal/types.ts'
import { claimLock } from '../../../router/process-lock.ts'
import { asked, createHome, timedOut, type JournalHome, WANG, won } from '../../helpers/journal-home.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

const left = (journal: Journal) => journal.leftovers().map(({ ask }) => ask)
const event = (id: string) => ({ kind: 'event', surface: 's', id }) as const
const asks = () => home.records().flatMap(({ kind, ask }) => (kind === 'asked' ? [ask] : []))

/** Leaves an ask behind, as a process that was killed. */
function leave(...names: readonly string[]): void {
  const journal = home.open()
  for (const name of names) journal.append(asked(name), timedOut(name))
  home.kill(journal)
}

/** Whether the next line begins a new file behind one of so many bytes and a line's end. */
const rotates = (journal: Journal, bytes: number): boolean => {
  truncateSync(home.file, bytes)
  appendFileSync(home.file, '\n')
  const { ino } = statSync(home.file)
  journal.append(event('one'))
  return statSync(home.file).ino !== ino
}

describe('the size', () => {
  it('is what the row says, to the byte', () => {
    expect(JOURNAL_BYTES).toBe(4_000_000)
    const journal = home.open({ maxBytes: 5_000 })
    expect([rotates(journal, 4_999), rotates(journal, 5_000)]).toEqual([false, true])
    expect(rotates(home.open(), 300_000)).toBe(false)
  })

  it('is less where nothing is kept but what a restart needs, and less still where the row says so', () => {
    const journal = home.open({ mode: 'off' })
    expect([rotates(journal, 255_999), rotates(journal, 256_000)]).toEqual([false, true])
    expect(existsSync(home.old)).toBe(false)
    const small = home.open({ mode: 'off', maxBytes: 5_000 })
    expect(rotates(small, 5_000)).toBe(true)
  })

  it('may be twice as much before the next attempt where no new file can be made, and nothing is lost', () => {
    const journal = home.open({ maxBytes: 5_000 })
    const draft = join(home.folder, 'journal.draft')
    mkdirSync(join(draft, 'in the way'), { recursive: true })
    expect(rotates(journal, 5_000)).toBe(false)
    rmSync(draft, { recursive: true })
    expect([rotates(journal, 9_999), rotates(journal, 10_000)]).toEqual([false, true])
    expect(home.told).toEqual([])
  })

  it('may be twice what has to be kept, where that is more than the row says', () => {
    const journal = home.open({ maxBytes: 1 })
    journal.append(...Array.from({ length: 20 }, (_, each) => asked(`a${each}`)))
    journal.append(event('first'))
    const kept = statSync(home.file).size
    const { ino } = statSync(home.file)
    for (let count = 0; statSync(home.file).ino === ino; count += 1) journal.append(asked(`b${count}`))
    const before = statSync(home.old).size
    expect(before).toBeGreaterThan(kept * 1.9)
    expect(before).toBeLessThan(kept * 2.5)
  })

  it('is not looked at while another process makes a new file', () => {
    const journal = home.open({ maxBytes: 5_000 })
    const lock = claimLock({ file: join(home.folder, 'journal.lock'), pid: 1, startOf: () => 's' })
    // As that other process is seen from here.
    writeFileSync(join(home.folder, 'journal.lock'), JSON.stringify({ pid: Number(journal.run.slice(4)), start: `start-${journal.run.slice(4)}` }))
    expect([lock.kind, rotates(journal, 5_000)]).toEqual(['owner', false])
    rmSync(join(home.folder, 'journal.lock'))
    expect(rotates(journal, 5_000)).toBe(true)
    expect(readdirSync(home.folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
  })
})

describe('an old file', () => {
  it('counts beside the new one, and no more once it is larger than anybody would have written it', () => {
    leave('a')
    const bytes = readFileSync(home.file)
    renameSync(home.file, home.old)
    truncateSync(home.old, 32_000_000)
    const first = home.open()
    expect(left(first)).toEqual(['a'])
    home.kill(first)
    rmSync(home.file)
    writeFileSync(home.old, bytes)
    truncateSync(home.old, 32_000_001)
    const second = home.open()
    expect(left(second)).toEqual([])
    second.append(asked('b'))
    home.kill(second)
    expect(left(home.open())).toEqual(['b'])
  })

  it('that is not read may hold words, and goes where none are to be kept', () => {
    home.open({ mode: 'ids' }).close()
    writeFileSync(home.old, '')
    home.open({ mode: 'ids' }).close()
    expect(existsSync(home.old)).toBe(true)
    truncateSync(home.old, 32_000_001)
    home.open({ mode: 'ids' }).close()
    expect(existsSync(home.old)).toBe(false)
  })
})

describe('a disk that takes nothing', () => {
  it('is waited for with the last thousand lines', () => {
    const journal = home.open()
    renameSync(home.file, `${home.file}.kept`)
    mkdirSync(home.file)
    for (let count = 0; count < 1_002; count += 1) journal.append(event(`e${count}`))
    rmdirSync(home.file)
    renameSync(`${home.file}.kept`, home.file)
    journal.append(event('last'))
    const ids = home.records().map(({ kind, id }) => id ?? kind)
    // Another one came before the disk took something again.
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([1_002, 'started', 'e2', 'last'])
  })

  it.runIf(process.platform === 'linux')('is told of also where it only cannot be read', async () => {
    mkdirSync(home.folder)
    const server = createServer().listen(home.old)
    await once(server, 'listening')
    home.open()
    expect(home.told).toEqual([expect.stringContaining('(ENXIO)')])
    server.close()
  })

  it('is told of once, also when the words of earlier runs cannot be taken out', () => {
    leave('a')
    mkdirSync(join(home.folder, 'journal.draft', 'in the way'), { recursive: true })
    const journal = home.open({ mode: 'ids' })
    expect(home.told).toHaveLength(1)
    expect(left(journal)).toEqual(['a'])
  })
})

/** The lock as the process 7 takes it. */
const ofAnother = () => ({ file: join(home.folder, 'journal.lock'), pid: 7, startOf: () => 's' })

describe('a run', () => {
  it('takes nothing over while another process holds the lock', () => {
    leave('a')
    expect(claimLock(ofAnother()).kind).toBe('owner')
    const journal = home.open({ startOf: () => 's', mode: 'ids' })
    expect([left(journal), home.records().map(({ kind }) => kind)]).toEqual([[], ['started', 'asked', 'settled', 'started']])
    expect(home.text()).toContain('Which database?')
  })

  it('waits for a lock that another process gives back, and not without end', () => {
    leave('a')
    expect(claimLock(ofAnother()).kind).toBe('owner')
    let looks = 0
    const gives = home.open({ startOf: (pid) => {
      if (pid !== 7) return 's'
      looks += 1
      if (looks === 3) rmSync(join(home.folder, 'journal.lock'))
      return 's'
    } })
    expect([left(gives), looks]).toEqual([['a'], 3])
    home.kill(gives)
    expect(claimLock(ofAnother()).kind).toBe('owner')
    looks = 0
    expect(left(home.open({ startOf: (pid) => { if (pid === 7) looks += 1; return 's' } }))).toEqual([])
    expect(looks).toBe(40)
  })

  it('takes over what is not over, or has a place where something remains to be done; of the rest it only asks', () => {
    const first = home.open()
    first.append(asked('open'), asked('shown'), { kind: 'delivery', ask: 'shown', surface: 's', place: 'p', data: { m: 1 } }, ...won('shown'), asked('answered'), { kind: 'delivery', ask: 'answered', surface: 's', place: 'p', data: { m: 2 } }, { kind: 'delivery', ask: 'answered', surface: 's', place: 'p' }, ...won('answered'))
    home.kill(first)
    const second = home.open()
    expect(left(second)).toEqual(['open', 'shown', 'answered'])
    expect(home.records().at(-1)).toMatchObject({ kind: 'adopted', asks: ['open', 'shown'], run: second.run })
    const third = home.open()
    expect(home.records().at(-1)).toMatchObject({ kind: 'started', run: third.run })
  })

  it.each<[string, string, string | undefined, readonly string[]]>([
    ['is the same process', 's', 's', []], ['is another one of that number', 's', 't', ['a']], ['is gone', 's', undefined, ['a']],
    ['is gone, whatever it was', 'unknown', undefined, ['a']], ['cannot be told from another one now', 's', 'unknown', []], ['could not then', 'unknown', 't', []],
  ])('leaves alone what belongs to a run whose process may be there: it %s', (_what, then, now, leftovers) => {
    const first = home.open({ pid: 7, startOf: () => then, run: 'first' })
    first.append(asked('a'))
    const second = home.open({ pid: 8, startOf: (pid) => (pid === 7 ? now : 'own'), run: 'second' })
    expect(left(second)).toEqual(leftovers)
  })

  it('says of a process of which the system says nothing that its start is unknown', () => {
    home.open({ startOf: () => undefined })
    expect(home.records()[0]).toMatchObject({ kind: 'started', start: 'unknown' })
  })

  it('keeps its own start in a new file, whatever the system says of it', () => {
    const journal = home.open({ maxBytes: 1, startOf: () => undefined })
    journal.append(event('one'))
    expect(home.records().map(({ kind }) => kind)).toEqual(['started', 'event'])
  })

  it('keeps in a new file the start of every run that may still write', () => {
    const [first, second] = [home.open(), home.open({ maxBytes: 1 })]
    const third = home.open()
    home.kill(third)
    second.append(event('one'))
    expect(home.records().flatMap(({ kind, run }) => (kind === 'started' ? [run] : []))).toEqual([first.run, second.run])
    second.close()
    expect(home.records().at(-1)).toMatchObject({ kind: 'stopped', run: second.run })
  })

  it('knows how what it has taken over goes on', () => {
    leave('a')
    const journal = home.open()
    journal.append({ kind: 'late', ask: 'a', step: 'closed', code: 'gone' })
    expect(journal.leftovers().map(({ phase }) => phase)).toEqual(['over'])
  })
})

describe('an append', () => {
  it('of nothing writes nothing', () => {
    const journal = home.open()
    const before = home.text()
    journal.append()
    expect(home.text()).toBe(before)
  })

  it('has one time for all of it, and a number for each', () => {
    const journal = home.open()
    home.now = 5
    journal.append(event('one'), event('two'))
    expect(home.records().slice(1).map(({ at, n }) => [at, n])).toEqual([[5, 2], [5, 3]])
  })
})

describe('a file that was begun anew by somebody else', () => {
  it('has only what is needed of this run, and not what another has taken over', () => {
    const first = home.open()
    first.append(asked('mine'), asked('over'), { kind: 'settled', ask: 'over', outcome: 'dismissed', actor: WANG }, asked('theirs'))
    first.append({ kind: 'adopted', asks: [] }, event('seen'))
    // Another process has taken it over and said so in the file that is gone.
    first.append({ kind: 'adopted', asks: ['mine'] })
    rmSync(home.file)
    first.append(event('next'))
    expect(asks()).toEqual(['mine', 'theirs'])
    expect(home.records().map(({ kind, id }) => id ?? kind)).toEqual(['started', 'asked', 'asked', 'seen', 'next', 'next'])
    expect(home.records().every(({ run }) => run === first.run)).toBe(true)
    expect(new Set(home.records().map(({ n }) => n)).size).toBe(home.records().length)
  })

  it('has nothing of another run that goes on, which says so itself', () => {
    const first = home.open()
    first.append(asked('theirs'))
    const second = home.open()
    second.append(asked('mine'))
    rmSync(home.file)
    second.append(event('next'))
    expect(asks()).toEqual(['mine'])
  })

  it('has no words where none are kept', () => {
    const journal = home.open({ mode: 'ids' })
    journal.append(asked('a'))
    rmSync(home.file)
    journal.append(event('next'))
    expect(asks()).toEqual(['a'])
    expect(home.text()).not.toMatch(/database|secret/u)
  })
})

const later = (n: number) => `{"v":2,"run":"x","n":${n},"kind":"dreamt"}`

it('throws lines of later versions away where only what a restart needs is kept, and keeps the last thousand else', () => {
  const rows = Array.from({ length: 1_002 }, (_, n) => `${later(n)}\n`).join('')
  home.open().close()
  appendFileSync(home.file, rows)
  copyFileSync(home.file, `${home.file}.copy`)
  const journal = home.open({ maxBytes: 1 })
  journal.append(event('one'))
  const kept = home.text().split('\n').filter((line) => line.startsWith('{"v":2'))
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, later(2), later(1_001)])
  renameSync(`${home.file}.copy`, home.file)
  home.open({ mode: 'off' })
  expect(home.text()).not.toContain('dreamt')
})
