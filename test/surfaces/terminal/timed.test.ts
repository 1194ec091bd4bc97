/** The terminal in a real round with a window: the clock it shows and holds, and the answers it gives late. */
import { afterEach, describe, expect, it } from 'vitest'
import type { AskRound, AskSurface } from '../../../router/types.ts'
import type { LateHost } from '../../../router/late-host.ts'
import { DATABASE, database } from '../../helpers/third-party.ts'
import { createTerminalSurface } from '../../../surfaces/terminal/surface.ts'
import type { TerminalOptions, TerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { settle } from '../../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../../helpers/timed.ts'
import { KEYS } from './driver.ts'
import { FakeInput, FakeOutput } from './fake-terminal.ts'

const opened: TerminalSurface[] = []
afterEach(async () => {
  for (const surface of opened.splice(0)) await surface.close()
})

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

async function createDesk(options: Partial<TerminalOptions> = {}) {
  const under = createTimedRounds()
  const { rounds, clock } = under
  const [input, output, phone, log] = [new FakeInput(), new FakeOutput(), createPhone(), [] as string[]]
  const surface = createTerminalSurface({
    input, output, env: {}, locale: 'en', zone: 'UTC', actor: { id: 'lee', name: 'Lee' },
    now: clock.now, after: clock.after, log: (line) => log.push(line), ...options,
  })
  opened.push(surface)
  const leave = rounds.add(surface)
  rounds.add(phone)
  /** Moves time by steps, so that what follows from each is done before the next. */
  const wait = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 1_000) {
      clock.tick(Math.min(left, 1_000))
      await settle()
    }
  }
  return {
    ...under, surface, leave, phone, input, output, log, wait,
    text: async () => (await output.screen()).join('\n'),
    async type(...keys: string[]) {
      for (const key of keys) {
        await wait(800)
        input.type(key)
        await wait(100)
      }
    },
    /** Asks with a window; resolves once the panel takes keys. */
    async ask(session = 's1', window = lendWindow(clock)) {
      const answer = rounds.ask(timedAsk(session), { window })
      const end = answer.then((value) => ({ value }), (error: unknown) => ({ error }))
      await settle()
      await wait(1_000)
      return { end, window }
    },
  }
}

/** A host that takes every late answer, unless it is told otherwise. */
function createHost(): LateHost & { readonly taken: unknown[]; verdict: () => boolean } {
  const host = {
    taken: [] as unknown[],
    verdict: () => true,
    isLive: () => true,
    resume: () => Promise.resolve(),
    answer(_session: string, _callId: string, answer: unknown) {
      const taken = host.verdict()
      if (taken) host.taken.push(answer)
      return taken
    },
    view: () => ({ state: 'continued' as const }),
  }
  return host
}

describe('the clock of a timed ask', () => {
  it('counts in place, and is held for every place by a key in the panel until that is folded', async () => {
    const desk = await createDesk()
    await desk.ask()
    expect(await desk.text()).toContain('00:59 left')
    await desk.wait(9_000)
    expect(await desk.text()).toContain('00:50 left')
    await desk.type(KEYS.down)
    expect(desk.phone.rounds[0]?.countdown?.state).toBe('held')
    const held = desk.phone.rounds[0]?.countdown?.remaining()
    await desk.wait(100_000)
    expect(desk.phone.rounds[0]?.countdown?.remaining()).toBe(held)
    expect(await desk.text()).toContain('left, held')
    await desk.type(KEYS.esc)
    expect(desk.phone.rounds[0]?.countdown?.state).toBe('counting')
    expect(desk.steps.filter(({ step, surface }) => step === 'held' && surface === 'terminal')).toHaveLength(1)
  })

  it.each([['an edit', ' '], ['^T', KEYS.ctrlT]])('is held for good by %s', async (_, key) => {
    const desk = await createDesk()
    await desk.ask()
    await desk.type(key, KEYS.esc)
    await desk.wait(2 * WINDOW_MS)
    expect(desk.phone.rounds[0]?.countdown?.state).toBe('held')
    await desk.type(KEYS.tab)
    expect(await desk.text()).toContain('left, held')
  })

  it('shows that it is held elsewhere, stays held by the desk when that lets go, and goes on when both have', async () => {
    const desk = await createDesk()
    await desk.ask()
    const clock = desk.phone.rounds[0]!.countdown!
    clock.hold('touched')
    await settle()
    expect(await desk.text()).toContain('left, held')
    await desk.type(KEYS.down)
    clock.release()
    expect(clock.state).toBe('held')
    clock.hold('touched')
    await desk.type(KEYS.esc, KEYS.tab)
    expect(await desk.text()).toContain('left, held')
    clock.release()
    await settle()
    expect(clock.state).toBe('counting')
    expect(await desk.text()).not.toContain('held')
  })

  it('leaves no listener and no timer behind', async () => {
    const desk = await createDesk()
    await desk.ask()
    desk.phone.rounds[0]!.submit({ answers: [{ id: 'db', selected: ['SQLite'] }] })
    await settle()
    await desk.wait(10_000)
    expect(desk.clock.pending).toBe(0)
    expect(desk.contained).toEqual([])
  })

  it('is let go where the desk leaves the round', async () => {
    const desk = await createDesk()
    await desk.ask()
    await desk.type(KEYS.down)
    desk.leave()
    expect(desk.phone.rounds[0]?.countdown?.state).toBe('counting')
  })
})

describe('an ask whose window has closed', () => {
  it('keeps its panel and draft, takes the late answer as a message, and says so once the host has it', async () => {
    const desk = await createDesk()
    const host = createHost()
    desk.rounds.late.connect(host)
    const { end } = await desk.ask()
    await desk.wait(WINDOW_MS)
    expect(await end).toMatchObject({ error: { code: 'ASK_TIMED_OUT' } })
    expect(await desk.text()).toContain('The agent went on; a late answer is sent as a message.')
    expect(await desk.text()).toContain('✕ Time ran out')
    expect(desk.steps.filter(({ step, surface }) => step === 'collapsed' && surface === 'terminal')).toHaveLength(1)
    await desk.type(KEYS.down, KEYS.enter)
    expect(host.taken).toEqual([{ answers: [{ id: 'db', selected: ['SQLite'] }] }])
    expect(await desk.text()).toContain('✓ Late answer sent as a message: SQLite')
    expect(await desk.text()).not.toContain('┌')
  })

  it('stays with its draft when the host cannot take the answer, and can be submitted again', async () => {
    const desk = await createDesk()
    const host = createHost()
    host.verdict = () => { throw Object.assign(new Error('no'), { code: 'BAD_ANSWER' }) }
    desk.rounds.late.connect(host)
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.type('mine', KEYS.enter)
    expect(await desk.text()).toContain('did not take this answer')
    expect(await desk.text()).toContain('Other: mine')
    host.verdict = () => true
    await desk.type('!', KEYS.enter)
    expect(host.taken).toEqual([{ answers: [{ id: 'db', selected: [], custom: 'mine!' }] }])
  })

  it.each([['REPLY_QUEUED', 'another reply waits to be read already'], ['', 'the question is over']])('is over and its text kept when the host says %s', async (code, words) => {
    const desk = await createDesk()
    const host = createHost()
    host.verdict = () => {
      if (code !== '') throw Object.assign(new Error('no'), { code })
      return false
    }
    Object.assign(host, { view: () => ({ state: code === '' ? 'absent' : 'continued' }) })
    await desk.ask()
    await desk.wait(WINDOW_MS)
    desk.rounds.late.connect(host)
    await desk.type('mine', KEYS.enter)
    await desk.wait(11_000)
    expect(await desk.text()).toContain(words)
    expect(await desk.text()).not.toContain('┌')
    await desk.type(KEYS.ctrlY)
    expect(await desk.text()).toContain('› mine')
  })

  it('answered late elsewhere says who was first and keeps what was typed', async () => {
    const desk = await createDesk()
    desk.rounds.late.connect(createHost())
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.type('half')
    desk.rounds.late.submit('ask-1', { answers: [{ id: 'db', selected: ['SQLite'] }] }, { surface: 'feishu', name: 'Wang Fang' })
    await settle()
    await desk.wait(1_000)
    expect(await desk.text()).toContain('Wang Fang answered on Feishu: SQLite')
    expect(await desk.text()).toContain('unsent text is kept')
    await desk.type(KEYS.ctrlY)
    expect(await desk.text()).toContain('› half')
  })

  it('answered late elsewhere at the same moment loses the race and says to whom', async () => {
    const desk = await createDesk()
    const host = createHost()
    host.verdict = () => false
    desk.rounds.late.connect(host)
    await desk.ask()
    await desk.wait(WINDOW_MS)
    desk.rounds.late.submit('ask-1', { answers: [{ id: 'db', selected: ['SQLite'] }] }, { surface: 'feishu', name: 'Wang Fang' })
    await desk.type('mine', KEYS.enter)
    expect(await desk.text()).toContain('Wang Fang answered on Feishu: SQLite')
    expect(desk.steps.filter(({ step, detail }) => step === 'late' && detail === 'accepted')).toHaveLength(1)
  })

  it('is final where the host takes no late answers', async () => {
    const desk = await createDesk()
    await desk.ask('s1', lendWindow(desk.clock, { continues: false }))
    await desk.wait(WINDOW_MS)
    expect(await desk.text()).toContain('✕ Time ran out')
    expect(await desk.text()).not.toContain('┌')
  })

  it('is handed over to a terminal that starts later, which lists it without opening it', async () => {
    const desk = await createDesk()
    const host = createHost()
    desk.rounds.late.connect(host)
    desk.rounds.late.open({ id: 'old', session: 's9', callId: 'c', since: desk.clock.now(), questions: [{ id: 'q', question: 'From before?' }] })
    desk.rounds.late.open({ id: 'older', session: 's9', callId: 'd', since: desk.clock.now() - 1 })
    await desk.wait(1_000)
    expect(await desk.text()).not.toContain('┌')
    expect(await desk.text()).toContain('2 questions still take a late answer: ^G lists them.')
    await desk.type(KEYS.ctrlG, '2')
    expect(await desk.text()).toContain('open its session first')
    await desk.type('1', 'yes', KEYS.enter)
    expect(host.taken).toEqual([{ answers: [{ id: 'q', selected: [], custom: 'yes' }] }])
  })

  it('of before a restart whose answer has just arrived is said to be answered, and never listed', async () => {
    const desk = await createDesk()
    const host = createHost()
    desk.rounds.late.connect(host)
    const sent = desk.rounds.late.redeliver({ id: 'old', session: 's', callId: 'c', since: 0, questions: DATABASE.questions }, database('SQLite'), { surface: 'feishu', name: 'Wang Fang' })
    expect(await sent).toEqual({ kind: 'delivered' })
    await desk.wait(1_000)
    expect(await desk.text()).toContain('Wang Fang answered on Feishu: SQLite')
    expect(await desk.text()).not.toMatch(/late answer|1 late/)
    expect(desk.output.writes.join('')).not.toContain('late answer')
  })

  it('is closed with the terminal, whose end leaves nothing to listen to it', async () => {
    const desk = await createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.surface.close()
    desk.leave()
    desk.rounds.late.submit('ask-1', { answers: [{ id: 'db', selected: ['SQLite'] }] }, { surface: 'feishu' })
    await desk.wait(1_000)
    expect([desk.log, desk.contained]).toEqual([[], []])
  })
})
