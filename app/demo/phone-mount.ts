/** The demo's phone as a plugin. The vendor's SDK takes a third of a second to load, so nothing of this is imported before it is needed. */
import type { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFeishuPlugin } from '../../surfaces/feishu/index.ts'
import type { DemoPhone } from './phone.ts'

/** Resolves with the webhook's address when the cards can be sent. @throws when the surface stays out. */
export type MountPhone = (phone: DemoPhone, onLink?: (up: boolean) => void) => Promise<string>

export function createPhoneMount(ctx: Context): MountPhone {
  // The phone's app is made anew each time: nothing of it shall outlive the demo in the person's home.
  const folder = mkdtempSync(join(tmpdir(), 'ask-demo-'))
  ctx.effect(() => () => rmSync(folder, { recursive: true, force: true }), 'demo: remove what the phone kept')
  return async ({ simulator, config }, onLink = () => {}) => {
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
}
