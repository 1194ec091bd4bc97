/** The router as a cordis plugin: provides `ctx.askSurfaces` and answers the host's questions through it. */
import type { Context } from '@deepseek-ai/cordis'
import { randomUUID } from 'node:crypto'
import { bridgeHost } from './host/index.ts'
import { Rounds } from './rounds.ts'
import { AskSurfacesService } from './service.ts'
import type { Step } from './types.ts'

export type * from './types.ts'

export const name = 'ask-router'

export function apply(ctx: Context): void {
  const logger = ctx.logger('ask')
  const rounds = new Rounds({
    now: Date.now,
    mintId: randomUUID,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    step: (step) => {
      logger.info(stepLine(step))
      ctx.emit('ask-surfaces/step', step)
    },
    contain: (surface, error) => logger.warn(`surface ${surface} threw: ${error instanceof Error ? error.name : typeof error}`),
  })
  new AskSurfacesService(ctx, rounds)
  bridgeHost(ctx, rounds)
  // Last, so that it is undone first: rounds end while the surfaces and the host's slot are still there.
  ctx.effect(() => () => rounds.close(), 'ask-router: end the open rounds')
}

/** One line a step, found by the ask's short id. */
function stepLine({ step, ask, surface, detail }: Step): string {
  return [ask.slice(0, 8), step, surface, detail].filter((part) => part !== undefined).join(' ')
}
