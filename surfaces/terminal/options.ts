/** What the terminal takes from outside, and what it offers. */
import type { Actor, AskSurface, AskUserQuestionRequest } from '../../router/types.ts'
import type { Locale } from '../form/words.ts'
import type { AlarmSetting } from './alarm.ts'
import type { ConsoleNews } from './console/news.ts'
import type { Draft } from './draft.ts'
import type { GlyphSet } from './glyphs.ts'
import type { TerminalInput, TerminalOutput } from './streams.ts'

/** What every form of the terminal needs. */
export interface DeskOptions {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  readonly locale: Locale
  /** Who sits here. */
  readonly actor?: Omit<Actor, 'surface'>
  /** Milliseconds; need not be the epoch's. */
  readonly now: () => number
  /** The clock by which asks tell when their window closed, in milliseconds since the epoch; default `now`. */
  readonly wall?: () => number
  /** The IANA time zone that times of day are told in; default the system's. */
  readonly zone?: string
  /** One line for the log: what failed, never what people say. */
  readonly log: (line: string) => void
  /** A line that stays at the top of the screen. */
  readonly note?: string
}

export interface TerminalOptions extends DeskOptions {
  /** Read for `NO_COLOR`, and for what the terminal can do. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Signs of the panel; default `unicode`. */
  readonly glyphs?: GlyphSet
  /** How an ask calls that doesn't have the keyboard; default `bell`. */
  readonly bell?: AlarmSetting
  /** Takes clicks and the wheel; the terminal's own selection then needs Shift. Default true. */
  readonly mouse?: boolean
  /** Calls back once after `ms` milliseconds; the returned function prevents it. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** Runs a task when everybody who was told of an act here has done what was due at once: other screens come first. Default at once. */
  readonly defer?: (task: () => void) => void
  /** ^C at rest; pressed twice while questions are open, or where the ^C before it was meant for the agent. */
  readonly onQuit?: () => void
  /** ^C, pressed twice while the agent runs; without a console, while questions are open. Without it that quits. */
  readonly onInterrupt?: () => void
  /** ^Z: the caller calls `leave`, stops the process, and calls `enter` when it goes on. */
  readonly onSuspend?: () => void
  /** A message typed at the input line. Without it the line takes text and sends none. */
  readonly onMessage?: (text: string) => void
  /** Whether an agent is driven from here: the title row, the commands and the transcript of its work. Default false. */
  readonly console?: boolean
  /** Whether the terminal drives the ask's session; default every session's. A throw counts as no. */
  readonly claims?: (request: AskUserQuestionRequest) => boolean
  /** What was typed and not sent on the screen before this one. */
  readonly draft?: Draft
  /** What tells the asks of a session apart where another one is shown, e.g. its project and title. */
  readonly origin?: (session: string) => string | undefined
}

export interface TerminalSurface extends AskSurface {
  /** Changes the line at the top of the screen; an empty text removes it. */
  readonly setNote: (text: string) => void
  /** Appends to the transcript above the panel, painted like news; foreign text is made fit for the screen. */
  readonly say: (text: string) => void
  /** What the agent does that is driven from here. Painted a moment later, with what else is told until then. */
  readonly tell: (news: ConsoleNews) => void
  /** What is typed and not sent, also once it is closed; undefined where whole lines are read. */
  readonly draft: () => Draft | undefined
  /** Gives the terminal back for the time being, e.g. to suspend; synchronous. Does nothing twice. */
  readonly leave: () => void
  /** Takes the terminal again after `leave`. */
  readonly enter: () => void
  /** Ends: open asks fail here, listeners and timers go, the terminal is as it was. Does nothing twice. */
  readonly close: () => Promise<void>
}
