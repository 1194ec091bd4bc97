/** The router's own failures. Route on `code`, never on the message. */
import type { Outcome } from './types.ts'

/**
 * - `ASK_ABORTED`: the host withdrew the ask, or the router is going away.
 * - `ASK_CANCELLED`: a human put the ask away.
 * - `ASK_TIMED_OUT`: the host's window closed.
 * - `NO_PROVIDER`: there is no surface to ask.
 * - `EMPTY_QUESTIONS`, `BAD_QUESTION`, `DUPLICATE_QUESTION`: the ask itself can't be shown; nobody was asked.
 * - `BAD_ANSWER`: a surface resolved with something that answers other questions than these.
 * - `SURFACE_LEFT`: a surface unregistered while it was asked.
 * - `BAD_SURFACE`: `register` was given something that isn't a surface.
 * - `NO_SESSION`: a late answer's session is not open and could not be opened.
 */
export type AskErrorCode =
  | 'ASK_ABORTED'
  | 'ASK_CANCELLED'
  | 'ASK_TIMED_OUT'
  | 'NO_PROVIDER'
  | 'EMPTY_QUESTIONS'
  | 'BAD_QUESTION'
  | 'DUPLICATE_QUESTION'
  | 'BAD_ANSWER'
  | 'SURFACE_LEFT'
  | 'BAD_SURFACE'
  | 'NO_SESSION'

/** Carries the name of the host's own error class, so that a host that looks at name and code takes it for one. */
export class AskError extends Error {
  override readonly name = 'UserQuestionError'
  readonly code: AskErrorCode

  constructor(message: string, code: AskErrorCode, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Codes that end an ask for good; with the others it only found no place here. */
const FINAL: Record<AskErrorCode, boolean> = {
  ASK_ABORTED: true,
  ASK_CANCELLED: true,
  ASK_TIMED_OUT: true,
  NO_PROVIDER: false,
  EMPTY_QUESTIONS: true,
  BAD_QUESTION: true,
  DUPLICATE_QUESTION: true,
  BAD_ANSWER: false,
  SURFACE_LEFT: false,
  BAD_SURFACE: false,
  NO_SESSION: false,
}

/** Whether an ask that rejected with `error` may still be put to somebody else: its surfaces failed, and nobody decided. */
export function isUndecided(error: unknown): boolean {
  return !(error instanceof AskError) || !FINAL[error.code]
}

/** What the caller of an ask gets for every end but an answer. */
export function errorOf(outcome: Exclude<Outcome, { kind: 'answered' }>): unknown {
  switch (outcome.kind) {
    case 'dismissed':
      return new AskError('the human put the question away without answering', 'ASK_CANCELLED')
    case 'aborted':
      return new AskError('the ask was withdrawn before a human answered', 'ASK_ABORTED', { cause: outcome.reason })
    case 'timed-out':
      return new AskError('the time to answer ran out', 'ASK_TIMED_OUT')
    case 'failed':
      return outcome.error
  }
}

/** The `code` of anything thrown, or undefined; never throws, whatever a foreign error does when it is read. */
export function codeOf(error: unknown): string | undefined {
  try {
    if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
    return typeof error.code === 'string' ? error.code : undefined
  } catch {
    // A getter or a proxy that throws has no code.
    return undefined
  }
}

/** What to call anything thrown in the log: its code, its class with a number that it calls code, or its class; never its message, which may hold a person's words. */
export function labelOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return codeOf(error) ?? typeof error
    return codeOf(error) ?? ('code' in error && typeof error.code === 'number' ? `${error.name} ${error.code}` : error.name)
  } catch {
    // A revoked proxy throws even when asked for its class.
    return 'unreadable'
  }
}
