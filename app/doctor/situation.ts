/** What every check may look at, and how it reaches the world. */
import type { LockPorts } from '../../router/process-lock.ts'
import type { Sleep } from '../../surfaces/feishu/retry.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The terminal that the doctor runs in. */
export interface TerminalFacts {
  /** Whether both directions are a terminal. */
  readonly isTerminal: boolean
  readonly columns: number
  readonly rows: number
  readonly colours: number
}

/** A program that ran: what it printed, or why it did not run. */
export type Ran = { readonly kind: 'ended'; readonly code: number; readonly stdout: string } | { readonly kind: 'failed'; readonly code: string }

export interface DoctorPorts extends Pick<LockPorts, 'startOf'> {
  readonly env: Environment
  /** Where dsh would be started. */
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
  /** Of this Node, without the `v`. */
  readonly node: string
  /** Of this package. */
  readonly version: string
  readonly terminal: TerminalFacts
  /** Never rejects. */
  readonly run: (program: string, args: readonly string[], signal: AbortSignal) => Promise<Ran>
  /** Origins of the two platforms. */
  readonly platforms: { readonly feishu: string; readonly lark: string }
  /** Milliseconds until a check is given up, and until the platform counts as silent. */
  readonly limits: { readonly check: number; readonly call: number }
  /** Seconds that a ping may stay without an answer. */
  readonly pongTimeout: number
  /** Shows a line at once, beside the report. */
  readonly say: (line: string) => void
  /** Calls back with each line that the person types, until the returned function is called. */
  readonly onLine: (listener: (line: string) => void) => () => void
  /** The person or the system ends the doctor. */
  readonly signal: AbortSignal
}

