/** One task without a screen: the final answer goes to standard output, and the process ends. */
import type { Context } from '@deepseek-ai/cordis'
import type { ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import { eventsOf, openAgent } from './agent.ts'
import type { OpenedAgent } from './agent.ts'
import { earlierSessions, isSessionKnown } from './earlier.ts'
import type { Holds } from './holds.ts'
import type { From } from './launch.ts'
import { commandResult } from './host-commands.ts'
import { replay } from './news.ts'
import { treeIsUp } from './tree.ts'

export interface OnceOptions {
  readonly task: string
  readonly from: From
  readonly cwd: string
  /** Keeps other processes from the session meanwhile. */
  readonly holds?: Holds
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
  /** Ends the process. */
  readonly exit: (code: number) => void
}

/** How a task came out. `complaint` is one line for the person. */
export interface Result {
  readonly code: 0 | 1
  readonly answer?: string
  readonly complaint?: string
}

/** Runs the task, for the life of `ctx` at most, and ends the process. */
export function runOnce(ctx: Context, options: OnceOptions): void {
  const ending = new AbortController()
  ctx.effect(() => () => ending.abort(), 'ask-session: end the task')
  const running = async (): Promise<void> => {
    const result = await resultOf(ctx, options, ending.signal)
    if (ending.signal.aborted) return
    if (result.answer !== undefined) await written(options.stdout, `${result.answer}\n`)
    if (result.complaint !== undefined) await written(options.stderr, `ask: ${result.complaint.replace(/\s+/g, ' ')}\n`)
    options.exit(result.code)
  }
  running().catch((error: unknown) => ctx.logger('ask').error(error))
}

async function resultOf(ctx: Context, options: OnceOptions, signal: AbortSignal): Promise<Result> {
  try {
    await treeIsUp(ctx, signal)
    const resume = await resumed(ctx, options)
    const handle = await openAgent(ctx, { cwd: options.cwd, signal, ...(options.holds === undefined ? {} : { holds: options.holds }), ...(resume === undefined ? {} : { resume }) })
    return await worked(ctx, handle, options.task, signal)
  } catch (error) {
    return { code: 1, complaint: error instanceof Error ? error.message : String(error) }
  }
}

/** The session to go on with. @throws {Error} with the next step, when it isn't there: the task was meant for it. */
async function resumed(ctx: Context, { from, cwd }: OnceOptions): Promise<string | undefined> {
  switch (from.kind) {
    case 'new':
      return undefined
    case 'latest':
      return (await earlierSessions(ctx, cwd, 1))[0]?.id
    case 'named':
      if (await isSessionKnown(ctx, from.id)) return from.id
      throw new Error(`there is no session ${from.id}; --continue goes on with the latest one of this folder`)
  }
}

async function worked(ctx: Context, { agent }: OpenedAgent, task: string, signal: AbortSignal): Promise<Result> {
  const { createUserMessage } = await import('@deepseek-ai/dsh-llm')
  await agent.whenIdle()
  const before = eventsOf(agent.session).length
  const command = await commandResult(ctx, agent, task, signal)
  if (command === undefined) agent.followup(createUserMessage({ content: [{ type: 'text', text: task }], source: { kind: 'user' } }))
  await agent.whenIdle()
  await ctx.get('sessions')?.flush(agent.session)
  const [, news] = replay(eventsOf(agent.session).slice(before))
  // A command may give the agent work, or be done by itself.
  if (command === undefined || news.some(({ type }) => type === 'turn-ended')) return summaryOf(news)
  return command.ok ? { code: 0, answer: command.text } : { code: 1, complaint: command.text }
}

/** What a person wants to know of the news: the last words, and whether the work was done. */
export function summaryOf(news: readonly ConsoleNews[]): Result {
  const spoken = news.findLast((one) => one.type === 'spoke' && one.text !== '')
  const end = news.findLast((one) => one.type === 'turn-ended')
  const answer = spoken?.type === 'spoke' ? { answer: spoken.text } : {}
  if (end?.type !== 'turn-ended') return { code: 1, ...answer, complaint: 'the agent did nothing with the task' }
  switch (end.how) {
    case 'completed':
      return { code: 0, ...answer }
    case 'interrupted':
      return { code: 1, ...answer, complaint: 'the agent was interrupted' }
    case 'failed':
      return { code: 1, ...answer, complaint: end.detail ?? 'the model failed' }
    case 'blocked':
      return { code: 1, ...answer, complaint: 'the task was refused before the agent began' }
    case 'cut-short':
      return { code: 1, ...answer, complaint: 'the answer was cut short by the model\'s limit' }
  }
}

/** Whoever reads may have seen enough, e.g. `| head`: then nothing is written. */
function written(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write(text, () => resolve())
  })
}
