/** What may be set for the router's row. */
import type { ApprovalsOption } from './host/index.ts'
import type { JournalMode } from './journal/types.ts'
import { DELAY, isDelay, ORDER_MODES } from './order.ts'
import type { OrderMode } from './types.ts'

export interface RouterConfig {
  /** Who is asked for permission to run a tool: every surface (default), the terminal alone, or none of ours. */
  readonly approvals: ApprovalsOption
  /** Whether the tool `ask_user_question` is mounted where no row offers it. Default true. */
  readonly askTool: boolean
  /** What is written down of each ask. Default `full`. */
  readonly journal: JournalMode
  /** Whether each line is on the disk before anything is shown. Default false: it is with the system, which outlives us. */
  readonly journalSync: boolean
  /** Size in bytes beyond which a new file is begun. Default 4,000,000. */
  readonly journalBytes: number
  /** Who is asked first, until a person chooses another order. Default `together`. */
  readonly order: OrderMode
  /** Seconds until the others are asked, 1 to 3600. Default 30. */
  readonly delaySeconds: number
}

export const JOURNAL_BYTES = 4_000_000

/**
 * Reads a row's config; unknown fields are left to later versions.
 * @throws {TypeError} when a known field has an unknown value, with the values that it may have.
 */
export function readRouterConfig(config: unknown): RouterConfig {
  if (config !== undefined && typeof config !== 'object') throw new TypeError('ask-router: the config must be an object')
  const { approvals = 'everywhere', askTool = true, journal = 'full', journalSync = false, journalBytes = JOURNAL_BYTES, order = 'together', delaySeconds = DELAY.usual }: Partial<Record<keyof RouterConfig, unknown>> = config ?? {}
  if (approvals !== 'everywhere' && approvals !== 'terminal' && approvals !== 'off') {
    throw new TypeError('ask-router: `approvals` must be "everywhere", "terminal" or "off"')
  }
  if (typeof askTool !== 'boolean') throw new TypeError('ask-router: `askTool` must be true or false')
  if (journal !== 'full' && journal !== 'ids' && journal !== 'off') throw new TypeError('ask-router: `journal` must be "full", "ids" or "off"')
  if (typeof journalSync !== 'boolean') throw new TypeError('ask-router: `journalSync` must be true or false')
  if (typeof journalBytes !== 'number' || !(journalBytes >= 1)) throw new TypeError('ask-router: `journalBytes` must be a number of bytes')
  const mode = ORDER_MODES.find((each) => each === order)
  if (mode === undefined) throw new TypeError('ask-router: `order` must be "together", "terminal-first" or "phone-first"')
  if (!isDelay(delaySeconds)) throw new TypeError(`ask-router: \`delaySeconds\` must be a whole number from ${DELAY.least} to ${DELAY.most}`)
  return { approvals, askTool, journal, journalSync, journalBytes, order: mode, delaySeconds }
}
