/** The demo's composition: host, router and both surfaces, each mounted and taken down as a plugin. */
import type { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as router from '../../router/index.ts'
import type { TerminalConfig, TerminalPluginPorts } from '../../surfaces/terminal/index.ts'
import { createHost, type DemoHost, type Era } from './host/index.ts'
import type { DemoPhone } from './phone.ts'

/** Takes a plugin down; resolves when it has cleaned up. */
export type Unmount = () => Promise<void>

export interface Stage {
  readonly host: DemoHost
  mountTerminal(ports: TerminalPluginPorts, config: TerminalConfig): Promise<Unmount>
  /**
   * Resolves with the webhook's address when the cards can be sent. `onLink` hears of each change of a long connection.
   * @throws when the surface stays out.
   */
  mountPhone(phone: DemoPhone, onLink?: (up: boolean) => void): Promise<string>
  /** Ends open asks, tells every screen, takes everything down. */
  close(): Promise<void>
}

export async function createStage(era: Era = 'slot'): Promise<Stage> {
  const host = await createHost(era)
  const { ctx } = host
  await ctx.plugin(router)
  let folder: string | undefined
  return {
    host,
    async mountTerminal(ports, config) {
      const { createTerminalPlugin } = await import('../../surfaces/terminal/index.ts')
      const fiber = ctx.plugin(createTerminalPlugin(ports), config)
      await fiber
      return () => fiber.dispose()
    },
    mountPhone: (phone, onLink) => {
      // The phone's app is made anew each time: nothing of it shall outlive the demo in the person's home.
      folder ??= mkdtempSync(join(tmpdir(), 'ask-demo-'))
      return mountPhone(ctx, phone, folder, onLink)
    },
    async close() {
      await host.close()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The vendor's SDK takes a third of a second to load, so nothing of this is imported before it is needed. */
async function mountPhone(ctx: Context, { simulator, config }: DemoPhone, folder: string, onLink: (up: boolean) => void = () => {}): Promise<string> {
  const { createFeishuPlugin } = await import('../../surfaces/feishu/index.ts')
  const webhook = await new Promise<string>((resolve, reject) => {
    const plugin = createFeishuPlugin({
      folder,
      onLink,
      onState: (state) => (state.kind === 'started' ? resolve(state.webhook) : reject(new Error(state.reason))),
    })
    Promise.resolve(ctx.plugin(plugin, config)).catch(reject)
  })
  // A long connection has no address: it was opened from our side.
  if (webhook !== '') simulator.connectWebhook(webhook)
  return webhook
}
