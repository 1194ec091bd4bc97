/** The terminal as a cordis plugin: registers itself with `ctx.askSurfaces` while it can own a real terminal. */
import type { Context } from '@deepseek-ai/cordis'
import { userInfo } from 'node:os'
import type { Actor } from '../../router/types.ts'
import { localeOf, readTerminalConfig } from './config.ts'
import { glyphSetOf } from './glyphs.ts'
import { divertOutput, guardProcess } from './process.ts'
import type { Diversion, ProcessGuard } from './process.ts'
import type { TerminalInput, TerminalOutput } from './streams.ts'
import type { TerminalSurface } from './options.ts'

export type { TerminalConfig } from './config.ts'
export type { TerminalInput, TerminalOutput } from './streams.ts'
export type { TerminalOptions, TerminalSurface } from './options.ts'
export type { WaitNews } from './wait.ts'
export { readTerminalConfig } from './config.ts'

export const name = 'ask-terminal'
export const inject = ['askSurfaces']

/** What the plugin takes from outside; everything absent is the real process's. */
export interface TerminalPluginPorts {
  readonly input?: TerminalInput & { readonly isTTY?: boolean }
  readonly output?: TerminalOutput & { readonly isTTY?: boolean }
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly actor?: Omit<Actor, 'surface'>
  /** Milliseconds; default the system's clock. */
  readonly now?: () => number
  /** End the process on a signal, with its usual code; default: give the terminal back and leave the rest to the host. */
  readonly exitOnSignal?: boolean
  /** ^C at rest; default: the host's own exit. */
  readonly onQuit?: () => void
  readonly onMessage?: (text: string) => void
  /** The screen is open and registered; it is closed with the plugin. */
  readonly onOpen?: (surface: TerminalSurface) => void
}

export interface TerminalPlugin {
  readonly name: string
  readonly inject: string[]
  readonly apply: (ctx: Context, config?: unknown) => Promise<() => Promise<void>>
}

/** The plugin on streams of the caller's choice. */
export function createTerminalPlugin(ports: TerminalPluginPorts = {}): TerminalPlugin {
  return { name, inject, apply: (ctx, config) => open(ctx, config, ports) }
}

/** The plugin on the real process. */
export const { apply } = createTerminalPlugin()

/** Opens the screen; the returned function takes the surface back, then gives the terminal back, in this order. */
async function open(ctx: Context, config: unknown, ports: TerminalPluginPorts): Promise<() => Promise<void>> {
  const settings = readTerminalConfig(config)
  const { bell, mouse } = settings
  const logger = ctx.logger(name)
  const { input = process.stdin, output = process.stdout, env = process.env } = ports
  if (!input.isTTY || !output.isTTY || env['TERM'] === 'dumb') {
    logger.info('stays out: standard input and output are not both a terminal')
    return () => Promise.resolve()
  }
  // Loaded only here: a host without a terminal never pays for it.
  const { createTerminalSurface } = await import('./surface.ts')
  const real = output === process.stdout
  let guard: ProcessGuard | undefined
  let diversion: Diversion | undefined
  let surface: TerminalSurface | undefined
  if (real) diversion = divertOutput(process.stdout, process.stderr, (line) => surface?.say(line))
  surface = createTerminalSurface({
    input, env, after,
    output: diversion?.output ?? output,
    locale: settings.locale ?? localeOf(env),
    glyphs: settings.glyphs ?? glyphSetOf(env),
    mouse: mouse !== 'off',
    ...(bell === undefined ? {} : { bell }),
    actor: ports.actor ?? loginOf(env),
    now: ports.now ?? Date.now,
    log: (line) => logger.warn(line),
    onQuit: ports.onQuit ?? (() => quitHost(ctx)),
    onSuspend: () => guard?.suspend(),
    ...(ports.onMessage === undefined ? {} : { onMessage: ports.onMessage }),
  })
  const { leave, enter, close } = surface
  const end = (): void => {
    leave()
    diversion?.restore()
  }
  if (real) guard = guardProcess(process, { end, leave, enter, after, exitOnSignal: ports.exitOnSignal ?? false })
  const unregister = ctx.askSurfaces.register(surface)
  ports.onOpen?.(surface)
  return async () => {
    unregister()
    diversion?.restore()
    await close()
    guard?.dispose()
  }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The host's own way out where it has one; a signal to ourselves is what ^C means everywhere else. */
function quitHost(ctx: Context): void {
  const exit: unknown = ctx.get('appExit')
  if (typeof exit === 'function') exit(0)
  else process.kill(process.pid, 'SIGINT')
}

function loginOf(env: Readonly<Record<string, string | undefined>>): Omit<Actor, 'surface'> {
  const login = env['USER'] || env['LOGNAME'] || systemLogin()
  return login === undefined ? {} : { id: login, name: login }
}

function systemLogin(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // The user id has no entry in the password database.
    return undefined
  }
}
