/** What the host has on record about the calls of a session, open or stored. */
import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import type { CallView } from '../late-host.ts'
import { readQuestions } from '../question.ts'

const KEY = 'userQuestions'
/** Stored sessions that are read at the same time. */
const READERS = 8

const questions = z.object({
  active: z.array(z.object({ callId: z.string(), state: z.enum(['open', 'continued']), questions: z.unknown() })),
  settled: z.array(z.object({ callId: z.string() })),
})
/** The state of the projection, or what it shows. */
const projection = z.union([questions, z.object({ questions }).transform((state) => state.questions)])

type Questions = z.infer<typeof questions>

interface Sessions {
  get?(id: string): object | undefined
}

interface Agents {
  get(id: string): { readonly session: object } | undefined
}

interface Projections {
  stateOf?(session: object, key: string): unknown
  snapshot?(session: object): { readonly values: object }
}

interface ProjectionCache {
  coldSnapshot?(session: string): Promise<{ readonly values: object }>
}

/**
 * Reads each session once, a stored one without opening it where the host can do that. Nothing is waited for longer
 * than `limitMs` in all: what is not read by then is unreadable.
 */
export function createCallViews(ctx: Context, limitMs: number): (session: string, call: string) => Promise<CallView> {
  const sessions = new Map<string, Promise<Questions | undefined>>()
  const expired = AbortSignal.timeout(limitMs)
  let reading = 0
  const waiting: (() => void)[] = []

  const stored = async (session: string): Promise<Questions | undefined> => {
    const cache = cacheOf(ctx)
    if (cache?.coldSnapshot === undefined) return undefined
    if (reading >= READERS) await new Promise<void>((resolve) => waiting.push(resolve))
    reading += 1
    try {
      if (expired.aborted) return undefined
      return await inTime(cache.coldSnapshot(session).then(({ values }) => parse(Reflect.get(values, KEY))), expired)
    } finally {
      reading -= 1
      waiting.shift()?.()
    }
  }

  const read = async (session: string): Promise<Questions | undefined> => {
    try {
      return liveQuestions(ctx, session) ?? await stored(session)
    } catch {
      return undefined // No such session in the store, or a store that can't be read: the host can't tell.
    }
  }

  return async (session, call) => {
    const known = sessions.get(session) ?? read(session)
    sessions.set(session, known)
    return recordOf(await known, call)
  }
}

function recordOf(known: Questions | undefined, call: string): CallView {
  if (known === undefined) return { state: 'unreadable' }
  const active = known.active.find(({ callId }) => callId === call)
  if (active) return { state: active.state, ...questionsOf(active.questions) }
  return { state: known.settled.some(({ callId }) => callId === call) ? 'settled' : 'absent' }
}

function questionsOf(questions: unknown): Pick<CallView, 'questions'> {
  try {
    return { questions: readQuestions(questions) }
  } catch {
    return {} // In a shape of a later host.
  }
}

function liveQuestions(ctx: Context, id: string): Questions | undefined {
  const session = agentsOf(ctx)?.get(id)?.session ?? sessionsOf(ctx)?.get?.(id)
  const projections = projectionsOf(ctx)
  if (session === undefined || projections === undefined) return undefined
  if (projections.stateOf) return parse(projections.stateOf(session, KEY))
  return parse(Reflect.get(projections.snapshot?.(session).values ?? {}, KEY))
}

function parse(value: unknown): Questions | undefined {
  return projection.safeParse(value).data
}

/** Undefined once the time is up; what comes later is of no use to anybody. */
function inTime<T>(promise: Promise<T>, expired: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const expire = () => resolve(undefined)
    expired.addEventListener('abort', expire, { once: true })
    promise.finally(() => expired.removeEventListener('abort', expire)).then(resolve, reject)
  })
}

function agentsOf(ctx: Context): Agents | undefined {
  return ctx.get('agents')
}

function sessionsOf(ctx: Context): Sessions | undefined {
  return ctx.get('sessions')
}

function projectionsOf(ctx: Context): Projections | undefined {
  return ctx.get('sessionProjections')
}

function cacheOf(ctx: Context): ProjectionCache | undefined {
  return ctx.get('sessionProjectionCache')
}
