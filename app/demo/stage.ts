/** The demo's composition: host, router and both surfaces, each mounted and taken down as a plugin. */
import { apply, name } from '../../router/index.ts'
import type { TerminalConfig, TerminalPluginPorts } from '../../surfaces/terminal/index.ts'
import { createHost, type DemoHost, type Era } from './host/index.ts'
import type { MountPhone } from './phone-mount.ts'

/** Takes a plugin down; resolves when it has cleaned up. */
export type Unmount = () => Promise<void>

export interface Stage {
  readonly host: DemoHost
  mountTerminal(ports: TerminalPluginPorts, config: TerminalConfig): Promise<Unmount>
  /** `onLink` hears of each change of a long connection. */
  readonly mountPhone: MountPhone
  /** Ends open asks, tells every screen, takes everything down. */
  close(): Promise<void>
}

export async function createStage(era: Era = 'slot'): Promise<Stage> {
  const host = await createHost(era)
  const { ctx } = host
  await ctx.plugin({ name, apply })
  let phoneMount: Promise<MountPhone> | undefined
  return {
    host,
    async mountTerminal(ports, config) {
      const { createTerminalPlugin } = await import('../../surfaces/terminal/index.ts')
      const fiber = ctx.plugin(createTerminalPlugin(ports), config)
      await fiber
      return () => fiber.dispose()
    },
    async mountPhone(phone, onLink) {
      phoneMount ??= import('./phone-mount.ts').then(({ createPhoneMount }) => createPhoneMount(ctx))
      return (await phoneMount)(phone, onLink)
    },
    close: () => host.close(),
  }
}
