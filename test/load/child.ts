/** A process of its own for one part of a run; it ends with its parent. */
import { fork } from 'node:child_process'

export interface Child {
  send(message: object): void
  /** Ends it; resolves when it is gone. */
  end(): Promise<void>
}

/** `file`: beside this one. Messages are plain objects; the child's first says that it is there. */
export function startChild(file: string, onMessage: (message: Readonly<Record<string, unknown>>) => void): Child {
  const child = fork('test/helpers/run.js', [`test/load/${file}`], { execArgv: ['--expose-gc'] })
  const gone = new Promise<void>((resolve) => { child.once('exit', () => resolve()) })
  let isEnding = false
  child.on('message', (message) => onMessage(Object(message)))
  child.once('exit', (code) => {
    if (isEnding) return
    process.stderr.write(`${file} ended by itself with ${String(code)}\n`)
    process.exit(1)
  })
  return {
    send: (message) => child.send(message),
    end: async () => {
      isEnding = true
      child.kill()
      await gone
    },
  }
}

/** The child's side: resolves with the first message, and hands on the later ones. */
export function parentSays(onMessage: (message: Readonly<Record<string, unknown>>) => void): void {
  process.on('message', (message) => onMessage(Object(message)))
  process.once('disconnect', () => process.exit(0))
}

export function tellParent(message: object): void {
  process.send?.(message)
}
