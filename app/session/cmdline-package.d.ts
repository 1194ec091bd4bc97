/** The host's own reading of its command line, where its profile has the package; never installed with ours. */
declare module '@deepseek-ai/dsh-cmdline' {
  import type { Context } from '@deepseek-ai/cordis'
  import type { Command } from 'commander'

  /** Runs the program's action on the arguments behind the launcher's own; help and bad use are printed and end the host. */
  export function parseCmdline(ctx: Context, program: Command): void
}
