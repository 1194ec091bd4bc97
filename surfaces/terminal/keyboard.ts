/** The keys of a terminal, read from its stream while it is listened to. */
import { createKeyDecoder } from './keys.ts'
import type { Key } from './keys.ts'
import type { TerminalInput } from './streams.ts'

/** A lone Esc is told from a sequence by this many milliseconds of silence. */
const ESCAPE = 40

export interface KeyboardPorts {
  readonly after: (ms: number, callback: () => void) => () => void
  /** Called for each key, in the tick of its last byte. */
  readonly pressed: (key: Key) => void
}

/** The stream stays the caller's; it is raw from `listen` to `unlisten`. */
export interface Keyboard {
  listen(): void
  unlisten(): void
}

export function createKeyboard(input: TerminalInput, { after, pressed }: KeyboardPorts): Keyboard {
  const decoder = createKeyDecoder()
  let cancelEscape: (() => void) | undefined

  function onData(bytes: Uint8Array): void {
    cancelEscape?.()
    for (const key of decoder.feed(bytes)) pressed(key)
    if (decoder.pending) {
      cancelEscape = after(ESCAPE, () => {
        for (const key of decoder.flush()) pressed(key)
      })
    }
  }

  return {
    listen() {
      input.setRawMode?.(true)
      input.on('data', onData)
      input.resume()
    },
    unlisten() {
      cancelEscape?.()
      input.off('data', onData)
      input.setRawMode?.(false)
      input.pause()
    },
  }
}
