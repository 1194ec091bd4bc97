/** The journal of this process, on the system's clock and process table. */
import { randomUUID } from 'node:crypto'
import { createJournal } from '../journal/journal.ts'
import { processStart } from '../process-lock.ts'
import { type JournalKeeper, provideAskJournal } from './ask-journal.ts'

/** What a verdict brings about is on the screens by then, in milliseconds. */
const LATER_MS = 100

/** Kept in `folder`, for this user alone. */
export function journalIn(folder: string): JournalKeeper {
  return {
    open: (kept) => createJournal({ ...kept, folder, run: randomUUID(), pid: process.pid, startOf: processStart, now: Date.now, later }),
    provide: provideAskJournal,
  }
}

function later(task: () => void): () => void {
  const timer = setTimeout(task, LATER_MS)
  return () => clearTimeout(timer)
}
