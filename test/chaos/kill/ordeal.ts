/** Kills the product again and again on one platform and one home, and holds what every person and agent was told. */
import { fork, type ChildProcess } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { foldQuestions, type SessionEvent } from '../../../app/demo/host/waterfall/projection.ts'
import type { ActiveQuestion } from '../../../app/demo/host/waterfall/types.ts'
import { createSimulator, type Simulator } from '../../../app/demo/simulator/index.ts'
import { Ledger } from '../../../router/journal/ledger.ts'
import { readJournal } from '../../../router/journal/reading.ts'
import type { JournalLine } from '../../../router/journal/types.ts'
import { createDice, type Dice } from '../dice.ts'
import { createFastClock, type FastClock } from '../fast-clock.ts'
import { isLive, OPERATOR, type Phone, playPhone, SECOND, STRANGER, tagOf } from '../phone.ts'
import { KEYS } from '../processes.ts'
import { SESSIONS } from '../stage.ts'
import { createQuestions, createStory, type Story, tagIn } from '../story.ts'
import { accountsOf } from '../verdicts.ts'
import { playWeather } from '../weather.ts'
import type { Breach, SeedOptions, SeedReport } from '../world.ts'
import { answersTo, openRecords, type Records } from './records.ts'
import { type Evidence, judgeKilled } from './verdicts.ts'

const RUN = fileURLToPath(new URL('../../helpers/run.js', import.meta.url))
const LIFE = fileURLToPath(new URL('life.ts', import.meta.url))

/** Asks in one life. */
const ASKS = 26
/** When it is killed, in real milliseconds after its first card has arrived; now and then before. */
const KILLED_AFTER = [0, 4_000] as const
const FIRST_CARD_MS = 3_000
const STARTING_MS = 60_000
const SETTLING_MS = 15_000
/** Real milliseconds for an orderly end. */
const STOPPING_MS = 30_000

interface Life {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

/** `asks` of them at least are open, or go on, when their process is killed. */
export async function runOrdeal({ seed, asks, speed }: SeedOptions): Promise<SeedReport> {
  const began = performance.now()
  const dice = createDice(seed)
  const clock = createFastClock(speed)
  const folder = mkdtempSync(join(tmpdir(), 'ask-ordeal-'))
  const records = openRecords(folder)
  const stories = new Map<string, Story>()
  const breaches: Breach[] = []
  const breach = (line: string, story?: Story): void => void breaches.push({ seed, line, trace: story?.trace ?? [], ...(story ? { ask: story.tag } : {}) })
  const simulator = await createSimulator({ ...KEYS, people: [OPERATOR, SECOND, STRANGER], now: clock.monotonicEpoch, answerDeadlineMs: 1_500, messageRetriesMs: [100, 200, 400] })
  const playing = new AbortController()
  const { signal } = playing
  setMaxListeners(0, signal)
  let webhook = ''
  const storyOf = (tag: string): Story | undefined => stories.get(tag)
  const phone = playPhone({ simulator, clock, dice: dice.fork(), signal, storyOf, webhook: () => webhook, breach: (story, line) => breach(line, story) })
  const weather = playWeather({ simulator, clock, dice: dice.fork(), signal, calamities: [] })

  const begin = async (): Promise<Life> => {
    const child = fork(RUN, [LIFE, JSON.stringify({ folder, url: simulator.url, seed: dice.between(1, 2 ** 30), speed })], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const ended = once(child, 'exit')
    let complaint = ''
    child.stderr?.on('data', (bytes: Buffer) => { complaint += bytes.toString() })
    const ready = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(STARTING_MS) }), ended])
    const told = z.object({ address: z.string() }).safeParse(ready[0])
    if (!told.success) throw new Error(`a life ended before it had begun: ${complaint.slice(-2_000)}`)
    webhook = told.data.address
    simulator.connectWebhook(webhook)
    return { child, ended }
  }

  let met = 0
  let lives = 0
  while (met < asks) {
    const life = await begin()
    lives += 1
    const isOfThisLife = new Set<string>()
    for (let count = 0; count < ASKS; count += 1) {
      const story = planKilled(`K${stories.size + 1}`, dice)
      stories.set(story.tag, story)
      isOfThisLife.add(story.tag)
      const { tag, session, call, windowMs, questions } = story
      life.child.send({ ask: { tag, session, call, windowMs, questions } })
    }
    const isEarly = dice.chance(0.15)
    if (!isEarly) await simulator.waitForMessage((message) => isOfThisLife.has(tagOf(message) ?? ''), AbortSignal.timeout(FIRST_CARD_MS)).catch(() => undefined)
    await sleep(isEarly ? dice.between(0, 300) : dice.between(...KILLED_AFTER))
    life.child.kill('SIGKILL')
    await life.ended
    met += countOpen(stories, records)
    for (const story of stories.values()) story.trace.push(`life ${lives} is killed`)
  }

  playing.abort()
  await Promise.all([weather, phone.idle()])
  simulator.faults.clear()
  const last = await begin()
  const evidence = (): ReadonlyMap<string, Evidence> => gather(stories, records, simulator)
  const isSettled = (): boolean => [...evidence().values()].every(({ story, accounts, ...rest }) => judgeKilled({ story, accounts, ...rest }).length === 0)
  await settle(isSettled)
  await answerSome(evidence(), simulator, phone, dice, clock)
  await settle(isSettled)
  for (const found of evidence().values()) {
    const lines = judgeKilled(found)
    if (lines.length > 0) found.story.trace.push(...found.accounts.flatMap((account) => account.lines.map((line) => `journal: ${JSON.stringify(line)}`)))
    for (const line of lines) breach(line, found.story)
  }
  last.child.send('stop')
  const stopped = await Promise.race([last.ended, sleep(STOPPING_MS)])
  if (!Array.isArray(stopped) || stopped[0] !== 0) {
    breach(Array.isArray(stopped) ? `an orderly end came to ${stopped.join(' ')}` : 'the process does not end by itself: something is left behind in it')
    last.child.kill('SIGKILL')
  }
  phone.close()
  await simulator.close()
  const counts = countKilled(stories, records, met, lives)
  rmSync(folder, { recursive: true, force: true })
  return { seed, asks: stories.size, counts, breaches, seconds: (performance.now() - began) / 1_000 }
}

function planKilled(tag: string, dice: Dice): Story {
  const fields = { tag, session: dice.pick(SESSIONS), questions: createQuestions(tag, dice) }
  if (dice.chance(0.6)) return createStory({ ...fields, call: tag, windowMs: dice.between(500, 20_000) })
  return createStory({ ...fields, ...(dice.chance(0.6) ? { call: tag } : {}) })
}

/** Asks without an answer to their agent, which the process that is gone had open or took late answers for. */
function countOpen(stories: ReadonlyMap<string, Story>, records: Records): number {
  const ends = records.ends()
  const logs = new Map<string, readonly SessionEvent[]>(SESSIONS.map((session) => [session, records.events(session)]))
  return [...stories.values()].filter((story) => {
    if (story.disturbed) return false
    const { tag, session, call } = story
    const end = ends.get(tag)
    const isOpen = end === undefined || (end.kind === 'pending' && answersTo(logs.get(session) ?? [], call ?? '').length === 0)
    // Each is counted once, however many lives it goes through.
    story.disturbed = isOpen
    return isOpen
  }).length
}

function gather(stories: ReadonlyMap<string, Story>, records: Records, simulator: Simulator): ReadonlyMap<string, Evidence> {
  const { lines } = readJournal([join(records.folder, 'journal.1.jsonl'), join(records.folder, 'journal.jsonl')])
  const accounts = accountsOf(lines, (text) => tagIn(text)?.tag)
  const ledger = ledgerOf(lines)
  const logs = new Map<string, readonly SessionEvent[]>(SESSIONS.map((session) => [session, records.events(session)]))
  const active = new Map<string, readonly ActiveQuestion[]>(SESSIONS.map((session) => [session, foldQuestions(logs.get(session) ?? []).questions.active]))
  const ends = records.ends()
  const atDesk = records.attempts()
  const live = simulator.messages().filter((message) => isLive(message) && message.history.at(-1)?.cause !== 'reverted')
  const log = records.read('log.jsonl').join('\n')
  return new Map([...stories.values()].map((story) => {
    const own = accounts.get(story.tag) ?? []
    return [story.tag, {
      story, accounts: own, end: ends.get(story.tag),
      attempts: [...story.attempts, ...atDesk.filter(({ tag }) => tag === story.tag).map(({ attempt }) => attempt)],
      answers: story.call === undefined ? [] : answersTo(logs.get(story.session) ?? [], story.call),
      isContinued: active.get(story.session)?.some(({ callId, state }) => callId === story.call && state === 'continued') ?? false,
      phases: own.map(({ ask }) => ledger.ask(ask)?.phase ?? 'forgotten'),
      liveCards: live.filter((message) => tagOf(message) === story.tag).map(({ messageId }) => messageId),
      isToldInLog: own.some(({ ask }) => new RegExp(`${ask}[^\\n]*failed`, 'u').test(log)),
    }]
  }))
}

function ledgerOf(lines: readonly JournalLine[]): Ledger {
  const ledger = new Ledger()
  for (const line of lines) ledger.apply(line)
  return ledger
}

/** What still can be answered is answered, a part of it twice. */
async function answerSome(evidence: ReadonlyMap<string, Evidence>, simulator: Simulator, phone: Phone, dice: Dice, clock: FastClock): Promise<void> {
  const cards = [...evidence.values()].flatMap(({ isContinued, liveCards }) => (isContinued ? liveCards : []))
  for (const messageId of cards) {
    if (simulator.transport() === undefined) return
    await phone.touch(messageId, dice.pick(['submit', 'submit', 'submit-twice', 'dismiss']))
    await clock.sleep(200)
  }
}

async function settle(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + SETTLING_MS; !holds() && performance.now() < end;) await sleep(150)
}

function countKilled(stories: ReadonlyMap<string, Story>, records: Records, met: number, lives: number): Record<string, number> {
  const counts: Record<string, number> = { 'open when killed': met, lives }
  const add = (what: string): void => { counts[what] = (counts[what] ?? 0) + 1 }
  const ends = records.ends()
  for (const { tag, told } of stories.values()) {
    const end = ends.get(tag)
    add(end === undefined ? 'ended with its process' : end.kind === 'failed' ? end.code : end.kind)
    if (told.some(({ word }) => word === 'accepted')) add('answered late at the phone')
  }
  return counts
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, ms) })
}
