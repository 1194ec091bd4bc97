/** What the screen knows of the agent that is driven from it, beside the transcript. Plain data. */
import type { Recall } from './history.ts'
import type { AgentState, Choice, CommandNews, Heading } from './news.ts'

export interface ConsoleModel {
  readonly heading: Heading
  readonly state: AgentState
  readonly commands: readonly CommandNews[]
  /** Messages that wait until the agent takes them. */
  readonly queue: readonly string[]
  /** What can be picked for a command, while its list may be open. */
  readonly choices?: { readonly command: string; readonly items: readonly Choice[] }
  /** The marked row of the list above the input line. */
  readonly listRow: number
  /** The list was put away; it stays away until the line changes. */
  readonly listClosed: boolean
  /** Lines sent from here, oldest first. */
  readonly history: readonly string[]
  /** Where in the history the input line is; absent: at a line of its own. */
  readonly recalled?: Recall
}

export const IDLE_CONSOLE: ConsoleModel = {
  heading: {}, state: 'idle', commands: [], queue: [], listRow: 0, listClosed: false, history: [],
}
