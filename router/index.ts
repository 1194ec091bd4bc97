/** The router as a cordis plugin: provides `ctx.askSurfaces` and answers the host's questions through it. */
import type { Context } from '@deepseek-ai/cordis'
import { readRouterConfig } from './config.ts'
import { bridgeHost } from './host/index.ts'
import { createLiveRounds } from './host/live-rounds.ts'
import { mountAskTool } from './host/ask-tool.ts'
import { AskSurfacesService } from './service.ts'

export type { RouterConfig } from './config.ts'
export type * from './types.ts'

export const name = 'ask-router'

/** @throws {TypeError} one line that names the field of the config. */
export function apply(ctx: Context, config?: unknown): void {
  const { approvals, askTool } = readRouterConfig(config)
  if (askTool) ctx.provide('askTool', { mounted: mountAskTool(ctx) })
  // A router that is still loading counts: two providers of one name would stop the whole host.
  if (ctx.get('askSurfaces', false) !== undefined) {
    ctx.logger('ask').info('another plugin routes asks in this profile: our surfaces register with it, this router stays out')
    return
  }
  const rounds = createLiveRounds(ctx)
  new AskSurfacesService(ctx, rounds)
  bridgeHost(ctx, rounds, { name, approvals })
  // Last, so that it is undone first: rounds end while the surfaces and the host's slot are still there.
  ctx.effect(() => () => rounds.close(), 'ask-router: end the open rounds')
}
