/** A host of either era in this process: the real cordis and agent registry, a question service, agents that ask and read. */
import { Context, Service } from '@deepseek-ai/cordis'
import { AgentRegistry, type Agent } from '@deepseek-ai/dsh-agent'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import type { Era } from '../../app/demo/host/index.ts'
import { createCallLog, type CallLog } from '../../app/demo/host/waterfall/call-log.ts'
import * as waterfall from '../../app/demo/host/waterfall/index.ts'
import { parseReply } from '../../app/demo/host/waterfall/late-reply.ts'
import { foldQuestions, type SessionEvent } from '../../app/demo/host/waterfall/projection.ts'
import { questionsOf, type WaterfallQuestions } from '../../app/demo/host/waterfall/service.ts'
import { codeOf } from '../../router/errors.ts'
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'
import type { End, Story } from './story.ts'

/** What a call without a window says of it in the log, in milliseconds. */
const UNTIMED_MS = 60_000

export interface ChaosHost {
  readonly ctx: Context
  /** Asks as the agent of the story's session; never rejects. */
  ask(story: Story, signal?: AbortSignal): Promise<End>
  close(): Promise<void>
}

export interface HostOptions {
  readonly era: Era
  readonly clock: FastClock
  readonly dice: Dice
  readonly sessions: readonly string[]
  /** What sessions had in their logs before; the waterfall era alone keeps them. */
  readonly logs?: ReadonlyMap<string, readonly SessionEvent[]>
  /** The agent's inbox is never on record: a message that waits in it would be lost with the process. */
  readonly readsAtOnce?: boolean
  /** A session has one more event. */
  readonly onEvent?: (session: string, event: SessionEvent) => void
  /** The agent has read an answer that came after the window, or the host has thrown it away unread. */
  readonly onLate?: (call: string, answer: AskUserQuestionAnswer, fate: 'read' | 'discarded') => void
}

/** The host's registry of projections, which folds what it is asked for. */
class Projections extends Service {
  constructor(ctx: Context) {
    super(ctx, 'sessionProjections')
  }

  register(): void {}

  stateOf({ events }: { readonly events: readonly SessionEvent[] }, key: string): unknown {
    return key === 'userQuestions' ? foldQuestions(events) : undefined
  }
}

export async function createChaosHost(options: HostOptions): Promise<ChaosHost> {
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  switch (options.era) {
    case 'slot':
      return createSlotHost(ctx, options)
    case 'waterfall':
      return createWaterfallHost(ctx, options)
  }
}

interface Parts {
  readonly events?: readonly unknown[]
  readonly inbox?: { readonly nextTurn: unknown[]; readonly nextStep: unknown[] }
  readonly steer?: (message: unknown) => void
}

function createAgent(ctx: Context, id: string, { events = [], inbox = { nextTurn: [], nextStep: [] }, ...rest }: Parts = {}): Agent {
  const agent = { id, session: { id, header: { id }, events }, inbox, status: 'idle', ctx, ...rest } as unknown as Agent
  ctx.agents.register(agent)
  return agent
}

async function createSlotHost(ctx: Context, { sessions }: HostOptions): Promise<ChaosHost> {
  await ctx.plugin(UserQuestionService)
  const agents = new Map(sessions.map((id) => [id, createAgent(ctx, id)]))
  return {
    ctx,
    ask: ({ questions, session, call }, signal) => endOf(ctx.userQuestions.ask(({
      questions, agent: agents.get(session), ...(call === undefined ? {} : { wait: { callId: call } }), ...(signal ? { signal } : {}),
    }) as Parameters<UserQuestionService['ask']>[0])),
    close: () => ctx.fiber.dispose(),
  }
}

async function createWaterfallHost(ctx: Context, options: HostOptions): Promise<ChaosHost> {
  const { clock, sessions } = options
  await ctx.plugin(waterfall, { clock })
  await ctx.plugin(Projections)
  const service = questionsOf(ctx)
  const live = new Map(sessions.map((id) => [id, openSession(ctx, service, id, options)]))
  return {
    ctx,
    async ask({ session, call, questions, windowMs }, signal) {
      const { agent, log } = live.get(session) ?? fail(`there is no session ${session}`)
      const request = { questions, agent, ...(signal ? { signal } : {}) }
      if (call === undefined) return endOf(service.ask(request))
      log.called(call, questions, Math.ceil((windowMs ?? UNTIMED_MS) / 1_000))
      try {
        const result = windowMs === undefined ? await service.ask({ ...request, wait: { callId: call } }) : await service.askTimed(request, call, windowMs)
        log.returned(call, result)
        return 'pending' in result ? { kind: 'pending' } : { kind: 'answered', answer: result }
      } catch (error) {
        log.failed(call, error)
        return { kind: 'failed', code: codeOf(error) ?? 'ERROR' }
      }
    },
    close: () => ctx.fiber.dispose(),
  }
}

function openSession(ctx: Context, service: WaterfallQuestions, id: string, options: HostOptions): { readonly agent: Agent; readonly log: CallLog } {
  const { clock, dice, onEvent, onLate, readsAtOnce = false } = options
  /** The list of the agent's own events; each is told as the host tells it. */
  const events: SessionEvent[] = [...options.logs?.get(id) ?? []]
  const isNew = events.length === 0
  const inbox = { nextTurn: [], nextStep: [] as unknown[] }
  events.push = (...more: SessionEvent[]) => {
    const length = Array.prototype.push.apply(events, more)
    for (const event of more) {
      onEvent?.(id, event)
      Reflect.apply(ctx.emit, ctx, ['session/event', agent.session, event])
    }
    return length
  }
  const agent = createAgent(ctx, id, {
    events, inbox,
    steer: (message) => {
      const isDiscarded = !readsAtOnce && dice.chance(0.05)
      const take = (): void => {
        inbox.nextStep.splice(inbox.nextStep.indexOf(message), 1)
        const reply = parseReply(message)
        if (!isDiscarded) log.replied(message)
        if (reply) onLate?.(reply.callId, { answers: [...reply.answers] }, isDiscarded ? 'discarded' : 'read')
        if (isDiscarded) Reflect.apply(ctx.emit, ctx, ['agent/inbox/discarded', { agent, message }])
      }
      inbox.nextStep.push(message)
      // Read between two steps of the agent, or thrown away by whoever edits the inbox.
      if (readsAtOnce) take()
      else clock.after(dice.pick([0, 50, 1_500]), take)
    },
  })
  const log = createCallLog(isNew ? events : shadow(events), service)
  return { agent, log }
}

/** A log that goes on has its header already. */
function shadow(events: SessionEvent[]): SessionEvent[] {
  const rest: SessionEvent[] = []
  let isFirst = true
  rest.push = (...more) => {
    if (isFirst) isFirst = false
    else events.push(...more)
    return events.length
  }
  return rest
}

async function endOf(answer: Promise<AskUserQuestionAnswer>): Promise<End> {
  try {
    return { kind: 'answered', answer: await answer }
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) ?? 'ERROR' }
  }
}

function fail(reason: string): never {
  throw new Error(reason)
}
