/** Undoing a cordis effect by hand. */
import type { Context } from '@deepseek-ai/cordis'

/**
 * Calls a disposer of cordis. Ours work at once; cordis types every one as a promise, whose failure is logged here.
 * Calling one that has run already does nothing.
 */
export function release(ctx: Context, dispose: () => unknown): void {
  Promise.resolve(dispose()).catch((error: unknown) => ctx.logger('ask').error(error))
}
