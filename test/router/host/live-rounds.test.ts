/** Rounds on the system's clock, in the log of a real cordis. */
import { Context } from '@deepseek-ai/cordis'
import { afterEach, expect, it, vi } from 'vitest'
import { createLiveRounds } from '../../../router/host/live-rounds.ts'
import type { JournalRecord } from '../../../router/journal/types.ts'
import type { Step } from '../../../router/types.ts'
import { onSide } from '../../helpers/ordered.ts'
import { settle } from '../../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../../helpers/third-party.ts'

afterEach(() => { vi.useRealTimers() })

const linesOf = (ctx: Context) => ctx.logger.buffer.map(({ args }) => args.map(String).join(' '))

it('tells each step in a line of the log with the ask\'s short id, and to whoever listens', async () => {
  const ctx = new Context()
  const steps: Step[] = []
  ctx.on('ask-surfaces/step', (step) => { steps.push(step) })
  const rounds = createLiveRounds(ctx)
  const desk = thirdParty('desk')
  rounds.add(desk)
  const before = Date.now()
  const answer = rounds.ask(DATABASE)
  desk.shown[0]!.round.report('shown', 'full')
  desk.shown[0]!.round.submit(database('SQLite'))
  await answer
  const [short] = steps[0]!.ask.split('-')
  expect(short).toHaveLength(8)
  expect(linesOf(ctx)).toEqual([
    `${short} opened 1 questions, 1 surfaces`, `${short} claimed desk`, `${short} shown desk full`, `${short} acted desk won`, `${short} settled answered`,
  ])
  expect(steps.map(({ step }) => step)).toEqual(['opened', 'claimed', 'shown', 'acted', 'settled'])
  expect(steps.every(({ at }) => at >= before && at <= Date.now())).toBe(true)
})

it('gives each ask an id of its own', () => {
  const rounds = createLiveRounds(new Context())
  const desk = thirdParty('desk')
  rounds.add(desk)
  for (let count = 0; count < 3; count += 1) rounds.ask(DATABASE).catch(() => {})
  expect(new Set(desk.shown.map(({ round }) => round.id)).size).toBe(3)
})

it('says by an error\'s label, never by its words, that a surface threw', async () => {
  const ctx = new Context()
  const rounds = createLiveRounds(ctx)
  rounds.add(thirdParty('desk', { claim: () => { throw new TypeError('secret') } }))
  rounds.ask(DATABASE).catch(() => {})
  await settle()
  expect(linesOf(ctx)).toContain('surface desk threw: TypeError')
  expect(linesOf(ctx).join('\n')).not.toContain('secret')
})

it('writes to a journal where there is one', async () => {
  const records: JournalRecord[] = []
  const rounds = createLiveRounds(new Context(), { journal: { append: (...lines) => { records.push(...lines) } } })
  const desk = thirdParty('desk')
  rounds.add(desk)
  const answer = rounds.ask(DATABASE)
  desk.shown[0]!.round.submit(database('SQLite'))
  await answer
  expect(records.map(({ kind }) => kind)).toEqual(['asked', 'acted', 'settled'])
})

it('asks in the order that it is given, by the system\'s timers, of which none outlives the ask', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const rounds = createLiveRounds(new Context(), { order: () => ({ mode: 'terminal-first', delaySeconds: 5 }) })
  const [desk, phone] = [onSide('desk', 'terminal'), onSide('phone', 'feishu')]
  for (const surface of [desk, phone]) rounds.add(surface)
  rounds.ask(DATABASE).catch(() => {})
  vi.advanceTimersByTime(4_999)
  expect(phone.shown).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect([phone.shown.length, vi.getTimerCount()]).toEqual([1, 0])
  const second = rounds.ask(DATABASE)
  expect(vi.getTimerCount()).toBe(1)
  desk.shown[1]!.round.submit(database('SQLite'))
  await second
  expect(vi.getTimerCount()).toBe(0)
})

it('takes another clock than the system\'s', async () => {
  const ctx = new Context()
  const at: number[] = []
  ctx.on('ask-surfaces/step', (step) => { at.push(step.at) })
  const rounds = createLiveRounds(ctx, { clock: { now: () => 7, monotonic: () => 7, after: () => () => {} } })
  rounds.add(thirdParty('desk'))
  rounds.ask(DATABASE).catch(() => {})
  expect(new Set(at)).toEqual(new Set([7]))
})
