/** The host's own way out. */
import type { Context } from '@deepseek-ai/cordis'

/** How long the host has to take everything down, in milliseconds; asked for during its boot, it may never end. */
const LIMIT = 3_000

/** Ends the process by the host's own way out; false when it has none. */
export function exitHost(ctx: Context, code: number): boolean {
  const exit: unknown = ctx.get('appExit')
  if (typeof exit !== 'function') return false
  // Keeps the process alive until then as well: with nothing left to wait for, an unfinished boot ends it with 13.
  setTimeout(() => process.exit(code), LIMIT)
  exit(code)
  return true
}
