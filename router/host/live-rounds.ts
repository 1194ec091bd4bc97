/** Rounds on the system's clock, in the host's log, for the life of a plugin. */
import type { Context } from '@deepseek-ai/cordis'
import { randomUUID } from 'node:crypto'
import type {} from '../cordis.ts'
import { labelOf } from '../errors.ts'
import type { Journal } from '../journal/types.ts'
import { Rounds, type RoundsPorts } from '../rounds.ts'
import type { AskOrder, Step } from '../types.ts'

/** Wall clock, monotonic clock and timers. */
export type LiveClock = Pick<RoundsPorts, 'now' | 'monotonic' | 'after'>

export interface LiveOptions {
  /** Default: nothing is kept. */
  readonly journal?: Pick<Journal, 'append'>
  /** Default: the system's. */
  readonly clock?: LiveClock
  /** In which order surfaces are asked; default all together. */
  readonly order?: () => AskOrder
}

const SYSTEM_CLOCK: LiveClock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Each step of each ask is one line in the log and one event `ask-surfaces/step`. `close` the rounds before anything
 * that they use goes away.
 */
export function createLiveRounds(ctx: Context, { journal = { append: () => {} }, clock = SYSTEM_CLOCK, order }: LiveOptions = {}): Rounds {
  const logger = ctx.logger('ask')
  // Found once: a context makes an error with its stack whenever one of its methods is looked up, to be thrown if there is none.
  const emit = ctx.emit.bind(ctx)
  return new Rounds({
    ...clock,
    journal,
    ...(order ? { order } : {}),
    mintId: randomUUID,
    step: (step) => {
      logger.info(stepLine(step))
      emit('ask-surfaces/step', step)
    },
    // A warning would be lost: by default the host's log keeps errors and information only.
    contain: (surface, error) => logger.error(`surface ${surface} threw: ${labelOf(error)}`),
  })
}

/** One line a step, found by the ask's short id. */
function stepLine({ step, ask, surface, detail }: Step): string {
  return [ask.slice(0, 8), step, surface, detail].filter((part) => part !== undefined).join(' ')
}
