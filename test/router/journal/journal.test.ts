import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_EVENTS } from '../../../router/journal/ledger.ts'
import type { JournalMode } from '../../../router/journal/types.ts'
import { readJournal } from '../../../router/journal/reading.ts'
import { accepted, asked, createHome, SQLITE, timedOut, type JournalHome, WANG, won } from '../../helpers/journal-home.ts'

let home: JournalHome
/** Milliseconds of the processor. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

describe('the file', () => {
  it('notes that something was asked even where the host added what no file can hold', () => {
    const journal = home.open()
    const questions = [{ id: 'q', question: 'Which?', size: 1n }]
    journal.append(asked('a', { questions }))
    journal.close()
    expect(home.records().find(({ kind }) => kind === 'asked')).toMatchObject({ ask: 'a', count: 1 })
  })

  it('belongs to this user alone, and holds one JSON object a line with its run, number and time', () => {
    const journal = home.open()
    journal.append(asked('a'), ...won('a'))
    expect([statSync(home.folder).mode & 0o777, statSync(home.file).mode & 0o777]).toEqual([0o700, 0o600])
    expect(home.records().map(({ kind, v, run, n, at }) => [kind, v, run, n, at])).toEqual([
      ['started', 1, journal.run, 1, 1_000_000], ['asked', 1, journal.run, 2, 1_000_000],
      ['acted', 1, journal.run, 3, 1_000_000], ['settled', 1, journal.run, 4, 1_000_000],
    ])
  })

  it.each([false, true])('has every line when `append` returns (sync: %s)', (sync) => {
    const journal = home.open({ sync })
    for (let count = 0; count < 20; count += 1) {
      journal.append(asked(`a${count}`))
      expect(home.text()).toContain(`"ask":"a${count}"`)
    }
    expect(home.text().endsWith('\n')).toBe(true)
  })

  it('says when a run ends, once, and takes nothing afterwards', () => {
    const journal = home.open()
    journal.close()
    journal.close()
    journal.append(asked('a'))
    expect(home.records().map(({ kind }) => kind)).toEqual(['started', 'stopped'])
  })

  it('takes 10,000 lines in less than a second of the processor', () => {
    const journal = home.open()
    const before = spent()
    for (let count = 0; count < 10_000; count += 1) journal.append(count % 2 === 0 ? asked(`a${count}`) : { kind: 'event', surface: 'feishu', id: `e${count}` })
    const took = spent() - before
    const reading = spent()
    home.kill(journal)
    expect(home.open().leftovers()).toHaveLength(5_000)
    expect([took, spent() - reading].map((ms) => ms < 1_000)).toEqual([true, true])
  })
})

describe('a start', () => {
  it('finds what an ended process has left, takes it over, and knows how the rest ended', () => {
    const first = home.open()
    first.append(asked('open'), asked('late'), asked('done'), timedOut('late'), ...won('done'))
    first.append({ kind: 'delivery', ask: 'open', surface: 'feishu', place: 'ou_1', data: { message: 'om_1' } })
    home.kill(first)
    home.now += 3_600_000
    const second = home.open()
    expect(second.leftovers().map(({ ask, phase, run }) => [ask, phase, run])).toEqual([
      ['open', 'open', second.run], ['late', 'continued', second.run], ['done', 'over', first.run],
    ])
    expect(second.leftovers()[0]?.deliveries).toEqual([{ surface: 'feishu', place: 'ou_1', data: { message: 'om_1' }, at: 1_000_000 }])
    expect(second.state().ask('done')?.end).toMatchObject({ outcome: 'answered', actor: WANG, answer: SQLITE })
  })

  it('leaves alone what a process has that still runs, and what a later one has taken over', () => {
    const first = home.open()
    first.append(asked('a'))
    expect(home.open().leftovers()).toEqual([])
    home.kill(first)
    const third = home.open()
    expect(third.leftovers().map(({ ask }) => ask)).toEqual(['a'])
    expect(home.open().leftovers()).toEqual([])
    home.kill(third)
    expect(home.open().leftovers().map(({ ask }) => ask)).toEqual(['a'])
  })

  it('finds what a run has left that ended as it should, in the same process', () => {
    const first = home.open({ pid: 7, startOf: () => 'same' })
    first.append(asked('a'), timedOut('a'))
    first.close()
    expect(home.open({ pid: 7, startOf: () => 'same' }).leftovers().map(({ ask }) => ask)).toEqual(['a'])
  })

  it('finds a place that has still to be made final, until that is done', () => {
    const first = home.open()
    first.append(asked('a', { call: undefined } as object), { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'x', data: { uuid: 'u' } })
    first.append(...won('a'))
    home.kill(first)
    const second = home.open()
    expect(second.leftovers().map(({ phase, deliveries }) => [phase, deliveries.length])).toEqual([['over', 1]])
    second.append({ kind: 'delivery', ask: 'a', surface: 'feishu', place: 'x' })
    second.append({ kind: 'delivery', ask: 'a', surface: 'feishu', place: 'x', data: { uuid: 'again' } })
    home.kill(second)
    expect(home.open().leftovers()).toEqual([])
  })

  it('asks the host only about an end of the last minute of its run, and about every late answer, once', () => {
    const first = home.open()
    first.append(asked('early'), ...won('early'))
    first.append(asked('late'), timedOut('late'), accepted('late'), { kind: 'late', ask: 'late', step: 'delivered' })
    home.now += 61_000
    first.append(asked('just'), ...won('just'))
    home.kill(first)
    const second = home.open()
    expect(second.leftovers().map(({ ask }) => ask)).toEqual(['late', 'just'])
    for (const ask of ['late', 'just']) second.append({ kind: 'decided', ask, decision: 'over' })
    home.kill(second)
    expect(home.open().leftovers()).toEqual([])
  })

  it('remembers events, the newest ones', () => {
    const first = home.open()
    for (let count = 0; count <= MAX_EVENTS; count += 1) first.append({ kind: 'event', surface: 'feishu', id: `e${count}` })
    home.kill(first)
    const state = home.open().state()
    expect([state.seen('feishu', 'e0'), state.seen('feishu', 'e1'), state.seen('feishu', `e${MAX_EVENTS}`), state.seen('terminal', 'e1')]).toEqual([false, true, true, false])
  })
})

describe('damage', () => {
  it('of the last line loses that line alone, wherever it was torn', () => {
    const first = home.open()
    first.append(asked('a'))
    const whole = statSync(home.file).size
    first.append(asked('b'))
    home.kill(first)
    const bytes = readFileSync(home.file)
    for (let size = whole; size <= bytes.length; size += 1) {
      writeFileSync(home.file, bytes.subarray(0, size))
      const next = home.open()
      next.append(asked('c'))
      // Only the end of the line was missing: all of it can be read.
      expect([size, [...next.state().asks()].map(({ ask }) => ask)]).toEqual([size, size >= bytes.length - 1 ? ['a', 'b', 'c'] : ['a', 'c']])
      home.kill(next)
      expect([size, [...home.open().state().asks()].map(({ ask }) => ask)]).toEqual([size, size >= bytes.length - 1 ? ['a', 'b', 'c'] : ['a', 'c']])
    }
  })

  it('elsewhere stops nobody: foreign, broken and later lines are passed over and kept', () => {
    const first = home.open()
    first.append(asked('a'))
    const odd = ['garbage', '{"v":1,"kind":"asked"}', '{"v":2,"run":"x","n":1,"kind":"asked","ask":"z"}', '{"v":1,"run":"x","n":1,"at":1,"kind":"dreamt"}', '[]', 'null', '\u0000\u0000']
    appendFileSync(home.file, `${odd.join('\n')}\n`)
    first.append(asked('b'))
    home.kill(first)
    const second = home.open()
    expect(second.leftovers().map(({ ask }) => ask)).toEqual(['a', 'b'])
    for (const line of odd) expect(home.text()).toContain(line)
  })

  it('of one process does not take along the line that another one writes behind it', () => {
    const [first, second] = [home.open(), home.open()]
    appendFileSync(home.file, '{"v":1,"run":"gone","n":9,"at":1,"kind":"asked","ask":"to')
    second.append(asked('b'))
    expect(readJournal([home.file]).lines.map((line) => ('ask' in line ? line.ask : line.kind))).toEqual(['started', 'started', 'b'])
    first.close()
  })

  it('is repaired: what is written next begins a line of its own', () => {
    home.open().append(asked('a'))
    appendFileSync(home.file, '{"v":1,"ru')
    home.open()
    expect(home.text().split('\n').filter((row) => row.startsWith('{"v":1,"run"'))).toHaveLength(3)
  })

  it('by an entry that makes no sense changes nothing that makes some', () => {
    const journal = home.open()
    journal.append({ kind: 'settled', ask: 'never', outcome: 'answered' }, { kind: 'delivery', ask: 'never', surface: 'x', place: 'y', data: {} }, accepted('never'))
    journal.append(asked('a'), accepted('a'), { kind: 'late', ask: 'a', step: 'delivered' }, ...won('a'), timedOut('a'), asked('a'), accepted('a'))
    expect([...journal.state().asks()].map(({ ask, phase, end }) => [ask, phase, end?.kind])).toEqual([['a', 'over', 'settled']])
  })
})

describe('a disk that takes nothing', () => {
  it('stops nobody, is told once, and gets everything when it takes something again', () => {
    const journal = home.open()
    journal.append(asked('a'))
    renameSync(home.file, `${home.file}.kept`)
    mkdirSync(home.file)
    journal.append(asked('b'))
    journal.append(asked('c'))
    expect(home.told).toEqual([`The journal ${home.file} can't be written (EISDIR): after a restart nothing is known of open questions. Make room, or let this user write there.`])
    expect([...journal.state().asks()].map(({ ask }) => ask)).toEqual(['a', 'b', 'c'])
    rmdirSync(home.file)
    renameSync(`${home.file}.kept`, home.file)
    journal.append(asked('d'))
    expect(home.records().map(({ ask }) => ask)).toEqual([undefined, 'a', 'b', 'c', 'd'])
    expect(home.told).toHaveLength(1)
  })

  it('is no more than a line when there is not even a folder', () => {
    writeFileSync(home.folder, 'in the way')
    const journal = home.open()
    journal.append(asked('a'))
    expect(journal.leftovers()).toEqual([])
    expect(home.told).toHaveLength(1)
    expect(home.told[0]).toMatch(/can't be written \(E[A-Z]+\)/u)
    journal.close()
    rmSync(home.folder)
  })

  it('and a file that was removed is made again, with all that a restart needs of this run', () => {
    const journal = home.open()
    journal.append(asked('open'), asked('late'), timedOut('late'), asked('sent'), timedOut('sent'), accepted('sent'), asked('shown', { call: undefined } as object))
    journal.append({ kind: 'delivery', ask: 'open', surface: 'feishu', place: 'x', data: { message: 'om_1' } }, { kind: 'delivery', ask: 'shown', surface: 'feishu', place: 'y', data: { message: 'om_2' } })
    journal.append(...won('shown'), { kind: 'event', surface: 'feishu', id: 'seen' })
    rmSync(home.file)
    home.now += 5_000
    journal.append(asked('next'), { kind: 'late', ask: 'late', step: 'accepted', actor: WANG, answer: SQLITE })
    home.kill(journal)
    const second = home.open()
    expect(second.leftovers().map(({ ask, phase, at, deliveries }) => [ask, phase, at, deliveries.map(({ data }) => data?.['message'])])).toEqual([
      ['next', 'open', 1_005_000, []], ['open', 'open', 1_000_000, ['om_1']], ['late', 'sending', 1_000_000, []], ['sent', 'sending', 1_000_000, []], ['shown', 'over', 1_000_000, ['om_2']],
    ])
    expect(second.state().seen('feishu', 'seen')).toBe(true)
    expect(second.leftovers()[2]?.late).toMatchObject({ actor: WANG, answer: SQLITE })
  })

  it('and a file that another run removed and made anew gets it, too; one that was begun anew as it should does not', () => {
    const [first, second] = [home.open(), home.open()]
    first.append(asked('a'))
    second.append(asked('b'))
    rmSync(home.file)
    first.append({ kind: 'event', surface: 'x', id: '1' })
    second.append({ kind: 'event', surface: 'x', id: '2' })
    const asks = () => home.records().flatMap(({ kind, ask }) => (kind === 'asked' ? [ask] : []))
    expect(asks()).toEqual(['a', 'b'])
    const third = home.open({ maxBytes: 1 })
    third.append({ kind: 'event', surface: 'x', id: '3' })
    for (const journal of [first, second, third]) journal.append({ kind: 'event', surface: 'x', id: 'more' })
    expect(asks()).toEqual(['a', 'b'])
  })

  it.each([
    ['a link to somebody else\'s file', (file: string) => symlinkSync(`${home.folder}/../foreign`, file), 'ELOOP'],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file]), 'EINVAL'],
    ['a folder', (file: string) => mkdirSync(file), 'EISDIR'],
  ])('is what it is where %s stands in its place: that is left as it is, and stops nobody', (_what, put, code) => {
    const foreign = join(home.folder, '..', 'foreign')
    writeFileSync(foreign, 'not ours\n', { mode: 0o644 })
    mkdirSync(home.folder)
    put(home.file)
    const journal = home.open()
    journal.append(asked('a'))
    expect(home.told).toEqual([expect.stringContaining(`can't be written (${code})`)])
    expect([...journal.state().asks()].map(({ ask }) => ask)).toEqual(['a'])
    expect([readFileSync(foreign, 'utf8'), statSync(foreign).mode & 0o777]).toEqual(['not ours\n', 0o644])
    rmSync(home.file, { recursive: true })
    journal.append(asked('b'))
    expect(home.records().map(({ kind, ask }) => [kind, ask])).toEqual([['started', undefined], ['asked', 'a'], ['asked', 'b']])
  })
})

function write(mode: JournalMode) {
  const journal = home.open({ mode })
  journal.append(asked('a'), asked('b'), timedOut('b'), asked('c'))
  journal.append(...won('a'), { kind: 'late', ask: 'b', step: 'accepted', actor: WANG, answer: { answers: [{ id: 'db', selected: [], custom: 'my own words' }] } })
  return journal
}

describe('modes', () => {
  const WORDS = /database|PostgreSQL|SQLite|Wang|secret|my own words/u
  it('`full` keeps the words', () => {
    write('full').close()
    for (const word of ['Which database?', 'SQLite', 'Wang Fang', 'secret-project', 'my own words']) expect(home.text()).toContain(word)
  })

  it.each(['ids', 'off'] as const)('`%s` keeps no word, neither in the file nor after it is begun anew', (mode) => {
    write('full').close()
    renameSync(home.file, home.old)
    const journal = write(mode)
    expect(home.text()).not.toMatch(WORDS)
    expect(home.text()).toContain('ou_1')
    home.kill(journal)
    const next = home.open({ mode, maxBytes: 1 })
    next.append(asked('d'))
    next.append(asked('e'))
    expect(home.text()).not.toMatch(WORDS)
    expect([...next.state().asks()].find(({ ask }) => ask === 'b')?.phase).toBe('sending')
  })

  it('`ids` takes the words of earlier runs out of both files at its start, and leaves every line', () => {
    write('full').close()
    renameSync(home.file, home.old)
    write('full').close()
    const before = readJournal([home.old, home.file]).lines.map(({ kind, run, n }) => [kind, run, n])
    const torn = '{"v":1,"run":"gone","n":9,"at":1,"kind":"asked","ask":"torn","questions":[{"question":"Which database?'
    const later = '{"v":2,"run":"x","n":1,"kind":"asked","ask":"z"}'
    appendFileSync(home.file, `${torn}\n${later}\n`)
    const journal = home.open({ mode: 'ids' })
    const written = (): string => [home.old, home.file].map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('')
    expect(written()).not.toMatch(WORDS)
    expect(written()).toContain(later)
    expect(readJournal([home.old, home.file]).lines.filter(({ run }) => run !== journal.run).map(({ kind, run, n }) => [kind, run, n])).toEqual(before)
    expect(journal.leftovers().find(({ ask }) => ask === 'b')?.phase).toBe('sending')
    const { ino } = statSync(home.file)
    home.kill(journal)
    home.open({ mode: 'ids' })
    expect(statSync(home.file).ino).toBe(ino)
  })

  it('`off` throws away what no restart needs: at the start, at the end, and whatever was kept before', () => {
    write('full').close()
    copyFileSync(home.file, home.old)
    const journal = home.open({ mode: 'off' })
    expect(existsSync(home.old)).toBe(false)
    expect(home.records().filter(({ kind }) => kind === 'acted')).toEqual([])
    home.now += 100_000
    journal.append(asked('x', { session: 'no-call' }), { kind: 'event', surface: 'feishu', id: 'seen' })
    journal.append({ kind: 'settled', ask: 'x', outcome: 'dismissed', actor: WANG })
    journal.close()
    expect(home.text()).not.toContain('no-call')
    // `a` was answered a moment before its process ended: whether the host knows has still to be asked.
    expect(home.records().map(({ kind, ask }) => [kind, ask]).filter(([kind]) => kind === 'asked')).toEqual([['asked', 'a'], ['asked', 'b'], ['asked', 'c']])
    expect(home.open({ mode: 'off' }).state().seen('feishu', 'seen')).toBe(true)
  })
})

it('is read by nobody else, also where file and folder were there before, or were opened up meanwhile', () => {
  mkdirSync(home.folder)
  chmodSync(home.folder, 0o777)
  writeFileSync(home.file, '', { mode: 0o644 })
  const journal = home.open()
  expect([home.folder, home.file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  chmodSync(home.file, 0o666)
  journal.append(asked('a'))
  expect(statSync(home.file).mode & 0o777).toBe(0o600)
  expect(existsSync(join(home.folder, 'journal.lock'))).toBe(false)
})
