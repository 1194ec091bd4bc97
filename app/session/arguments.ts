/** The arguments of this process, read through the host's own parser. */
import type { Context } from '@deepseek-ai/cordis'
import type { CommandLine } from './launch.ts'

/** What is used of the host's arguments: those behind the launcher's own. */
interface Arguments {
  get(): readonly string[]
}

/** What a process without arguments asks for. */
export const NO_COMMAND_LINE: CommandLine = { terminal: true, from: { kind: 'new' } }

/** Undefined when the host has printed help or a complaint and is about to end. */
export async function readCommandLine(ctx: Context): Promise<CommandLine | undefined> {
  const given: Arguments | undefined = ctx.get('cmdlineArgs')
  // A host that embeds this has no command line, or no way out for `--help`. Most starts have no arguments, and load no parser.
  if (given === undefined || ctx.get('appExit') === undefined || given.get().length === 0) return NO_COMMAND_LINE
  const [{ parseCmdline }, { createCommandLine }] = await Promise.all([import('@deepseek-ai/dsh-cmdline'), import('./command-line.ts')])
  let read: CommandLine | undefined
  parseCmdline(ctx, createCommandLine((line) => {
    read = line
  }))
  return read
}
