/** Everyone who waits for one round: the host may hand over the same ask twice, after a reconnect. */
import { copyPlain } from './copy.ts'
import { errorOf } from './errors.ts'
import { onAbort } from './signals.ts'
import type { AskUserQuestionAnswer, Outcome } from './types.ts'

interface Caller {
  readonly resolve: (answer: AskUserQuestionAnswer) => void
  readonly reject: (error: unknown) => void
  unlisten: () => void
}

/** A caller's signal has aborted while it waits: `leave` gives it an outcome of its own. */
export interface Leaver {
  readonly isLast: boolean
  readonly reason: unknown
  readonly leave: (outcome: Outcome) => void
}

/** Callers are told once each: by `finishAll`, or when they leave. Listens to a caller's signal until then. */
export class Callers {
  /** Nearly always one. */
  private waiting: readonly Caller[] = []

  /** Resolves with the answer or rejects with the error of the outcome. `signal` must not be aborted yet. */
  wait(signal: AbortSignal | undefined, left: (leaver: Leaver) => void): Promise<AskUserQuestionAnswer> {
    return new Promise((resolve, reject) => {
      const caller: Caller = { resolve, reject, unlisten: () => {} }
      // A list that `concat` makes has room for no more than it holds.
      this.waiting = this.waiting.concat(caller)
      if (signal === undefined) return
      caller.unlisten = onAbort(signal, () => left({
        isLast: this.waiting.length === 1,
        reason: signal.reason,
        leave: (outcome) => this.finish(caller, outcome),
      }))
    })
  }

  finishAll(outcome: Outcome): void {
    for (const caller of this.waiting) this.finish(caller, outcome)
  }

  private finish(caller: Caller, outcome: Outcome): void {
    this.waiting = this.waiting.filter((each) => each !== caller)
    caller.unlisten()
    // A copy: the outcome's own is frozen and shared, and the host may do with its answer what it likes.
    if (outcome.kind === 'answered') caller.resolve(copyPlain(outcome.answer))
    else caller.reject(errorOf(outcome))
  }
}
