/** Answers after the window on the real host: its question service, its live agents, its record of every call. */
import type { Context } from '@deepseek-ai/cordis'
import { AskError } from '../errors.ts'
import { fieldOf } from '../field.ts'
import type { LateHost } from '../late-host.ts'
import type { LateReplies } from '../late-replies.ts'
import { release } from '../release.ts'
import type { AskAgent } from '../types.ts'
import { callViewOf, liveQuestions } from './projection.ts'
import { timedQuestionsOf } from './wait.ts'

/**
 * Opens a session that isn't live, agent and all; whoever opens it owns it. Rejects when it can't, with code
 * `SESSION_GONE` when there is none.
 */
export type ResumeSession = (session: string) => Promise<void>

/** The source of the message that a late reply becomes. */
const REPLY_SOURCE = 'user-question-reply'

/** Where agents are found; later hosts may have none yet when we start. */
interface Agents { get(id: string): AskAgent | undefined }

/**
 * Lets late answers reach the host for the life of `ctx`, and tells `late` of everything that changes what can be
 * answered.
 * @returns stops it before `ctx` does.
 */
export function bridgeLateReplies(ctx: Context, late: LateReplies, resume: ResumeSession | undefined): () => void {
  const disposers = [
    ctx.effect(() => late.connect(createLateHost(ctx, resume)), 'ask-router: late answers'),
    ...watch(ctx, late),
  ]
  return () => {
    for (const dispose of disposers) release(ctx, dispose)
  }
}

function createLateHost(ctx: Context, resume: ResumeSession | undefined): LateHost {
  const agentOf = (session: string): AskAgent | undefined => {
    const agents: Agents | undefined = ctx.get('agents', false)
    return agents?.get(session)
  }
  return {
    isLive: (session) => agentOf(session) !== undefined,
    async resume(session) {
      if (resume === undefined) throw new AskError('the session is not open, and nothing here can open it', 'NO_SESSION')
      await resume(session)
      if (agentOf(session) === undefined) throw new AskError('the session was opened without an agent', 'NO_SESSION')
    },
    answer(session, callId, answer) {
      const agent = agentOf(session)
      const questions = timedQuestionsOf(ctx)
      if (agent === undefined || typeof questions.answer !== 'function') return false
      return questions.answer(agent, callId, answer)
    },
    view(session, callId) {
      const agent = agentOf(session)
      return callViewOf(agent && liveQuestions(ctx, agent.session), callId)
    },
  }
}

/** What a session's log says of a call is read once everybody has heard the event: the host folds it by the same one. */
function watch(ctx: Context, late: LateReplies): (() => unknown)[] {
  const observe = (session: unknown) => {
    const id = fieldOf(session, 'id')
    if (typeof id === 'string') queueMicrotask(() => late.observe(id))
  }
  return [
    ctx.on('session/event', (session: unknown, event: unknown) => {
      const type = fieldOf(event, 'type')
      if (type === 'user/message' || type === 'tool/result' || type === 'tool/ptc-dispatch') observe(session)
    }),
    ctx.on('agent/created', (payload: unknown) => observe(fieldOf(fieldOf(payload, 'agent'), 'session'))),
    ctx.on('agent/inbox/discarded', (payload: unknown) => {
      const session = fieldOf(fieldOf(fieldOf(payload, 'agent'), 'session'), 'id')
      const source = fieldOf(fieldOf(payload, 'message'), 'source')
      const callId = fieldOf(source, 'callId')
      if (fieldOf(source, 'kind') === REPLY_SOURCE && typeof session === 'string' && typeof callId === 'string') late.discarded(session, callId)
    }),
  ]
}
