/** The demo's host, of the era that is asked for. */
import type { Context } from '@deepseek-ai/cordis'
import type { AskUserQuestionAnswer } from '../../../router/types.ts'
import type { ScriptedAsk } from '../../asks.ts'
import { createSlotHost } from './slot.ts'

/** How the host hands a question to plugins: to the one provider in its slot, or along a row of answerers. */
export type Era = 'slot' | 'waterfall'

export interface DemoHost {
  readonly ctx: Context
  /** Asks as the agent, through the host's own service; `signal` withdraws the ask. A timed ask that nobody answered rejects with `ASK_TIMED_OUT`. */
  ask(ask: ScriptedAsk, signal?: AbortSignal): Promise<AskUserQuestionAnswer>
  /** Calls `listener` with each answer that came after its window, as the agent reads it; only on hosts that go on. */
  onLateReply?(listener: (callId: string, answers: AskUserQuestionAnswer['answers']) => void): void
  /** Unloads every plugin. */
  close(): Promise<void>
}

/** The service of the waterfall era, which is our own, is loaded where it is asked for. */
export async function createHost(era: Era): Promise<DemoHost> {
  switch (era) {
    case 'slot':
      return createSlotHost()
    case 'waterfall':
      return (await import('./waterfall.ts')).createWaterfallHost()
  }
}
