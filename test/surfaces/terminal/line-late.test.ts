/** Timed asks where lines are printed and read: the clock said once, and answers that come after it. */
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { LateHost } from '../../../router/late-host.ts'
import { createLineSurface } from '../../../surfaces/terminal/line-surface.ts'
import { settle } from '../../helpers/rounds.ts'
import { createTimedRounds, lendWindow, timedAsk, WINDOW_MS } from '../../helpers/timed.ts'

function createDesk(typed = true) {
  const under = createTimedRounds()
  const { rounds, clock } = under
  const input = new PassThrough()
  const lines: string[] = []
  const messages: string[] = []
  const taken: unknown[] = []
  const host = {
    fault: undefined as string | undefined,
    isLive: () => true,
    resume: () => Promise.resolve(),
    answer: (_session: string, _callId: string, answer: unknown) => {
      if (host.fault !== undefined) throw Object.assign(new Error('no'), { code: host.fault })
      taken.push(answer)
      return true
    },
    view: () => ({ state: 'continued' as const }),
  } satisfies LateHost & { fault: string | undefined }
  const surface = createLineSurface({
    input, locale: 'en', typed, zone: 'UTC', actor: { name: 'Lee' }, now: clock.now, log: (line) => lines.push(`log: ${line}`),
    onMessage: (text) => messages.push(text),
    output: {
      write(text, done) {
        lines.push(...text.split('\n').slice(0, -1))
        queueMicrotask(() => done?.())
        return true
      },
    },
  })
  rounds.add(surface)
  rounds.late.connect(host)
  return {
    ...under, surface, lines, messages, taken, host,
    async wait(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        clock.tick(Math.min(left, 1_000))
        await settle()
      }
    },
    async ask(window = lendWindow(clock)) {
      rounds.ask(timedAsk(), { window }).catch(() => {})
      await settle()
      await this.wait(1_000)
    },
    async type(...typedLines: string[]) {
      for (const line of typedLines) {
        input.write(`${line}\n`)
        await settle()
        await settle()
      }
    },
    /** What was printed since the last call. */
    printed: () => lines.splice(0).join('\n'),
  }
}

describe('the clock, in lines', () => {
  it('is said once, and once that it stands', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(5_000)
    expect(desk.printed().match(/\d\d:\d\d left/g)).toEqual(['01:00 left'])
    await desk.type('/back')
    expect(desk.printed()).toContain('00:54 left, held')
    await desk.wait(2 * WINDOW_MS)
    await desk.type('/back')
    expect(desk.printed()).not.toMatch(/\d\d:\d\d/)
    await desk.type('2')
    expect(desk.printed()).toContain('OK Answered: SQLite')
  })

  it('is not held by a line that answers', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.type('2')
    expect(desk.steps.filter(({ step }) => step === 'held')).toEqual([])
  })
})

describe('a late answer, in lines', () => {
  it('is the next line that a person types, and everything after it is for the agent again', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    expect(desk.printed()).toContain('a line typed now is a late answer')
    await desk.type('2', 'go on')
    expect(desk.taken).toEqual([{ answers: [{ id: 'db', selected: ['SQLite'] }] }])
    expect(desk.messages).toEqual(['go on'])
    expect(desk.printed()).toContain('OK Late answer sent as a message: SQLite')
  })

  it('is never a line of a pipe, which was written for something else; /asks asks again', async () => {
    const desk = createDesk(false)
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.type('2')
    expect([desk.taken, desk.messages]).toEqual([[], ['2']])
    await desk.type('/asks')
    expect(desk.printed()).toContain('1. Which database?')
    await desk.type('/asks 1', '2')
    expect(desk.taken).toHaveLength(1)
  })

  it('gives way to a question that the agent waits for, and comes back on demand', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.ask()
    await desk.type('1')
    expect(desk.taken).toEqual([])
    await desk.type('more')
    expect(desk.messages).toEqual(['more'])
    await desk.type('/asks 1', '2')
    expect(desk.taken).toHaveLength(1)
  })

  it('is not asked for any more once the person has put the question away', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    await desk.type('/dismiss', 'yes', 'hello')
    expect([desk.taken, desk.messages]).toEqual([[], ['hello']])
    expect(desk.printed()).toContain('1 still takes a late answer')
  })

  it('that the host refuses can be given again', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    desk.host.fault = 'BAD_ANSWER'
    await desk.type('2')
    expect(desk.printed()).toContain('did not take this answer')
    desk.host.fault = undefined
    await desk.type('/asks 1', '1')
    expect(desk.taken).toEqual([{ answers: [{ id: 'db', selected: ['PostgreSQL'] }] }])
  })

  it('says who was first elsewhere', async () => {
    const desk = createDesk()
    await desk.ask()
    await desk.wait(WINDOW_MS)
    desk.rounds.late.submit('ask-1', { answers: [{ id: 'db', selected: ['SQLite'] }] }, { surface: 'feishu', name: 'Wang Fang' })
    await settle()
    expect(desk.printed()).toContain('OK Wang Fang answered on Feishu: SQLite')
    await desk.type('2')
    expect(desk.messages).toEqual(['2'])
  })

  it('is not offered where the answer of before a restart has just arrived: a line says who answered', async () => {
    const desk = createDesk()
    const sent = desk.rounds.late.redeliver({ id: 'old', session: 's', callId: 'c', since: desk.clock.now(), questions: [{ id: 'q', question: 'From before?' }] }, { answers: [{ id: 'q', selected: [], custom: 'yes' }] }, { surface: 'feishu', name: 'Wang Fang' })
    expect(await sent).toEqual({ kind: 'delivered' })
    expect(desk.printed()).toContain('Wang Fang answered on Feishu: yes')
    expect(desk.printed()).not.toContain('late answer')
  })

  it('is offered for asks from before, and for none whose questions are not known', async () => {
    const desk = createDesk()
    desk.rounds.late.open({ id: 'old', session: 's', callId: 'c', since: desk.clock.now(), questions: [{ id: 'q', question: 'From before?' }] })
    desk.rounds.late.open({ id: 'dark', session: 's', callId: 'd', since: desk.clock.now() })
    await desk.type('/asks')
    expect(desk.printed()).toContain('2. From before?')
    await desk.type('/asks 1')
    expect(desk.printed()).toContain('open its session first')
    await desk.type('/asks 2', 'yes')
    expect(desk.taken).toEqual([{ answers: [{ id: 'q', selected: [], custom: 'yes' }] }])
  })
})
