/** The asks that still take an answer after their window, as the router hands them over; the newer object counts. */
import { labelOf } from '../../router/errors.ts'
import type { Actor, AskUserQuestionAnswer, ContinuedAsk, LateEnd, LateResult, LateVerdict } from '../../router/types.ts'

export interface ContinuedAsksPorts {
  /** It takes no more answers. */
  ended(id: string, end: LateEnd): void
  /** What became of an answer that was accepted. */
  delivered(id: string, result: LateResult): void
  /** One line for the log. */
  log(line: string): void
}

export interface ContinuedAsks {
  /** Keeps an ask until it is over; one that is already is not kept. */
  take(ask: ContinuedAsk): boolean
  has(id: string): boolean
  /** Answers late; undefined where there is no such ask. What became of it is told later, once it was accepted. */
  submit(id: string, answer: AskUserQuestionAnswer, actor: Omit<Actor, 'surface'> | undefined): LateVerdict | undefined
  /** Listens to none of them any more. */
  close(): void
}

interface Kept {
  readonly ask: ContinuedAsk
  readonly unlisten: () => void
}

/** Who answered an ask that is over before it is told of here: an answer of before a restart has just arrived. */
export function repliedBefore({ signal }: ContinuedAsk): LateEnd | undefined {
  if (!signal.aborted) return undefined
  const end: LateEnd = signal.reason
  return end.kind === 'replied' ? end : undefined
}

export function createContinuedAsks(ports: ContinuedAsksPorts): ContinuedAsks {
  const asks = new Map<string, Kept>()

  function drop(id: string): void {
    asks.get(id)?.unlisten()
    asks.delete(id)
  }

  return {
    take(ask) {
      const { id, signal } = ask
      drop(id)
      if (signal.aborted) return false
      const onAbort = (): void => {
        asks.delete(id)
        const end: LateEnd = signal.reason
        ports.ended(id, end)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      asks.set(id, { ask, unlisten: () => signal.removeEventListener('abort', onAbort) })
      return true
    },
    has: (id) => asks.has(id),
    submit(id, answer, actor) {
      const verdict = asks.get(id)?.ask.submit(answer, actor)
      if (verdict?.kind === 'accepted') {
        verdict.result.then((result) => ports.delivered(id, result)).catch((error: unknown) => ports.log(`what became of a late answer is not known: ${labelOf(error)}`))
      }
      return verdict
    },
    close() {
      for (const { unlisten } of asks.values()) unlisten()
      asks.clear()
    },
  }
}
