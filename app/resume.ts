/** Opens sessions for answers that come after the window: agents are created by the app, and belong to it. */
import type { Context } from '@deepseek-ai/cordis'
import { AskError } from '../router/errors.ts'
import { NEEDED, openAgent } from './session/agent.ts'
import { isSessionKnown } from './session/earlier.ts'

/** The host as long as it can open agents. */
interface Opener {
  readonly ctx: Context
  readonly ending: AbortController
  /** A session that is being opened: two answers to it wait for the same agent. */
  readonly pending: Map<string, Promise<void>>
}

/**
 * What the router calls with the id of a session that isn't live. What it opens lives as long as `ctx`.
 * Rejects with the host's error, with code `NO_SESSION` where the host has no agents, and with code `SESSION_GONE`
 * where it doesn't know the session any more.
 */
export function createResumeSession(ctx: Context): (session: string) => Promise<void> {
  let opener: Opener | undefined
  ctx.inject(NEEDED, (inner) => {
    inner.effect(() => {
      const own: Opener = { ctx: inner, ending: new AbortController(), pending: new Map() }
      opener = own
      return () => {
        own.ending.abort()
        if (opener === own) opener = undefined
      }
    }, 'ask-core: open sessions for late answers')
  })
  return (session) => {
    if (opener === undefined) return Promise.reject(new AskError('this host cannot open the session', 'NO_SESSION'))
    const { pending } = opener
    const known = pending.get(session)
    if (known) return known
    const opening = open(opener, session).finally(() => pending.delete(session))
    pending.set(session, opening)
    return opening
  }
}

async function open({ ctx, ending }: Opener, session: string): Promise<void> {
  try {
    // The folder is the session's own; this one is for sessions that begin.
    await openAgent(ctx, { resume: session, cwd: process.cwd(), signal: ending.signal })
  } catch (error) {
    if (await isSessionKnown(ctx, session)) throw error
    throw Object.assign(new Error('the host does not know the session any more', { cause: error }), { code: 'SESSION_GONE' })
  }
}
