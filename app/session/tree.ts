/** Whether the host's tree is complete enough for an agent to begin. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '../../router/cordis.ts'
import { loaderOf } from './rows.ts'

/**
 * Resolves when every row is up and the tool that asks is mounted, or when `signal` aborts: a row that is taken down
 * while it waits for the tree would be waited for by it.
 */
export async function treeIsUp(ctx: Context, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  // A row that failed is told of by the host.
  const up = (async () => {
    await loaderOf(ctx)?.await()
    await ctx.get('askTool')?.mounted
  })().catch(() => undefined)
  await Promise.race([up, aborted])
}
