/** The host's own way out. */
import type { Context } from '@deepseek-ai/cordis'
import { loaderOf } from './rows.ts'
import { isTreeUp } from './tree.ts'

/** How long the host has to take everything down, in milliseconds; asked for during its boot, it may never end. */
const LIMIT = 3_000

/** Ends the process by the host's own way out; false when it has none. */
export function exitHost(ctx: Context, code: number): boolean {
  const exit: unknown = ctx.get('appExit')
  if (typeof exit !== 'function') return false
  const loader = loaderOf(ctx)
  const limit = setTimeout(() => process.exit(code), LIMIT)
  // With nothing left to wait for, an unfinished boot ends the process with 13 and a finished one with the code.
  if (loader === undefined || isTreeUp(loader)) limit.unref()
  exit(code)
  return true
}
