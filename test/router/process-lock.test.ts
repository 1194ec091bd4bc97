import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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

  it('is unknown by the system\'s code where it cannot have its name', () => {
    expect(claim(10, 'x'.repeat(250))).toEqual({ kind: 'unguarded', code: 'ENAMETOOLONG' })
    expect(readdirSync(folder)).toEqual([])
  })

  it.runIf(existsSync('/sys/kernel'))('is unknown by the system\'s code where nobody may write', () => {
    expect(claimLock({ file: '/sys/kernel/a.lock', pid: 10, startOf: () => 'a' })).toEqual({ kind: 'unguarded', code: expect.stringMatching(/^E(ACCES|PERM|ROFS)$/u) })
  })

  it('is for its user alone', () => {
    claim(10)
    expect([folder, join(folder, 'a.lock')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  })

  it('of a process whose start nobody knows says so', () => {
    claimLock({ file: join(folder, 'a.lock'), pid: 12, startOf: () => undefined })
    expect(JSON.parse(readFileSync(join(folder, 'a.lock'), 'utf8'))).toEqual({ pid: 12, start: 'unknown' })
  })

  it('says of no process that is none', () => {
    mkdirSync(folder)
    const look = (text: string) => {
      writeFileSync(join(folder, 'a.lock'), text)
      return lookAtLock({ file: join(folder, 'a.lock'), startOf: () => 'a' })
    }
    expect(['{"pid":0,"start":"a"}', '{"pid":-1,"start":"a"}', '{"pid":"1","start":"a"}', '{"pid":1,"start":"a"}'].map((text) => look(text).kind)).toEqual(['free', 'free', 'free', 'taken'])
  })

  /** What happens each time that somebody asks for the start of the process 10, which is gone. */
  const claimWhile = (happen: (time: number, file: string) => void) => {
    claim(10)
    const file = join(folder, 'a.lock')
    let times = 0
    const lock = claimLock({ file, pid: 11, startOf: (pid) => {
      if (pid !== 10) return running.get(pid)
      times += 1
      happen(times, file)
      return undefined
    } })
    return { lock, times, files: readdirSync(folder), text: () => readFileSync(file, 'utf8') }
  }
  /** Each time that the lock of the process 10 was set aside it is there again, until the last time. */
  const putBack = (last: number) => claimWhile((time, file) => { if (time % 2 === 0 && time <= last) writeFileSync(file, '{"pid":10,"start":"a"}') })

  describe('that another process takes or leaves while it is looked at', () => {
    it('is left to that one, and stands there as before', () => {
      running.set(12, 'c')
      const { lock, files, text } = claimWhile((_time, file) => writeFileSync(file, '{"pid":12,"start":"c"}'))
      expect([lock, files, text()]).toEqual([{ kind: 'taken', pid: 12 }, ['a.lock'], '{"pid":12,"start":"c"}'])
    })

    it('is taken where that one is gone again', () => {
      const { lock, files } = claimWhile((time, file) => { if (time === 1) rmSync(file) })
      expect([lock.kind, files]).toEqual(['owner', ['a.lock']])
    })

    it('is taken at the third attempt, and after that there is none to be had', () => {
      expect(putBack(2).lock.kind).toBe('owner')
      rmSync(folder, { recursive: true })
      const { lock, times, files } = putBack(100)
      expect([lock, times, files]).toEqual([{ kind: 'unguarded', code: 'EBUSY' }, 6, ['a.lock']])
    })

    it('is never taken away from one that lives, not for a moment', () => {
      claim(10)
      const file = join(folder, 'a.lock')
      const wasThere: boolean[] = []
      claimLock({ file, pid: 11, startOf: (pid) => { wasThere.push(existsSync(file)); return running.get(pid) } })
      expect(wasThere).toEqual([true, true])
    })
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

  it.runIf(process.platform === 'linux')('takes a process for gone that has ended and was not buried yet', () => {
    const child = spawn('true')
    child.on('error', () => {})
    const { pid = 0 } = child
    const until = performance.now() + 10_000
    // This thread stands still meanwhile, so nobody buries it.
    while (processStart(pid) !== undefined && performance.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    expect([pid > 0, processStart(pid)]).toEqual([true, undefined])
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(' Z ')
  })
})
