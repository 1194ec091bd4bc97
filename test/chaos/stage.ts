/** The composition of one run: host, router, both surfaces, strangers and a platform, and what can happen to each of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import type { Era } from '../../app/demo/host/index.ts'
import { createSimulator, type Simulator, type Transport } from '../../app/demo/simulator/index.ts'
import type { AskUserQuestionAnswer, AskUserQuestionRequest } from '../../router/types.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'
import { Glass, Keyboard } from './glass.ts'
import { type ChaosHost, createChaosHost, type HostOptions } from './host.ts'
import { OPERATOR, SECOND, STRANGER } from './phone.ts'
import { KEYS, mountFeishu, mountRouter, mountTerminal } from './processes.ts'
import type { Story } from './story.ts'
import { createBrowser, createStranger, moveIn } from './strangers.ts'
import type { Calamity } from './weather.ts'

export const SESSIONS = ['s1', 's2', 's3'] as const

/** Real milliseconds after which the platform takes a click for unanswered. */
const ANSWER_DEADLINE_MS = 1_500

export interface StagePorts extends Pick<HostOptions, 'onLate'> {
  readonly clock: FastClock
  readonly dice: Dice
  storyOf(tag: string): Story | undefined
  /** A place was, or will be, away: asks that are open may fail for it. */
  disturbed(): void
  /** A line for the log, or for the person. */
  noted(line: string): void
}

export interface Stage {
  readonly era: Era
  readonly transport: Transport
  readonly host: ChaosHost
  readonly simulator: Simulator
  readonly folder: string
  readonly glass: Glass
  readonly keyboard: Keyboard
  readonly calamities: readonly Calamity[]
  webhook(): string | undefined
  /** Whether every part is there; an ask of another moment may fail for want of a place. */
  isWhole(): boolean
  close(): Promise<void>
}

export async function createStage(ports: StagePorts): Promise<Stage> {
  const { clock, dice, disturbed, noted } = ports
  const era = dice.pick(['slot', 'waterfall', 'waterfall'] as const)
  const transport = dice.pick(['webhook', 'webhook', 'webhook', 'long-connection'] as const)
  const people = dice.chance(0.25) ? [OPERATOR, SECOND] : [OPERATOR]
  const folder = mkdtempSync(join(tmpdir(), 'ask-chaos-'))
  const simulator = await createSimulator({
    ...KEYS, people: [OPERATOR, SECOND, STRANGER], now: clock.monotonicEpoch, answerDeadlineMs: ANSWER_DEADLINE_MS, messageRetriesMs: [100, 200, 400],
    linkConfig: { reconnectInterval: 1, reconnectNonce: 0, pingInterval: 5 },
  })
  const host = await createChaosHost({ era, clock, dice: dice.fork(), sessions: SESSIONS, ...(ports.onLate ? { onLate: ports.onLate } : {}) })
  const { ctx } = host
  ctx.logger.exporter({ levels: { default: 5 }, export: ({ name, args }) => noted([name, ...args.map((part) => (part instanceof Error ? part.name : String(part)))].join(' ')) })
  const glass = new Glass()
  const keyboard = new Keyboard()
  let address = ''
  const router = await createPart(() => mountRouter({ ctx, clock, folder, onNote: noted }))
  const terminal = await createPart(() => mountTerminal({ ctx, clock }, keyboard, glass))
  const onAddress = (now: string): void => {
    address = now
    if (now !== '') simulator.connectWebhook(now)
  }
  const feishu = await createPart(() => mountFeishu({ ctx, clock, folder, url: simulator.url, transport, people, onAddress }))
  const browser = await createPart(() => mountBrowser(ctx, era, createBrowser({ ...ports, dice: dice.fork() })))
  const stranger = createStranger('stranger', { ...ports, dice: dice.fork() })
  const strangers = await createPart(() => moveIn(ctx, stranger))
  const parts = [router, terminal, feishu, browser, strangers]

  let isWhole = true
  /** Away for a moment. */
  const remount = (part: Part) => async (): Promise<void> => {
    isWhole = false
    disturbed()
    await part.unmount()
    await clock.sleep(dice.between(0, 1_500))
    await part.mount()
    disturbed()
    isWhole = true
  }
  return {
    era, transport, host, simulator, folder, glass, keyboard,
    isWhole: () => isWhole,
    webhook: () => (transport === 'webhook' ? address : undefined),
    calamities: [
      { weight: 3, strike: remount(terminal) },
      { weight: 2, strike: remount(feishu) },
      { weight: 3, strike: remount(browser) },
      { weight: 6, strike: remount(strangers) },
      {
        weight: 2,
        // Surfaces need the router's service: they go with it and come back by themselves.
        strike: remount(router),
      },
      { weight: 3, strike: () => clock.jump(dice.between(-60_000, 60_000)) },
      ...(transport === 'webhook' ? [] : [
        { weight: 3, strike: () => simulator.dropLinks() },
        {
          weight: 1,
          strike: async () => {
            simulator.freezeLinks()
            await clock.sleep(dice.between(500, 5_000))
            simulator.dropLinks()
          },
        },
      ]),
    ],
    async close() {
      for (const part of parts.toReversed()) await part.unmount()
      await host.close()
      glass.close()
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Part {
  mount(): Promise<void>
  unmount(): Promise<void>
}

async function createPart(open: () => Promise<() => Promise<void>>): Promise<Part> {
  let unmount: (() => Promise<void>) | undefined = await open()
  return {
    async mount() { unmount ??= await open() },
    async unmount() {
      const down = unmount
      unmount = undefined
      await down?.()
    },
  }
}

/** A place of the host's own, as each era knows it. */
async function mountBrowser(ctx: Context, era: Era, ask: (request: AskUserQuestionRequest) => Promise<AskUserQuestionAnswer>): Promise<() => Promise<void>> {
  const fiber = ctx.plugin({
    name: 'browser',
    inject: ['userQuestions'],
    apply: (inner: Context) => {
      if (era === 'slot') Reflect.apply(inner.userQuestions.registerProvider, inner.userQuestions, [{ ask }])
      else inner.on('user-questions/request', ask)
    },
  })
  await fiber
  return () => fiber.dispose()
}
