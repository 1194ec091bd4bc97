/** Plays the human at the desk, who sees the screen only: looks, decides, types, and looks again before each key that counts. */
import type { Pick } from '../../app/demo/auto/choice.ts'
import { DISMISS, keysFor } from '../../app/demo/auto/terminal-player.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'
import type { Glass, Keyboard } from './glass.ts'
import { attempt, createPicks, type Story, tagIn } from './story.ts'

const ENTER = '\r'
const ESCAPE = '\u001b'
const TAB = '\t'
const TAKE_TIME = '\u0014'
const LIST = '\u0007'

/** Milliseconds of the run's clock: until a new panel takes keys, between bursts, before an Enter that decides. */
const QUIET_MS = 800
const BURST_MS = 150
const DECIDING_MS = 850
/** How often an Enter that had no effect is repeated. */
const ENTERS = 3

export interface DeskPorts {
  readonly glass: Glass
  readonly keyboard: Keyboard
  readonly clock: FastClock
  readonly dice: Dice
  readonly signal: AbortSignal
  storyOf(tag: string): Story | undefined
  /** Before the keys of an attempt are typed. */
  attempted?(story: Story): void
}

interface Sight {
  readonly tag: string
  readonly question: number
  readonly isLate: boolean
  readonly isSending: boolean
  readonly isReview: boolean
  /** Asks whether the ask shall be put away. */
  readonly isAsking: boolean
  readonly panel: readonly string[]
}

/** Plays until the signal aborts; never rejects. */
export async function playDesk({ glass, keyboard, clock, dice, signal, storyOf, attempted = () => undefined }: DeskPorts): Promise<void> {
  /** Asks that hold a draft of keys that were interrupted: what they mean is not known any more. */
  const touched = new Set<string>()
  const wait = (ms: number): Promise<void> => clock.sleep(ms, signal)

  /** The panel that has the keyboard. A review page names no question of its own. */
  const look = async (): Promise<Sight | undefined> => {
    const rows = await glass.read()
    const top = rows.findLastIndex((row) => row.startsWith('┌'))
    if (top < 0) return undefined
    const panel = rows.slice(top)
    const found = tagIn(panel.join('\n'))
    if (found === undefined) return undefined
    const title = panel[0] ?? ''
    return { ...found, isLate: title.includes(' late '), panel, isReview: title.includes('Review'), isAsking: rows.slice(top).some((row) => /^Enter (?:again after a pause: )?yes/u.test(row)), isSending: panel.some((row) => row.startsWith('│ Sending')) }
  }
  const stillShows = async (tag: string): Promise<boolean> => (await look())?.tag === tag

  const answer = async (story: Story): Promise<void> => {
    const picks = createPicks(story.questions, `desk for ${story.tag} as ${story.attempts.length}`, dice)
    const { bursts, confirm } = keysFor(story.questions, picks)
    touched.add(story.tag)
    attempt(story, 'terminal', picks)
    attempted(story)
    /** Before an Enter the marks are looked at: a key may have come while the panel took none. */
    const mayGoOn = async (isEnter: boolean): Promise<boolean> => {
      const sight = await look()
      if (sight?.tag !== story.tag) return false
      return !isEnter || sight.isReview || isMarked(sight.panel, picks[sight.question])
    }
    for (const burst of bursts) {
      if (!await mayGoOn(burst === ENTER)) return
      keyboard.type(burst)
      await wait(burst === ENTER ? DECIDING_MS : BURST_MS)
    }
    for (let enters = 0; enters < ENTERS; enters += 1) {
      if (!await mayGoOn(true)) return
      keyboard.type(confirm)
      await wait(DECIDING_MS)
    }
  }

  const dismiss = async (story: Story): Promise<void> => {
    attempt(story, 'terminal', 'dismiss')
    attempted(story)
    keyboard.type(DISMISS)
    await wait(DECIDING_MS)
    const sight = await look()
    if (sight?.tag === story.tag && sight.isAsking) keyboard.type(ENTER)
    await wait(BURST_MS)
  }

  const act = async (sight: Sight, story: Story): Promise<void> => {
    if (sight.isSending) return
    if (sight.isLate) {
      if (!touched.has(story.tag) && sight.question === 0 && dice.chance(0.5)) return answer(story)
      keyboard.type(ESCAPE)
      return wait(BURST_MS)
    }
    if (touched.has(story.tag)) return dice.chance(0.8) ? dismiss(story) : wait(QUIET_MS)
    if (dice.chance(0.07)) return dismiss(story)
    if (dice.chance(0.1)) return wait(3 * QUIET_MS)
    if (story.windowMs !== undefined && dice.chance(0.2)) {
      keyboard.type(TAKE_TIME)
      await wait(BURST_MS)
    }
    if (dice.chance(0.05)) {
      keyboard.type(ESCAPE)
      return wait(BURST_MS)
    }
    return answer(story)
  }

  const step = async (): Promise<void> => {
    await wait(dice.between(100, 400))
    if (dice.chance(0.01)) glass.resize(dice.between(0, 2))
    const sight = await look()
    const story = sight && storyOf(sight.tag)
    if (sight === undefined || story === undefined) {
      // Folded, or nothing there; what is typed then answers nothing.
      keyboard.type(dice.pick([TAB, TAB, TAB, LIST, ESCAPE]))
      return wait(300)
    }
    await wait(QUIET_MS)
    if (await stillShows(sight.tag)) await act(sight, story)
  }

  while (!signal.aborted) {
    try {
      await step()
    } catch {
      // Aborted while waiting; a glass that broke shows as asks that the desk never answers.
      if (!signal.aborted) await new Promise((resolve) => { setTimeout(resolve, 5) })
    }
  }
}

/** Whether a page shows what was meant, and nothing else. */
function isMarked(panel: readonly string[], pick: Pick | undefined): boolean {
  if (pick === undefined) return false
  if (pick.kind === 'text') return panel.some((row) => row.includes(pick.text))
  const marked = panel.flatMap((row) => /^│.{0,3}(\d)\. [([][•x][)\]]/u.exec(row)?.[1] ?? [])
  return marked.join() === pick.indexes.map((index) => String(index + 1)).join()
}
