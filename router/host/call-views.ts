/** What the host has on record about the calls of a session, open or stored. */
import type { Context } from '@deepseek-ai/cordis'
import type { CallView } from '../late-host.ts'
import { callViewOf, liveQuestions, type Questions, questionsIn } from './projection.ts'

/** Stored sessions that are read at the same time. */
const READERS = 8

interface Agents {
  get(id: string): { readonly session: object } | undefined
}

interface Sessions {
  get?(id: string): object | undefined
}

interface ProjectionCache {
  coldSnapshot?(session: string): Promise<{ readonly values: object }>
}

interface SessionQuery {
  readSession?(session: string): Promise<{ readonly events: readonly unknown[] }>
}

interface Projections {
  /** Folds a log, from its first event where that is 0 and there is no checkpoint. */
  restore?(checkpoint: object, events: readonly unknown[], first: number): { readonly snapshot: { readonly values: object } }
}

/**
 * Reads each session once, a stored one without opening it where the host can do that. Nothing is waited for longer
 * than `limitMs` in all: what is not read by then is unreadable.
 */
export function createCallViews(ctx: Context, limitMs: number): (session: string, call: string) => Promise<CallView> {
  const sessions = new Map<string, Promise<Questions | undefined>>()
  const expired = AbortSignal.timeout(limitMs)
  const waiting: (() => void)[] = []
  let reading = 0

  const stored = async (id: string): Promise<Questions | undefined> => {
    const readValues = readerOf(ctx)
    if (readValues === undefined) return undefined
    if (reading >= READERS) await new Promise<void>((resolve) => waiting.push(resolve))
    reading += 1
    try {
      if (expired.aborted) return undefined
      return await inTime(readValues(id).then(questionsIn), expired)
    } finally {
      reading -= 1
      waiting.shift()?.()
    }
  }

  const read = async (id: string): Promise<Questions | undefined> => {
    try {
      const session = sessionOf(ctx, id)
      return session === undefined ? await stored(id) : liveQuestions(ctx, session)
    } catch {
      return undefined // No such session in the store, or a store that can't be read: the host can't tell.
    }
  }

  return async (session, call) => {
    const known = sessions.get(session) ?? read(session)
    sessions.set(session, known)
    return callViewOf(await known, call)
  }
}

/** What all projections of a stored session show; undefined where the host can't tell without opening it. */
function readerOf(ctx: Context): ((session: string) => Promise<object>) | undefined {
  const cache: ProjectionCache | undefined = ctx.get('sessionProjectionCache')
  if (cache?.coldSnapshot) return async (session) => (await cache.coldSnapshot?.(session))?.values ?? {}
  // A profile without that cache still has the log and what folds it.
  const query: SessionQuery | undefined = ctx.get('sessionQuery')
  const projections: Projections | undefined = ctx.get('sessionProjections')
  if (query?.readSession === undefined || projections?.restore === undefined) return undefined
  return async (session) => {
    const log = await query.readSession?.(session)
    return projections.restore?.({}, log?.events ?? [], 0).snapshot.values ?? {}
  }
}

function sessionOf(ctx: Context, id: string): object | undefined {
  const agents: Agents | undefined = ctx.get('agents')
  const sessions: Sessions | undefined = ctx.get('sessions')
  return agents?.get(id)?.session ?? sessions?.get?.(id)
}

/** Undefined once the time is up; what comes later is of no use to anybody. */
function inTime<T>(promise: Promise<T>, expired: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const expire = () => resolve(undefined)
    expired.addEventListener('abort', expire, { once: true })
    promise.finally(() => expired.removeEventListener('abort', expire)).then(resolve, reject)
  })
}
