/** What the row saw, one JSON object a line, in a file that outlives a killed process. */
import { appendFileSync } from 'node:fs'

/** One line of the journal. */
export type DriverEvent =
  /** The tree is up, `bootMs` after the process began; commands go to `port` on 127.0.0.1. */
  | { readonly kind: 'ready'; readonly port: number; readonly pid: number; readonly bootMs: number }
  /** A session's log grew; `type` and `data` are the host's own. */
  | { readonly kind: 'session'; readonly session: string; readonly type: string; readonly data: unknown }
  | { readonly kind: 'status'; readonly session: string; readonly status: string }

export interface Journal {
  /** Written when it returns. */
  write(event: DriverEvent): void
}

export function createJournal(file: string): Journal {
  return { write: (event) => appendFileSync(file, `${JSON.stringify(event)}\n`) }
}
