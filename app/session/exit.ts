/** The host's own way out. */
import type { Context } from '@deepseek-ai/cordis'

/** How long the host has to take everything down, in milliseconds; asked for during its boot, it may never end. */
const LIMIT = 3_000
/** How often it is looked whether the host is done, in milliseconds. */
const LOOK = 10

/** Ends the process by the host's own way out; false when it has none. */
export function exitHost(ctx: Context, code: number): boolean {
  const exit: unknown = ctx.get('appExit')
  if (typeof exit !== 'function') return false
  // With nothing left to wait for, a boot that is not over ends the process with 13, whatever code was set. It is kept
  // alive until the host has taken everything down, which it tells by setting the code, and is ended then.
  setTimeout(() => process.exit(code), LIMIT)
  setInterval(() => {
    if (process.exitCode !== undefined) process.exit(code)
  }, LOOK)
  exit(code)
  return true
}
