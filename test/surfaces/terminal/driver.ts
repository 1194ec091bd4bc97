/** Drives the pure update with raw bytes on a clock of its own, painting at once like a fast terminal. */
import type { AskUserQuestionAnswer, AskUserQuestionItem, Outcome, Verdict } from '../../../router/types.ts'
import type { Locale } from '../../../surfaces/form/words.ts'
import { cellsOf } from '../../../surfaces/terminal/cells.ts'
import type { Effect } from '../../../surfaces/terminal/effects.ts'
import { editorText } from '../../../surfaces/terminal/editor.ts'
import { readDetails } from '../../../surfaces/terminal/details.ts'
import type { GlyphSet } from '../../../surfaces/terminal/glyphs.ts'
import { createKeyDecoder } from '../../../surfaces/terminal/keys.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import type { ConsoleNews } from '../../../surfaces/terminal/console/news.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { rowText } from '../../../surfaces/terminal/row.ts'
import { update } from '../../../surfaces/terminal/update.ts'
import type { Message } from '../../../surfaces/terminal/update.ts'
import { view } from '../../../surfaces/terminal/view.ts'

export interface Driver {
  readonly model: Model
  readonly effects: Effect[]
  /** What was submitted, oldest first. */
  readonly answers: AskUserQuestionAnswer[]
  readonly inputText: string
  send(message: Message): void
  /** News of the agent. */
  tell(news: ConsoleNews): void
  /** Feeds each text as one read, `apart` milliseconds after the last; a second Enter comes after a pause, as it is asked for. */
  type(...reads: string[]): void
  ask(id: string, ...questions: AskUserQuestionItem[]): void
  /** Asks and waits until the panel takes keys. */
  open(id: string, ...questions: AskUserQuestionItem[]): void
  wait(ms: number): void
  /** The screen's rows as they are painted, without trailing blanks. */
  screen(): string
}

export interface DriverOptions {
  locale?: Locale
  columns?: number
  rows?: number
  canSend?: boolean
  canInterrupt?: boolean
  glyphs?: GlyphSet
  /** Milliseconds between two reads, two Enters included. */
  apart?: number
  /** Whether frames reach the glass at once. */
  painting?: boolean
}

export function createDriver(options: DriverOptions = {}): Driver {
  const { locale = 'en', columns = 80, rows = 24, canSend = false, canInterrupt = false, glyphs = 'unicode', apart, painting = true } = options
  const decoder = createKeyDecoder()
  const effects: Effect[] = []
  let model = createModel({ locale, glyphs, size: { columns, rows }, zone: 'UTC', canSend, canInterrupt })
  let now = 1_000_000
  let lastRead = ''
  const step = (message: Message): void => {
    const [next, more] = update(model, message, now)
    model = next
    effects.push(...more)
  }
  const send = (message: Message): void => {
    step(message)
    if (painting) step({ type: 'painted' })
  }
  const wait = (ms: number): void => {
    now += ms
    send({ type: 'ticked' })
  }
  const ask = (id: string, ...questions: AskUserQuestionItem[]): void => send({ type: 'asked', id, questions, details: readDetails(questions, parseMarkdown) })
  return {
    get model() { return model },
    effects,
    get answers() { return effects.flatMap((effect) => (effect.type === 'submit' ? [effect.answer] : [])) },
    get inputText() { return editorText(model.input) },
    send,
    tell: (news) => send({ type: 'told', news }),
    type(...reads) {
      for (const read of reads) {
        now += apart ?? (read === KEYS.enter && lastRead === KEYS.enter ? 800 : 200)
        lastRead = read
        for (const key of [...decoder.feed(Buffer.from(read)), ...(decoder.pending ? decoder.flush() : [])]) send({ type: 'pressed', key })
      }
    },
    ask,
    open(id, ...questions) {
      ask(id, ...questions)
      wait(1_000)
    },
    wait,
    screen: () => view(model).rows.map((row) => cellsOf(rowText(row)).map(({ text }) => text).join('').trimEnd()).join('\n'),
  }
}

export const answered = (actor: { surface: string; name?: string }, answer: AskUserQuestionAnswer): Outcome => ({ kind: 'answered', actor, answer, at: 0 })
export const won = (outcome: Outcome): Verdict => ({ kind: 'won', outcome })

export const KEYS = {
  enter: '\r', esc: '\x1b', tab: '\t', shiftTab: '\x1b[Z', up: '\x1b[A', down: '\x1b[B', right: '\x1b[C', left: '\x1b[D',
  pageUp: '\x1b[5~', pageDown: '\x1b[6~', backspace: '\x7f', ctrlC: '\x03', ctrlF: '\x06', ctrlG: '\x07', ctrlL: '\x0c', ctrlS: '\x13', ctrlT: '\x14', ctrlX: '\x18', ctrlY: '\x19', ctrlZ: '\x1a',
}
