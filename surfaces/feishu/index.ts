/** Feishu cards as a cordis plugin: registers the surface while its webhook is up. */
import type { Context } from '@deepseek-ai/cordis'
import { setTimeout as delay } from 'node:timers/promises'
import { createFeishuClient } from './client.ts'
import { type FeishuConfig, FeishuConfigError, readFeishuConfig } from './config.ts'
import { createEndpoint } from './endpoint.ts'
import type { Log } from './log.ts'
import type { Sleep } from './retry.ts'
import { createFeishuSurface, type FeishuSurface } from './surface.ts'
import { createWebhook, type Webhook } from './webhook.ts'

export { type FeishuConfig, FeishuConfigError, readFeishuConfig } from './config.ts'

export const name = 'ask-feishu'
export const inject = ['askSurfaces']

/** How far the plugin has come. */
export type FeishuState =
  /** Cards go out; clicks are taken at `webhook`. */
  | { readonly kind: 'started'; readonly webhook: string }
  /** The rest of the application goes on without Feishu; `reason` is one line with the next step. */
  | { readonly kind: 'stayed-out'; readonly reason: string }

export interface FeishuPorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
  /** IANA name of the zone that cards show times in. */
  readonly timeZone: string
  /** Names of the other surfaces that can answer; every card tells them. */
  readonly places: readonly string[]
  /** Told once per start. */
  readonly onState: (state: FeishuState) => void
}

const systemPorts: FeishuPorts = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  places: ['terminal'],
  onState: () => undefined,
}

/** The plugin with some of its ports replaced. */
export function createFeishuPlugin(replaced: Partial<FeishuPorts> = {}): { name: string; inject: string[]; apply(ctx: Context, config: unknown): void } {
  const ports = { ...systemPorts, ...replaced }
  return { name, inject, apply: (ctx, config) => start(ctx, config, ports) }
}

/** Starts in the background. A failure is logged and leaves the host as it is: it never throws. */
export function apply(ctx: Context, config: unknown): void {
  start(ctx, config, systemPorts)
}

function start(ctx: Context, given: unknown, ports: FeishuPorts): void {
  const logger = ctx.logger(name)
  const log: Log = { info: (line) => logger.info('%s', line), warn: (line) => logger.warn('%s', line) }
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
  if (config.operators.length === 0) log.warn(firstOperatorHint)
  ctx.effect(() => {
    const stopping = new AbortController()
    const running = run(ctx, config, ports, log, stopping.signal).catch((error: unknown) => {
      stayOut(startFault(error, config))
    })
    return async () => {
      stopping.abort()
      const stop = await running
      await stop?.()
    }
  }, name)
}

/** Opens the parts in order and returns what closes them in the reverse order. */
async function run(ctx: Context, config: FeishuConfig, ports: FeishuPorts, log: Log, stopping: AbortSignal): Promise<() => Promise<void>> {
  const { now, sleep, timeZone, places } = ports
  const client = await createFeishuClient(config, { log })
  const surface: FeishuSurface = createFeishuSurface({ config, client, now, sleep, log, timeZone, places })
  const endpoint = createEndpoint({ keys: config, now, sleep, handle: surface.handle, log })
  let webhook: Webhook
  try {
    webhook = await createWebhook(config.webhook, { receive: endpoint.receive, sleep })
  } catch (error) {
    client.close()
    throw error
  }
  // Disposed while starting: a surface must not register with a context that is gone.
  const unregister = stopping.aborted ? undefined : ctx.askSurfaces.register(surface)
  if (unregister) {
    log.info(`cards go to ${config.recipients.length} recipients, clicks come to ${webhook.url}`)
    ports.onState({ kind: 'started', webhook: webhook.url })
  }
  return async () => {
    unregister?.()
    await surface.close()
    await webhook.close()
    client.close()
  }
}

const firstOperatorHint =
  'no operators, so nobody may answer on Feishu and no card is sent: add {id: "<your open_id>", role: "answer"} to "operators"; the API Explorer in the developer console shows your open_id'

function startFault(error: unknown, { webhook }: FeishuConfig): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  return `Feishu stays out: the webhook cannot listen on ${webhook.host}:${webhook.port} (${code}). Free the port or set "webhook.port".`
}
