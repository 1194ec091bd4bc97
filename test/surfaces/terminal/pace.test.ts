import { afterEach, describe, expect, it } from 'vitest'
import { createPace, FRAME } from '../../../surfaces/terminal/pace.ts'
import { createTerminalSurface } from '../../../surfaces/terminal/surface.ts'
import type { TerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { KEYS } from './driver.ts'
import { FakeClock, FakeInput, FakeOutput } from './fake-terminal.ts'

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

function createDesk() {
  const [input, output, clock] = [new FakeInput(), new FakeOutput(), new FakeClock()]
  const surface = createTerminalSurface({
    input, output, env: {}, locale: 'en', now: clock.now, after: clock.after, log: () => {}, console: true, onMessage: () => {},
  })
  opened.push(surface)
  output.writes.length = 0
  const stream = (delta: string): void => surface.tell({ type: 'streamed', kind: 'text', delta })
  return { surface, input, output, clock, stream }
}

describe('news on the screen', () => {
  it('costs one paint for a burst of it, a moment later', async () => {
    const { output, clock, stream } = createDesk()
    await Promise.resolve()
    for (let count = 0; count < 100; count++) stream(`word${count} `)
    expect(output.writes).toHaveLength(0)
    clock.advance(FRAME)
    expect(output.writes).toHaveLength(1)
    expect((await output.screen()).join('\n')).toContain('word99')
  })

  it('is painted about thirty times a second, however fast it comes', async () => {
    const { output, clock, stream } = createDesk()
    for (let ms = 0; ms < 1_000; ms += 5) {
      stream('x')
      clock.advance(5)
      await Promise.resolve()
    }
    expect(output.writes.length).toBeGreaterThanOrEqual(25)
    expect(output.writes.length).toBeLessThanOrEqual(31)
  })

  it('keeps no key waiting, and goes out with its frame', () => {
    const { input, output, clock, stream } = createDesk()
    stream('streamed text')
    input.type('k')
    expect(output.writes).toHaveLength(1)
    expect(output.writes[0]).toContain('streamed text')
    expect(clock.pending).toBe(0)
    stream(' more')
    for (const key of ['a', 'b', 'c']) input.type(key)
    expect(output.writes).toHaveLength(4)
  })

  it('waits while the frame before it is still on its way, so that a slow line holds no pile of frames', async () => {
    const { input, output, clock, stream } = createDesk()
    await Promise.resolve()
    output.slow = true
    stream('one ')
    clock.advance(FRAME)
    for (let count = 0; count < 50; count++) {
      stream('more ')
      clock.advance(FRAME)
    }
    expect(output.writes).toHaveLength(1)
    input.type('k')
    expect(output.writes).toHaveLength(2)
    stream('last')
    clock.advance(FRAME)
    output.slow = false
    output.held.splice(0).forEach((finish) => finish())
    expect(output.writes).toHaveLength(3)
    expect((await output.screen()).join('\n')).toContain('last')
  })

  it('is painted no more once the terminal is closed or lent out', async () => {
    const { surface, output, clock, stream } = createDesk()
    stream('one')
    surface.leave()
    const count = output.writes.length
    clock.advance(1_000)
    expect(output.writes).toHaveLength(count)
    surface.enter()
    expect((await output.screen()).join('\n')).toContain('one')
    stream('two')
    await surface.close()
    expect(clock.pending).toBe(0)
    expect(output.writes.join('')).not.toContain('two')
  })

  it('lets a key scroll while it comes', async () => {
    const { surface, input, output, clock, stream } = createDesk()
    for (let count = 0; count < 100; count++) stream(`line ${count}\n`)
    input.type(KEYS.pageUp)
    const before = await output.screen()
    for (let count = 100; count < 200; count++) stream(`line ${count}\n`)
    surface.say('something else')
    clock.advance(FRAME)
    const after = await output.screen()
    expect(after.slice(0, 20)).toEqual(before.slice(0, 20))
    expect(after.join('\n')).toMatch(/↓ 1\d\d more below/)
  })
})

describe('the pace', () => {
  it('waits for no timer that was taken back', () => {
    const clock = new FakeClock()
    let paints = 0
    const pace = createPace({ after: clock.after, paint: () => { paints += 1 } })
    pace.due('soon')
    pace.due('soon')
    expect(clock.pending).toBe(1)
    pace.stop()
    clock.advance(1_000)
    expect([paints, clock.pending]).toEqual([0, 0])
  })
})
