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

/** Sees what is written from here on. */
export async function tap({ socket }: Terminal): Promise<Tap> {
  const client = spawn('tmux', ['-L', socket, '-C', 'attach', '-t', 'main'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const watchers = new Set<(chunk: string) => void>()
  client.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    for (const watch of watchers) watch(chunk)
  })
  const written = (text: string) => new Promise<number>((resolve, reject) => {
    let seen = ''
    const done = (): void => {
      clearTimeout(timer)
      watchers.delete(watch)
    }
    const watch = (chunk: string): void => {
      // What is looked for may come in two chunks.
      seen = seen.slice(-text.length) + chunk
      if (!seen.includes(text)) return
      done()
      resolve(performance.now())
    }
    const timer = setTimeout(() => {
      done()
      reject(new Error(`nobody wrote ${JSON.stringify(text)}`))
    }, LIMIT)
    watchers.add(watch)
  })
  await written('%session-changed')
  return {
    type: (text) => void client.stdin.write(`send-keys -t main -l '${text.replaceAll("'", String.raw`'\''`)}'\n`),
    press: (key) => void client.stdin.write(`send-keys -t main ${key}\n`),
    written,
    close: () => void client.kill(),
  }
}
