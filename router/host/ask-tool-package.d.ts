/** The host's own tool, where its profile has the package; never installed with ours. */
declare module '@deepseek-ai/dsh-tool-ask-user' {
  import type { Context } from '@deepseek-ai/cordis'

  export const name: string
  export const inject: string[]
  export function apply(ctx: Context): void
}
