/** What whoever drives an agent tells the console. Plain data; every text is as foreign as a model's, and made fit for the screen here. */
import type { AskOrder } from '../../../router/types.ts'

/** What the agent is doing. Whether it asks is known from the open panels. */
export type AgentState = 'idle' | 'running' | 'interrupted'

export interface TodoItem {
  readonly text: string
  readonly state: 'pending' | 'active' | 'done'
}

/** A command that a line may begin with; `name` is without its slash. */
export interface CommandNews {
  readonly name: string
  readonly description: string
  /** What may follow the name, e.g. `[focus]`. */
  readonly hint?: string
}

/** One thing that can be picked for a command: `/COMMAND VALUE` is what is sent then. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly detail?: string
}

/** What the title row names; what is absent is left out of it. */
export interface Heading {
  /** The session's id: its asks need no name. */
  readonly id?: string
  readonly project?: string
  readonly session?: string
  readonly model?: string
  /** The permission preset in force. */
  readonly preset?: string
  /** Names of the other places where asks go, e.g. `feishu`. */
  readonly places?: readonly string[]
  /** Who is asked first. */
  readonly order?: AskOrder
  /** Asks that are open but not on this screen. */
  readonly elsewhere?: number
}

/** How a command ended that did not end well. */
export type ToolExit =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  /** Milliseconds that it had. */
  | { readonly kind: 'timed-out'; readonly ms: number }

export type TurnEnd = 'completed' | 'interrupted' | 'failed' | 'blocked' | 'cut-short'

export type ConsoleNews =
  /** Another session is shown from here on: the transcript starts anew. */
  | { readonly type: 'session-opened'; readonly id: string }
  /** Replaces what was told before, field by field. */
  | { readonly type: 'headed'; readonly heading: Heading }
  | { readonly type: 'state-changed'; readonly state: AgentState }
  /** A message that the agent has taken. `late`: the answer to an ask that had timed out. `context`: not a person's. */
  | { readonly type: 'user-said'; readonly text: string; readonly source: 'person' | 'late' | 'context' }
  /** All the messages that still wait until the agent takes them, oldest first. */
  | { readonly type: 'queue-changed'; readonly texts: readonly string[] }
  /** A message that the agent will never take, given back to whoever typed it. */
  | { readonly type: 'returned'; readonly text: string }
  /** A piece of what the model is writing. */
  | { readonly type: 'streamed'; readonly kind: 'text' | 'reasoning'; readonly delta: string }
  /** The whole of it, once it is complete: stands for every piece streamed since the last one, or for none. */
  | { readonly type: 'spoke'; readonly text: string; readonly reasoning: string; readonly interrupted: boolean }
  /** `subject` says on what, e.g. the command or the path. */
  | { readonly type: 'tool-called'; readonly call: string; readonly tool: string; readonly subject: string }
  /** `exit`: how a command ended, where that wasn't well. */
  | { readonly type: 'tool-ended'; readonly call: string; readonly ok: boolean; readonly result: string; readonly exit?: ToolExit }
  | { readonly type: 'todo-written'; readonly items: readonly TodoItem[] }
  | { readonly type: 'plan-mode-changed'; readonly active: boolean }
  /** The model did not answer and is asked again, as often as `most`; `detail` as below. */
  | { readonly type: 'retrying'; readonly attempt: number; readonly most?: number; readonly detail: string }
  /** `detail` tells a failure, e.g. `UNAUTHORIZED: …`. */
  | { readonly type: 'turn-ended'; readonly how: TurnEnd; readonly detail?: string }
  | { readonly type: 'commands-listed'; readonly commands: readonly CommandNews[] }
  /** Opens the list of what can be picked for a command. */
  | { readonly type: 'choices-offered'; readonly command: string; readonly choices: readonly Choice[] }
