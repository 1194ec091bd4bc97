/** A scene in which time moves when told: timed asks, a host that takes late answers, and the surface on its cards. */
import type { HostView } from '../../../router/journal/types.ts'
import type { LateHost } from '../../../router/late-host.ts'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionItem } from '../../../router/types.ts'
import type { Answer } from '../../../surfaces/feishu/answer.ts'
import { createFeishuSurface, type FeishuSurface, type SurfacePorts } from '../../../surfaces/feishu/surface.ts'
import { settle } from '../../helpers/rounds.ts'
import { createTimedRounds, lendWindow, type LentWindow, type TimedRounds } from '../../helpers/timed.ts'
import { createPlatformDouble, type OpenCall } from './platform-double.ts'
import { CONFIG } from './scene.ts'
import { clickOf, eventOf, sayingOf } from './sealed.ts'
import { DATABASE } from './known.ts'

export const POSTGRES: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['Postgres'] }] }

export interface TimedScene extends TimedRounds {
  readonly surface: FeishuSurface
  readonly calls: readonly OpenCall[]
  readonly desk: readonly AskRound[]
  /** What the host does with a late answer; answers that it took. */
  readonly host: { answer: LateHost['answer']; state: HostView; readonly taken: AskUserQuestionAnswer[] }
  /** Asks for a minute; resolves with the window when the card is on its way. */
  ask(questions?: AskUserQuestionItem[], options?: { ms?: number; continues?: boolean; cwd?: string }): Promise<LentWindow>
  /** The same, with the card where the platform put it. */
  shown(...asked: Parameters<TimedScene['ask']>): Promise<LentWindow>
  /** The window closes. */
  runOut(): Promise<void>
  click(...click: Parameters<typeof clickOf>): Answer
  hear(...saying: Parameters<typeof sayingOf>): Promise<void>
}

export function createTimedScene(ports: Partial<SurfacePorts> = {}): TimedScene {
  const timed = createTimedRounds()
  const { rounds, clock } = timed
  const { client, calls } = createPlatformDouble()
  const desk: AskRound[] = []
  const taken: AskUserQuestionAnswer[] = []
  const host: TimedScene['host'] = { taken, state: 'continued', answer: (_session, _call, answer) => { taken.push(answer); return true } }
  const log = { info: () => undefined, warn: () => undefined }
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve)
    signal?.addEventListener('abort', () => { cancel(); reject(new Error('aborted')) })
  })
  const surface = createFeishuSurface({ config: CONFIG, client, now: clock.now, sleep, log, timeZone: 'UTC', places: ['terminal'], ...ports })
  const terminal: AskSurface = { name: 'terminal', claim: () => true, ask: (_request, round) => { desk.push(round); return new Promise(() => undefined) }, settled: () => undefined }
  rounds.add(surface)
  rounds.add(terminal)
  rounds.late.connect({ isLive: () => true, resume: () => Promise.resolve(), view: () => ({ state: host.state }), answer: (...given) => host.answer(...given) })
  let asks = 0
  const ask: TimedScene['ask'] = async (questions = [DATABASE], { ms, continues, cwd } = {}) => {
    const window = lendWindow(clock, { ...(ms === undefined ? {} : { ms }), ...(continues === undefined ? {} : { continues }) })
    asks += 1
    const agent = { id: 's1', session: { id: 's1', ...(cwd === undefined ? {} : { header: { cwd } }) } }
    rounds.ask({ questions, agent, wait: { callId: `call-${asks}`, timed: true } }, { window }).catch(() => { /* what the host gets is another test's */ })
    await settle()
    return window
  }
  return {
    ...timed, surface, calls, desk, host, ask,
    shown: async (...asked) => {
      const window = await ask(...asked)
      await calls.at(-1)?.succeed()
      return window
    },
    runOut: async () => {
      clock.tick(60_000)
      await settle()
    },
    click: (...click) => surface.handle(eventOf(clickOf(...click))),
    hear: (...saying) => {
      surface.hear(eventOf(sayingOf(...saying)))
      return settle()
    },
  }
}

/** The texts with which the bot replied. */
export const repliesOf = ({ calls }: Pick<TimedScene, 'calls'>): unknown[] => calls.filter(({ what }) => what === 'reply').map(({ text }) => text)
export const patchesOf = ({ calls }: Pick<TimedScene, 'calls'>): readonly OpenCall[] => calls.filter(({ what }) => what === 'patch')
