/** The router as a cordis plugin: provides `ctx.askSurfaces` and answers the host's questions through it. */
import type { Context } from '@deepseek-ai/cordis'
import { readRouterConfig } from './config.ts'
import type { JournalKeeper } from './host/ask-journal.ts'
import { mountAskTool } from './host/ask-tool.ts'
import { bridgeHost, type ResumeSession } from './host/index.ts'
import { createLiveRounds, type LiveClock } from './host/live-rounds.ts'
import type { LeftAsk } from './leftovers.ts'
import type { KeptFile } from './own-file.ts'
import type { Rounds } from './rounds.ts'
import { AskSurfacesService } from './service.ts'
import { StandingOrder } from './standing-order.ts'
import type { Actor } from './types.ts'

export type { RouterConfig } from './config.ts'
export type * from './types.ts'

export const name = 'ask-router'

/** What the app lends to its router. */
export interface RouterPorts {
  /** Opens a session that isn't live, for an answer that comes after the window; agents are the app's to create. */
  readonly resumeSession?: ResumeSession
  /** Default: the system's. */
  readonly clock?: LiveClock
  /** Without it no journal is kept, nothing of one is loaded, and there is no `ctx.askJournal`. */
  readonly journal?: JournalKeeper
  /** Where an order of asking that a person has chosen is kept; without it none outlives the process. */
  readonly orderFile?: KeptFile
  /** What is kept for later can't be written or read: one line with the next step; for the journal once. */
  readonly onJournalFault?: (line: string) => void
  /** An answer was accepted and its process ended, and it can't be delivered now; the ask is answerable again. */
  readonly onAnswerLost?: (ask: string, actor: Actor | undefined) => void
}

/** @throws {TypeError} one line that names the field of the config. */
export function apply(ctx: Context, config?: unknown, ports: RouterPorts = {}): void {
  const { approvals, askTool, ...kept } = readRouterConfig(config)
  const { resumeSession, clock, journal: keeper, orderFile, onJournalFault = (line: string) => ctx.logger('ask').error(line) } = ports
  if (askTool) ctx.provide('askTool', { mounted: mountAskTool(ctx) })
  // A router that is still loading counts: two providers of one name would stop the whole host.
  if (ctx.get('askSurfaces', false) !== undefined) {
    ctx.logger('ask').info('another plugin routes asks in this profile: our surfaces register with it, this router stays out')
    return
  }
  const journal = keeper?.open({ mode: kept.journal, sync: kept.journalSync, maxBytes: kept.journalBytes, log: onJournalFault })
  // Undone last: what surfaces still do while all this goes away is written down, too.
  if (journal) ctx.effect(() => () => journal.close(), 'ask-router: close the journal')
  const standing = new StandingOrder({ configured: { mode: kept.order, delaySeconds: kept.delaySeconds }, log: onJournalFault, ...(orderFile === undefined ? {} : { file: orderFile }) })
  const rounds = createLiveRounds(ctx, { order: () => standing.current, ...(journal ? { journal } : {}), ...(clock ? { clock } : {}) })
  new AskSurfacesService(ctx, rounds, standing)
  bridgeHost(ctx, rounds, { name, approvals, ...(resumeSession ? { resumeSession } : {}) })
  if (journal) keeper?.provide(ctx, { journal, now: Date.now, canOpen: resumeSession !== undefined, restore: (left) => restore(ctx, rounds, left, ports) })
  // Last, so that it is undone first: rounds end while the surfaces and the host's slot are still there.
  ctx.effect(() => () => rounds.close(), 'ask-router: end the open rounds')
}

/** An ask of an ended process goes on here; an answer of then is delivered as one of now. */
function restore(ctx: Context, { late }: Rounds, { entry: { ask, session, call, since, at }, decision, questions }: LeftAsk, { onAnswerLost }: RouterPorts): void {
  if (session === undefined || call === undefined) return
  if (decision.kind === 'continued' && decision.lost) onAnswerLost?.(ask, decision.lost.actor)
  const asked = { id: ask, session, callId: call, since: since ?? at, ...(questions ? { questions } : {}) }
  if (decision.kind !== 'redeliver') return late.open(asked)
  late.redeliver(asked, decision.answer, decision.actor).then((result) => {
    const isAnswerable = result?.kind === 'failed' && (result.code === 'NO_SESSION' || result.code === 'BAD_ANSWER')
    return isAnswerable ? onAnswerLost?.(ask, decision.actor) : undefined
  }).catch((error: unknown) => ctx.logger('ask').error(error))
}
