/** The tool `ask_user_question`, without which the model cannot ask: mounted where no row of the profile offers it. */
import type { Context, Plugin } from '@deepseek-ai/cordis'
import { codeOf } from '../errors.ts'

const TOOL = 'ask_user_question'

/**
 * Mounts the host's own tool package for the life of `ctx`, once the profile is up. A host without it goes on without.
 * @returns never rejects; resolves when that is done, or has failed.
 */
export function mountAskTool(ctx: Context, load: () => Promise<Plugin.Object> = () => import('@deepseek-ai/dsh-tool-ask-user')): Promise<void> {
  const logger = ctx.logger('ask')
  // By default the host's log keeps errors and information, and drops warnings.
  const log = (line: string) => logger.info(line)
  return mount(ctx, load, log).catch((error: unknown) => {
    log(`the tool ${TOOL} could not be mounted (${codeOf(error) ?? 'no code'}); the model cannot ask`)
  })
}

async function mount(ctx: Context, load: () => Promise<Plugin.Object>, log: (line: string) => void): Promise<void> {
  // A row that comes later may still offer the tool, and two of one name stop the host.
  await loaderOf(ctx)?.await()
  // Unloaded while waiting.
  if (ctx.fiber.uid === null) return
  const tools = toolsOf(ctx)
  if (tools === undefined) return log(`no tools in this host; ${TOOL} is not mounted`)
  if (tools.get(TOOL) !== undefined) return
  const plugin = await load()
  if (ctx.fiber.uid === null) return
  await ctx.plugin(plugin, {})
  log(`${TOOL} is mounted: no row of the profile offers it`)
}

interface Loader { await(): Promise<unknown> }
interface Tools { get(name: string): unknown }

function loaderOf(ctx: Context): Loader | undefined {
  return ctx.get('loader')
}

function toolsOf(ctx: Context): Tools | undefined {
  return ctx.get('tools')
}
