/** Watches a round from outside: the router's steps, the terminal's bytes and what reaches the platform. */
import type { Context } from '@deepseek-ai/cordis'
import { EventEmitter, once } from 'node:events'
import type { Step } from '../../../router/types.ts'
import type { SimEvent, Simulator } from '../simulator/index.ts'
import type { SurfaceName } from './report.ts'

/** What has been seen of one ask; times in milliseconds of a monotonic clock. */
export interface Observation {
  askId: string | undefined
  openedAt: number
  settledAt: number | undefined
  /** Surface of the act that won. */
  winner: string | undefined
  readonly shownAt: Partial<Record<SurfaceName, number>>
  readonly endedAt: Partial<Record<SurfaceName, number>>
  readonly failed: Set<string>
  /** The card of the ask. */
  messageId: string | undefined
  /** When the callback that won was answered, if a click won. */
  answeredAt: number | undefined
  patchedAt: number | undefined
}

export interface Observer {
  /** Watches the next ask that is opened. */
  watch(): Observation
  /** Resolves when `seen` holds of what has been observed. @throws when it doesn't within `limitMs`. */
  until(seen: () => boolean, what: string, limitMs?: number): Promise<void>
  close(): void
}

const LIMIT_MS = 5_000

export function createObserver(ctx: Context, simulator: Simulator, now: () => number): Observer {
  const changes = new EventEmitter()
  let current: Observation | undefined
  const noticed = () => void changes.emit('change')

  const onStep = ({ step, ask, surface, detail }: Step) => {
    if (current === undefined) return
    if (step === 'opened' && current.askId === undefined) {
      current.askId = ask
      current.openedAt = now()
    }
    if (current.askId === ask) note(current, step, surface, detail)
    noticed()
  }

  const note = (seen: Observation, step: Step['step'], surface: string | undefined, detail: string | undefined) => {
    if (step === 'settled') seen.settledAt = now()
    if (step === 'acted' && detail === 'won') seen.winner = surface
    if (step === 'failed' && surface !== undefined) seen.failed.add(surface)
    // The terminal reports when its bytes have left; the phone is watched at the platform instead.
    if (surface === 'terminal' && step === 'shown') seen.shownAt.terminal = now()
    if (surface === 'terminal' && step === 'collapsed') seen.endedAt.terminal = now()
  }

  const onPlatform = (event: SimEvent) => {
    if (current === undefined) return
    // Rounds follow each other, so the first card after an ask is opened is that ask's, whatever it shows.
    if (event.kind === 'message-sent' && event.message.card && current.askId !== undefined && current.messageId === undefined) {
      current.messageId = event.message.messageId
      current.shownAt.feishu = now()
    }
    if ('message' in event && event.message.messageId === current.messageId) {
      if (event.kind === 'message-patched') {
        current.patchedAt ??= now()
        current.endedAt.feishu ??= now()
      }
      if (event.kind === 'card-replaced' && current.winner === 'feishu') current.endedAt.feishu ??= now()
    }
    if (event.kind === 'callback-answered' && event.messageId === current.messageId && current.winner === 'feishu') current.answeredAt ??= now()
    noticed()
  }

  const offSteps = ctx.on('ask-surfaces/step', onStep)
  const offPlatform = simulator.on(onPlatform)
  return {
    watch() {
      current = {
        askId: undefined, openedAt: now(), settledAt: undefined, winner: undefined, shownAt: {}, endedAt: {}, failed: new Set(),
        messageId: undefined, answeredAt: undefined, patchedAt: undefined,
      }
      return current
    },
    async until(seen, what, limitMs = LIMIT_MS) {
      const signal = AbortSignal.timeout(limitMs)
      while (!seen()) {
        await once(changes, 'change', { signal }).catch(() => {
          throw new Error(`did not happen within ${limitMs} ms: ${what}`)
        })
      }
    },
    close() {
      offSteps()
      offPlatform()
    },
  }
}
