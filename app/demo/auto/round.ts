/** Plays one scenario and holds what came of it against what was scripted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AskUserQuestionAnswer } from '../../../router/types.ts'
import type { SimMessage, Simulator } from '../simulator/index.ts'
import type { DemoHost } from '../host/index.ts'
import { answerOf, choose, type Pick } from './choice.ts'
import type { Observation, Observer } from './observer.ts'
import type { PhonePlayer } from './phone-player.ts'
import type { PartReport, PlayedRound, RoundReport, SurfaceName } from './report.ts'
import type { Scenario } from './scenarios.ts'
import { DISMISS, keysFor, type TerminalPlayer } from './terminal-player.ts'

/** Everything on the stage, for all rounds. */
export interface Cast {
  readonly host: DemoHost
  readonly simulator: Simulator
  readonly observer: Observer
  readonly phone: PhonePlayer
  readonly terminal: TerminalPlayer
  /** Real milliseconds after which a panel takes every key that it holds back from somebody who types ahead. */
  readonly terminalQuietMs: number
  mountTerminal(): Promise<void>
  unmountTerminal(): Promise<void>
}

/** One ask in play. */
export interface PlayedAsk {
  readonly cast: Cast
  /** What each human would answer: always different, so that the answer tells who won. */
  readonly picks: Readonly<Record<SurfaceName, readonly Pick[]>>
  readonly keys: ReturnType<typeof keysFor>
  bothShown(): Promise<void>
  seen(condition: (seen: Observation) => boolean, what: string): Promise<void>
  /** Waits until the panel takes keys. */
  terminalListens(): Promise<void>
  /** Types everything but the last key. */
  fillTerminal(): Promise<void>
  dismissAtTerminal(): Promise<void>
  /** The card of this ask. @throws when none was sent. */
  card(): SimMessage
  phoneCanAnswer(): boolean
  /** The agent takes the ask back. */
  withdraw(): void
  fault(line: string): void
}

type Result = { readonly answer: AskUserQuestionAnswer } | { readonly error: unknown }

export async function playRound(cast: Cast, scenario: Scenario): Promise<PlayedRound> {
  const { observer, host } = cast
  const { questions } = scenario.ask
  const faults: string[] = []
  const turn = new AbortController()
  const seen = observer.watch()
  const round = onStage(cast, scenario, seen, turn, faults)
  const settled = host.ask(scenario.ask, turn.signal).then((answer): Result => ({ answer }), (error: unknown): Result => ({ error }))
  let expectedWinner: SurfaceName | null = null
  try {
    expectedWinner = await scenario.play(round)
    await observer.until(() => seen.settledAt !== undefined, 'the ask ends')
    await observer.until(() => screensAreDone(seen), 'every screen shows the end')
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
    turn.abort()
  }
  const result = await settled
  const report = reportOf(scenario, seen, result)
  faults.push(...judge(report, scenario, expectedWinner, round.picks, seen))
  return { report: { ...report, questions }, faults }
}

function onStage(cast: Cast, { ask: { questions } }: Scenario, seen: Observation, turn: AbortController, faults: string[]): PlayedAsk {
  const { observer, simulator, terminal, terminalQuietMs } = cast
  const picks = { terminal: choose(questions, 'last'), feishu: choose(questions, 'first') }
  const keys = keysFor(questions, picks.terminal)
  const card = () => {
    const message = simulator.messages().find(({ messageId }) => messageId === seen.messageId)
    if (message === undefined) throw new Error('no card was sent for the ask')
    return message
  }
  return {
    cast, picks, keys, card,
    bothShown: () => observer.until(() => seen.shownAt.terminal !== undefined && seen.shownAt.feishu !== undefined, 'panel and card are shown'),
    seen: (condition, what) => observer.until(() => condition(seen), what),
    async terminalListens() {
      await observer.until(() => seen.shownAt.terminal !== undefined, 'the panel is shown')
      await delay(terminalQuietMs)
    },
    fillTerminal: () => terminal.type(keys.bursts),
    dismissAtTerminal: () => terminal.type([DISMISS, keys.confirm]),
    phoneCanAnswer: () => JSON.stringify(card().card).includes('"name":"submit_'),
    withdraw: () => turn.abort({ kind: 'user' }),
    fault: (line) => void faults.push(line),
  }
}

/** Every screen that showed the ask shows its end, unless that screen failed. */
function screensAreDone(seen: Observation): boolean {
  const surfaces: SurfaceName[] = ['terminal', 'feishu']
  return surfaces.every((surface) => seen.shownAt[surface] === undefined || seen.failed.has(surface) || seen.endedAt[surface] !== undefined)
    && (seen.messageId === undefined || seen.patchedAt !== undefined)
}

function reportOf({ name, ask }: Scenario, seen: Observation, result: Result): RoundReport {
  const winner = seen.winner === 'terminal' || seen.winner === 'feishu' ? seen.winner : null
  const outcome = outcomeOf(result)
  const surfaces = { terminal: partOf('terminal', seen, outcome), feishu: partOf('feishu', seen, outcome) }
  const toldAt: Record<SurfaceName, number | undefined> = { terminal: seen.endedAt.terminal, feishu: seen.patchedAt }
  const losers = (['terminal', 'feishu'] as const).filter((surface) => surfaces[surface].end === 'collapsed')
  const { settledAt } = seen
  return {
    name, outcome, by: winner, surfaces,
    questions: ask.questions,
    answer: 'answer' in result ? result.answer : null,
    losersToldMs: losers.flatMap((surface) => {
      const told = toldAt[surface]
      return told === undefined || settledAt === undefined ? [] : [rounded(told - settledAt)]
    }),
  }
}

function outcomeOf(result: Result): RoundReport['outcome'] {
  if ('answer' in result) return 'answered'
  const code = result.error instanceof Error && 'code' in result.error ? result.error.code : undefined
  const outcomes: Record<string, RoundReport['outcome']> = { ASK_CANCELLED: 'dismissed', ASK_ABORTED: 'aborted', ASK_TIMED_OUT: 'timed-out' }
  return outcomes[String(code)] ?? 'failed'
}

function partOf(surface: SurfaceName, seen: Observation, outcome: RoundReport['outcome']): PartReport {
  const since = (at: number | undefined) => (at === undefined ? null : rounded(at - seen.openedAt))
  const times = { shownMs: since(seen.shownAt[surface]), endedMs: since(seen.endedAt[surface]) }
  if (seen.winner === surface) return { ...times, end: 'won' }
  if (seen.failed.has(surface)) return { ...times, end: 'failed' }
  if (times.shownMs === null) return { ...times, end: 'not-asked' }
  return { ...times, end: outcome === 'answered' || outcome === 'dismissed' ? 'collapsed' : 'withdrawn' }
}

function judge(report: RoundReport, scenario: Scenario, winner: SurfaceName | null, picks: PlayedAsk['picks'], seen: Observation): string[] {
  const wanted = { outcome: scenario.expected.outcome, by: winner, ends: scenario.expected.ends(winner) }
  const got = { outcome: report.outcome, by: report.by, ends: { terminal: report.surfaces.terminal.end, feishu: report.surfaces.feishu.end } }
  const answer = winner !== null && wanted.outcome === 'answered' ? answerOf(scenario.ask.questions, picks[winner]) : null
  return [
    ...differing('end', wanted, got),
    ...differing('answer', answer, report.answer),
    ...(seen.winner === 'feishu' && !(seen.answeredAt !== undefined && seen.patchedAt !== undefined && seen.answeredAt <= seen.patchedAt)
      ? ['a patch was sent before the callback was answered'] : []),
  ]
}

function differing(what: string, wanted: unknown, got: unknown): string[] {
  const [want, have] = [JSON.stringify(wanted), JSON.stringify(got)]
  return want === have ? [] : [`${what}: wanted ${want}, got ${have}`]
}

/** Tenths of a millisecond. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
