/** Rows that may not begin before the command line has been read: help and complaints belong on an untouched terminal. */
import type { Context } from '@deepseek-ai/cordis'
import type { Launch } from './launch.ts'
import { isRowEnabled, loaderOf } from './rows.ts'

type Opened = () => Promise<void>

/**
 * Calls `open` once, for the life of `ctx`: at once and without a launch where no row of ours reads the command line,
 * else when that row has done so. Later launches, e.g. of a row that was edited, change nothing; when the first one
 * comes after `open` was called without, the plugin begins anew.
 * @returns takes back what was opened.
 */
export async function whenLaunched(ctx: Context, open: (launch: Launch | undefined) => Promise<Opened>): Promise<Opened> {
  if (ctx.get('askLaunch') === undefined && !isRowEnabled(loaderOf(ctx), 'ask-session')) {
    ctx.inject(['askLaunch'], () => queueMicrotask(() => {
      ctx.fiber.restart().catch((error: unknown) => ctx.logger('ask').error(error))
    }))
    return open(undefined)
  }
  let opening: Promise<Opened | undefined> | undefined
  const waiting = ctx.inject(['askLaunch'], (inner) => {
    opening ??= open(inner.askLaunch).catch((error: unknown) => {
      ctx.logger('ask').error(error)
      return undefined
    })
    // A fiber cannot end itself while it is starting.
    queueMicrotask(() => {
      waiting.dispose().catch((error: unknown) => ctx.logger('ask').error(error))
    })
  })
  return async () => {
    await (await opening)?.()
  }
}
