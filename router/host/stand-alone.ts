/** A surface in a profile that may hold a router, ours or another's, or none, in any order of bundles. */
import type { Context } from '@deepseek-ai/cordis'
import { randomUUID } from 'node:crypto'
import type { Rounds } from '../rounds.ts'
import type { AskSurface } from '../types.ts'
import type { ApprovalsOption } from './approvals.ts'
import { bridgeHost } from './index.ts'
import { createLiveRounds } from './live-rounds.ts'
import { createPortableSurface } from './portable-surface.ts'

export interface StandAloneOptions {
  /** While it is alone; a router has its own. Default `everywhere`. */
  readonly approvals?: ApprovalsOption
}

/**
 * Registers `surface` with `ctx.askSurfaces`. While nobody provides that, the surface answers the host by itself; it
 * gives way at once when a router appears and stands in again when that one goes. An ask that is open goes on.
 * @returns takes the surface out of all of it; resolves when open asks of its own are cleaned up, at most after 2 s.
 *   Happens with `ctx` at the latest.
 */
export function standAlone(ctx: Context, surface: AskSurface, { approvals = 'everywhere' }: StandAloneOptions = {}): () => Promise<void> {
  const fiber = ctx.plugin({
    name: `ask-alone: ${surface.name}`,
    apply(inner: Context) {
      const alone = new Alone(inner, surface, approvals)
      const portable = createPortableSurface(surface, { now: Date.now, mintId: randomUUID })
      inner.inject(['askSurfaces'], (routed) => {
        routed.effect(() => {
          alone.giveWay()
          const unregister = routed.askSurfaces.register(portable)
          return () => {
            unregister()
            alone.standIn()
          }
        }, `ask-alone: ${surface.name} with a router`)
      })
      if (inner.get('askSurfaces', false) === undefined) alone.standIn()
      // Last, so that it is undone first: from here on nothing stands in.
      inner.effect(() => () => alone.close(), `ask-alone: ${surface.name}`)
    },
  })
  return () => fiber.dispose()
}

/** The surface's own rounds and bridge. Made when they are first needed: most profiles have a router. */
class Alone {
  private readonly ctx: Context
  private readonly surface: AskSurface
  private readonly approvals: ApprovalsOption
  private rounds: Rounds | undefined
  /** There while it answers. */
  private stop: (() => void) | undefined

  constructor(ctx: Context, surface: AskSurface, approvals: ApprovalsOption) {
    this.ctx = ctx
    this.surface = surface
    this.approvals = approvals
  }

  standIn(): void {
    // A router that goes down together with us leaves nothing to stand in for.
    if (this.ctx.fiber.uid === null) return
    if (this.rounds === undefined) {
      this.rounds = createLiveRounds(this.ctx)
      this.rounds.add(this.surface)
    }
    this.stop = bridgeHost(this.ctx, this.rounds, { name: this.surface.name, approvals: this.approvals })
  }

  giveWay(): void {
    this.stop?.()
    this.stop = undefined
  }

  async close(): Promise<void> {
    // Rounds first: they end as aborted while everybody who takes part is still there.
    const closing = this.rounds?.close()
    this.giveWay()
    await closing
  }
}
