/** The core row: the router, what it tells people, and the tool that asks. */
import type { Context } from '@deepseek-ai/cordis'
import { createRowConfig } from '../config/row.ts'
import { coreSchema } from '../config/schema.ts'
import * as router from '../router/index.ts'
import { Notices } from './notices.ts'

const row = createRowConfig('ask-core', coreSchema)

export const name = 'ask-core'
export const { Config } = row

export function apply(ctx: Context, given: unknown): void {
  const { config, fault } = row.read(given)
  const notices = new Notices(ctx)
  if (fault !== undefined) {
    ctx.logger('ask').error(fault)
    notices.add(fault)
  }
  router.apply(ctx, config)
}
