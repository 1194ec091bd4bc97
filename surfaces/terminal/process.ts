/** The real process around a full-screen terminal: every way out gives the terminal back, and nothing scribbles over it. */
import type { TerminalOutput } from './streams.ts'

/** The part of `process` that is used. */
export interface ProcessPort extends Pick<NodeJS.EventEmitter, 'on' | 'off' | 'listenerCount'> {
  kill(pid: number, signal: string): unknown
  exit(code: number): unknown
  readonly pid: number
}

export interface ProcessGuard {
  /** Stops the whole job, as ^Z does in a cooked terminal, and takes the terminal again when it goes on. */
  suspend(): void
  /** Takes every listener off. */
  dispose(): void
}

export interface GuardOptions {
  /** The process ends: gives everything back for good; must be synchronous. */
  readonly end: () => void
  /** Gives the terminal back for the time being; must be synchronous. */
  readonly leave: () => void
  readonly enter: () => void
  readonly after: (ms: number, callback: () => void) => () => void
  /** A signal that ends the process does so here, with 128 and its number; else that is left to the host. */
  readonly exitOnSignal: boolean
  /**
   * The host's own way out, for a signal that nobody else handles; false when it has none. Without it such a signal
   * would end the process with every card still open.
   */
  readonly quit?: (code: number) => boolean
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const
/** A job without a shell is not stopped by ^Z and never told to go on: then the screen comes back by itself. */
const STILL_RUNNING = 250

/** Listens to the process until it is disposed; `end` may be called more than once. */
export function guardProcess(host: ProcessPort, { end, leave, enter, after, exitOnSignal, quit }: GuardOptions): ProcessGuard {
  const listeners: (readonly [string, () => void])[] = [
    ['exit', end],
    ['uncaughtExceptionMonitor', end],
    ...Object.entries(EXIT_CODES).map(([signal, code]) => [signal, () => signalled(signal, code)] as const),
  ]
  let cancelReturn: (() => void) | undefined

  /** A listener of ours takes away the signal's own effect; where nobody else listens, it is sent once more without us. */
  function signalled(signal: string, code: number): void {
    end()
    if (exitOnSignal) {
      host.exit(code)
      return
    }
    dispose()
    if (host.listenerCount(signal) === 0 && quit?.(code) !== true) host.kill(host.pid, signal)
  }

  function back(): void {
    cancelReturn?.()
    host.off('SIGCONT', back)
    enter()
  }

  function dispose(): void {
    cancelReturn?.()
    host.off('SIGCONT', back)
    for (const [event, listener] of listeners) host.off(event, listener)
  }

  for (const [event, listener] of listeners) host.on(event, listener)
  return {
    suspend() {
      leave()
      host.on('SIGCONT', back)
      cancelReturn = after(STILL_RUNNING, back)
      host.kill(0, 'SIGTSTP')
    },
    dispose,
  }
}

/** A stream whose `write` can be put aside; `process.stdout` and `process.stderr` fit. */
export interface DivertibleStream extends TerminalOutput {
  write: TerminalOutput['write']
}

export interface Diversion {
  /** The way to the terminal that is not diverted. */
  readonly output: TerminalOutput
  /**
   * Lets everything through again, with the screen gone. What is left of a line is said first, and the latest lines of
   * the error stream, which went with the screen, are written once more: they may tell why the process ends.
   */
  restore(): void
}

/** Milliseconds; what was written to the error stream longer ago has been read on the screen. */
const LATEST = 2_000

/** Turns what any code writes to these streams into whole lines for `say`. */
export function divertOutput(stdout: DivertibleStream, stderr: DivertibleStream, say: (line: string) => void, now: () => number): Diversion {
  const direct = stdout.write.bind(stdout)
  const output: TerminalOutput = {
    get columns() { return stdout.columns },
    get rows() { return stdout.rows },
    write: direct,
    on: (event, listener) => stdout.on(event, listener),
    off: (event, listener) => stdout.off(event, listener),
  }
  let errors: { readonly at: number; readonly line: string }[] = []
  const undo = [divert(stdout, say), divert(stderr, (line) => {
    errors = [...errors.filter(({ at }) => now() - at < LATEST), { at: now(), line }]
    say(line)
  })]
  const restore = (): void => {
    for (const each of undo) each()
    for (const { at, line } of errors.splice(0)) if (now() - at < LATEST) stderr.write(`${line}\n`)
  }
  return { output, restore }
}

function divert(stream: DivertibleStream, say: (line: string) => void): () => void {
  const original = stream.write
  const own = Object.hasOwn(stream, 'write')
  let rest = ''
  const diverted = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    rest += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(say)
    const done = more.find((each) => typeof each === 'function')
    if (done !== undefined) queueMicrotask(() => done())
    return true
  }
  stream.write = diverted
  return () => {
    // Someone may have put another write over ours; theirs stays.
    if (stream.write === diverted) {
      if (own) stream.write = original
      else Reflect.deleteProperty(stream, 'write')
    }
    if (rest !== '') say(rest)
    rest = ''
  }
}
