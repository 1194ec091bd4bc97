/** The core row: the router, what it tells people, and the tool that asks. */
import type { Context } from '@deepseek-ai/cordis'
import { join } from 'node:path'
import { createRowConfig } from '../config/row.ts'
import { coreSchema } from '../config/schema.ts'
import { homeFolder } from '../router/dsh-home.ts'
import { journalIn } from '../router/host/live-journal.ts'
import * as router from '../router/index.ts'
import { keptFile } from '../router/own-file.ts'
import { localeOf } from '../surfaces/form/locale.ts'
import { lostLine } from './journal-words.ts'
import { Notices } from './notices.ts'
import { createResumeSession } from './resume.ts'

const row = createRowConfig('ask-core', coreSchema)

export const name = 'ask-core'
export const { Config } = row

export function apply(ctx: Context, given: unknown): void {
  const { config, fault } = row.read(given)
  const notices = new Notices(ctx)
  const say = (line: string) => {
    ctx.logger('ask').error(line)
    notices.add(line)
  }
  if (fault !== undefined) say(fault)
  router.apply(ctx, config, {
    resumeSession: createResumeSession(ctx),
    journal: journalIn(homeFolder(process.env)),
    orderFile: keptFile(join(homeFolder(process.env), 'order.json')),
    onJournalFault: say,
    onAnswerLost: (ask, actor) => say(lostLine(ask, actor, localeOf(process.env))),
  })
}
