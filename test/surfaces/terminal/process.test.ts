import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { divertOutput, guardProcess } from '../../../surfaces/terminal/process.ts'
import type { ProcessPort } from '../../../surfaces/terminal/process.ts'
import { FakeClock, FakeOutput } from './fake-terminal.ts'

class FakeProcess extends EventEmitter implements ProcessPort {
  readonly pid = 4242
  readonly calls: string[] = []

  kill(pid: number, signal: string): void {
    this.calls.push(`kill ${pid} ${signal}`)
  }

  exit(code: number): void {
    this.calls.push(`exit ${code}`)
  }
}

function guarded(exitOnSignal: boolean) {
  const [host, clock] = [new FakeProcess(), new FakeClock()]
  const guard = guardProcess(host, {
    end: () => host.calls.push('end'), leave: () => host.calls.push('leave'), enter: () => host.calls.push('enter'), after: clock.after, exitOnSignal,
  })
  return { host, clock, guard }
}

describe('the guard of the process', () => {
  it.each([['SIGHUP', 129], ['SIGINT', 130], ['SIGQUIT', 131], ['SIGTERM', 143]])('leaves the screen on %s and ends with %i', (signal, code) => {
    const { host } = guarded(true)
    host.emit(signal)
    expect(host.calls).toEqual(['end', `exit ${code}`])
  })

  it('leaves the ending to a host that listens itself', () => {
    const { host } = guarded(false)
    host.on('SIGTERM', () => host.calls.push('host'))
    host.emit('SIGTERM')
    expect(host.calls).toEqual(['end', 'host'])
  })

  it('gives a signal its own effect back where nobody else listens', () => {
    const { host } = guarded(false)
    host.emit('SIGHUP')
    expect(host.calls).toEqual(['end', 'kill 4242 SIGHUP'])
    expect(host.eventNames()).toEqual([])
  })

  it.each(['exit', 'uncaughtExceptionMonitor'])('leaves the screen on %s', (event) => {
    const { host } = guarded(false)
    host.emit(event)
    expect(host.calls).toEqual(['end'])
  })

  it('stops the job and comes back with SIGCONT', () => {
    const { host, guard, clock } = guarded(false)
    guard.suspend()
    expect(host.calls).toEqual(['leave', 'kill 0 SIGTSTP'])
    host.emit('SIGCONT')
    expect(host.calls.at(-1)).toBe('enter')
    expect([host.listenerCount('SIGCONT'), clock.pending]).toEqual([0, 0])
  })

  it('comes back by itself where stopping had no effect', () => {
    const { host, guard, clock } = guarded(false)
    guard.suspend()
    clock.advance(250)
    expect(host.calls.at(-1)).toBe('enter')
  })

  it('leaves no listener behind', () => {
    const { host, guard, clock } = guarded(true)
    guard.suspend()
    guard.dispose()
    expect(host.eventNames()).toEqual([])
    expect(clock.pending).toBe(0)
  })
})

describe('diverted output', () => {
  it('is said in whole lines, while the direct way stays open', async () => {
    const [stdout, stderr, said] = [new FakeOutput(), new FakeOutput(), [] as string[]]
    const now = 0
    const { output, restore } = divertOutput(stdout, stderr, (line) => said.push(line), () => now)
    stdout.write('one\ntw')
    stderr.write('warning\n')
    stdout.write('o\n')
    output.write('direct')
    expect(said).toEqual(['one', 'warning', 'two'])
    expect([stdout.writes, stderr.writes]).toEqual([['direct'], []])
    stdout.write('rest')
    restore()
    stdout.write('back')
    expect(said.at(-1)).toBe('rest')
    expect(stdout.writes).toEqual(['direct', 'back'])
    expect(Object.hasOwn(stdout, 'write')).toBe(false)
    expect(stderr.writes).toEqual(['warning\n'])
  })

  it('writes the latest errors once more when the screen has gone, and nothing that was long on it', () => {
    const [stdout, stderr] = [new FakeOutput(), new FakeOutput()]
    let now = 0
    const { restore } = divertOutput(stdout, stderr, () => {}, () => now)
    stderr.write('an old warning\n')
    now = 5_000
    stderr.write('why it ends\n  at line 1\n')
    now = 5_400
    restore()
    restore()
    expect([stdout.writes, stderr.writes]).toEqual([[], ['why it ends\n', '  at line 1\n']])
  })

  it('calls back those who wait for their write', async () => {
    const stdout = new FakeOutput()
    const { restore } = divertOutput(stdout, new FakeOutput(), () => {}, () => 0)
    await new Promise<void>((resolve) => stdout.write('x\n', () => resolve()))
    restore()
  })

  it('shows the size of the stream that it stands for', () => {
    const stdout = new FakeOutput(100, 30)
    const { output, restore } = divertOutput(stdout, new FakeOutput(), () => {}, () => 0)
    stdout.resize(50, 20)
    expect([output.columns, output.rows]).toEqual([50, 20])
    restore()
  })
})
