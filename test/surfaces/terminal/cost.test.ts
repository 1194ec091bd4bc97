/** What a key and a tick cost on a large screen under a long transcript: the terminal may be at the end of a slow line. */
import { afterEach, describe, expect, it } from 'vitest'
import type { AskRound, Countdown } from '../../../router/types.ts'
import { createTerminalSurface } from '../../../surfaces/terminal/surface.ts'
import type { TerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { settle } from '../../helpers/rounds.ts'
import { database, files, plan } from './asks.ts'
import { KEYS } from './driver.ts'
import { FakeClock, FakeInput, FakeOutput } from './fake-terminal.ts'

/** Bytes that a change of one line may take. */
const LEAST_BYTES = 400
/** CPU that a key may take; four times what is aimed at, for machines that do something else as well. */
const MOST_CPU_MS = 20

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

const round: AskRound = {
  id: 'ask', signal: new AbortController().signal, outcome: new Promise(() => {}), report: () => {},
  submit: () => ({ kind: 'refused', code: 'BAD_ANSWER', reason: 'not here' }),
  dismiss: () => ({ kind: 'refused', code: 'BAD_ANSWER', reason: 'not here' }),
}

async function createBusyDesk(question: typeof database, left?: number) {
  const [input, output, clock] = [new FakeInput(), new FakeOutput(120, 40), new FakeClock()]
  const surface = createTerminalSurface({ input, output, env: {}, locale: 'zh', now: clock.now, after: clock.after, log: () => {} })
  opened.push(surface)
  surface.say(Array.from({ length: 2_000 }, (_, line) =>
    `${line} 把旧接口替换为新接口，并补充测试 👩‍💻 with a few words in another script, so that it wraps once at least. ${'长'.repeat(line % 60)}`).join('\n'))
  const started = clock.now()
  const countdown: Countdown | undefined = left === undefined ? undefined : { state: 'counting', remaining: () => left - (clock.now() - started), hold: () => {}, release: () => {}, onChange: () => () => {} }
  surface.ask({ questions: [question] }, { ...round, ...(countdown === undefined ? {} : { countdown }) }).catch(() => {
    // Closed with the surface at the end of the test.
  })
  await settle()
  // The parser of the plan's markdown is loaded on first need.
  await import('../../../surfaces/terminal/markdown.ts')
  await settle()
  clock.advance(1_000)
  return { surface, input, output, clock }
}

type Desk = Awaited<ReturnType<typeof createBusyDesk>>

/** Bytes of each act and CPU milliseconds of the median one. */
function measure({ output }: Desk, times: number, act: (turn: number) => void): { bytes: number[]; cpu: number } {
  const bytes: number[] = []
  const cpu: number[] = []
  for (let turn = 0; turn < times; turn++) {
    output.writes.length = 0
    const before = process.cpuUsage()
    act(turn)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1_000)
    bytes.push(Buffer.byteLength(output.writes.join('')))
  }
  return { bytes, cpu: cpu.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0 }
}

describe('at 120x40 with 2,000 lines of transcript', () => {
  it.each([['a short question', database], ['120 options', files], ['a long plan', plan]])('a typed key takes few bytes and little time with %s', async (_, question) => {
    const desk = await createBusyDesk(question)
    desk.input.type('a')
    const { bytes, cpu } = measure(desk, 40, () => desk.input.type('b'))
    expect(Math.max(...bytes)).toBeLessThan(LEAST_BYTES)
    expect(Math.min(...bytes)).toBeGreaterThan(0)
    expect(cpu).toBeLessThan(MOST_CPU_MS)
  })

  it('a second of the countdown takes few bytes and little time', async () => {
    const desk = await createBusyDesk(files, 301_000)
    const { bytes, cpu } = measure(desk, 40, () => desk.clock.advance(1_000))
    expect(Math.max(...bytes)).toBeLessThan(LEAST_BYTES)
    expect((await desk.output.screen()).join('\n')).toContain('剩余 04:20')
    expect(cpu).toBeLessThan(MOST_CPU_MS)
  })

  it('an arrow between two options takes little time', async () => {
    const desk = await createBusyDesk(files)
    expect(measure(desk, 40, (turn) => desk.input.type(turn % 2 === 0 ? KEYS.down : KEYS.up)).cpu).toBeLessThan(MOST_CPU_MS)
  })

  it('a page of the transcript takes little time, its wraps being kept', async () => {
    const desk = await createBusyDesk(database)
    desk.input.type(KEYS.esc)
    desk.clock.advance(100)
    desk.input.type(KEYS.pageUp)
    expect(measure(desk, 20, () => desk.input.type(KEYS.pageUp)).cpu).toBeLessThan(MOST_CPU_MS * 2)
  })
})
