/** What may be set for the router's row. */
import type { ApprovalsOption } from './host/index.ts'

export interface RouterConfig {
  /** Who is asked for permission to run a tool: every surface (default), the terminal alone, or none of ours. */
  readonly approvals: ApprovalsOption
  /** Whether the tool `ask_user_question` is mounted where no row offers it. Default true. */
  readonly askTool: boolean
}

/**
 * Reads a row's config; unknown fields are left to later versions.
 * @throws {TypeError} when a known field has an unknown value, with the values that it may have.
 */
export function readRouterConfig(config: unknown): RouterConfig {
  if (config === undefined || config === null) return { approvals: 'everywhere', askTool: true }
  if (typeof config !== 'object') throw new TypeError('ask-router: the config must be an object')
  const { approvals = 'everywhere', askTool = true }: { approvals?: unknown; askTool?: unknown } = config
  if (approvals !== 'everywhere' && approvals !== 'terminal' && approvals !== 'off') {
    throw new TypeError('ask-router: `approvals` must be "everywhere", "terminal" or "off"')
  }
  if (typeof askTool !== 'boolean') throw new TypeError('ask-router: `askTool` must be true or false')
  return { approvals, askTool }
}
