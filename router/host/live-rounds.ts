/** Rounds on the system's clock, in the host's log, for the life of a plugin. */
import type { Context } from '@deepseek-ai/cordis'
import { randomUUID } from 'node:crypto'
import type {} from '../cordis.ts'
import { Rounds } from '../rounds.ts'
import type { Step } from '../types.ts'

/**
 * Each step of each ask is one line in the log and one event `ask-surfaces/step`. `close` the rounds before anything
 * that they use goes away.
 */
export function createLiveRounds(ctx: Context): Rounds {
  const logger = ctx.logger('ask')
  return new Rounds({
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
    // A warning would be lost: by default the host's log keeps errors and information only.
    contain: (surface, error) => logger.error(`surface ${surface} threw: ${error instanceof Error ? error.name : typeof error}`),
  })
}

/** One line a step, found by the ask's short id. */
function stepLine({ step, ask, surface, detail }: Step): string {
  return [ask.slice(0, 8), step, surface, detail].filter((part) => part !== undefined).join(' ')
}
