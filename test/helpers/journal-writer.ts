/** A process that writes a journal: `node journal-writer FOLDER NAME COUNT MAX_BYTES MODE`. Ends without closing. */
import { createJournal } from '../../router/journal/journal.ts'
import type { JournalMode } from '../../router/journal/types.ts'
import { processStart } from '../../router/process-lock.ts'

const [folder = '', name = '', count = '', maxBytes = '', mode = ''] = process.argv.slice(2)
const journal = createJournal({
  folder, run: name, mode: mode as JournalMode, sync: false, maxBytes: Number(maxBytes), pid: process.pid, startOf: processStart, now: Date.now,
  log: (line) => process.stderr.write(`${line}\n`),
})
for (let each = 0; each < Number(count); each += 1) {
  const ask = `${name}-${each}`
  journal.append({ kind: 'asked', ask, timed: true, count: 1, session: name, call: ask })
  // Every tenth stays answerable; of the others only the end remains.
  if (each % 10 === 0) journal.append({ kind: 'settled', ask, outcome: 'timed-out', continued: true })
  else journal.append({ kind: 'acted', ask, actor: { surface: name }, verdict: 'won' }, { kind: 'settled', ask, outcome: 'dismissed', actor: { surface: name } })
  journal.append({ kind: 'event', surface: name, id: String(each) })
  if (each % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
}
process.stdout.write('done\n')
