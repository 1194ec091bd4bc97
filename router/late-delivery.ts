/** Brings one late answer to the host: opens the session first where it isn't, and waits where the host isn't ready yet. */
import { codeOf } from './errors.ts'
import type { LateHost } from './late-host.ts'
import type { AskUserQuestionAnswer, LateFailure } from './types.ts'

export interface LetterPorts {
  /** Milliseconds that never jump. */
  monotonic(): number
  /** Resolves after `ms` with true; at once with false when everything is being closed. */
  pause(ms: number): Promise<boolean>
  /** The host threw something that isn't in its contract. */
  contain(error: unknown): void
}

export interface Letter {
  readonly session: string
  readonly callId: string
  readonly answer: AskUserQuestionAnswer
  /** Until when, on the monotonic clock, the host may not list the call yet. */
  readonly readyBy: number
}

export type Delivered =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly code: LateFailure; readonly isSettled: boolean }

/** How long the host may take to write down that the window has closed, in milliseconds. */
export const READY_LIMIT = 10_000
const RETRY_MS = 200

/** Never rejects. */
export async function deliver(host: LateHost | undefined, letter: Letter, ports: LetterPorts): Promise<Delivered> {
  try {
    if (host === undefined) return failed('NO_SESSION')
    if (!host.isLive(letter.session)) await host.resume(letter.session)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'SESSION_GONE') return failed('NOT_ANSWERABLE')
    if (code !== 'NO_SESSION') ports.contain(error)
    return failed('NO_SESSION')
  }
  return hand(host, letter, ports)
}

/**
 * The call is over for us a moment before it is in the session's log, and until then the host says `false`: an answer
 * that comes in that moment must not be lost.
 */
async function hand(host: LateHost, letter: Letter, ports: LetterPorts): Promise<Delivered> {
  const { session, callId, answer, readyBy } = letter
  const patience = ports.monotonic() + READY_LIMIT
  for (;;) {
    try {
      if (host.answer(session, callId, answer)) return { kind: 'delivered' }
      const { state } = host.view(session, callId)
      if (state === 'settled') return failed('NOT_ANSWERABLE', true)
      const isKnown = state === 'open' || state === 'continued'
      if (ports.monotonic() >= (isKnown ? patience : readyBy)) return failed(isKnown ? 'NO_SESSION' : 'NOT_ANSWERABLE')
    } catch (error) {
      const code = codeOf(error)
      if (code === 'BAD_ANSWER' || code === 'REPLY_QUEUED') return failed(code)
      ports.contain(error)
      return failed('NO_SESSION')
    }
    if (!(await ports.pause(RETRY_MS))) return failed('NO_SESSION')
  }
}

function failed(code: LateFailure, isSettled = false): Delivered {
  return { kind: 'failed', code, isSettled }
}
