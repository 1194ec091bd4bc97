/** A second hand and eye on a terminal of tmux, without a process for each key: its control mode. */
import { spawn } from 'node:child_process'
import type { Terminal } from './terminal.ts'

export interface Tap {
  /** Types text as it is. */
  type(text: string): void
  /** tmux's own name of a key. */
  press(key: string): void
  /** Waits until the program has written `text`; returns when that was seen, on the clock of `performance.now()`. */
  written(text: string): Promise<number>
  close(): void
}

/** Longest wait for something to be written, in milliseconds. */
const LIMIT = 15_000

/** What the program wrote, with all that controls as `\ooo`. */
const OUTPUT = /^%output %\d+ (.*)$/s

type Watchers = Set<(bytes: string) => void>

/** Sees what is written from here on. */
export async function tap({ socket }: Terminal): Promise<Tap> {
  const client = spawn('tmux', ['-L', socket, '-C', 'attach', '-t', 'main'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output: Watchers = new Set()
  const notices: Watchers = new Set()
  let rest = ''
  // Each byte is a sign here: tmux tells what a program writes in pieces that may begin and end within a letter, with notices between them.
  client.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const written = OUTPUT.exec(line)?.[1]
      if (written === undefined) tell(notices, line)
      else tell(output, unescaped(written))
    }
  })
  await seen(notices, '%session-changed')
  return {
    type: (text) => void client.stdin.write(`send-keys -t main -l '${text.replaceAll("'", String.raw`'\''`)}'\n`),
    press: (key) => void client.stdin.write(`send-keys -t main ${key}\n`),
    written: (text) => seen(output, text),
    close: () => void client.kill(),
  }
}

function tell(watchers: Watchers, bytes: string): void {
  for (const watch of watchers) watch(bytes)
}

function seen(watchers: Watchers, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const wanted = Buffer.from(text).toString('latin1')
    let tail = ''
    const done = (): void => {
      clearTimeout(timer)
      watchers.delete(watch)
    }
    const watch = (bytes: string): void => {
      // What is looked for may come in two pieces.
      tail = tail.slice(-wanted.length) + bytes
      if (!tail.includes(wanted)) return
      done()
      resolve(performance.now())
    }
    const timer = setTimeout(() => {
      done()
      reject(new Error(`nobody wrote ${JSON.stringify(text)}`))
    }, LIMIT)
    watchers.add(watch)
  })
}

function unescaped(output: string): string {
  return output.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
}
