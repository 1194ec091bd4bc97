/** The scripted agent: asks one thing after another through the host and says what it heard. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ScriptedAsk } from '../asks.ts'
import type { DemoHost } from './host/index.ts'

/** Between an answer and the next question, so that a person can see what happened; milliseconds. */
const PAUSE_MS = 1_500

/** Asks until the script ends or `signal` aborts; never rejects. `say` gets one line an ask. */
export async function runAgent(host: DemoHost, asks: readonly ScriptedAsk[], signal: AbortSignal, say: (line: string) => void): Promise<void> {
  for (const [index, ask] of asks.entries()) {
    const line = await host.ask(ask, signal).then(
      ({ answers }) => `→ ${JSON.stringify(answers)}`,
      (error: unknown) => `→ ${codeOf(error)}`,
    )
    if (signal.aborted) return
    say(`agent · ${ask.name} ${line}`)
    if (index < asks.length - 1) await delay(PAUSE_MS, undefined, { signal }).catch(() => {
      // Aborted: the loop's own check ends it.
    })
    if (signal.aborted) return
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
