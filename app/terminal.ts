/** The terminal row: console and panel on the host's own terminal, with the lines that the other rows have for a person. */
import type { Context } from '@deepseek-ai/cordis'
import { createRowConfig } from '../config/row.ts'
import { terminalSchema } from '../config/schema.ts'
import { standAlone } from '../router/host/stand-alone.ts'
import { localeOf } from '../surfaces/form/locale.ts'
import type { Draft } from '../surfaces/terminal/draft.ts'
import { createTerminalPlugin, type TerminalSurface } from '../surfaces/terminal/index.ts'
import { tellFailures } from './failures.ts'
import { announce } from './notices.ts'
import { answerPair, onlyCommands } from './pair.ts'
import type { AskSession } from './session/driver.ts'
import { exitHost } from './session/exit.ts'
import { followSession } from './session/follow.ts'
import { originOf } from './session/heading.ts'
import { tellPlaces } from './session/places.ts'
import { whenLaunched } from './session/when-launched.ts'
import { answerWhere } from './where.ts'
import type { Launch } from './session/launch.ts'

const row = createRowConfig('ask-terminal', terminalSchema)

export const name = 'ask-terminal'
export const { Config } = row

/** By process, or whatever else holds a tree: what was typed outlives a reload of the row. */
const drafts = new WeakMap<Context, Draft>()

/** Async by declaration: cordis takes a function with a prototype for a class, and would lose what it returns. */
export async function apply(ctx: Context, given: unknown): Promise<() => Promise<void>> {
  const { config, fault } = row.read(given)
  if (fault !== undefined) announce(ctx, fault)
  const locale = config.locale ?? localeOf(process.env)
  let screen: TerminalSurface | undefined
  const session = (): AskSession | undefined => ctx.get('askSession')

  const open = async (launch: Launch | undefined): Promise<() => Promise<void>> => {
    const drives = launch?.drive === 'person'
    const draft = drafts.get(ctx.root)
    const close = await createTerminalPlugin({
      console: drives,
      ...(config.claim === 'shown' ? { claims: ({ agent }) => session()?.shows(agent?.session.id) === true } : {}),
      ...(drives ? { onInterrupt: () => session()?.interrupt() } : {}),
      onQuit: () => {
        // Where the host has no way out of its own, a signal to ourselves is what ^C means everywhere else.
        if (!exitHost(ctx, 0)) process.kill(process.pid, 'SIGINT')
      },
      ...(drives ? { origin: (id) => originOf(ctx, id) ?? id.slice(0, 8) } : {}),
      onMessage: (text) => {
        const driven = session()
        if (driven !== undefined) driven.submit(text)
        else screen?.say(answerPair(ctx, text, locale) ?? answerWhere(ctx, text, locale) ?? onlyCommands(locale))
      },
      ...(draft === undefined ? {} : { draft }),
      register: standAlone,
      onOpen: (surface) => {
        screen = surface
        for (const line of ctx.get('askNotices')?.recent() ?? []) surface.say(line)
        ctx.on('ask-surfaces/notice', (line) => surface.say(line))
        tellFailures(ctx, locale, (line) => surface.say(line))
        if (!drives) return
        followSession(ctx, surface, locale)
        tellPlaces(ctx, surface.tell)
      },
    }).apply(ctx, config)
    return async () => {
      await close()
      const left = screen?.draft()
      if (left !== undefined) drafts.set(ctx.root, left)
    }
  }

  return whenLaunched(ctx, (launch) => (launch?.terminal === false ? Promise.resolve(() => Promise.resolve()) : open(launch)))
}
