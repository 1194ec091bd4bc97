/** What it costs to read along: a long transcript on a large screen while text comes as fast as a model writes. */
import { afterEach, describe, expect, it } from 'vitest'
import { createTerminalSurface } from '../../../../surfaces/terminal/surface.ts'
import type { TerminalSurface } from '../../../../surfaces/terminal/surface.ts'
import { KEYS } from '../driver.ts'
import { FakeClock, FakeInput, FakeOutput } from '../fake-terminal.ts'

/** CPU of one core that ten simulated seconds of streaming may take; a quarter of a core is what is promised. */
const MOST_OF_A_CORE = 0.25
const SECONDS = 10
/** CPU that a key may take, for machines that do something else as well. */
const MOST_KEY_MS = 10

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

/** The bytes go nowhere: an emulator would be measured with them. */
class Bin extends FakeOutput {
  override write(text: string, done?: (error?: Error | null) => void): boolean {
    this.writes.push(text)
    queueMicrotask(() => done?.())
    return true
  }
}

const PIECES = ['The ', 'cache is ', '把旧接口替换为新接口，', 'filled ', '`twice`, ', '**before** ', 'it is read. ', '👩‍💻 ', 'and so on\n', '\n- 补充测试 ', 'with words ']

function createDesk(kind: 'text' | 'reasoning' = 'text') {
  const [input, output, clock] = [new FakeInput(), new Bin(120, 40), new FakeClock()]
  const surface = createTerminalSurface({
    input, output, env: {}, locale: 'zh', now: clock.now, after: clock.after, log: () => {}, console: true, onMessage: () => {},
  })
  opened.push(surface)
  for (let line = 0; line < 10_000; line++) {
    surface.tell({ type: 'spoke', text: `${line} 把旧接口替换为新接口，with a few words in another script. ${'长'.repeat(line % 60)}`, reasoning: '', interrupted: false })
  }
  clock.advance(100)
  let piece = 0
  /** Two hundred pieces a second, for some seconds; `each` is called before every one. */
  async function stream(seconds: number, each: (turn: number) => void = () => {}): Promise<number> {
    const before = process.cpuUsage()
    for (let turn = 0; turn < seconds * 200; turn++) {
      each(turn)
      surface.tell({ type: 'streamed', kind, delta: PIECES[piece++ % PIECES.length] ?? '' })
      clock.advance(5)
      await Promise.resolve()
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000 / seconds
  }
  output.writes.length = 0
  return { surface, input, output, clock, stream }
}

describe('at 120x40 with 10,000 lines of transcript and 200 pieces a second', () => {
  it.each(['text', 'reasoning'] as const)('%s that comes takes less than a quarter of a core', async (kind) => {
    const desk = createDesk(kind)
    await desk.stream(1)
    expect(await desk.stream(SECONDS)).toBeLessThan(MOST_OF_A_CORE)
    expect(desk.output.writes.length).toBeGreaterThan(SECONDS * 25)
  })

  it('so does reading back meanwhile, and unfolded reasoning', async () => {
    const desk = createDesk()
    desk.input.type(KEYS.pageUp)
    expect(await desk.stream(3)).toBeLessThan(MOST_OF_A_CORE)
    const thinking = createDesk('reasoning')
    thinking.input.type('\x0f')
    expect(await thinking.stream(3)).toBeLessThan(MOST_OF_A_CORE)
  })

  it('a key is on its way within milliseconds', async () => {
    const desk = createDesk()
    const times: number[] = []
    await desk.stream(3, (turn) => {
      if (turn % 10 !== 0) return
      const count = desk.output.writes.length
      const before = process.cpuUsage()
      desk.input.type('abcdefghij'.charAt((turn / 10) % 10))
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1_000)
      expect(desk.output.writes.length).toBe(count + 1)
    })
    expect(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(MOST_KEY_MS)
  })

  it('a page back takes no longer for the lines above it', async () => {
    const desk = createDesk()
    const before = process.cpuUsage()
    for (let count = 0; count < 20; count++) desk.input.type(KEYS.pageUp)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000 / 20).toBeLessThan(MOST_KEY_MS * 2)
  })
})
