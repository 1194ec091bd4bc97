/** The terminal that a played human sits at: bytes go into a real emulator, keys come as bytes. */
import xterm from '@xterm/headless'
import { EventEmitter } from 'node:events'
import type { TerminalInput, TerminalOutput } from '../../surfaces/terminal/streams.ts'

const SIZES = [[80, 24], [100, 30], [60, 20]] as const

export class Glass extends EventEmitter implements TerminalOutput {
  readonly isTTY = true
  columns = 80
  rows = 24
  private readonly emulator = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true })

  write(text: string, done?: (error?: Error | null) => void): boolean {
    this.emulator.write(text, () => done?.())
    return true
  }

  resize(which: number): void {
    const [columns, rows] = SIZES[which % SIZES.length] ?? SIZES[0]
    Object.assign(this, { columns, rows })
    this.emulator.resize(columns, rows)
    this.emit('resize')
  }

  /** What a person sees, once all bytes have been read. */
  async read(): Promise<readonly string[]> {
    await new Promise<void>((resolve) => { this.emulator.write('', resolve) })
    const { active } = this.emulator.buffer
    return Array.from({ length: this.rows }, (_, y) => active.getLine(active.viewportY + y)?.translateToString(true) ?? '')
  }

  close(): void {
    this.emulator.dispose()
  }
}

export class Keyboard extends EventEmitter implements TerminalInput {
  readonly isTTY = true

  setRawMode(): void {}
  resume(): void {}
  pause(): void {}

  /** One read. */
  type(bytes: string): void {
    this.emit('data', Buffer.from(bytes))
  }
}
