/** Whole screens of the console, as a real emulator shows them. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Locale } from '../../../../surfaces/form/words.ts'
import { createTerminalSurface } from '../../../../surfaces/terminal/surface.ts'
import type { TerminalSurface } from '../../../../surfaces/terminal/surface.ts'
import { createRounds, settle } from '../../../helpers/rounds.ts'
import { database } from '../asks.ts'
import { KEYS } from '../driver.ts'
import { FakeClock, FakeInput, FakeOutput } from '../fake-terminal.ts'
import { commands, heading, sessions } from './shop.ts'

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

interface Desk {
  readonly surface: TerminalSurface
  readonly clock: FakeClock
  readonly output: FakeOutput
  type(...reads: string[]): void
  ask(): Promise<void>
}

function createDesk(locale: Locale): Desk {
  const [input, output, clock] = [new FakeInput(), new FakeOutput(), new FakeClock()]
  const surface = createTerminalSurface({
    input, output, env: {}, locale, console: true, now: clock.now, after: clock.after, log: (line) => expect.fail(line), onMessage: () => {}, onInterrupt: () => {},
  })
  opened.push(surface)
  const { rounds } = createRounds()
  rounds.add(surface)
  surface.tell({ type: 'headed', heading })
  surface.tell({ type: 'commands-listed', commands })
  return {
    surface, clock, output,
    type(...reads) {
      for (const read of reads) {
        clock.advance(200)
        input.type(read)
      }
    },
    async ask() {
      rounds.ask({ questions: [database] }).catch(() => {})
      await settle()
      clock.advance(1_000)
    },
  }
}

function streaming({ surface }: Desk): void {
  surface.tell({ type: 'state-changed', state: 'running' })
  surface.tell({ type: 'user-said', text: 'Move the cache to Redis', source: 'person' })
  surface.tell({ type: 'streamed', kind: 'text', delta: 'First the tests, ' })
  surface.tell({ type: 'streamed', kind: 'text', delta: 'then the cache.\nThe tests' })
}

const scenes: Record<string, (desk: Desk) => void | Promise<void>> = {
  'idle': () => {},
  'streaming': (desk) => {
    streaming(desk)
    desk.surface.tell({ type: 'queue-changed', texts: ['and the docs'] })
    desk.type('half a message,', '\n', '下一行')
  },
  'list': (desk) => desk.type('/', KEYS.down),
  'choices': (desk) => {
    desk.surface.tell({ type: 'choices-offered', command: 'sessions', choices: sessions })
    desk.type(KEYS.down)
  },
  'panel': async (desk) => {
    streaming(desk)
    await desk.ask()
  },
  'panel-beside-typing': async (desk) => {
    streaming(desk)
    desk.type('/pl')
    await desk.ask()
  },
  'folded': async (desk) => {
    streaming(desk)
    await desk.ask()
    desk.surface.tell({ type: 'headed', heading: { elsewhere: 1 } })
    desk.type(KEYS.esc)
    desk.clock.advance(100)
  },
  'interrupting': (desk) => {
    streaming(desk)
    desk.type(KEYS.ctrlC)
  },
}

describe('the console looks as in the golden file', () => {
  for (const locale of ['en', 'zh'] as const) {
    it.each(Object.keys(scenes))(`80x24, ${locale}: %s`, async (name) => {
      const desk = createDesk(locale)
      await scenes[name]?.(desk)
      desk.clock.advance(100)
      const rows = await desk.output.screen()
      const { cursorX, cursorY } = desk.output.emulator.buffer.active
      await expect(`${rows.map((row) => row.trimEnd()).join('\n')}\ncursor ${cursorX},${cursorY}\n`).toMatchFileSnapshot(`golden/80x24.${locale}.${name}.txt`)
    })
  }
})
