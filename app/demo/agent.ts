/** The scripted agent: asks one thing after another through the host and says what it heard. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Locale } from '../../surfaces/form/locale.ts'
import type { ScriptedAsk } from '../asks.ts'
import type { DemoHost } from './host/index.ts'

/** Between an answer and the next question, so that a person can see what happened; milliseconds. */
const PAUSE_MS = 1_500

/** The ends that are no fault of anybody, in words beside their code. */
const ENDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: { ASK_CANCELLED: 'dismissed', ASK_ABORTED: 'withdrawn', ASK_TIMED_OUT: 'time ran out' },
  zh: { ASK_CANCELLED: '搁置', ASK_ABORTED: '已撤回', ASK_TIMED_OUT: '时间已到' },
}

export interface AgentOptions {
  readonly asks: readonly ScriptedAsk[]
  readonly locale: Locale
  /** Ends the script and withdraws what is asked. */
  readonly signal: AbortSignal
  /** Gets one line an ask: `agent · NAME → ANSWERS`, or `→ CODE (in words)`. */
  readonly say: (line: string) => void
}

/** Asks until the script ends or `signal` aborts; never rejects. */
export async function runAgent(host: DemoHost, { asks, locale, signal, say }: AgentOptions): Promise<void> {
  for (const [index, ask] of asks.entries()) {
    const line = await host.ask(ask, signal).then(
      ({ answers }) => `→ ${JSON.stringify(answers)}`,
      (error: unknown) => `→ ${failureOf(error, locale)}`,
    )
    if (signal.aborted) return
    say(`agent · ${ask.name} ${line}`)
    if (index < asks.length - 1) await delay(PAUSE_MS, undefined, { signal }).catch(() => {
      // Aborted: the loop's own check ends it.
    })
    if (signal.aborted) return
  }
}

/** A code and what it means; a code that is no usual end brings its own sentence. */
function failureOf(error: unknown, locale: Locale): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.name
  return `${code} (${ENDS[locale][code] ?? error.message.replaceAll(/\s+/gu, ' ')})`
}
