/**
 * A process writes, and is killed at any byte of any write; another starts on the same files. What it makes of every ask
 * is held against a model that knows no journal: what was said before the crash, and what the host took.
 * JOURNAL_CRASHES gives the number of crashes that are tried at least, JOURNAL_SCRIPTS that of sequences of events; the
 * seed is printed when one fails.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import type { AskPhase, HostView, Journal, JournalRecord } from '../../../router/journal/types.ts'
import { Leftovers } from '../../../router/leftovers.ts'
import { createHome, SQLITE, type JournalHome, WANG } from '../../helpers/journal-home.ts'

const AT_LEAST = Number(process.env['JOURNAL_CRASHES'] ?? 5_000)
const SCRIPTS = Number(process.env['JOURNAL_SCRIPTS'] ?? AT_LEAST / 100)

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

type Move = 'answer' | 'dismiss' | 'time-out' | 'withdraw' | 'show' | 'finish' | 'reply' | 'delivered' | 'refused' | 'unreachable' | 'close' | 'discard' | 'lose' | 'event'
const MOVES: readonly Move[] = ['answer', 'dismiss', 'time-out', 'withdraw', 'show', 'finish', 'reply', 'delivered', 'refused', 'unreachable', 'close', 'discard', 'lose', 'event']

/** An ask as a person would tell its story. */
interface Story {
  phase: AskPhase
  /**
   * What the host was told, or was about to be told: by the answer of a round, or by a late one, which is `queued` until
   * the agent reads it.
   */
  answer: 'none' | 'given' | 'queued'
  place: 'none' | 'shown' | 'done'
}

/** What a process that obeys the protocol writes for a move, and what the story is then; undefined when it can't happen. */
function play(ask: string, story: Story, move: Move): { records: JournalRecord[]; after: Story } | undefined {
  const { phase } = story
  const over: Story = { ...story, phase: 'over' }
  switch (move) {
    case 'answer':
      return phase !== 'open' ? undefined : { records: [{ kind: 'acted', ask, actor: WANG, verdict: 'won' }, { kind: 'settled', ask, outcome: 'answered', actor: WANG, answer: SQLITE }], after: { ...over, answer: 'given' } }
    case 'dismiss':
      return phase !== 'open' ? undefined : { records: [{ kind: 'acted', ask, actor: WANG, verdict: 'won' }, { kind: 'settled', ask, outcome: 'dismissed', actor: WANG }], after: over }
    case 'time-out':
      return phase !== 'open' ? undefined : { records: [{ kind: 'settled', ask, outcome: 'timed-out', continued: true }], after: { ...story, phase: 'continued' } }
    case 'withdraw':
      return phase !== 'open' ? undefined : { records: [{ kind: 'settled', ask, outcome: 'aborted', cause: 'withdrawn' }], after: over }
    case 'show':
      return story.place === 'done' ? undefined : { records: [{ kind: 'delivery', ask, surface: 'feishu', place: 'ou_1', data: { message: `om-${ask}` } }], after: { ...story, place: 'shown' } }
    case 'finish':
      return story.place !== 'shown' ? undefined : { records: [{ kind: 'delivery', ask, surface: 'feishu', place: 'ou_1' }], after: { ...story, place: 'done' } }
    case 'reply':
      return phase !== 'continued' ? undefined : { records: [{ kind: 'late', ask, step: 'accepted', actor: WANG, answer: SQLITE }], after: { ...story, phase: 'sending', answer: 'given' } }
    case 'delivered':
      return phase !== 'sending' ? undefined : { records: [{ kind: 'late', ask, step: 'delivered' }], after: { ...over, answer: 'queued' } }
    case 'refused':
      return phase !== 'sending' ? undefined : { records: [{ kind: 'late', ask, step: 'failed', code: 'NOT_ANSWERABLE' }, { kind: 'late', ask, step: 'closed', code: 'gone' }], after: { ...over, answer: 'none' } }
    case 'unreachable':
      return phase !== 'sending' ? undefined : { records: [{ kind: 'late', ask, step: 'failed', code: 'NO_SESSION' }], after: { ...story, phase: 'continued', answer: 'none' } }
    case 'close':
      return phase !== 'continued' ? undefined : { records: [{ kind: 'late', ask, step: 'closed', code: 'settled-elsewhere' }], after: over }
    case 'discard':
      return phase !== 'over' || story.answer !== 'queued' ? undefined : { records: [{ kind: 'late', ask, step: 'failed', code: 'NO_SESSION' }], after: { ...story, phase: 'continued', answer: 'none' } }
    case 'lose':
      return { records: [{ kind: 'acted', ask, actor: WANG, verdict: 'lost' }], after: story }
    case 'event':
      return { records: [{ kind: 'event', surface: 'feishu', id: `${ask}-event` }], after: story }
  }
}

interface Written { readonly from: number; readonly to: number; readonly ask: number; readonly before: Story | undefined; readonly after: Story; readonly records: number }

const script = fc.record({
  moves: fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...MOVES)), { minLength: 1, maxLength: 14 }),
  crashAt: fc.nat(),
  hasCall: fc.boolean(),
  /** Whether an answer had reached the agent, which the host then knows. */
  hostTook: fc.boolean(),
  isReadable: fc.boolean(),
  /** The bytes at which it ends: each one for some scripts, a few for the others, so that there are many scripts. */
  cuts: fc.option(fc.array(fc.nat(), { maxLength: 4 }), { freq: 8, nil: undefined }),
})

/** From `from` to `to`; `cuts` picks some, and `to` is always among them. */
function sizes(from: number, to: number, cuts: readonly number[] | undefined): number[] {
  const all = Array.from({ length: to - from }, (_, each) => from + 1 + each)
  return cuts === undefined ? all : [...cuts.flatMap((cut) => all[cut % Math.max(1, all.length)] ?? []), to]
}

/** Plays a script; each write with the stories around it. */
function write(journal: Journal, moves: readonly (readonly [number, Move])[], hasCall: boolean): Written[] {
  const stories = new Map<number, Story>()
  const writes: Written[] = []
  for (const [ask, move] of moves) {
    const before = stories.get(ask)
    const played = before === undefined
      ? { records: [{ kind: 'asked', ask: `a${ask}`, timed: true, count: 1, session: 's', ...(hasCall ? { call: `c${ask}` } : {}) } as const], after: { phase: 'open', answer: 'none', place: 'none' } as Story }
      : play(`a${ask}`, before, move)
    if (played === undefined) continue
    const from = statSync(home.file).size
    journal.append(...played.records)
    stories.set(ask, played.after)
    writes.push({ from, to: statSync(home.file).size, ask, before, after: played.after, records: played.records.length })
  }
  return writes
}

/** Starts on what is there, and lets the host that the stories tell of take what is sent again. */
async function restart(stories: ReadonlyMap<string, Story>, { hostTook, isReadable, hasCall }: { hostTook: boolean; isReadable: boolean; hasCall: boolean }) {
  const journal = home.open()
  const taken = new Map([...stories].map(([ask, story]) => [ask, story.answer !== 'none' && hostTook ? 1 : 0]))
  const restored = new Map<string, string>()
  const viewOf = (ask: string): HostView => {
    const story = stories.get(ask)
    if (!isReadable) return 'unreadable'
    if (story === undefined) return 'absent'
    if ((taken.get(ask) ?? 0) > 0) return 'settled'
    // A dismissal or a withdrawal reached the tool call; a time-out, or nothing at all, leaves it to go on.
    return story.phase === 'over' && story.answer === 'none' ? 'absent' : 'continued'
  }
  const left = new Leftovers({
    journal, now: () => home.now, takesAnswers: () => true, canOpen: true,
    view: (_session, call) => Promise.resolve({ state: viewOf(call.replace('c', 'a')) }),
    restore: ({ entry: { ask, phase }, decision }) => {
      expect([ask, restored.has(ask)]).toEqual([ask, false])
      restored.set(ask, decision.kind)
      expect([ask, phase]).toEqual([ask, decision.kind === 'continued' ? 'continued' : 'sending'])
      // The host refuses what is settled: an answer arrives once, whatever we send.
      if (decision.kind === 'redeliver' && (taken.get(ask) ?? 0) === 0) taken.set(ask, 1)
      if (decision.kind === 'redeliver') expect(decision).toMatchObject({ answer: SQLITE, actor: WANG })
    },
  })
  await left.decide()
  for (const [ask, story] of stories) {
    const entry = journal.state().ask(ask)
    const isAnswerable = restored.get(ask) === 'continued'
    // Never both answerable and over, here or in the journal.
    expect([ask, isAnswerable, entry?.phase === 'continued']).toEqual([ask, isAnswerable, isAnswerable])
    // Nobody can answer anew what was answered, or dismissed, or taken by the host.
    if (isAnswerable) expect([ask, hasCall, story.answer, taken.get(ask)]).toEqual([ask, true, 'none', 0])
    if (isReadable && hasCall) {
      // What is not over goes on, unless the host says otherwise; an answer that was given reaches the agent, once.
      if (story.answer === 'none' && story.phase !== 'over') expect([ask, restored.get(ask)]).toEqual([ask, 'continued'])
      if (story.answer !== 'none') expect([ask, taken.get(ask)]).toEqual([ask, 1])
    }
    // Nothing is lost without a line: an end is on record for whatever doesn't go on.
    if (!restored.has(ask)) expect([ask, entry?.phase, entry?.end === undefined]).toEqual([ask, 'over', false])
    if (story.place === 'shown') expect(left.deliveries('feishu').map((each) => each.ask)).toContain(ask)
    if (story.place === 'done') expect(left.deliveries('feishu').map((each) => each.ask)).not.toContain(ask)
  }
  return { journal, restored, decisions: new Map([...journal.state().asks()].map(({ ask, phase, end }) => [ask, `${phase} ${end?.kind}`])) }
}

/** The stories that the first `size` bytes of the file tell. A write whose last line lacks its end only is complete. */
function storiesAt(writes: readonly Written[], size: number, bytes: Buffer): Map<string, Story> {
  const stories = new Map<string, Story>()
  for (const { from, to, ask, before, after, records } of writes) {
    const whole = bytes.subarray(from, Math.min(size + 1, to)).filter((byte) => byte === 0x0a).length
    // Of an act and its end the end alone counts: it is the last line.
    const story = whole === records || (records === 2 && whole === 1 && after.answer === 'none' && after.phase === 'over' && before?.phase === 'sending') ? after : before
    if (story) stories.set(`a${ask}`, story)
  }
  return stories
}

it('leaves, at any byte of any write, a state that the next start and the one after it understand', async () => {
  const seen = { crashes: 0, scripts: 0 }
  const seed = Number(process.env['JOURNAL_SEED'] ?? 20_260_101)
  for (let round = 0; seen.crashes < AT_LEAST || seen.scripts < SCRIPTS; round += 1) {
    await fc.assert(fc.asyncProperty(script, async ({ moves, crashAt, cuts, ...host }) => {
      rmSync(home.folder, { recursive: true, force: true })
      const first = home.open()
      const writes = write(first, moves, host.hasCall)
      home.kill(first)
      const bytes = readFileSync(home.file)
      const crash = writes[crashAt % writes.length]
      if (crash === undefined) return
      seen.scripts += 1
      const cut = async (size: number) => {
        writeFileSync(home.file, bytes.subarray(0, size))
        seen.crashes += 1
        const stories = storiesAt(writes.filter(({ to }) => to <= crash.to), size, bytes)
        const second = await restart(stories, host)
        home.kill(second.journal)
        return { stories, second }
      }
      for (const size of sizes(crash.from, crash.to, cuts)) await cut(size)
      const { stories, second } = await cut(crash.to)
      // The start itself is killed: the next one comes to the same.
      const after = statSync(home.file).size
      const written = readFileSync(home.file)
      for (const size of sizes(crash.to - 1, after, cuts)) {
        writeFileSync(home.file, written.subarray(0, size))
        seen.crashes += 1
        const third = await restart(stories, host)
        expect([...third.decisions].filter(([ask]) => stories.has(ask))).toEqual([...second.decisions].filter(([ask]) => stories.has(ask)))
        home.kill(third.journal)
      }
    }), { numRuns: 10, seed: seed + round, endOnFailure: true })
  }
  expect(seen.crashes).toBeGreaterThanOrEqual(AT_LEAST)
  expect(seen.scripts).toBeGreaterThanOrEqual(SCRIPTS)
}, 600_000)
