/** The waterfall era: answerers stand in a row behind the event `user-questions/request`; we stand first and race the rest. */
import type { Context } from '@deepseek-ai/cordis'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { codeOf, isUndecided } from '../errors.ts'
import type { Rounds } from '../rounds.ts'
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../types.ts'
import { toHostError } from './convert.ts'
import { HOST_SURFACE } from './provider.ts'
import { windowOf } from './wait.ts'

declare module '@deepseek-ai/cordis' {
  interface Events {
    /** Returning an answer claims the ask, `next()` hands it on, a rejection fails it: later listeners are not tried. */
    'user-questions/request'(this: object, request: AskUserQuestionRequest, next: () => Promise<AskUserQuestionAnswer>): Promise<AskUserQuestionAnswer>
  }
}

/** The rest of the row; may be called once, without arguments. Rejects with `NO_PROVIDER` when nobody is there. */
type Next = () => Promise<AskUserQuestionAnswer>

/**
 * Answers the host's questions for the life of `ctx`. First in the row, since a listener behind a connected browser
 * would never run while the browser holds the ask.
 * @returns leaves the row before `ctx` does.
 */
export function bridgeWaterfall(ctx: Context, rounds: Rounds): () => unknown {
  return ctx.on('user-questions/request', (request, next) => {
    // The host calls the listeners that were there when it dispatched, a disposed one too: it has nothing to ask with.
    if (!rounds.canAsk()) return next()
    const answer = request.agent === undefined ? askThenHandOn(rounds, request, next) : raceTheRest(ctx, rounds, request, next)
    return answer.catch((error: unknown) => {
      throw toHostError(error)
    })
  }, { prepend: true })
}

/**
 * The object of an ask without an agent is the caller's own and must not be changed. Nothing behind us could be told
 * then that we won, so it is asked only once ours have failed.
 */
async function askThenHandOn(rounds: Rounds, request: AskUserQuestionRequest, next: Next): Promise<AskUserQuestionAnswer> {
  try {
    return await rounds.ask(request)
  } catch (first) {
    if (!isUndecided(first)) throw first
    return next().catch((later: unknown) => {
      throw codeOf(later) === 'ASK_CANCELLED' || request.signal?.aborted ? later : first
    })
  }
}

/** The rest of the row is one more participant, from the start; whoever loses is withdrawn. */
async function raceTheRest(ctx: Context, rounds: Rounds, request: AskUserQuestionRequest, next: Next): Promise<AskUserQuestionAnswer> {
  const rest = createRest(request, next)
  const window = windowOf(ctx, request)
  try {
    return await rounds.ask(request, { companion: rest.surface, ...(window ? { window } : {}) })
  } finally {
    rest.restore()
  }
}

/**
 * Everybody behind us as a surface. They read the host's own request object, so its signal is exchanged for one that
 * also aborts when somebody else wins: the only change that is ever made to an object of the host. `restore` undoes
 * it, since the row before us and the host may look at the signal once more.
 */
function createRest(request: AskUserQuestionRequest, next: Next): { readonly surface: AskSurface; restore(): void } {
  let restore: (() => void) | undefined
  const surface: AskSurface = {
    name: HOST_SURFACE,
    claim: () => true,
    ask: (seat) => {
      const hostSignal = request.signal
      const withdrawal = new AbortController()
      seat.signal?.addEventListener('abort', () => withdrawal.abort(reasonFor(hostSignal)), { once: true })
      request.signal = withdrawal.signal
      restore = () => {
        if (hostSignal === undefined) delete request.signal
        else request.signal = hostSignal
      }
      return next()
    },
  }
  return { surface, restore: () => restore?.() }
}

/** The host's own reason where it withdrew the ask; otherwise what the row expects of an ask that is over. */
function reasonFor(hostSignal: AbortSignal | undefined): unknown {
  return hostSignal?.aborted ? hostSignal.reason : new UserQuestionError('the question is settled elsewhere', 'ASK_ABORTED')
}
