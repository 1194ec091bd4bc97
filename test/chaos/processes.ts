/** The parts of the product in this process, each of which can be taken down and mounted anew while asks are open. */
import type { Context } from '@deepseek-ai/cordis'
import { journalIn } from '../../router/host/live-journal.ts'
import * as router from '../../router/index.ts'
import { createFeishuPlugin } from '../../surfaces/feishu/index.ts'
import { createTerminalPlugin } from '../../surfaces/terminal/index.ts'
import type { FastClock } from './fast-clock.ts'
import type { Glass, Keyboard } from './glass.ts'

export const KEYS = {
  appId: 'cli_0123456789abcdef',
  appSecret: 'app-secret-0123456789',
  encryptKey: 'encrypt-key-0123456789',
  verificationToken: 'verification-token-0123456789',
}

export interface PartsPorts {
  readonly ctx: Context
  readonly clock: FastClock
  /** Everything of ours that outlives the process. */
  readonly folder: string
  /** What a person should be told. */
  readonly onNote?: (line: string) => void
}

type Unmount = () => Promise<void>

/** With a real journal; sessions that are asked for are live already. */
export async function mountRouter({ ctx, clock, folder, onNote = () => undefined }: PartsPorts): Promise<Unmount> {
  const fiber = ctx.plugin({
    name: router.name,
    apply: (inner: Context) => router.apply(inner, { approvals: 'off', askTool: false }, {
      clock, journal: journalIn(folder), onJournalFault: onNote, onAnswerLost: (ask) => onNote(`the answer to ${ask} was lost`),
      resumeSession: () => Promise.resolve(),
    }),
  })
  await fiber
  return () => fiber.dispose()
}

export interface FeishuPorts extends PartsPorts {
  readonly url: string
  readonly transport: 'webhook' | 'long-connection'
  /** Open ids; the first may answer. */
  readonly people: readonly { readonly openId: string; readonly name: string }[]
  /** Where clicks come to from now on; it starts anew whenever the router does. Empty on a long connection. */
  readonly onAddress: (address: string) => void
}

/** Resolves once clicks can come. */
export async function mountFeishu({ ctx, clock, folder, url, transport, people, onAddress }: FeishuPorts): Promise<Unmount> {
  let unmount: Unmount | undefined
  await new Promise<void>((resolve, reject) => {
    const plugin = createFeishuPlugin({
      now: clock.now, sleep: clock.sleep, folder, timeZone: 'UTC',
      onState: (state) => {
        if (state.kind === 'stayed-out') return reject(new Error(state.reason))
        onAddress(state.webhook)
        resolve()
      },
    })
    const fiber = ctx.plugin(plugin, {
      ...KEYS, transport, domain: url, webhook: { port: 0 }, locale: 'en',
      recipients: people.map(({ openId }) => ({ id: openId, idType: 'open_id' })),
      operators: people.slice(0, 1).map(({ openId, name }) => ({ id: openId, name, role: 'approve' })),
    })
    unmount = () => fiber.dispose()
    Promise.resolve(fiber).catch(reject)
  })
  return () => unmount?.() ?? Promise.resolve()
}

export async function mountTerminal({ ctx, clock }: Pick<PartsPorts, 'ctx' | 'clock'>, input: Keyboard, output: Glass): Promise<Unmount> {
  const plugin = createTerminalPlugin({ input, output, env: { TERM: 'xterm-256color', USER: 'desk' }, now: clock.now, onMessage: () => undefined, onQuit: () => undefined })
  const fiber = ctx.plugin(plugin, { locale: 'en', bell: 'off', mouse: 'off' })
  await fiber
  return () => fiber.dispose()
}
