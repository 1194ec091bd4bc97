/** A real terminal: tmux on a socket of its own, typed into and read as a person would. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Longest wait for something to appear, in milliseconds. */
const LIMIT = 15_000

export interface Terminal {
  /** Name of tmux's socket; the session is `main`. */
  readonly socket: string
  /** tmux's own names of keys: `Enter`, `Down`, `C-x`. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** The screen as text, one line a row. */
  screen(): Promise<string>
  /** The same with the escape sequences that style it. */
  styled(): Promise<string>
  /** Waits until the screen satisfies the condition; returns it. */
  until(condition: RegExp | ((screen: string) => boolean), what?: string): Promise<string>
  /** tmux's format variables, e.g. `#{alternate_on}`. */
  display(format: string): Promise<string>
  /** Process id of the program. */
  pid(): Promise<number>
  /** Waits until the program has ended; returns its exit code. */
  exitCode(): Promise<number>
  close(): Promise<void>
}

export interface TerminalOptions {
  readonly command: string
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
}

let opened = 0

export async function openTerminal({ command, columns = 80, rows = 24, env = {} }: TerminalOptions): Promise<Terminal> {
  const socket = `ask-e2e-${process.pid}-${++opened}`
  const tmux = async (...args: string[]) => (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout
  const environment = Object.entries({ LANG: 'C.UTF-8', ...env }).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  // The shell outlives the program, so that what it leaves behind on the terminal can be looked at.
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), ...environment, '-s', 'main', `${command}; echo "[exit code $?]"; exec sleep 600`)
  const screen = () => tmux('capture-pane', '-p', '-t', 'main')
  const until = async (condition: RegExp | ((screen: string) => boolean), what = String(condition)): Promise<string> => {
    const holds = typeof condition === 'function' ? condition : (text: string) => condition.test(text)
    const deadline = Date.now() + LIMIT
    for (;;) {
      const text = await screen()
      if (holds(text)) return text
      if (Date.now() > deadline) throw new Error(`the screen never showed ${what}:\n${text}`)
      await delay(40)
    }
  }
  return {
    socket,
    screen,
    styled: () => tmux('capture-pane', '-p', '-e', '-t', 'main'),
    until,
    press: async (...keys) => void await tmux('send-keys', '-t', 'main', ...keys),
    type: async (text) => void await tmux('send-keys', '-t', 'main', '-l', text),
    display: async (format) => (await tmux('display-message', '-p', '-t', 'main', format)).trim(),
    async pid() {
      const shell = await tmux('display-message', '-p', '-t', 'main', '#{pane_pid}')
      const [child] = readFileSync(`/proc/${shell.trim()}/task/${shell.trim()}/children`, 'utf8').trim().split(' ')
      if (!child) throw new Error('the program has ended')
      return Number(child)
    },
    async exitCode() {
      const text = await until(/\[exit code \d+\]/, 'the end of the program')
      return Number(/\[exit code (\d+)\]/.exec(text)?.[1])
    },
    async close() {
      await tmux('kill-server').catch(() => {
        // The server ends by itself when its last session has.
      })
    },
  }
}
