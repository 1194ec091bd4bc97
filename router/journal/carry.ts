/** Which lines a new file starts with when the old one is put aside. Pure. */
import { MAX_EVENTS, type Ledger } from './ledger.ts'
import { redact } from './line.ts'
import type { AskEntry, JournalLine, JournalMode } from './types.ts'

/** Ended asks of which the end is carried over, so that a late click still hears who was first. */
const ENDS = 500

/**
 * What a restart needs, in the order in which it was written. `isAlive` tells whether a run may still write: its start
 * is kept even where it has asked nothing yet.
 */
export function carryOver(lines: readonly JournalLine[], ledger: Ledger, mode: JournalMode, isAlive: (run: string) => boolean): readonly JournalLine[] {
  const needed = new Set<string>()
  const ended: AskEntry[] = []
  for (const entry of ledger.asks()) {
    if (ledger.isNeeded(entry)) needed.add(entry.ask)
    else ended.push(entry)
  }
  const ends = new Set(mode === 'off' ? [] : ended.slice(-ENDS).map(({ ask }) => ask))
  const runs = new Set<string>()
  for (const { ask, run, origin } of ledger.asks()) if (needed.has(ask)) runs.add(run).add(origin)
  let events = lines.filter(({ kind }) => kind === 'event').length
  return lines.flatMap((line): JournalLine[] => {
    switch (line.kind) {
      case 'started':
      case 'stopped':
        return runs.has(line.run) || isAlive(line.run) ? [line] : []
      case 'adopted': {
        const asks = line.asks.filter((ask) => needed.has(ask))
        return asks.length > 0 ? [{ ...line, asks }] : []
      }
      case 'event':
        events -= 1
        return events < MAX_EVENTS ? [line] : []
      case 'acted':
        return []
      case 'asked':
        return needed.has(line.ask) ? [redact(line, mode)] : ends.has(line.ask) ? [redact(line, 'ids')] : []
      case 'delivery':
        return needed.has(line.ask) ? [line] : []
      case 'settled':
      case 'late':
      case 'decided':
        return needed.has(line.ask) || ends.has(line.ask) ? [redact(line, mode)] : []
    }
  })
}
