/** Rows that may not begin before the command line has been read: help and complaints belong on an untouched terminal. */
import type { Context } from '@deepseek-ai/cordis'
import type { Launch } from './launch.ts'
import { isRowEnabled, loaderOf } from './rows.ts'

type Opened = () => Promise<void>

const READER = 'ask-session'

/**
 * Calls `open` once, for the life of `ctx`: at once and without a launch where no row of ours reads the command line,
 * else when that row has done so. When that row comes or goes for good later, the plugin begins anew; when it is
 * reloaded, nothing changes.
 * @returns takes back what was opened.
 */
export async function whenLaunched(ctx: Context, open: (launch: Launch | undefined) => Promise<Opened>): Promise<Opened> {
  const loader = loaderOf(ctx)
  const isAlone = ctx.get('askLaunch') === undefined && !isRowEnabled(loader, READER)
  let opening: Promise<Opened | undefined> | undefined
  ctx.inject(['askLaunch'], (inner) => {
    if (isAlone) return restart(ctx)
    opening ??= open(inner.askLaunch).catch((error: unknown) => {
      ctx.logger('ask').error(error)
      return undefined
    })
    inner.effect(() => () => {
      if (loader !== undefined && !isRowEnabled(loader, READER)) restart(ctx)
    }, 'ask-session: the launch')
  })
  if (isAlone) return open(undefined)
  return async () => {
    await (await opening)?.()
  }
}

/** A fiber cannot begin anew while one of its own is starting or ending. */
function restart(ctx: Context): void {
  queueMicrotask(() => {
    if (ctx.fiber.uid !== null) ctx.fiber.restart().catch((error: unknown) => ctx.logger('ask').error(error))
  })
}
