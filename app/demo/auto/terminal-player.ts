/** Plays the human at the desk: key bytes into the panel's input, which is a real socket like a terminal's. */
import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { decisionOf } from '../../../surfaces/form/decision.ts'
import type { ApprovalDecision } from '../../../surfaces/form/decision.ts'
import type { Pick } from './choice.ts'

const ENTER = '\r'
const SPACE = ' '
const WHOLE_TEXT = '\u0006'
const END = '\u001b[F'
export const DISMISS = '\u0018'

/** Real milliseconds between two bursts: keys that arrive together are taken for a paste. */
const PAUSE_MS = 40

/** Real milliseconds after an Enter before the Enter that decides: sooner, it is taken for the same key held down. */
const DECIDING_MS = 800

/**
 * The keys for a whole ask: bursts with a pause between them, then the one key that ends it. Digits point at options
 * (and tick on multi-select), the space marks, Enter goes on; a batch ends on its review page with one more Enter.
 */
export function keysFor(questions: readonly AskUserQuestionItem[], picks: readonly Pick[]): { readonly bursts: string[]; readonly confirm: string } {
  const decision = decisionOf({ questions: [...questions] })
  const [pick] = picks
  if (decision?.kind === 'approval' && pick?.kind === 'options') return { bursts: permissionKeys(decision, pick.indexes[0] ?? 0), confirm: ENTER }
  const pages = questions.map(({ multiSelect }, index) => {
    const pick = picks[index]
    if (pick === undefined || pick.kind === 'text') return pick ? [pick.text] : []
    const digits = pick.indexes.map((position) => String(position + 1))
    return multiSelect === true ? digits : [...digits, SPACE]
  })
  const last = pages.at(-1) ?? []
  const before = pages.slice(0, -1).flatMap((page) => [...page, ENTER])
  return { bursts: questions.length > 1 ? [...before, ...last, ENTER] : last, confirm: ENTER }
}

/** Reads the command to its end, then points at the row: approve, always, reject, whatever the asker's order. A lasting grant is asked back. */
function permissionKeys({ approve, always, reject }: ApprovalDecision, option: number): string[] {
  const row = [approve, ...(always === undefined ? [] : [always]), reject].indexOf(option)
  return [WHOLE_TEXT, END, WHOLE_TEXT, String(row + 1), SPACE, ...(option === always ? [ENTER] : [])]
}

export interface TerminalPlayer {
  /** The panel's end of the wire. */
  readonly input: Socket & { isTTY: true; setRawMode(raw: boolean): unknown }
  /** Writes bytes; they reach the panel when its socket is next read. */
  write(bytes: string): void
  /** Types bursts with the pauses of a human. */
  type(bursts: readonly string[]): Promise<void>
  close(): void
}

export async function createTerminalPlayer(): Promise<TerminalPlayer> {
  const server = createServer({ noDelay: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the played keyboard got no port')
  const keyboard = connect({ port: address.port, host: '127.0.0.1', noDelay: true })
  const [input]: Socket[] = await once(server, 'connection')
  server.close()
  if (input === undefined) throw new Error('the played keyboard has nothing to type into')
  // The pair ends when the demo does; a reset on the way out is no fault of anybody.
  for (const socket of [keyboard, input]) socket.on('error', () => {})
  return {
    input: Object.assign(input, { isTTY: true as const, setRawMode: () => input }),
    write: (bytes) => void keyboard.write(bytes),
    async type(bursts) {
      for (const burst of bursts) {
        keyboard.write(burst)
        await delay(PAUSE_MS)
      }
      if (bursts.at(-1) === ENTER) await delay(DECIDING_MS)
    },
    close() {
      keyboard.destroy()
      input.destroy()
    },
  }
}
