/** One seed in this process: people, agents and weather on a stage, and what came of every ask. */
import { getEventListeners, setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { readJournal } from '../../router/journal/reading.ts'
import { playDesk } from './desk.ts'
import { createDice, type Dice } from './dice.ts'
import { createFastClock } from './fast-clock.ts'
import { leftSince, readTraces } from './leaks.ts'
import { isLive, playPhone, tagOf, type Phone } from './phone.ts'
import { createStage, SESSIONS, type Stage } from './stage.ts'
import { createQuestions, createStory, type Story, tagIn } from './story.ts'
import { accountsOf, judgeStory, type Account } from './verdicts.ts'
import { playWeather } from './weather.ts'

export interface Breach {
  readonly seed: number
  readonly ask?: string
  readonly line: string
  readonly trace: readonly string[]
}

export interface SeedReport {
  readonly seed: number
  readonly asks: number
  /** How often each end came, and each thing that was told. */
  readonly counts: Readonly<Record<string, number>>
  readonly breaches: readonly Breach[]
  readonly seconds: number
}

export interface SeedOptions {
  readonly seed: number
  readonly asks: number
  /** Times faster than real time. */
  readonly speed: number
}

/** Asks that are open at the same time. */
const OPEN = 24
/** Real milliseconds for what is on its way to arrive, and for everything to be gone in the end. */
const SETTLING_MS = 15_000
const LEAVING_MS = 5_000
/** Until an agent has read what waits in its inbox, in milliseconds of the run's clock. */
const INBOX_MS = 3_000

export async function runSeed({ seed, asks, speed }: SeedOptions): Promise<SeedReport> {
  const began = performance.now()
  const before = readTraces()
  const dice = createDice(seed)
  const clock = createFastClock(speed)
  const stories = new Map<string, Story>()
  const breaches: Breach[] = []
  const notes: string[] = []
  const storyOf = (tag: string): Story | undefined => stories.get(tag)
  const breach = (line: string, story?: Story): void => void breaches.push({ seed, line, trace: story?.trace ?? [], ...(story ? { ask: story.tag } : {}) })
  const rejected = (error: unknown): void => breach(`unhandled rejection: ${error instanceof Error ? error.stack : String(error)}`)
  process.on('unhandledRejection', rejected)

  const stage = await createStage({
    clock, dice: dice.fork(), storyOf, noted: (line) => notes.push(line),
    disturbed: () => { for (const story of stories.values()) if (story.end === undefined) story.disturbed = true },
    onLate: (call, answer, fate) => {
      const story = stories.get(call)
      if (story === undefined) return breach(`a late answer came to ${call}, which nobody asked`)
      story.trace.push(`late answer ${fate}`)
      if (fate === 'read') story.late.push(answer)
      else story.discarded += 1
    },
  })
  const playing = new AbortController()
  const { signal } = playing
  setMaxListeners(0, signal)
  const { simulator, glass, keyboard } = stage
  const phone = playPhone({ simulator, clock, dice: dice.fork(), signal, storyOf, webhook: stage.webhook, breach: (story, line) => breach(line, story) })
  const desk = playDesk({ glass, keyboard, clock, dice: dice.fork(), signal, storyOf })
  const weather = playWeather({ simulator, clock, dice: dice.fork(), signal, calamities: stage.calamities })

  const turns = createTurns(dice.fork(), clock.after)
  const planner = dice.fork()
  let next = 0
  const agent = async (): Promise<void> => {
    while (next < asks) {
      next += 1
      const story = planStory(`K${next}`, stage, planner)
      story.disturbed = !stage.isWhole()
      stories.set(story.tag, story)
      await playAsk(story, stage, turns, planner.fork(), clock)
      if (planner.chance(0.3)) await clock.sleep(planner.between(0, 500))
    }
  }
  await Promise.all(Array.from({ length: OPEN }, agent))
  turns.close()
  playing.abort()
  await Promise.all([weather, desk, phone.idle()])
  phone.close()
  simulator.faults.clear()
  await settle(() => unsettled(stage, stories).length === 0)
  await clock.sleep(INBOX_MS)
  const accounts = accountsOf(readJournal([join(stage.folder, 'journal.1.jsonl'), join(stage.folder, 'journal.jsonl')]).lines, (text) => tagIn(text)?.tag)
  for (const line of await judgeCards(stage, stories, accounts, phone, notes)) breach(line.line, line.story)
  for (const story of stories.values()) for (const line of judgeStory(story, accounts.get(story.tag) ?? [])) breach(line, story)
  for (const line of turns.listening()) breach(line)
  for (const { ask } of breaches) for (const { lines } of accounts.get(ask ?? '') ?? []) for (const line of lines) stories.get(ask ?? '')?.trace.push(`journal: ${JSON.stringify(line).slice(0, 400)}`)
  await stage.close()
  await new Promise((resolve) => { setImmediate(resolve) })
  process.off('unhandledRejection', rejected)
  for (const line of await leftSince(before, LEAVING_MS)) breach(line)
  return { seed, asks, counts: countEnds(stories), breaches, seconds: (performance.now() - began) / 1_000 }
}

function planStory(tag: string, { era }: Stage, dice: Dice): Story {
  const session = dice.pick(SESSIONS)
  const questions = createQuestions(tag, dice)
  const isTimed = era === 'waterfall' && dice.chance(0.35)
  if (isTimed) return createStory({ tag, session, questions, call: tag, windowMs: dice.between(2_000, 12_000) })
  return createStory({ tag, session, questions, ...(dice.chance(0.5) ? { call: tag } : {}) })
}

interface Turns {
  /** The signal of a session's turn. */
  of(session: string): AbortSignal
  close(): void
  /** One line for each listener that a turn still has. */
  listening(): readonly string[]
}

/** Each session's turn ends now and then, with everything that was asked in it. */
function createTurns(dice: Dice, after: (ms: number, callback: () => void) => () => void): Turns {
  const turns = new Map<string, AbortController>(SESSIONS.map((session) => [session, new AbortController()]))
  const all: AbortSignal[] = [...turns.values()].map(({ signal }) => signal)
  // Each open ask of a turn listens, and so does its player.
  const listen = (): void => setMaxListeners(0, ...all)
  listen()
  let cancel: (() => void) | undefined
  const arm = (): void => {
    cancel = after(dice.between(30_000, 90_000), () => {
      const session = dice.pick(SESSIONS)
      const turn = new AbortController()
      turns.get(session)?.abort({ kind: 'user' })
      turns.set(session, turn)
      all.push(turn.signal)
      listen()
      arm()
    })
  }
  arm()
  return {
    of: (session) => turns.get(session)?.signal ?? AbortSignal.abort(),
    close: () => cancel?.(),
    listening: () => all.filter((signal) => getEventListeners(signal, 'abort').length > 0).map((signal) => `a turn's signal has ${getEventListeners(signal, 'abort').length} listeners left`),
  }
}

/** Asks once, or the same call twice; every ask ends in the end, if only with its agent's patience. */
async function playAsk(story: Story, { host }: Stage, turns: Turns, dice: Dice, clock: { after(ms: number, callback: () => void): () => void }): Promise<void> {
  const patience = new AbortController()
  const signal = dice.chance(0.5) ? turns.of(story.session) : patience.signal
  const isTurn = signal !== patience.signal
  const withdrawn = (): void => {
    story.withdrawn = true
    story.trace.push('withdrawn')
  }
  signal.addEventListener('abort', withdrawn, { once: true })
  const cancel = isTurn ? () => undefined : clock.after(dice.pick([0, 300, 8_000, 20_000, 60_000, 60_000, 60_000, 60_000, 60_000]), () => patience.abort())
  const isTwice = story.call !== undefined && story.windowMs === undefined && dice.chance(0.1)
  const [end, twin] = await Promise.all([host.ask(story, signal), ...(isTwice ? [host.ask(story, signal)] : [])])
  cancel()
  signal.removeEventListener('abort', withdrawn)
  story.end = end
  story.trace.push(`the agent hears ${JSON.stringify(end)}`)
  if (twin && !story.disturbed && !story.withdrawn && JSON.stringify(twin) !== JSON.stringify(end)) story.end = { kind: 'failed', code: `TWINS_DIFFER ${JSON.stringify([end, twin])}` }
}

/** Cards that still look open although their ask is over. */
function unsettled({ simulator }: Stage, stories: ReadonlyMap<string, Story>): readonly (readonly [string, Story])[] {
  return simulator.messages().flatMap((message) => {
    const story = stories.get(tagOf(message) ?? '')
    // Undone by the platform, which tells nobody: the card is made final when it is touched.
    if (story === undefined || !isLive(message) || message.history.at(-1)?.cause === 'reverted') return []
    return story.end?.kind === 'pending' && story.late.length === 0 ? [] : [[message.messageId, story] as const]
  })
}

/** A card that could not be made final is told of in the log, and says what happened as soon as it is touched. */
async function judgeCards(stage: Stage, stories: ReadonlyMap<string, Story>, accounts: ReadonlyMap<string, readonly Account[]>, phone: Phone, notes: readonly string[]): Promise<readonly { readonly line: string; readonly story: Story }[]> {
  const found: { line: string; story: Story }[] = []
  for (const [messageId, story] of unsettled(stage, stories)) {
    // Final by now: it had only been late.
    if (!unsettled(stage, stories).some(([id]) => id === messageId)) continue
    const ids = (accounts.get(story.tag) ?? []).map(({ ask }) => ask)
    const isTold = notes.some((note) => note.includes('failed') && ids.some((id) => note.includes(id)))
    const shown = stage.simulator.messages().find((message) => message.messageId === messageId)?.history.map(({ cause }) => cause).join()
    const isOnRecord = JSON.stringify(accounts.get(story.tag)).includes(messageId)
    if (!isTold) found.push({ line: `the card ${messageId} (${shown}, ${isOnRecord ? 'on record' : 'nowhere on record'}) stays open, and no line says why`, story })
    const reply = await phone.touch(messageId, 'submit')
    if (reply?.toast === undefined || reply.toast.type === 'success') found.push({ line: `a click on a card whose ask is over got ${reply?.toast?.text ?? `nothing: ${reply?.kind ?? 'no button'} ${reply?.phoneCode ?? ''} over ${stage.simulator.transport() ?? 'nothing'}`}`, story })
  }
  return found
}

/** Looks often, for as long as it may take; what has not come to hold by then is found by the judges. */
async function settle(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + SETTLING_MS; !holds() && performance.now() < end;) await new Promise((resolve) => { setTimeout(resolve, 20) })
}

function countEnds(stories: ReadonlyMap<string, Story>): Record<string, number> {
  const counts: Record<string, number> = {}
  const add = (what: string, by = 1): void => { counts[what] = (counts[what] ?? 0) + by }
  for (const { end, late, told, attempts } of stories.values()) {
    add(end?.kind === 'failed' ? end.code : (end?.kind ?? 'none'))
    add('late', late.length)
    add('attempts', attempts.length)
    if (told.some(({ word }) => word === 'won')) add('won at the phone')
    if (end?.kind === 'answered') add(`answered by ${attempts.find(({ what }) => JSON.stringify(what) === JSON.stringify(end.answer))?.place}`)
  }
  return counts
}
