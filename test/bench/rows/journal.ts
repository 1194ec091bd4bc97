/** What writing down costs an ask, and that no act waits for the disk unless that is asked for. */
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import type { AskRound, AskUserQuestionAnswer } from '../../../router/types.ts'
import { atMost, type Figure } from '../figure.ts'
import { interleave, perOperation, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { question } from '../stage/question.ts'

const ASKS = 2_000
const SYNCED = 5
const ANSWER: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['SQLite'] }] }

interface Host {
  ask(): Promise<unknown>
  close(): Promise<void>
}

/** Waits for the disk, counted before anything of the product is loaded. */
let waits = 0
for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
  const original = fs[name]
  fs[name] = (fd: number) => {
    waits += 1
    original(fd)
  }
}
syncBuiltinESMExports()
const router = await import('../../../router/index.ts')
const { journalIn } = await import('../../../router/host/live-journal.ts')

async function createHost(config: object, journalFolder?: string): Promise<Host> {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin({
    name: 'router',
    apply: (inner: Context) => router.apply(inner, { askTool: false, ...config }, journalFolder === undefined ? {} : { journal: journalIn(journalFolder), onJournalFault: (line) => { throw new Error(line) } }),
  })
  const seats: AskRound[] = []
  for (const name of ['terminal', 'feishu']) {
    ctx.askSurfaces.register({
      name,
      claim: () => true,
      ask: (_request, round) => {
        seats.push(round)
        return round.outcome.then(() => ANSWER)
      },
      settled: () => {},
    })
  }
  return {
    ask: () => {
      const answered = ctx.userQuestions.ask({ questions: [question('shop')] })
      seats[0]?.submit(ANSWER, { name: 'Lee' })
      seats.length = 0
      return answered
    },
    close: async () => {
      await ctx.fiber.dispose()
    },
  }
}

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ask-bench-'))
  const hosts = {
    full: await createHost({ journal: 'full' }, join(folder, 'full')),
    off: await createHost({ journal: 'off' }, join(folder, 'off')),
    none: await createHost({}),
    synced: await createHost({ journal: 'full', journalSync: true }, join(folder, 'synced')),
  }
  const asks = effort.times(ASKS)
  const slice = (host: Host) => () => perOperation(asks, () => host.ask())
  try {
    const before = waits
    const toOff = await interleave({ product: slice(hosts.full), baseline: slice(hosts.off) }, effort.pairs)
    const toNone = await interleave({ product: slice(hosts.full), baseline: slice(hosts.none) }, effort.pairs)
    const waited = waits - before
    await perOperation(SYNCED, () => hosts.synced.ask())
    const synced = waits - before - waited
    if (synced < 2 * SYNCED) throw new Error('a synced journal did not wait for the disk: the waits are not counted')
    return [
      ratio(toOff, { name: 'journal: full, to off', read: ({ wall }) => wall, unit: 'µs an ask', target: atMost(1.3) }),
      ratio(toNone, { name: 'journal: full, to no file at all', read: ({ wall }) => wall, unit: 'µs an ask' }),
      { name: 'waits for the disk', value: waited, unit: 'count', target: atMost(0), shown: `with journalSync ${synced / SYNCED} an ask` },
    ]
  } finally {
    for (const host of Object.values(hosts)) await host.close()
    rmSync(folder, { recursive: true })
  }
}
