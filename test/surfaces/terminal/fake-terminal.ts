/** A terminal of a person: bytes go into a real emulator, keys come from the test, and time is the test's own. */
import xterm from '@xterm/headless'
import { EventEmitter } from 'node:events'
import type { TerminalInput, TerminalOutput } from '../../../surfaces/terminal/streams.ts'

export class FakeOutput extends EventEmitter implements TerminalOutput {
  readonly isTTY = true
  columns: number
  rows: number
  /** Everything written, one string a write. */
  readonly writes: string[] = []
  /** While set, write callbacks wait in `held`: the terminal is slow. */
  slow = false
  readonly held: (() => void)[] = []
  /** Set: writes fail with it. */
  failure: Error | undefined
  readonly emulator: xterm.Terminal

  constructor(columns = 80, rows = 24) {
    super()
    this.columns = columns
    this.rows = rows
    this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  }

  write(text: string, done?: (error?: Error | null) => void): boolean {
    this.writes.push(text)
    if (this.failure === undefined) this.emulator.write(text)
    const finish = (): void => done?.(this.failure)
    if (this.slow) this.held.push(finish)
    else queueMicrotask(finish)
    return true
  }

  resize(columns: number, rows: number): void {
    Object.assign(this, { columns, rows })
    this.emulator.resize(columns, rows)
    this.emit('resize')
  }

  /** What a person sees, once all bytes have been read. */
  async screen(): Promise<string[]> {
    await new Promise<void>((resolve) => this.emulator.write('', resolve))
    const { active } = this.emulator.buffer
    return Array.from({ length: this.rows }, (_, y) => active.getLine(active.viewportY + y)?.translateToString(true) ?? '')
  }

  get alternate(): boolean {
    return this.emulator.buffer.active.type === 'alternate'
  }
}

export class FakeInput extends EventEmitter implements TerminalInput {
  readonly isTTY = true
  raw = false
  flowing = false

  setRawMode(raw: boolean): void {
    this.raw = raw
  }

  resume(): void {
    this.flowing = true
  }

  pause(): void {
    this.flowing = false
  }

  /** One read. */
  type(text: string): void {
    this.emit('data', Buffer.from(text))
  }
}

/** A clock that stands still until it is told to go on. */
export class FakeClock {
  private time = 1_000_000
  private readonly timers = new Set<{ at: number; callback: () => void }>()

  readonly now = (): number => this.time

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.time + ms, callback }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  get pending(): number {
    return this.timers.size
  }

  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const [next] = [...this.timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (next === undefined) break
      this.timers.delete(next)
      this.time = Math.max(this.time, next.at)
      next.callback()
    }
    this.time = end
  }
}
