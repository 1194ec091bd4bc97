import { afterEach, describe, expect, it } from 'vitest'
import type { AskRound, AskSurface, AskUserQuestionItem } from '../../../router/types.ts'
import { createTerminalSurface } from '../../../surfaces/terminal/surface.ts'
import type { TerminalOptions, TerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { createRounds, rejection, settle } from '../../helpers/rounds.ts'
import type { RoundsUnderTest } from '../../helpers/rounds.ts'
import { batch, database, hostile, indent, shortPlan } from './asks.ts'
import { KEYS } from './driver.ts'
import { FakeClock, FakeInput, FakeOutput } from './fake-terminal.ts'

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

interface Desk extends RoundsUnderTest {
  readonly surface: TerminalSurface
  readonly input: FakeInput
  readonly output: FakeOutput
  readonly clock: FakeClock
  readonly lines: string[]
  ask(...questions: AskUserQuestionItem[]): Promise<unknown>
  text(): Promise<string>
  /** The steps of one kind that the terminal reported. */
  reported(step: string): number
}

/** A real router with the terminal as its surface. */
function createDesk(options: Partial<TerminalOptions> = {}, output = new FakeOutput()): Desk {
  const [input, clock, lines] = [new FakeInput(), new FakeClock(), [] as string[]]
  const surface = createTerminalSurface({
    input, output, env: {}, locale: 'en', actor: { id: 'lee', name: 'Lee' },
    now: clock.now, after: clock.after, log: (line) => lines.push(line), ...options,
  })
  opened.push(surface)
  const router = createRounds()
  router.rounds.add(surface)
  return {
    ...router, surface, input, output, clock, lines,
    ask: (...questions) => router.rounds.ask({ questions }),
    text: async () => (await output.screen()).join('\n'),
    reported: (step) => router.steps.filter((each) => each.step === step && each.surface === 'terminal').length,
  }
}

/** Another place, whose rounds the test holds. */
function createPhone(): AskSurface & { readonly rounds: AskRound[] } {
  const rounds: AskRound[] = []
  return {
    name: 'feishu', rounds, claim: () => true,
    ask: (_request, round) => {
      rounds.push(round)
      return new Promise((resolve) => {
        round.outcome.then(() => resolve({ answers: [] })).catch(() => {})
      })
    },
  }
}

it('hands on what was typed and not sent to the screen that follows it', async () => {
  const first = createDesk({ console: true, onMessage: () => {} })
  for (const keys of ['sent', KEYS.enter, 'half typed']) first.input.type(keys)
  first.surface.tell({ type: 'returned', text: 'came back' })
  await first.surface.close()
  const draft = first.surface.draft()
  expect(draft).toEqual({ line: 'half typed', kept: 'came back', history: ['sent'] })
  const second = createDesk({ console: true, onMessage: () => {}, ...(draft === undefined ? {} : { draft }) })
  expect(await second.text()).toContain('› half typed')
  second.input.type(KEYS.ctrlY)
  expect(await second.text()).toContain('half typedcame back')
})

describe('an ask at the terminal', () => {
  it('is told to the other places before its own screen shows what was decided', async () => {
    const due: (() => void)[] = []
    const desk = createDesk({ defer: (task) => due.push(task) })
    let told = ''
    const phone = createPhone()
    desk.rounds.add({ ...phone, settled: () => { told = `after ${desk.output.writes.length} writes` } })
    const answer = desk.ask(database)
    await settle()
    desk.clock.advance(2_000)
    desk.input.type('2')
    const writes = desk.output.writes.length
    desk.input.type(KEYS.enter)
    expect(await answer).toMatchObject({ answers: [{ id: database.id }] })
    expect([told, desk.output.writes.length, due.length]).toEqual([`after ${writes} writes`, writes, 1])
    due.forEach((task) => task())
    expect(await desk.text()).toContain('✓ Answered')
  })

  it('takes what comes in between only after what was decided', async () => {
    const due: (() => void)[] = []
    const desk = createDesk({ defer: (task) => due.push(task), console: true, onMessage: () => {} })
    const answer = desk.ask(database)
    await settle()
    desk.clock.advance(2_000)
    desk.input.type('2')
    const writes = desk.output.writes.length
    for (const keys of [KEYS.enter, 'typed ahead']) desk.input.type(keys)
    await answer
    desk.surface.say('news of the answer')
    desk.clock.advance(1_000)
    expect(desk.output.writes).toHaveLength(writes)
    due.forEach((task) => task())
    expect(desk.output.writes).toHaveLength(writes + 1)
    expect(await desk.text()).toMatch(/✓ Answered[^]*news of the answer[^]*› typed ahead/)
    await settle()
    expect(desk.reported('collapsed')).toBe(1)
  })

  it('that was decided as the screen went away ends with it', async () => {
    const due: (() => void)[] = []
    const desk = createDesk({ defer: (task) => due.push(task) })
    const answer = desk.ask(database)
    await settle()
    desk.clock.advance(2_000)
    desk.input.type('2')
    desk.input.type(KEYS.enter)
    await desk.surface.close()
    due.forEach((task) => task())
    expect(await answer).toMatchObject({ answers: [{ id: database.id }] })
    await settle()
    expect([desk.lines, desk.contained]).toEqual([[], []])
  })

  it('names where it comes from, when that is not what the screen shows', async () => {
    const desk = createDesk({ origin: (session) => `shop: Mend the ${session}` })
    const ask = desk.rounds.ask({ questions: [{ ...indent, header: 'Style' }], agent: { id: 'till', session: { id: 'till' } } })
    ask.catch(() => {})
    await settle()
    expect(await desk.text()).toContain('┌─ shop: Mend the till · Style ─')
    const own = createDesk({ origin: () => undefined })
    own.ask({ ...indent, header: 'Style' }).catch(() => {})
    await settle()
    expect(await own.text()).toContain('┌─ Style ─')
  })

  it('is shown, answered by keys, and gone', async () => {
    const desk = createDesk()
    const answer = desk.ask(indent)
    await settle()
    expect(await desk.text()).toContain('❯ 1. ( ) Tabs')
    desk.clock.advance(500)
    desk.input.type(KEYS.down)
    desk.input.type(KEYS.enter)
    expect(await answer).toEqual({ answers: [{ id: 'style', selected: ['Spaces'] }] })
    expect(await desk.text()).not.toContain('┌')
    expect(await desk.text()).toContain('✓ Answered: Spaces')
    expect(desk.contained).toEqual([])
  })

  it('is reported as shown and collapsed once each, only when the bytes are out', async () => {
    const desk = createDesk()
    await settle()
    desk.output.slow = true
    const answer = desk.ask(indent)
    await settle()
    expect(desk.reported('shown')).toBe(0)
    desk.output.held.splice(0).forEach((finish) => finish())
    expect(desk.reported('shown')).toBe(1)
    desk.clock.advance(500)
    desk.input.type(KEYS.enter)
    await answer
    expect(desk.reported('collapsed')).toBe(0)
    desk.output.held.splice(0).forEach((finish) => finish())
    await settle()
    expect([desk.reported('shown'), desk.reported('collapsed')]).toEqual([1, 1])
  })

  it('counts as shown when it waits behind another one', async () => {
    const desk = createDesk()
    desk.ask(indent).catch(() => {})
    desk.ask(database).catch(() => {})
    await settle()
    expect(desk.reported('shown')).toBe(2)
    expect(await desk.text()).toContain('1 more waiting')
  })

  it('takes no key before its frame is on the glass', async () => {
    const desk = createDesk()
    await settle()
    desk.output.slow = true
    desk.ask(indent).catch(() => {})
    await settle()
    desk.clock.advance(10_000)
    desk.input.type(KEYS.enter)
    expect(desk.steps.filter(({ step }) => step === 'acted')).toEqual([])
  })

  it('is dismissed after a confirmation', async () => {
    const desk = createDesk()
    const failure = rejection(desk.ask(indent))
    await settle()
    desk.clock.advance(500)
    desk.input.type(KEYS.ctrlX)
    desk.clock.advance(200)
    desk.input.type(KEYS.enter)
    expect(await failure).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.text()).toContain('Dismissed')
  })

  it('names who sits here', async () => {
    const desk = createDesk()
    const phone = createPhone()
    desk.rounds.add(phone)
    const answer = desk.ask(indent)
    await settle()
    desk.clock.advance(500)
    desk.input.type(KEYS.enter)
    await answer
    expect(await phone.rounds[0]?.outcome).toMatchObject({ actor: { surface: 'terminal', id: 'lee', name: 'Lee' } })
  })
})

describe('an ask answered elsewhere', () => {
  it('collapses in the tick of the outcome and says who, where and what', async () => {
    const desk = createDesk()
    const phone = createPhone()
    desk.rounds.add(phone)
    const answer = desk.ask(database)
    await settle()
    desk.output.writes.length = 0
    phone.rounds[0]?.submit({ answers: [{ id: 'db', selected: ['SQLite'] }] }, { name: '王芳' })
    expect(desk.output.writes).toHaveLength(1)
    await answer
    await settle()
    expect(desk.reported('collapsed')).toBe(1)
    expect(await desk.text()).toContain('✓ 王芳 answered on Feishu: SQLite')
    desk.clock.advance(8_001)
    expect(desk.clock.pending).toBe(0)
  })

  it('shows the next one, and keeps what was being typed', async () => {
    const desk = createDesk()
    const phone = createPhone()
    desk.rounds.add(phone)
    desk.ask(database).catch(() => {})
    desk.ask(...batch).catch(() => {})
    await settle()
    desk.clock.advance(500)
    desk.input.type('half')
    phone.rounds[0]?.dismiss({ name: '王芳' })
    await settle()
    expect(await desk.text()).toMatch(/王芳 dismissed.*\^Y/)
    expect(await desk.text()).toContain('Languages 1/3')
  })
})

/** What calls the person when two asks come at once. */
async function calls(bell: 'off' | 'bell' | 'full'): Promise<string[]> {
  const desk = createDesk({ bell, env: { TERM: 'xterm-kitty' } })
  desk.ask(indent).catch(() => {})
  desk.ask(database).catch(() => {})
  await settle()
  return desk.output.writes.filter((text) => text.startsWith('\x07'))
}

describe('an ask with a detail', () => {
  it('is shown as markdown, and those that came after it are shown after it', async () => {
    const desk = createDesk()
    desk.ask(shortPlan).catch(() => {})
    desk.ask(indent).catch(() => {})
    await import('../../../surfaces/terminal/markdown.ts')
    await settle()
    expect(await desk.text()).toContain('watch the dashboard (https://metrics.example/cache)')
    expect(await desk.text()).toContain('1 more waiting')
    expect(desk.reported('shown')).toBe(2)
  })

  it('that is over before it could be read is never shown, and settles', async () => {
    const desk = createDesk()
    const phone = createPhone()
    desk.rounds.add(phone)
    const answer = desk.ask(shortPlan)
    phone.rounds[0]?.submit({ answers: [{ id: 'plan-review', selected: ['Approve'] }] })
    await answer
    await import('../../../surfaces/terminal/markdown.ts')
    await settle()
    expect(await desk.text()).not.toContain('Approve this plan?')
    expect(desk.contained).toEqual([])
  })
})

describe('the terminal as a device', () => {
  it('calls as configured, once for each ask that lacks the keyboard', async () => {
    expect(await calls('off')).toEqual([])
    expect(await calls('bell')).toEqual(['\x07'])
    expect(await calls('full')).toEqual(['\x07\x1b]9;The agent has a question\x1b\\'])
  })

  it('interrupts the agent with ^C pressed twice while questions are open, and quits at rest', async () => {
    const acts: string[] = []
    const desk = createDesk({ onInterrupt: () => acts.push('interrupt'), onQuit: () => acts.push('quit') })
    desk.input.type(KEYS.ctrlC)
    desk.ask(indent).catch(() => {})
    await settle()
    desk.clock.advance(1_000)
    desk.input.type(KEYS.ctrlC)
    expect(await desk.text()).toContain('Press ^C again to interrupt the agent.')
    desk.input.type(KEYS.ctrlC)
    expect(acts).toEqual(['quit', 'interrupt'])
  })

  it('takes clicks from a real mouse report', async () => {
    const desk = createDesk()
    desk.ask(indent).catch(() => {})
    await settle()
    desk.clock.advance(1_000)
    const y = (await desk.output.screen()).findIndex((row) => row.includes('Spaces')) + 1
    desk.input.type(`\x1b[<0;9;${y}M\x1b[<0;9;${y}m`)
    expect(await desk.text()).toContain('❯ 2. (•) Spaces')
  })


  it('tells Esc from a sequence by 40 ms', async () => {
    const desk = createDesk()
    desk.ask(indent).catch(() => {})
    await settle()
    desk.clock.advance(500)
    desk.input.type('\x1b')
    desk.clock.advance(20)
    desk.input.type('[B')
    expect(await desk.text()).toContain('❯ 2.')
    desk.input.type('\x1b')
    desk.clock.advance(40)
    expect(await desk.text()).toContain('▸ Tabs or spaces?')
  })

  it('follows a resize', async () => {
    const desk = createDesk()
    desk.ask(indent).catch(() => {})
    await settle()
    desk.output.resize(36, 10)
    expect(await desk.output.screen()).toContain(`┌─ Question ${'─'.repeat(23)}┐`)
    desk.output.resize(20, 5)
    expect((await desk.output.screen())[0]).toContain('1 open')
  })

  it('lets nothing of the asker out but text', async () => {
    const desk = createDesk()
    desk.surface.say('\x1b]0;owned\x07said\x1b[?1049l')
    desk.surface.setNote('\x1b[31mnote\nline')
    desk.ask(hostile).catch(() => {})
    await settle()
    const written = desk.output.writes.slice(1).join('')
    for (const live of ['\x1b]0', '\x1b[?1049', '\x1b[31m', '\x1b[2J', '\u202e', '\x9b', '\x9d']) expect(written).not.toContain(live)
    expect(await desk.text()).toContain('said')
    expect(await desk.text()).toContain('note line')
  })

  it('shows the note and what was said', async () => {
    const desk = createDesk({ note: 'Phone: http://127.0.0.1:1' })
    desk.surface.say('one\ntwo')
    desk.clock.advance(33)
    const rows = await desk.output.screen()
    expect(rows[0]).toBe('Phone: http://127.0.0.1:1')
    expect(rows.slice(-4, -2).map((row) => row.trimEnd())).toEqual(['one', 'two'])
  })

  it('goes on while the shell has the terminal, and catches up afterwards', async () => {
    const desk = createDesk()
    desk.surface.leave()
    expect([desk.input.raw, desk.input.flowing, desk.input.listenerCount('data')]).toEqual([false, false, 0])
    desk.output.writes.length = 0
    desk.ask(indent).catch(() => {})
    await settle()
    expect(desk.output.writes).toEqual([])
    expect(desk.reported('shown')).toBe(0)
    desk.surface.enter()
    await settle()
    expect(desk.reported('shown')).toBe(1)
    expect(await desk.text()).toContain('Tabs or spaces?')
    expect(desk.input.raw).toBe(true)
  })

  it('sends a message from the input line, which answers nothing', async () => {
    const sent: string[] = []
    const desk = createDesk({ onMessage: (text) => sent.push(text) })
    desk.input.type('hello')
    desk.ask(indent).catch(() => {})
    desk.clock.advance(2_000)
    desk.input.type(KEYS.enter)
    expect(sent).toEqual(['hello'])
    expect(desk.steps.filter(({ step }) => step === 'acted')).toEqual([])
  })

  it('survives what its owner throws', () => {
    const desk = createDesk({ onQuit: () => { throw new RangeError('no') } })
    desk.input.type(KEYS.ctrlC)
    desk.input.type('x')
    expect(desk.lines).toEqual(['quit failed: RangeError'])
  })

  it('quits with ^C at rest', () => {
    let quits = 0
    const desk = createDesk({ onQuit: () => { quits += 1 } })
    desk.input.type(KEYS.ctrlC)
    expect(quits).toBe(1)
  })
})

describe('the end of the terminal', () => {
  it('gives everything back and leaves no listener, also after many of them', async () => {
    const output = new FakeOutput()
    for (let cycle = 0; cycle < 5; cycle++) {
      const desk = createDesk({}, output)
      desk.input.type('\x1b')
      await desk.surface.close()
      await desk.surface.close()
      expect(desk.input.eventNames()).toEqual([])
      expect([desk.input.raw, desk.input.flowing, desk.clock.pending]).toEqual([false, false, 0])
    }
    expect(output.eventNames()).toEqual([])
    await output.screen()
    expect(output.alternate).toBe(false)
    expect(output.writes.join('')).toContain('\x1b[?2004l')
  })

  it('fails open asks of its own without ending the round, and takes no further one', async () => {
    const desk = createDesk()
    const phone = createPhone()
    desk.rounds.add(phone)
    const answer = desk.ask(indent)
    await settle()
    await desk.surface.close()
    await settle()
    phone.rounds[0]?.submit({ answers: [{ id: 'style', selected: ['Tabs'] }] })
    expect(await answer).toEqual({ answers: [{ id: 'style', selected: ['Tabs'] }] })
    expect(desk.surface.claim({ questions: [indent] })).toBe(false)
  })

  it('comes by itself when the terminal can no longer be written to', async () => {
    const desk = createDesk()
    const failure = rejection(desk.ask(indent))
    await settle()
    desk.output.failure = new Error('EIO')
    desk.surface.say('anything')
    desk.clock.advance(33)
    expect(await failure).toMatchObject({ message: expect.stringContaining('written to') })
    expect(desk.lines).toHaveLength(1)
    expect(desk.output.listenerCount('resize')).toBe(0)
  })
})

it('tells how long no key was pressed, of the first one, too', () => {
  const desk = createDesk()
  expect(desk.surface.idle?.()).toBe(Infinity)
  desk.input.type('x')
  desk.clock.advance(4_000)
  expect(desk.surface.idle?.()).toBe(4_000)
  desk.input.type('\x1b[A')
  expect(desk.surface.idle?.()).toBe(0)
})
