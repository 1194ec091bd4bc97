import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimLock, type Lock, type LockState, lookAtLock, processStart } from '../../router/process-lock.ts'

describe('a lock of one process', () => {
  let folder: string
  let running: Map<number, string>
  const claim = (pid: number, name = 'a.lock'): Lock => claimLock({ file: join(folder, name), pid, startOf: (each) => running.get(each) })
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'owner-')), 'ask-anywhere')
    running = new Map([[10, 'a'], [11, 'b']])
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

  it('is the first process, and the second hears who that is', () => {
    expect(claim(10).kind).toBe('owner')
    expect(claim(11)).toEqual({ kind: 'taken', pid: 10 })
    expect(claim(10)).toEqual({ kind: 'taken', pid: 10 })
  })

  it('is given back, and leaves nothing behind', () => {
    const first = claim(10)
    if (first.kind !== 'owner') throw new Error(first.kind)
    first.release()
    expect(readdirSync(folder)).toEqual([])
    expect(claim(11).kind).toBe('owner')
    // A second release must not take the lock of the next owner.
    first.release()
    expect(claim(10)).toEqual({ kind: 'taken', pid: 11 })
  })

  it.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a link to another lock', (file: string) => { claim(10, 'b.lock'); symlinkSync('b.lock', file) }],
    ['more than any lock says', (file: string) => writeFileSync(file, JSON.stringify({ pid: 10, start: 'a' }).padEnd(5_000))],
  ])('waits for nobody and believes nothing where %s stands in its place', (_what, put) => {
    mkdirSync(folder)
    put(join(folder, 'a.lock'))
    expect(claim(11).kind).toBe('owner')
    expect(claim(10)).toEqual({ kind: 'taken', pid: 11 })
  })

  it.each([
    ['a process that is gone', () => running.delete(10)],
    ['a process whose id was given out again', () => running.set(10, 'later')],
  ])('takes over from %s', (_what, happen) => {
    claim(10)
    happen()
    expect(claim(11).kind).toBe('owner')
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('believes in a process of unknown age: better to stay out than to be two', () => {
    claim(10)
    running.set(10, 'unknown')
    expect(claim(11)).toEqual({ kind: 'taken', pid: 10 })
    writeFileSync(join(folder, 'a.lock'), '{"pid":10,"start":"unknown"}')
    running.set(10, 'a')
    expect(claim(11)).toEqual({ kind: 'taken', pid: 10 })
    running.delete(10)
    expect(claim(11).kind).toBe('owner')
  })

  it.each(['', '{"pid":', '{"pid":"x"}', '{"pid":11}', '{"start":"b"}', '{"pid":0,"start":"b"}', '{"pid":-11,"start":"b"}', '{"pid":1.5,"start":"b"}', '{"pid":11,"start":1}', '[11,"b"]', 'null'])('takes over a lock that holds %j', (text) => {
    claim(11)
    writeFileSync(join(folder, 'a.lock'), text)
    expect(claim(10).kind).toBe('owner')
  })

  it('is looked at without being taken', () => {
    const look = (): LockState => lookAtLock({ file: join(folder, 'a.lock'), startOf: (pid) => running.get(pid) })
    expect(look()).toEqual({ kind: 'free' })
    claim(10)
    expect(look()).toEqual({ kind: 'taken', pid: 10 })
    running.delete(10)
    expect([look(), look()]).toEqual([{ kind: 'stale' }, { kind: 'stale' }])
  })

  it('is unknown where no lock can be kept', () => {
    writeFileSync(folder, 'in the way')
    expect(claim(10)).toEqual({ kind: 'unguarded', code: expect.stringMatching(/^E/u) })
  })
})

describe('processStart', () => {
  it.runIf(process.platform === 'linux')('is what the system says, behind a name that may hold anything', () => {
    const [, rest = ''] = /^\d+ \(.*\) (.*)$/su.exec(readFileSync('/proc/self/stat', 'utf8')) ?? []
    expect(processStart(process.pid)).toBe(rest.split(' ')[19])
  })

  it('tells a running process from one that is gone, and is the same each time', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const start = processStart(pid)
    expect(start).toBeDefined()
    expect(processStart(pid)).toBe(start)
    expect(processStart(process.pid)).toBeDefined()
    child.kill()
    await once(child, 'exit')
    expect(processStart(pid)).toBeUndefined()
  })
})
