/** Questions at a terminal, one line each; what is typed to a hidden one is shown nowhere. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The person left: ^C, ^D or a closed terminal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

export interface Prompt {
  /** The line as typed. @throws {Interrupted} */
  ask(text: string, options?: { readonly hidden?: boolean }): Promise<string>
  say(text: string): void
  /** Aborts when the person leaves. */
  readonly left: AbortSignal
  /** Gives the terminal back. */
  close(): void
}

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream & { readonly columns?: number | undefined }
}

export function createPrompt({ input, output }: PromptStreams): Prompt {
  // Nothing is shown but what is typed to a question that shows it.
  let isHidden = true
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  // The line editor asks it where a line wraps.
  Object.defineProperty(shown, 'columns', { get: () => output.columns })
  // Without a history no line, and no secret, can be brought back.
  const editor = createInterface({ input, output: shown, terminal: true, historySize: 0 })
  let waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void } | undefined
  const leaving = new AbortController()
  editor.on('line', (line) => waiting?.resolve(line))
  editor.on('SIGINT', () => editor.close())
  editor.on('close', () => {
    leaving.abort()
    waiting?.reject(new Interrupted('left'))
  })
  return {
    async ask(text, { hidden = false } = {}) {
      if (leaving.signal.aborted) throw new Interrupted('left')
      // What was typed before the question was there to be read would answer one that nobody saw.
      if (editor.line !== '') editor.write(null, { ctrl: true, name: 'u' })
      output.write(text)
      editor.setPrompt(hidden ? '' : lastLine(text))
      isHidden = hidden
      try {
        return await new Promise<string>((resolve, reject) => { waiting = { resolve, reject } })
      } finally {
        waiting = undefined
        isHidden = true
        if (hidden) output.write('\n')
      }
    },
    left: leaving.signal,
    say: (text) => void output.write(`${text}\n`),
    close: () => editor.close(),
  }
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1)
}
