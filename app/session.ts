/** The session row: reads the command line, and drives one agent for whoever sits at the terminal. */
import type { Context } from '@deepseek-ai/cordis'
import { join } from 'node:path'
import { createRowConfig } from '../config/row.ts'
import { sessionSchema, terminalSchema } from '../config/schema.ts'
import { homeFolder } from '../router/dsh-home.ts'
import { processStart } from '../router/process-lock.ts'
import { announce } from './notices.ts'
import { NEEDED } from './session/agent.ts'
import { NO_COMMAND_LINE, readCommandLine } from './session/arguments.ts'
import { Driver, type Memory } from './session/driver.ts'
import { exitHost } from './session/exit.ts'
import { createHolds } from './session/holds.ts'
import { isFollowed, launchOf, type Launch } from './session/launch.ts'
import { runOnce } from './session/once.ts'
import { enabledRow, isCommandLineTaken, loaderOf, type Loader } from './session/rows.ts'

const row = createRowConfig('ask-session', sessionSchema)
const terminalRow = createRowConfig('ask-terminal', terminalSchema)

export const name = 'ask-session'
export const { Config } = row

/** By process, or whatever else holds a tree: the row may be reloaded in it. */
const memories = new WeakMap<Context, Memory>()

export async function apply(ctx: Context, given: unknown): Promise<void> {
  const { fault } = row.read(given)
  if (fault !== undefined) announce(ctx, fault)
  const launch = await decide(ctx)
  // The host has printed help or a complaint and ends; or the row was taken down meanwhile.
  if (launch === undefined || ctx.fiber.uid === null) return
  ctx.provide('askLaunch', launch)
  if (launch.drive === 'nobody') return
  const memory = memories.get(ctx.root) ?? {}
  memories.set(ctx.root, memory)
  ctx.inject(NEEDED, (inner) => drive(inner, launch, memory))
}

/** Never rejects: a row that fails would end the host's whole boot. */
async function decide(ctx: Context): Promise<Launch | undefined> {
  const loader = loaderOf(ctx)
  try {
    if (await isCommandLineTaken(loader)) return { drive: 'nobody', terminal: true }
    const read = await readCommandLine(ctx)
    return read && launchOf(read, hasScreen(loader))
  } catch (error) {
    announce(ctx, `ask-session: the command line could not be read (${error instanceof Error ? error.message : typeof error}); it is taken as empty`)
    return launchOf(NO_COMMAND_LINE, false)
  }
}

function hasScreen(loader: Loader | undefined): boolean {
  const terminal = enabledRow(loader, 'ask-terminal')
  if (terminal === undefined) return false
  const { lines } = terminalRow.read(terminal.options.config).config
  return isFollowed({ tty: process.stdin.isTTY && process.stdout.isTTY, term: process.env['TERM'], lines })
}

function drive(ctx: Context, launch: Exclude<Launch, { drive: 'nobody' }>, memory: Memory): void {
  const cwd = process.cwd()
  const holds = createHolds({ folder: join(homeFolder(process.env), 'sessions'), pid: process.pid, startOf: processStart })
  if (launch.drive === 'person') {
    const { from, task } = launch
    ctx.provide('askSession', new Driver(ctx, { from, cwd, memory, holds, ...(task === undefined ? {} : { task }) }))
    return
  }
  // A reload must not do the work twice.
  if (memory.begun) return
  memory.begun = true
  runOnce(ctx, { task: launch.task, from: launch.from, cwd, holds, stdout: process.stdout, stderr: process.stderr, exit: (code) => void exitHost(ctx, code) })
}
