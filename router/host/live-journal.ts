/** The journal of this process, on the system's clock and process table. */
import { randomUUID } from 'node:crypto'
import { createJournal, type JournalOptions } from '../journal/journal.ts'
import type { Journal } from '../journal/types.ts'
import { processStart } from '../process-lock.ts'

/** What a verdict brings about is on the screens by then, in milliseconds. */
const LATER_MS = 100

/** Never throws; whoever calls it closes the journal. */
export function createLiveJournal(options: Pick<JournalOptions, 'folder' | 'mode' | 'sync' | 'maxBytes' | 'log'>): Journal {
  return createJournal({ ...options, run: randomUUID(), pid: process.pid, startOf: processStart, now: Date.now, later })
}

function later(task: () => void): () => void {
  const timer = setTimeout(task, LATER_MS)
  return () => clearTimeout(timer)
}
