/** The host's own commands for an agent. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { CommandNews } from '../../surfaces/terminal/console/news.ts'
import { fieldOf, textOf } from './fields.ts'

/** What is used of the host's service. */
interface Commands {
  list(agent: Agent): readonly unknown[]
  execute(agent: Agent, line: string, images: readonly never[], signal: AbortSignal): Promise<unknown>
}

export function hostCommands(ctx: Context, agent: Agent): readonly CommandNews[] {
  return (commandsOf(ctx)?.list(agent) ?? []).map((command) => {
    const hint = textOf(command, 'input', 'hint')
    return { name: textOf(command, 'name'), description: textOf(command, 'description'), ...(hint === '' ? {} : { hint }) }
  })
}

/** What the command of the line came to; undefined when the line is no command of the host. */
export async function commandResult(ctx: Context, agent: Agent, line: string, signal: AbortSignal): Promise<{ readonly ok: boolean; readonly text: string } | undefined> {
  const execution = await commandsOf(ctx)?.execute(agent, line, [], signal)
  if (execution === undefined) return undefined
  return { ok: fieldOf(execution, 'result', 'kind') !== 'error', text: textOf(execution, 'result', 'text') }
}

function commandsOf(ctx: Context): Commands | undefined {
  return ctx.get('commands')
}
