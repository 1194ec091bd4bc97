/** The journal of this process, on the system's clock and process table. */
import { randomUUID } from 'node:crypto'
import { createJournal } from '../journal/journal.ts'
import type { Journal, KeptJournal } from '../journal/types.ts'
import { processStart } from '../process-lock.ts'

/** What a verdict brings about is on the screens by then, in milliseconds. */
const LATER_MS = 100

/** Opens it for this user alone. Never throws; whoever calls it closes the journal. */
export function journalIn(folder: string): (kept: KeptJournal) => Journal {
  return (kept) => createJournal({ ...kept, folder, run: randomUUID(), pid: process.pid, startOf: processStart, now: Date.now, later })
}

function later(task: () => void): () => void {
  const timer = setTimeout(task, LATER_MS)
  return () => clearTimeout(timer)
}
