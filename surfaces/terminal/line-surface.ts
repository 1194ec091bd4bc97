/**
 * The terminal where there is no full-screen one: a dumb terminal, a pipe, a screen reader's line mode. One question is
 * printed after the other as a numbered list, and whole lines answer.
 */
import { createInterface } from 'node:readline'
import { labelOf } from '../../router/errors.ts'
import type { Outcome, Verdict } from '../../router/types.ts'
import { whereArgument } from '../form/where.ts'
import { printed } from './console/printed.ts'
import type { RunningCalls } from './console/printed.ts'
import { createDetailReader } from './details.ts'
import type { Details } from './details.ts'
import { elsewhereLine, ownLine } from './ending.ts'
import { pageLines } from './line-page.ts'
import { lineTurn } from './line-turn.ts'
import { createPanel } from './panel.ts'
import type { Panel } from './panel.ts'
import { createContinuedAsks, repliedBefore } from './continued-asks.ts'
import { LineLate } from './line-late.ts'
import { clockOf, collapse } from './open-ask.ts'
import type { OpenAsk } from './open-ask.ts'
import type { DeskOptions, TerminalSurface } from './options.ts'
import { sanitise, sanitiseLine } from './sanitise.ts'
import type { TerminalOutput } from './streams.ts'
import { timeOfDay } from './time-of-day.ts'
import { clockText } from './wait.ts'
import type { WaitNews } from './wait.ts'
import { wordsOf } from './words.ts'
import type { Words } from './words.ts'

export interface LineOptions extends Omit<DeskOptions, 'input' | 'output'> {
  readonly input: NodeJS.ReadableStream
  readonly output: Pick<TerminalOutput, 'write'>
  /** A person types here, perhaps ahead of what is printed; what comes through a pipe was written for what it reads. */
  readonly typed: boolean
  /** A line that was typed while no question was open. */
  readonly onMessage?: (text: string) => void
  /** Nothing more will be typed: the surface is closed and should be unregistered. */
  readonly onEnd?: () => void
}

interface LineAsk extends OpenAsk {
  panel?: Panel
  /** What was last printed of its clock. */
  clock?: WaitNews['kind']
}

/** Milliseconds after a question is out in which a line was not typed as its answer. */
const QUIET = 400

/** Reads lines from `input` until it ends or the surface is closed. */
export function createLineSurface(options: LineOptions): TerminalSurface {
  const { output, locale, now } = options
  const words: Words = wordsOf(locale, 'ascii')
  const reader = createInterface({ input: options.input, crlfDelay: Infinity, terminal: false })
  const details = createDetailReader(async () => (await import('./markdown.ts')).parseMarkdown, options.log)
  /** Open asks, oldest first; the first that has a panel is the one asked. */
  const asks = new Map<string, LineAsk>()
  /** Lines from a pipe for a question that is still being made ready. */
  const early: string[] = []
  /** `read`: the input has ended, with lines of it still to be taken. */
  let phase: 'open' | 'read' | 'closed' = 'open'
  let quietUntil = -Infinity
  /** When a person sent a line last. */
  let typedAt = -Infinity
  let running: RunningCalls = new Map()

  const current = (): LineAsk | undefined => [...asks.values()].find(({ panel }) => panel !== undefined)

  function print(lines: readonly string[], done?: () => void): void {
    output.write(lines.map((line) => `${line}\n`).join(''), (error) => {
      if (error) options.log(`a line could not be written: ${error.name}`)
      else done?.()
    })
  }

  const continued = createContinuedAsks({
    ended: (id, end) => late.ended(id, end),
    delivered: (id, result) => late.delivered(id, result),
    log: options.log,
  })
  const late = new LineLate({ words, locale, print, submit: (id, answer) => continued.submit(id, answer, options.actor) })

  /** Says once how long there is, and once that the clock stands. */
  function tellClock(ask: LineAsk): void {
    const news = clockOf(ask.round.countdown)
    if (ask.panel === undefined || current() !== ask || news.kind === 'endless' || news.kind === ask.clock || ask.clock === 'held') return
    ask.clock = news.kind
    print([(news.kind === 'held' ? words.held : words.counting)(clockText(news.remaining))])
  }

  /** Prints the question that is asked now; lines that are on their way already don't answer it. */
  function show(ask: LineAsk): void {
    const { round, panel } = ask
    if (panel === undefined) return
    if (options.typed) quietUntil = Infinity
    print(['', ...pageLines(panel, words, locale)], () => {
      if (options.typed) quietUntil = now() + QUIET
      round.report('shown')
    })
    tellClock(ask)
  }

  function asked(ask: LineAsk, panel: Panel): void {
    const first = current()
    ask.panel = panel
    late.leave()
    if (first === undefined) {
      show(ask)
      takeEarly()
    }
    else print([words.waiting([...asks.values()].filter(({ panel }) => panel !== undefined).length - 1)], () => ask.round.report('shown'))
  }

  /** The ask is over: says so, and goes on with the next. */
  function ended(ask: LineAsk, line: string): void {
    const wasCurrent = current() === ask
    ask.unlisten()
    asks.delete(ask.round.id)
    print(ask.panel === undefined ? [] : [line], () => collapse(ask))
    const next = current()
    if (wasCurrent && next !== undefined) show(next)
    // They were meant for this ask: no later one may be answered by them.
    if (asks.size === 0) takeEarly()
  }

  function settled(ask: LineAsk, outcome: Outcome): void {
    if (asks.get(ask.round.id) !== ask) return
    ask.outcome = outcome
    const { panel } = ask
    const linger = options.typed && current() === ask && [...asks.values()].every((other) => other === ask || other.panel === undefined)
    ended(ask, ask.panel === undefined ? '' : elsewhereLine(words, locale, ask.panel, outcome) + words.glyphs.separator + timeOfDay(outcome.at, options.zone))
    if (panel !== undefined && outcome.kind === 'timed-out' && outcome.continued) late.keep(panel, linger)
  }

  function judged(ask: LineAsk, panel: Panel, verdict: Verdict): void {
    switch (verdict.kind) {
      case 'won':
        ask.outcome = verdict.outcome
        return ended(ask, ownLine(words, locale, panel, verdict.outcome))
      case 'lost':
        return settled(ask, verdict.outcome)
      case 'refused':
        ask.panel = { ...panel, mode: 'choosing' }
        print([words.refused(sanitiseLine(verdict.reason))])
        return show(ask)
    }
  }

  function typed(line: string): void {
    if (options.typed) typedAt = now()
    // Of the place and never an answer; a text that begins so is sent with `=` before it.
    if (line.trim().startsWith('/') && whereArgument(line.trim().slice(1)) !== undefined) return unasked(line)
    const ask = current()
    if (late.take(line, ask === undefined)) return
    if (ask?.panel === undefined && asks.size > 0 && !options.typed) return void early.push(line)
    if (ask?.panel === undefined) return line.trim() === '' ? undefined : unasked(line)
    if (now() < quietUntil) return print([words.lines.early])
    const { panel, effect } = lineTurn(ask.panel, line, words)
    const { complaint, ...next } = panel
    const moved = panel.page !== ask.panel.page || panel.mode !== ask.panel.mode || line.trim() === ''
    ask.panel = next
    if (complaint !== undefined) print([complaint])
    if (effect?.type === 'submit') return judged(ask, next, ask.round.submit(effect.answer, options.actor))
    if (effect?.type === 'dismiss') return judged(ask, next, ask.round.dismiss(options.actor))
    // Somebody is at it, and needs more than this line.
    if (line.trim() !== '') ask.round.countdown?.hold('for-good', options.actor)
    if (moved) show(ask)
  }

  /** A line that answers nothing is a message, where somebody takes those. */
  function unasked(line: string): void {
    if (options.onMessage === undefined) print([words.lines.nothingOpen])
    else options.onMessage(line)
  }

  /** Hears what came before a question could be shown, each line as if it came now. */
  function takeEarly(): void {
    for (const line of early.splice(0)) take(line)
    if (phase === 'read' && early.length === 0) end()
  }

  /** Nothing more comes. */
  function end(): void {
    print([words.lines.closed])
    release(new Error('the input of the terminal has ended'))
    options.onEnd?.()
  }

  function release(reason: Error): void {
    if (phase === 'closed') return
    phase = 'closed'
    reader.close()
    continued.close()
    for (const ask of asks.values()) {
      ask.unlisten()
      ask.reject(reason)
    }
    asks.clear()
  }

  /** A line must not take the input's listener down. */
  function take(line: string): void {
    try {
      typed(line)
    } catch (error) {
      options.log(`a line was not understood: ${labelOf(error)}`)
    }
  }

  reader.on('line', take)
  reader.on('close', () => {
    if (phase === 'closed') return
    if (early.length === 0) return end()
    phase = 'read'
  })
  if (options.note) print([sanitiseLine(options.note)])

  return {
    name: 'terminal',
    side: 'desk',
    idle: () => now() - typedAt,
    claim: () => phase === 'open',
    ask: ({ questions, wait }, round) => new Promise((resolve, reject) => {
      if (phase !== 'open') {
        reject(new Error('the terminal is closed'))
        return
      }
      const ask: LineAsk = { round, resolve, reject, unlisten: round.countdown?.onChange(() => tellClock(ask)) ?? (() => {}) }
      asks.set(round.id, ask)
      details.read(questions, (read: Details) => {
        if (asks.get(round.id) === ask) asked(ask, createPanel(round.id, { questions, details: read, ...(wait === undefined ? {} : { wait }) }, { locale, words }))
      })
      round.outcome.then((outcome) => settled(ask, outcome)).catch((error: unknown) => {
        options.log(`an end was not shown: ${labelOf(error)}`)
      })
    }),
    continued(ask) {
      const end = repliedBefore(ask)
      if (phase !== 'open' || (!continued.take(ask) && end === undefined)) return
      const { id, questions = [], since } = ask
      details.read(questions, (read) => {
        // The panel of a round that is just ending is kept with its draft, a moment later.
        const panel = createPanel(id, { questions: [...questions], details: read, since }, { locale, words })
        if (end) late.arrived(panel, end)
        else if (continued.has(id) && !asks.has(id)) late.keep(panel, false)
      })
    },
    setNote: (text) => (text === '' ? undefined : print([sanitiseLine(text)])),
    say: (text) => print(sanitise(text).trimEnd().split('\n')),
    tell(news) {
      const { lines, calls } = printed(news, running, words)
      running = calls
      if (lines.length > 0) print(lines)
    },
    draft: () => undefined,
    leave: () => {},
    enter: () => {},
    close() {
      release(new Error('the terminal was closed'))
      return Promise.resolve()
    },
  }
}
