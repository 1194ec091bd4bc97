/** What a played round looked like from outside, as JSON and as a timeline. */
import type { AskUserQuestionAnswer, AskUserQuestionItem, Outcome } from '../../../router/types.ts'

export type SurfaceName = 'terminal' | 'feishu'

/** How a surface's part ended: it won, showed another's win, showed that the ask was withdrawn, failed, or had no part. */
export type PartEnd = 'won' | 'collapsed' | 'withdrawn' | 'failed' | 'not-asked'

/** Times in milliseconds from the ask; null when it never came to that. */
export interface PartReport {
  readonly shownMs: number | null
  readonly endedMs: number | null
  readonly end: PartEnd
}

export interface RoundReport {
  readonly name: string
  readonly questions: readonly AskUserQuestionItem[]
  readonly outcome: Outcome['kind']
  /** The surface whose human ended the round. */
  readonly by: SurfaceName | null
  readonly answer: AskUserQuestionAnswer | null
  readonly surfaces: Readonly<Record<SurfaceName, PartReport>>
  /** Milliseconds from the outcome to the moment at which each loser's screen had it. */
  readonly losersToldMs: readonly number[]
}

/** A round and what is wrong with it; nothing when it ended as scripted. */
export interface PlayedRound {
  readonly report: RoundReport
  readonly faults: readonly string[]
}

/** The file that `--json` writes. */
export function renderJson(rounds: readonly PlayedRound[]): string {
  const ok = rounds.every(({ faults }) => faults.length === 0)
  return `${JSON.stringify({ version: 1, ok, rounds: rounds.map(({ report }) => report) }, undefined, 2)}\n`
}

/** Columns before the last, in characters. */
const WIDTHS = { name: 34, outcome: 21, terminal: 34, feishu: 32 } as const

function renderColumns(mark: string, columns: Readonly<Record<keyof typeof WIDTHS, string>>, last: string): string {
  const { name, outcome, terminal, feishu } = WIDTHS
  return `${mark} ${columns.name.padEnd(name)} ${columns.outcome.padEnd(outcome)} ${columns.terminal.padEnd(terminal)} ${columns.feishu.padEnd(feishu)}${last}`.trimEnd()
}

/** Explains the columns of `timelineLine`. */
export const TIMELINE_HEADER = renderColumns('   ', {
  name: 'round (times: ms from the ask)',
  outcome: 'outcome',
  terminal: 'terminal shown→ended, its end',
  feishu: 'feishu shown→ended, its end',
}, '  told: loser\'s screen, ms after the outcome')

/** One line a round. */
export function timelineLine({ report, faults }: PlayedRound): string {
  const { name, outcome, by, surfaces, losersToldMs } = report
  const part = (surface: SurfaceName) => {
    const { shownMs, endedMs, end } = surfaces[surface]
    return `${surface} ${[shownMs, endedMs].map((ms) => (ms === null ? '-' : ms.toFixed(1))).join('→')} ${end}`
  }
  const told = losersToldMs.length === 0 ? '' : `  told +${losersToldMs.map((ms) => ms.toFixed(1)).join(', +')} ms`
  const columns = { name, outcome: `${outcome}${by === null ? '' : ` by ${by}`}`, terminal: part('terminal'), feishu: part('feishu') }
  return [renderColumns(faults.length === 0 ? 'ok ' : 'BAD', columns, told), ...faults.map((fault) => `      ${fault}`)].join('\n')
}

/** The closing lines: the median of the times and who won in the same instant. */
export function summary(rounds: readonly PlayedRound[], seed: number): string {
  const told = rounds.flatMap(({ report }) => report.losersToldMs)
  const instant = rounds.filter(({ report }) => report.name.startsWith('same instant'))
  const wins = (surface: SurfaceName) => instant.filter(({ report }) => report.by === surface).length
  const bad = rounds.filter(({ faults }) => faults.length > 0).length
  return [
    ...(instant.length === 0 ? [] : [`same instant: terminal won ${wins('terminal')}, feishu won ${wins('feishu')} (seed ${seed})`]),
    ...(told.length === 0 ? [] : [`losers told: median ${median(told).toFixed(1)} ms, worst ${Math.max(...told).toFixed(1)} ms`]),
    `${rounds.length - bad} of ${rounds.length} rounds ended as scripted`,
  ].join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] ?? Number.NaN : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
