/** The surface with everything around it in the test's hands: platform, clock, waits, and a place beside it. */
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionItem } from '../../../router/types.ts'
import type { Answer } from '../../../surfaces/feishu/answer.ts'
import type { FeishuConfig } from '../../../surfaces/feishu/config.ts'
import { createFeishuSurface, type FeishuSurface, type SurfacePorts } from '../../../surfaces/feishu/surface.ts'
import { createRounds, type RoundsUnderTest } from '../../helpers/rounds.ts'
import { createPlatformDouble, type OpenCall } from './platform-double.ts'
import { clickOf, eventOf, sayingOf } from './sealed.ts'
import { DATABASE } from './known.ts'

export const CONFIG: Pick<FeishuConfig, 'appId' | 'recipients' | 'operators' | 'locale'> = {
  appId: 'cli_0123456789abcdef',
  recipients: [{ id: 'ou_wang', idType: 'open_id' }],
  operators: [{ id: 'ou_wang', name: 'Wang Fang', role: 'answer' }, { id: 'ou_boss', name: 'Boss', role: 'approve' }],
  locale: 'en',
}

export interface Scene extends RoundsUnderTest {
  readonly surface: FeishuSurface
  readonly calls: readonly OpenCall[]
  readonly logs: readonly string[]
  /** What the waits of the surface were, in milliseconds; each ends at once, or never. */
  readonly waits: readonly number[]
  /** The place beside Feishu. */
  readonly desk: AskRound[]
  click(...click: Parameters<typeof clickOf>): Answer
  /** Somebody writes to the bot. */
  hear(...saying: Parameters<typeof sayingOf>): void
}

export function createScene(config: Partial<typeof CONFIG> = {}, waitEnds = true, ports: Partial<SurfacePorts> = {}): Scene {
  const rounds = createRounds()
  const { client, calls } = createPlatformDouble()
  const logs: string[] = []
  const waits: number[] = []
  const desk: AskRound[] = []
  const log = { info: (line: string) => logs.push(line), warn: (line: string) => logs.push(line) }
  let now = 1_000
  const tick = (ms: number): void => { now += ms; rounds.tick(ms) }
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    waits.push(ms)
    return waitEnds ? Promise.resolve() : new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => reject(new Error('aborted'))) })
  }
  const surface = createFeishuSurface({ config: { ...CONFIG, ...config }, client, now: () => now, sleep, log, timeZone: 'UTC', places: ['terminal'], ...ports })
  const terminal: AskSurface = {
    name: 'terminal',
    claim: () => true,
    ask: (_request, round) => { desk.push(round); return new Promise(() => undefined) },
    settled: () => undefined,
  }
  rounds.rounds.add(surface)
  rounds.rounds.add(terminal)
  return { ...rounds, tick, surface, calls, logs, waits, desk, click: (...click) => surface.handle(eventOf(clickOf(...click))), hear: (...saying) => surface.hear(eventOf(sayingOf(...saying))) }
}

export const toast = ({ body }: Answer): unknown => [body.toast?.type, body.toast?.content]
export const titleOf = (card: unknown): string => /"title":\{"tag":"plain_text","content":"([^"]*)"/u.exec(JSON.stringify(card) ?? '')?.[1] ?? ''

export function ask(scene: Scene, questions: AskUserQuestionItem[] = [DATABASE], signal?: AbortSignal): Promise<AskUserQuestionAnswer> {
  return scene.rounds.ask({ questions, ...(signal ? { signal } : {}) })
}

/** Asks where the test looks at the cards alone. */
export function open(...asked: Parameters<typeof ask>): void {
  ask(...asked).catch(() => { /* what the host gets is another test's */ })
}
