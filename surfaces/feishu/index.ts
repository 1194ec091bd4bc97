/** Feishu cards as a cordis plugin: registers the surface while clicks can come in. */
import type { Context } from '@deepseek-ai/cordis'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { homeFolder } from '../../router/dsh-home.ts'
import { labelOf } from '../../router/errors.ts'
import { processStart } from '../../router/process-lock.ts'
import type { AskSurface } from '../../router/types.ts'
import { type OrderPort, orderPortOf } from '../form/where.ts'
import { assemble, type AssemblyPorts, StayOut } from './assembly.ts'
import { type FeishuConfig, FeishuConfigError, type OperatorRole, readFeishuConfig } from './config.ts'
import type { Log } from './log.ts'
import type { JournalPort } from './slips.ts'

export { previewCard } from './preview.ts'

const name = 'ask-feishu'
const inject = ['askSurfaces']

/** The service `ctx.askPairing`, there while the surface is. */
export interface AskPairing {
  /**
   * A code of eight characters: whoever sends it to the bot in a private chat within five minutes becomes an
   * operator. It takes the place of an earlier one, and five wrong tries end it. Show it to the owner only.
   * @throws {Error} when paired operators could not be kept; one line with the next step.
   */
  offer(role?: OperatorRole): string
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    askPairing: AskPairing
  }
}

/** How far the plugin has come. */
export type FeishuState =
  /** Cards go out; clicks are taken at `webhook`, which is empty on a long connection: it has no address of ours. */
  | { readonly kind: 'started'; readonly webhook: string }
  /** The rest of the application goes on without Feishu; `reason` is one line with the next step. */
  | { readonly kind: 'stayed-out'; readonly reason: string }

export interface FeishuPorts extends Omit<AssemblyPorts, 'journal' | 'order'> {
  /** Told once per start. */
  readonly onState: (state: FeishuState) => void
  /** Puts the surface where asks come from, and takes it back. */
  readonly register: (ctx: Context, surface: AskSurface) => () => unknown
  /** What outlives the process; absent where nothing is kept. */
  readonly journal: (ctx: Context) => JournalPort | undefined
  /** Who decides which places are asked first; absent where another plugin routes. */
  readonly order: (ctx: Context) => OrderPort | undefined
}

const systemPorts: FeishuPorts = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
  randomBytes,
  defer: setImmediate,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  places: ['terminal'],
  folder: homeFolder(process.env),
  pid: process.pid,
  startOf: processStart,
  onState: () => undefined,
  onLink: () => undefined,
  register: (ctx, surface) => ctx.askSurfaces.register(surface),
  journal: (ctx) => ctx.get('askJournal', false),
  order: (ctx) => orderPortOf(ctx.get('askSurfaces', false)),
}

/** The plugin with some of its ports replaced. It starts in the background; a failure is logged and leaves the host as it is: it never throws. */
export function createFeishuPlugin(replaced: Partial<FeishuPorts> = {}): { name: string; inject: string[]; apply(ctx: Context, config: unknown): void } {
  const ports = { ...systemPorts, ...replaced }
  return { name, inject: replaced.register ? [] : inject, apply: (ctx, config) => start(ctx, config, ports) }
}

function start(ctx: Context, given: unknown, ports: FeishuPorts): void {
  const logger = ctx.logger(name)
  const log: Log = {
    info: (line) => logger.info('%s', line),
    // The host drops warnings at its usual level; a line with a next step must not be among them.
    warn: (line) => logger.error('%s', line),
  }
  const stayOut = (reason: string): void => {
    log.warn(reason)
    ports.onState({ kind: 'stayed-out', reason })
  }
  let config: FeishuConfig
  try {
    config = readFeishuConfig(given)
  } catch (error) {
    stayOut(error instanceof FeishuConfigError ? error.message : 'the Feishu config could not be read')
    return
  }
  ctx.effect(() => {
    const stopping = new AbortController()
    const running = run(ctx, config, ports, log, stopping.signal).catch((error: unknown) => {
      stayOut(error instanceof StayOut ? error.message : `Feishu stays out: it could not be started (${labelOf(error)}).`)
    })
    return async () => {
      stopping.abort()
      const stop = await running
      await stop?.()
    }
  }, name)
}

/** Registers the assembled parts and returns what takes them down, in the reverse order. */
async function run(ctx: Context, config: FeishuConfig, ports: FeishuPorts, log: Log, stopping: AbortSignal): Promise<() => Promise<void>> {
  const { surface, pairing, address, close } = await assemble(config, { ...ports, journal: () => ports.journal(ctx), order: () => ports.order(ctx) }, log, stopping)
  // Disposed while starting: a surface must not register with a context that is gone.
  if (stopping.aborted) return close
  const unregister = ports.register(ctx, surface)
  // In the background: it waits until the host can tell what still goes on.
  surface.restore().catch((error: unknown) => log.warn(`cards from before the start could not be found again: ${labelOf(error)}`))
  try {
    ctx.provide('askPairing', { offer: (role) => pairing.offer(role) })
  } catch {
    // Another bot in the same profile was first; this one goes on with its configured operators.
    log.warn('pairing is already offered by another Feishu row, so nobody can be paired here')
  }
  log.info(`cards go to ${config.recipients.length} recipients, clicks come ${address === '' ? 'over the long connection' : `to ${address}`}`)
  ports.onState({ kind: 'started', webhook: address })
  return async () => {
    await unregister()
    await close()
  }
}
