/** Permission requests of the host, in both eras the event `approval/request`, raced like any ask. */
import type { Context } from '@deepseek-ai/cordis'
import { codeOf } from '../errors.ts'
import { fieldOf } from '../field.ts'
import type { Rounds } from '../rounds.ts'
import type { AskAgent, AskSurface } from '../types.ts'
import { approvalQuestion, readApproval, readDecision, type ApprovalOutcome } from './approval-question.ts'
import { HOST_SURFACE } from './provider.ts'

/** Who is asked for permission: every surface, the one named `terminal` alone, or none of ours. */
export type ApprovalsOption = 'everywhere' | 'terminal' | 'off'

/** The log of a session. Hosts give it as `events`, later ones as `snapshotEvents()`. */
interface SessionLog {
  readonly id: string
  readonly events?: readonly unknown[]
  snapshotEvents?(): readonly unknown[]
}

export interface ApprovalRequest {
  readonly agent: AskAgent & { readonly session: SessionLog }
  readonly toolName: string
  readonly callId?: string
  readonly reason?: string
  readonly signal?: AbortSignal
}

declare module '@deepseek-ai/cordis' {
  interface Events {
    /** Resolves with `unavailable` when nobody answers: the host fails closed. */
    'approval/request'(this: object, request: ApprovalRequest, next: () => Promise<ApprovalOutcome>): Promise<ApprovalOutcome>
  }
}

/** The bridges that a request has been through. */
const seenBy = new WeakMap<ApprovalRequest, ReadonlySet<Rounds>>()

/**
 * Asks our surfaces for the life of `ctx`, and the rest of the host's row at the same time. The first decision counts,
 * and nothing but somebody's own act grants.
 * @returns stops asking before `ctx` does.
 */
export function bridgeApprovals(ctx: Context, rounds: Rounds, asked: Exclude<ApprovalsOption, 'off'>): () => unknown {
  const admits = ({ name }: AskSurface) => asked === 'everywhere' || name === 'terminal'
  return ctx.on('approval/request', async function answer(request, next) {
    const seen = seenBy.get(request)
    if (seen?.has(rounds) || !rounds.canAsk(admits)) return next()
    const { agent, toolName, callId, reason, signal } = request
    const args = callId === undefined ? undefined : argumentsOf(agent.session, callId)
    const question = approvalQuestion({ toolName, ...(reason === undefined ? {} : { reason }), ...(args === undefined ? {} : { args }) })
    const companion = createRest(request, (copy) => {
      seenBy.set(copy, new Set(seen).add(rounds))
      return ctx.waterfall(this, 'approval/request', copy, failClosed)
    })
    return rounds.ask({ questions: [question], agent, ...(signal ? { signal } : {}) }, { admits, companion }).then(readApproval, outcomeOf)
  }, { prepend: true })
}

/**
 * Everybody else who answers permission requests (a browser), as a surface. The request is the host's to keep unchanged
 * and `next` takes no other, so a prompt that it led to could not be withdrawn when somebody else wins: the row is
 * called anew instead, with a copy whose signal is the round's.
 */
function createRest(request: ApprovalRequest, dispatch: (copy: ApprovalRequest) => Promise<ApprovalOutcome>): AskSurface {
  return {
    name: HOST_SURFACE,
    claim: () => true,
    ask: async (seat) => readDecision(await dispatch({ ...request, ...(seat.signal ? { signal: seat.signal } : {}) })),
  }
}

function outcomeOf(error: unknown): ApprovalOutcome {
  const code = codeOf(error)
  return code === 'ASK_CANCELLED' || code === 'ASK_ABORTED' ? 'cancelled' : 'unavailable'
}

/** The end of the row. */
function failClosed(): Promise<ApprovalOutcome> {
  return Promise.resolve('unavailable')
}

/** The request names the call only; what it would run is in the session's log, as the model wrote it. */
function argumentsOf(session: SessionLog, callId: string): string | undefined {
  const events = session.snapshotEvents?.() ?? session.events ?? []
  const call = events.findLast((event) => fieldOf(event, 'type') === 'tool/call' && fieldOf(fieldOf(event, 'data'), 'callId') === callId)
  const args = fieldOf(fieldOf(call, 'data'), 'arguments')
  return typeof args === 'string' ? args : undefined
}
