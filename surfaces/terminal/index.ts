/** The terminal as a cordis plugin: registers itself with `ctx.askSurfaces` while it can own a real terminal. */
import type { Context } from '@deepseek-ai/cordis'
import { userInfo } from 'node:os'
import { labelOf } from '../../router/errors.ts'
import type { Actor, AskSurface } from '../../router/types.ts'
import { localeOf } from '../form/locale.ts'
import { readTerminalConfig } from './config.ts'
import { glyphSetOf } from './glyphs.ts'
import { divertOutput, guardProcess } from './process.ts'
import type { Diversion, ProcessGuard } from './process.ts'
import type { TerminalInput, TerminalOutput } from './streams.ts'
import type { TerminalConfig } from './config.ts'
import type { TerminalOptions, TerminalSurface } from './options.ts'

export type { TerminalConfig } from './config.ts'
export type { TerminalInput, TerminalOutput } from './streams.ts'
export type { TerminalOptions, TerminalSurface } from './options.ts'

const name = 'ask-terminal'
const inject = ['askSurfaces']

/** What the plugin takes from outside; everything absent is the real process's. */
export interface TerminalPluginPorts {
  /** Puts the surface where asks come from, and takes it back; default: into `ctx.askSurfaces`, which is injected then. */
  readonly register?: (ctx: Context, surface: AskSurface) => () => unknown
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
  readonly onMessage?: TerminalOptions['onMessage']
  readonly onInterrupt?: TerminalOptions['onInterrupt']
  readonly console?: TerminalOptions['console']
  readonly claims?: TerminalOptions['claims']
  readonly origin?: TerminalOptions['origin']
  readonly draft?: TerminalOptions['draft']
  /** The screen is open and registered; it is closed with the plugin. */
  readonly onOpen?: (surface: TerminalSurface) => void
}

export interface TerminalPlugin {
  readonly name: string
  readonly inject: string[]
  readonly apply: (ctx: Context, config?: unknown) => Promise<() => Promise<void>>
}

/** The plugin on streams of the caller's choice, or on the real process. */
export function createTerminalPlugin(ports: TerminalPluginPorts = {}): TerminalPlugin {
  return { name, inject: ports.register ? [] : inject, apply: (ctx, config) => open(ctx, config, ports) }
}

/** Opens the screen, or the line mode, or neither; the returned function takes it back. */
async function open(ctx: Context, config: unknown, ports: TerminalPluginPorts): Promise<() => Promise<void>> {
  const settings = readTerminalConfig(config)
  const { input = process.stdin, output = process.stdout, env = process.env } = ports
  const tty = input.isTTY === true && output.isTTY === true
  if (tty && env['TERM'] !== 'dumb') return openScreen(ctx, settings, ports)
  if (settings.lines !== 'off' && (tty || settings.lines === 'on') && isReadable(input)) return openLines(ctx, settings, ports, input)
  ctx.logger(name).info('stays out: standard input and output are not both a terminal')
  return () => Promise.resolve()
}

/** The surface is taken back first, then the terminal is given back. */
async function openScreen(ctx: Context, settings: TerminalConfig, ports: TerminalPluginPorts): Promise<() => Promise<void>> {
  const logger = ctx.logger(name)
  const { input = process.stdin, output = process.stdout, env = process.env } = ports
  // Loaded only here: a host without a terminal never pays for it.
  const { createTerminalSurface } = await import('./surface.ts')
  const real = output === process.stdout
  let guard: ProcessGuard | undefined
  let diversion: Diversion | undefined
  let surface: TerminalSurface | undefined
  if (real) diversion = divertOutput(process.stdout, process.stderr, (line) => surface?.say(line), Date.now)
  surface = createTerminalSurface({
    input, env, after, defer: setImmediate,
    output: diversion?.output ?? output,
    locale: settings.locale ?? localeOf(env),
    glyphs: settings.glyphs ?? glyphSetOf(env),
    mouse: settings.mouse !== 'off',
    ...(settings.bell === undefined ? {} : { bell: settings.bell }),
    actor: ports.actor ?? loginOf(env),
    now: ports.now ?? steady,
    wall: ports.now ?? Date.now,
    log: (line) => logger.error(line),
    onQuit: ports.onQuit ?? (() => quit(ctx)),
    onSuspend: () => guard?.suspend(),
    ...(ports.onMessage === undefined ? {} : { onMessage: ports.onMessage }),
    ...(ports.onInterrupt === undefined ? {} : { onInterrupt: ports.onInterrupt }),
    ...(ports.console === undefined ? {} : { console: ports.console }),
    ...(ports.claims === undefined ? {} : { claims: ports.claims }),
    ...(ports.origin === undefined ? {} : { origin: ports.origin }),
    ...(ports.draft === undefined ? {} : { draft: ports.draft }),
  })
  const { leave, enter, close } = surface
  const end = (): void => {
    leave()
    diversion?.restore()
  }
  if (real) {
    guard = guardProcess(process, {
      end, leave, enter, after,
      exitOnSignal: ports.exitOnSignal ?? false,
      quit: (code) => quitHost(ctx, code),
    })
  }
  const unregister = register(ctx, surface, ports)
  ports.onOpen?.(surface)
  return async () => {
    await unregister()
    await close()
    diversion?.restore()
    guard?.dispose()
  }
}

/** Begins with the time of day and is never set: a guard that waits for a moment would keep the keys for hours. */
function steady(): number {
  return performance.timeOrigin + performance.now()
}

/** Nothing is taken over here, so that there is nothing to restore. */
async function openLines(ctx: Context, { locale }: TerminalConfig, ports: TerminalPluginPorts, input: NodeJS.ReadableStream): Promise<() => Promise<void>> {
  const { createLineSurface } = await import('./line-surface.ts')
  const logger = ctx.logger(name)
  const { output = process.stdout, env = process.env } = ports
  let unregister: (() => unknown) | undefined
  const surface = createLineSurface({
    input, output,
    typed: ports.input?.isTTY ?? process.stdin.isTTY,
    locale: locale ?? localeOf(env),
    actor: ports.actor ?? loginOf(env),
    now: ports.now ?? steady,
    log: (line) => logger.error(line),
    ...(ports.onMessage === undefined ? {} : { onMessage: ports.onMessage }),
    onEnd: () => {
      Promise.resolve(unregister?.()).catch((error: unknown) => logger.error(`the surface could not be taken back: ${labelOf(error)}`))
    },
  })
  unregister = register(ctx, surface, ports)
  ports.onOpen?.(surface)
  return async () => {
    await unregister?.()
    await surface.close()
  }
}

function register(ctx: Context, surface: AskSurface, ports: TerminalPluginPorts): () => unknown {
  return ports.register?.(ctx, surface) ?? ctx.askSurfaces.register(surface)
}

/** A whole stream, as readline needs it. */
function isReadable(input: object): input is NodeJS.ReadableStream {
  return ['on', 'read', 'pipe', 'resume', 'pause'].every((method) => typeof Reflect.get(input, method) === 'function')
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** How long the host has to take everything down, in milliseconds; asked for during its boot, it may never end. */
const QUITTING = 3_000

/** Ends by the host's own way out; false when it has none. */
function quitHost(ctx: Context, code: number): boolean {
  const exit: unknown = ctx.get('appExit')
  if (typeof exit !== 'function') return false
  // Keeps the process alive until then as well: with nothing left to wait for, an unfinished boot ends it with 13.
  setTimeout(() => process.exit(code), QUITTING)
  exit(code)
  return true
}

/** ^C at rest. Where the host has no way out of its own, a signal to ourselves is what ^C means everywhere else. */
function quit(ctx: Context): void {
  if (!quitHost(ctx, 0)) process.kill(process.pid, 'SIGINT')
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
