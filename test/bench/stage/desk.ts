/** The real terminal on streams of the row's own; time stands still until it is told to go on. */
import type { TerminalOutput } from '../../../surfaces/terminal/streams.ts'
import { createTerminalSurface, type TerminalOptions, type TerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { FakeClock, FakeInput } from '../../surfaces/terminal/fake-terminal.ts'

/** Takes bytes as fast as they come, and counts them. */
export class Glass implements TerminalOutput {
  readonly columns = 120
  readonly rows = 40
  written = 0
  /** Called with each write. */
  onWrite: (text: string) => void = () => {}

  write(text: string, done?: (error?: Error | null) => void): boolean {
    this.written += Buffer.byteLength(text)
    this.onWrite(text)
    if (done) queueMicrotask(done)
    return true
  }

  on(): void {}

  off(): void {}
}

export interface Desk {
  readonly surface: TerminalSurface
  readonly input: FakeInput
  readonly glass: Glass
  readonly clock: Pick<FakeClock, 'now' | 'after'>
}

export function createDesk(options: Partial<TerminalOptions> = {}): Desk {
  const [input, glass, clock] = [new FakeInput(), new Glass(), new FakeClock()]
  const surface = createTerminalSurface({
    input, output: glass, env: {}, locale: 'en', now: clock.now, after: clock.after, defer: setImmediate, actor: { name: 'Lee' }, zone: 'UTC',
    log: (line) => { throw new Error(line) },
    ...options,
  })
  return { surface, input, glass, clock }
}
