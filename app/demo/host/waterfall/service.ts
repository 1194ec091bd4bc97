/** `ctx.userQuestions` as the waterfall era has it: checks an ask, dispatches it along the row of answerers, keeps timed waits. */
import { Service, type Context } from '@deepseek-ai/cordis'
import { agentCarrier, type Agent } from '@deepseek-ai/dsh-agent'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { abortError, toQuestionError } from './errors.ts'
import { verifyIntents } from './intents.ts'
import { createReply, parseReply, verifyBatch } from './late-reply.ts'
import { foldQuestions, type SessionEvent } from './projection.ts'
import { TimedWait } from './timed-wait.ts'
import type { Answer, AskRequest, Clock, Pending } from './types.ts'

/** The longest timer that the platform has. */
const LONGEST_MS = 2 ** 31 - 1

/** Routes to listeners outside every agent's scope: a key that no scope has. */
const nobody = agentCarrier(Object.create(null))

const systemClock: Clock = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export class WaterfallQuestions extends Service {
  private readonly clock: Clock
  private readonly waits = new Map<string, TimedWait>()

  constructor(ctx: Context, { clock = systemClock }: { readonly clock?: Clock } = {}) {
    super(ctx, 'userQuestions')
    this.clock = clock
  }

  /**
   * Asks until somebody answers; nothing here races the signal against an answerer that ignores it.
   * @throws {UserQuestionError} `ASK_ABORTED`, `EMPTY_QUESTIONS`, `CALLER_NOT_LIVE`, `DELEGATED_CALLER`, `BAD_INTENT`,
   *   `NO_PROVIDER`, `PROVIDER_ERROR` or an answerer's own.
   */
  async ask(request: AskRequest): Promise<Answer> {
    this.verify(request, false)
    // An agent's ask is dispatched as an event of the service's own; without one the caller's object goes round itself.
    return this.dispatch(request.agent === undefined ? request : { ...request })
  }

  /**
   * Asks for at most `timeoutMs`, after which the question goes on without the tool call.
   * @throws {UserQuestionError} as `ask`, `BAD_TIMEOUT` or, for a call that is waiting already, `DUPLICATE_WAIT`.
   */
  async askTimed(request: AskRequest & { agent: Agent }, callId: string, timeoutMs: number): Promise<Answer | Pending> {
    if (!Number.isInteger(timeoutMs) || timeoutMs <= 0 || timeoutMs > LONGEST_MS) {
      throw new UserQuestionError(`a timeout is a whole number of milliseconds from 1 to ${LONGEST_MS}`, 'BAD_TIMEOUT')
    }
    this.verify(request, true)
    const { questions, agent, signal } = request
    const key = keyOf(agent, callId)
    if (this.waits.has(key)) throw new UserQuestionError(`call ${callId} is waiting already`, 'DUPLICATE_WAIT')
    const foreground = new AbortController()
    const withdraw = () => foreground.abort(signal?.reason)
    signal?.addEventListener('abort', withdraw, { once: true })
    const wait = new TimedWait(agent, timeoutMs, this.clock, () => foreground.abort(new UserQuestionError('nobody claimed the question in time', 'ASK_TIMED_OUT')))
    this.waits.set(key, wait)
    try {
      return await this.dispatch({ questions, agent, signal: foreground.signal, wait: { callId, timed: true } })
    } catch (error) {
      if (error instanceof UserQuestionError && error.code === 'ASK_TIMED_OUT') return { pending: true, callId }
      throw error
    } finally {
      this.waits.delete(key)
      wait.end()
      signal?.removeEventListener('abort', withdraw)
    }
  }

  /**
   * One frame for a claimant; the stream stands for the claim until it is closed, `signal` aborts or the wait is over.
   * No frame when there is no such wait.
   */
  async *attachWait(agent: Agent, callId: string, signal: AbortSignal): AsyncGenerator<{ remainingMs: number }, void, void> {
    const wait = this.waits.get(keyOf(agent, callId))
    if (wait === undefined || wait.agent !== agent || signal.aborted) return
    const release = wait.claim()
    try {
      yield { remainingMs: wait.remainingMs }
      await endOf(wait, signal)
    } finally {
      release()
    }
  }

  /**
   * Replies to a question whose call is over, as a new message of the user.
   * @returns false when the call is not one that continues: unknown, settled or still open.
   * @throws {UserQuestionError} `BAD_ANSWER`, or `REPLY_QUEUED` while an earlier reply waits to be read.
   */
  answer(agent: Agent, callId: string, answer: Answer): boolean {
    const question = foldQuestions(logOf(agent)).questions.active.find((active) => active.callId === callId)
    if (question?.state !== 'continued') return false
    verifyBatch(question.questions, answer)
    if ([...agent.inbox.nextStep, ...agent.inbox.nextTurn].some((message) => parseReply(message)?.callId === callId)) {
      throw new UserQuestionError('a reply to this question is waiting to be read', 'REPLY_QUEUED')
    }
    // The types of an older host do not know messages from this source.
    const steering: { steer(message: unknown): void } = agent
    steering.steer(createReply(callId, answer))
    return true
  }

  private async dispatch(event: AskRequest): Promise<Answer> {
    // Held here: an answerer may put a signal of its own into the event.
    const { agent, signal } = event
    try {
      const answer: Answer = await this.ctx.events.waterfall(agent ? agentCarrier(agent) : nobody, 'user-questions/request', event, nobodyAnswers)
      if (!signal?.aborted) return answer
    } catch (error) {
      if (!signal?.aborted) throw toQuestionError(error)
    }
    throw abortError(signal)
  }

  private verify({ questions, agent, signal }: AskRequest, timed: boolean): void {
    if (signal?.aborted) throw abortError(signal)
    if (questions.length === 0) throw new UserQuestionError('an ask has at least one question', 'EMPTY_QUESTIONS')
    if (agent !== undefined) {
      if (this.ctx.get('agents')?.get(agent.id) !== agent) throw new UserQuestionError('the asking agent is not alive', 'CALLER_NOT_LIVE')
      if (agent.session.header.origin === 'subagent') throw new UserQuestionError('a subagent has no human to ask', 'DELEGATED_CALLER')
    }
    verifyIntents(questions, timed)
  }
}

/** A session's log: later hosts hand out a snapshot, older ones the list itself. */
function logOf({ session }: Agent): readonly SessionEvent[] {
  const snapshot: unknown = Reflect.get(session, 'snapshotEvents')
  return typeof snapshot === 'function' ? snapshot.call(session) : session.events
}

/** The innermost of the row. */
function nobodyAnswers(): Promise<never> {
  return Promise.reject(new UserQuestionError('nobody is there to answer', 'NO_PROVIDER'))
}

function keyOf({ session }: Agent, callId: string): string {
  return JSON.stringify([session.id, callId])
}

function endOf(wait: TimedWait, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => resolve()
    signal.addEventListener('abort', aborted, { once: true })
    wait.ended.then(() => signal.removeEventListener('abort', aborted)).then(resolve, reject)
  })
}

/** The service, which the types of an older host call something else. @throws {Error} where the context has another one, or none. */
export function questionsOf(ctx: Context): WaterfallQuestions {
  const service: unknown = ctx.get('userQuestions')
  if (service instanceof WaterfallQuestions) return service
  throw new Error('the question service of this context is not of the waterfall era')
}
