/** How this process was started, as far as it concerns the agent that is driven from here. */

/** Which session is driven first. */
export type From =
  | { readonly kind: 'new' }
  /** The latest of this folder. */
  | { readonly kind: 'latest' }
  | { readonly kind: 'named'; readonly id: string }

/** What the command line asks for. */
export interface CommandLine {
  readonly task?: string
  readonly from: From
  /** Whether the terminal may be taken. */
  readonly terminal: boolean
}

export type Launch =
  /** A person drives the agent from a screen, if one opens; `task` is their first message. */
  | { readonly drive: 'person'; readonly terminal: boolean; readonly from: From; readonly task?: string }
  /** One task without a screen to follow it: its answer is printed and the process ends. */
  | { readonly drive: 'task'; readonly terminal: boolean; readonly from: From; readonly task: string }
  /** Another row reads the command line and drives. */
  | { readonly drive: 'nobody'; readonly terminal: boolean }

/** Whether the terminal's row opens anything that a person can follow the agent on; `lines` is the row's setting. */
export function isFollowed({ tty, term, lines }: { readonly tty: boolean; readonly term: string | undefined; readonly lines: string }): boolean {
  return tty && (term !== 'dumb' || lines !== 'off')
}

/** `screen`: whether there is a terminal, and a row that would take it. */
export function launchOf({ task, from, terminal }: CommandLine, screen: boolean): Launch {
  if (task === undefined) return { drive: 'person', terminal, from }
  return { drive: terminal && screen ? 'person' : 'task', terminal, from, task }
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** There once the command line has been read; never on `--help` and bad use, which end the process. */
    askLaunch: Launch
  }
}
