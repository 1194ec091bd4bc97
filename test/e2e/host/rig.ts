/** A profile with this project in it, the model that its agents talk to, a phone, and the runs of the host on them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Terminal } from '../terminal.ts'
import { connectDriver, type DrivenHost } from './driven.ts'
import { createFakeModel, type FakeModel } from './model.ts'
import { createPhone, type Phone } from './phone.ts'
import { endProcess, startHeadless, startInTerminal, type HeadlessHost, type HostOptions, type Size } from './process.ts'
import { createProfile, homeEnv, type PatchEntry, type Profile } from './profile.ts'

/** How the host hands a question to plugins: to the one provider in its slot, or along a row of answerers. */
export type Era = 'slot' | 'waterfall'

export const ERAS: readonly Era[] = ['slot', 'waterfall']

/** The later era on this host: the demo's question service in the place of the host's own. */
const WATERFALL: readonly PatchEntry[] = [
  { id: 'user-questions', disabled: true },
  { insert: [{ id: 'waterfall-questions', name: './node_modules/dsh-ask-anywhere/lib/app/demo/host/waterfall/index.js' }] },
]

export interface RigOptions {
  /** Default `slot`, the host's own. */
  readonly era?: Era
  readonly profile?: string
  /** Configure the Feishu row; default yes. */
  readonly feishu?: boolean
  /** More entries of the profile's own layer. */
  readonly patch?: readonly PatchEntry[]
  /** Tarballs to install; default this project's and the driver's. */
  readonly packages?: readonly string[]
  /** Words behind `dsh --profile NAME`. */
  readonly args?: readonly string[]
}

export interface Rig {
  readonly profile: Profile
  readonly model: FakeModel
  readonly phone: Phone
  /** The layer that configures us for this rig's phone. */
  readonly layer: readonly PatchEntry[]
  /** What the host's process is given to work with. */
  readonly env: Readonly<Record<string, string>>
  /** The folder that the host is started in unless told otherwise: one without the host's own files. */
  readonly folder: string
  /** Boots the profile in a terminal and waits until agents can be driven and, unless told otherwise, clicks are taken. */
  startInTerminal(options?: StartOptions): Promise<TerminalRun>
  /** The same without a terminal. */
  startHeadless(options?: StartOptions): Promise<HeadlessRun>
  /** Runs the profile in a terminal and waits for nothing: it may end at once. */
  openInTerminal(options?: StartOptions): Promise<Terminal>
  /** The same without a terminal. */
  openHeadless(options?: StartOptions): HeadlessHost
  /** Ends the hosts that still run. */
  stop(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Words behind those that the rig was made with. */
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly size?: Size
  readonly env?: Readonly<Record<string, string>>
  /** A shell command that the terminal runs before the host. */
  readonly begin?: string
  /** Wait until the host takes clicks; default as the rig was made, with Feishu or without. */
  readonly clicks?: boolean
}

export interface TerminalRun {
  readonly terminal: Terminal
  readonly driven: DrivenHost
  /** Ends the host's process with no chance for a last act; resolves when it is gone. */
  kill(): Promise<void>
}

export interface HeadlessRun {
  readonly host: HeadlessHost
  readonly driven: DrivenHost
}

export async function createRig({ era = 'slot', profile: name = 'ask', feishu = true, patch = [], packages = [inject('projectTarball'), inject('driverTarball')], args = [] }: RigOptions = {}): Promise<Rig> {
  const profile = createProfile(name)
  const model = await createFakeModel()
  const phone = await createPhone()
  await profile.add(...packages)
  const layer: readonly PatchEntry[] = [
    { id: 'ask-terminal', config: { locale: 'en' } },
    ...(feishu ? [{ id: 'ask-feishu', config: phone.config }] : []),
    ...(era === 'waterfall' ? WATERFALL : []),
    ...patch,
  ]
  profile.patch(layer)

  const folder = join(profile.home, 'workshop')
  mkdirSync(folder)
  const env = { ...homeEnv(profile.home), ...phone.env, DEEPSEEK_BASE_URL: model.url, DEEPSEEK_API_KEY: 'x' }
  const hostOptions = (options: StartOptions, journal: string): HostOptions => ({
    command: [...profile.command, ...args, ...options.args ?? []], cwd: options.cwd ?? folder, env: { ...env, ASK_E2E_JOURNAL: journal, ...options.env },
  })
  const closers: (() => Promise<void>)[] = []

  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close()
  }

  /** A run's journal is its own, also while another run goes on. */
  let runs = 0
  const nextJournal = (): string => join(profile.home, `journal-${++runs}.jsonl`)

  const connect = async (journal: string, { clicks = feishu }: StartOptions, ended: () => Promise<string | undefined>): Promise<DrivenHost> => {
    const driven = await connectDriver(journal, folder, ended)
    if (clicks) await phone.connected(ended)
    return driven
  }

  const openInTerminal = async (options: StartOptions = {}, journal = nextJournal()): Promise<Terminal> => {
    const terminal = await startInTerminal(hostOptions(options, journal), options.size, options.begin)
    closers.push(() => terminal.close())
    return terminal
  }

  const openHeadless = (options: StartOptions = {}, journal = nextJournal()): HeadlessHost => {
    const host = startHeadless(hostOptions(options, journal))
    closers.push(() => host.close())
    return host
  }

  return {
    profile, model, phone, layer, env, folder,
    openInTerminal: (options) => openInTerminal(options),
    openHeadless: (options) => openHeadless(options),
    async startInTerminal(options = {}) {
      const journal = nextJournal()
      const terminal = await openInTerminal(options, journal)
      const driven = await connect(journal, options, async () => {
        const screen = await terminal.screen()
        return screen.includes('[exit code') ? screen : undefined
      })
      const kill = () => endProcess(driven.pid)
      closers.push(kill)
      return { terminal, driven, kill }
    },
    async startHeadless(options = {}) {
      const journal = nextJournal()
      const host = openHeadless(options, journal)
      const driven = await connect(journal, options, () => Promise.resolve(host.ended()))
      return { host, driven }
    },
    stop,
    async close() {
      await stop()
      await model.close()
      await phone.close()
      profile.dispose()
    },
  }
}
