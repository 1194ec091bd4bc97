/** A test stand: the simulated platform, the real SDK, a real cordis context, the real router and the plugin. */
import { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSimulator, type SimMessage, type Simulator, type SimulatorOptions, type SimEvent } from '../../../app/demo/simulator/index.ts'
import { Rounds, type AskOptions } from '../../../router/rounds.ts'
import type { Journal } from '../../../router/journal/types.ts'
import { AskSurfacesService } from '../../../router/service.ts'
import { StandingOrder } from '../../../router/standing-order.ts'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionItem, AskUserQuestionRequest, Step } from '../../../router/types.ts'
import { createDeferred } from '../../../surfaces/feishu/deferred.ts'
import { type AskPairing, createFeishuPlugin, type FeishuState } from '../../../surfaces/feishu/index.ts'
import type { JournalPort } from '../../../surfaces/feishu/slips.ts'
import { KEYS } from './known.ts'

export const WANG = { openId: 'ou_wang', name: 'Wang Fang', unionId: 'on_wang', locale: 'en' } as const
export const STRANGER = { openId: 'ou_stranger', name: 'Stranger', locale: 'en' } as const

export interface Stand {
  readonly simulator: Simulator
  readonly events: readonly SimEvent[]
  readonly steps: readonly Step[]
  readonly logs: readonly string[]
  readonly state: FeishuState
  readonly rounds: Rounds
  /** Asks through the router. */
  ask(questions: AskUserQuestionItem[], signal?: AbortSignal): Promise<AskUserQuestionAnswer>
  /** The same with all that a host may say. */
  request(request: AskUserQuestionRequest, options?: AskOptions): Promise<AskUserQuestionAnswer>
  /** A place beside Feishu that claims everything and acts only when told; its rounds, in order. */
  readonly desk: readonly AskRound[]
  /** Resolves with the first card that fits. */
  card(fits?: (message: SimMessage) => boolean): Promise<SimMessage>
  /** Resolves when the card of a message no longer offers anything to act on. */
  collapsed(messageId: string): Promise<SimMessage>
  /** Where the plugin keeps its files. */
  readonly folder: string
  /** What the long connection was reported to be, in order. */
  readonly links: readonly boolean[]
  /** Everything that the bot said in a private chat with a person. */
  readonly said: () => readonly string[]
  /** The service that the plugin provides; throws while it is not there. */
  pairing(): AskPairing
  /** Unloads the plugin. */
  unload(): Promise<void>
  close(): Promise<void>
}

export interface StandOptions {
  readonly config?: Readonly<Record<string, unknown>>
  readonly simulator?: Partial<SimulatorOptions>
  /** A platform that outlives the stand. */
  readonly platform?: Simulator
  /** What outlives the process: made from the rounds of this one. */
  readonly kept?: (rounds: Rounds) => JournalPort
  readonly journal?: Pick<Journal, 'append'>
  readonly mintId?: () => string
  readonly titleOf?: (session: string) => string | undefined
  readonly desk?: boolean
  /** Where the plugin keeps its files; absent: a folder of its own that is removed with the stand. */
  readonly folder?: string
  /** The plugin's clock for waits; absent: real time. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export async function createStand(options: StandOptions = {}): Promise<Stand> {
  const simulator = options.platform ?? await createSimulator({ ...KEYS, people: [WANG, STRANGER], ...options.simulator })
  const events: SimEvent[] = []
  simulator.on((event) => events.push(event))
  const ctx = new Context()
  const logs = collectLogs(ctx)
  const steps: Step[] = []
  let lastId = 0
  const rounds = new Rounds({
    now: Date.now,
    monotonic: () => performance.now(),
    journal: options.journal ?? { append: () => undefined },
    mintId: options.mintId ?? (() => `ask-${++lastId}`),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    step: (step) => steps.push(step),
    contain: (surface, error) => { throw new Error(`${surface} threw`, { cause: error }) },
  })
  const service = await ctx.plugin({ name: 'ask-router', apply: (inner: Context) => { new AskSurfacesService(inner, rounds, new StandingOrder({ configured: { mode: 'together', delaySeconds: 30 }, log: (line) => { throw new Error(line) } })) } })
  const desk: AskRound[] = []
  if (options.desk) rounds.add(deskSurface(desk))

  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'feishu-stand-'))
  const links: boolean[] = []
  const { promise, resolve } = createDeferred<FeishuState>()
  const sleep = options.sleep ?? ((ms: number, signal?: AbortSignal) => delay(ms, undefined, signal ? { signal } : {}))
  if (options.kept) ctx.provide('askJournal', options.kept(rounds))
  const plugin = createFeishuPlugin({ timeZone: 'Asia/Shanghai', onState: resolve, onLink: (up) => links.push(up), folder, sleep, ...(options.titleOf ? { titleOf: options.titleOf } : {}) })
  const fiber = ctx.plugin(plugin, {
    ...KEYS,
    domain: simulator.url,
    recipients: [{ id: WANG.openId, idType: 'open_id' }],
    operators: [{ id: WANG.openId, name: WANG.name, role: 'answer' }],
    webhook: { port: 0 },
    locale: 'en',
    ...options.config,
  })
  const state = await promise
  if (state.kind === 'started' && state.webhook !== '') simulator.connectWebhook(state.webhook)

  return {
    simulator, rounds, events, steps, logs, state, desk, folder, links,
    said: () => simulator.messages().flatMap(({ text, senderId }) => (text !== undefined && senderId === undefined ? [text] : [])),
    pairing: () => {
      const pairing: AskPairing | undefined = ctx.get('askPairing')
      if (pairing === undefined) throw new Error('there is no pairing')
      return pairing
    },
    ask: (questions, signal) => rounds.ask({ questions, ...(signal ? { signal } : {}) }),
    request: (request, given) => rounds.ask(request, given),
    card: (fits = () => true) => simulator.waitForMessage((message) => message.card !== undefined && fits(message)),
    collapsed: (messageId) => until(simulator, () => simulator.messages().find((message) => message.messageId === messageId && !isActionable(message))),
    unload: () => fiber.dispose(),
    close: async () => {
      await fiber.dispose()
      await service.dispose()
      if (options.platform === undefined) await simulator.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true })
    },
  }
}

/** Whether a card still offers something to act on. */
export function isActionable(message: SimMessage): boolean {
  return JSON.stringify(message.card ?? {}).includes('"behaviors"')
}

/** Resolves with the first value that `find` finds, looked for after each event of the simulator. */
export function until<T>(simulator: Simulator, find: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const found = find()
    if (found !== undefined) return resolve(found)
    const stop = simulator.on(() => {
      const value = find()
      if (value === undefined) return
      stop()
      resolve(value)
    })
  })
}

function deskSurface(rounds: AskRound[]): AskSurface {
  return {
    name: 'terminal',
    claim: () => true,
    ask: (_request, round) => {
      rounds.push(round)
      return new Promise((_resolve, reject) => {
        round.signal.addEventListener('abort', () => reject(new Error('over')))
      })
    },
    settled: () => undefined,
  }
}

/** Every line that goes through the host's logger, at any level. */
function collectLogs(ctx: Context): readonly string[] {
  const lines: string[] = []
  ctx.logger.exporter({
    levels: { default: 5 },
    export: ({ name, args }) => lines.push([name, ...args.map((part) => (part instanceof Error ? part.stack : JSON.stringify(part)))].join(' ')),
  })
  return lines
}
