/** Permission requests of the host, in both eras the event `approval/request`, raced like any ask. */
import type { Context } from '@deepseek-ai/cordis'
import { codeOf, isUndecided } from '../errors.ts'
import type { Rounds } from '../rounds.ts'
import type { AskAgent, AskSurface } from '../types.ts'
import { approvalQuestion, readApproval, type ApprovalOutcome } from './approval-question.ts'

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

/**
 * Asks our surfaces for the life of `ctx`; nothing but an approver's own act grants. The request is the host's to keep
 * unchanged, so a prompt behind us could not be withdrawn when we win: the rest of the row is asked once ours failed.
 * @returns stops asking before `ctx` does.
 */
export function bridgeApprovals(ctx: Context, rounds: Rounds, asked: Exclude<ApprovalsOption, 'off'>): () => unknown {
  const admits = ({ name }: AskSurface) => asked === 'everywhere' || name === 'terminal'
  return ctx.on('approval/request', async (request, next) => {
    if (!rounds.canAsk(admits)) return next()
    const { agent, toolName, callId, reason, signal } = request
    const args = callId === undefined ? undefined : argumentsOf(agent.session, callId)
    const question = approvalQuestion({ toolName, ...(reason === undefined ? {} : { reason }), ...(args === undefined ? {} : { args }) })
    try {
      return readApproval(await rounds.ask({ questions: [question], agent, ...(signal ? { signal } : {}) }, { admits }))
    } catch (error) {
      return isUndecided(error) ? next() : outcomeOf(error)
    }
  }, { prepend: true })
}

function outcomeOf(error: unknown): ApprovalOutcome {
  const code = codeOf(error)
  return code === 'ASK_CANCELLED' || code === 'ASK_ABORTED' ? 'cancelled' : 'unavailable'
}

/** The request names the call only; what it would run is in the session's log, as the model wrote it. */
function argumentsOf(session: SessionLog, callId: string): string | undefined {
  const events = session.snapshotEvents?.() ?? session.events ?? []
  const call = events.findLast((event) => fieldOf(event, 'type') === 'tool/call' && fieldOf(fieldOf(event, 'data'), 'callId') === callId)
  const args = fieldOf(fieldOf(call, 'data'), 'arguments')
  return typeof args === 'string' ? args : undefined
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
}
