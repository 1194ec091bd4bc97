/** What stays behind of asks that are over, on a signal that outlives them all: nothing. */
import { getEventListeners } from 'node:events'
import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import * as router from '../../../router/index.ts'
import type { AskRound, AskUserQuestionAnswer } from '../../../router/types.ts'
import { atMost, type Figure } from '../figure.ts'
import { collect, rounded } from '../pairs.ts'
import type { Effort } from '../row.ts'

const QUESTIONS = [{ id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }]
const ANSWER: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['SQLite'] }] }

/** Asks of one step; the heap is looked at after the first and the second. */
const ASKS = 100_000
/** Megabytes that the second step may differ from the first: what code compiled meanwhile and caches take. */
const SLOPE = 0.1

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  await ctx.plugin(router, { askTool: false })
  const seats: AskRound[] = []
  for (const name of ['terminal', 'feishu']) {
    ctx.askSurfaces.register({
      name,
      claim: () => true,
      ask: (_request, round) => {
        seats.push(round)
        return new Promise((_resolve, reject) => {
          round.signal.addEventListener('abort', () => reject(new Error('over')), { once: true })
        })
      },
      settled: () => {},
    })
  }
  const turn = new AbortController()
  const run = async (asks: number): Promise<number> => {
    for (let ask = 0; ask < asks; ask += 1) {
      const answered = ctx.userQuestions.ask({ questions: QUESTIONS, signal: turn.signal })
      seats[ask % 2]?.submit(ANSWER)
      seats.length = 0
      await answered
    }
    // Two, with a turn of the loop between them: finalizers run there.
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
  const asks = effort.times(ASKS)
  const before = await run(asks / 10)
  const [once, twice] = [await run(asks), await run(asks)]
  const listeners = getEventListeners(turn.signal, 'abort').length
  const shown = `${rounded(before)}, ${rounded(once)}, ${rounded(twice)} MB`
  await ctx.fiber.dispose()
  return [
    { name: `listeners after ${2 * asks} asks`, value: listeners, unit: 'count', target: atMost(0), shown: 'on one signal' },
    { name: `heap kept after ${asks} asks`, value: Math.max(0, once - before), unit: 'MB', target: atMost(1), shown },
    { name: `heap kept after ${2 * asks} asks`, value: Math.max(0, twice - before), unit: 'MB', target: atMost(1), shown },
    { name: `slope: ${asks} more`, value: Math.max(0, twice - once), unit: 'MB', target: atMost(SLOPE), shown },
  ]
}
