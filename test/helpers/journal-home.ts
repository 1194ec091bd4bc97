/** A folder for journals on the real disk, with processes that a test starts and kills by number. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJournal, type JournalOptions } from '../../router/journal/journal.ts'
import type { Journal, JournalRecord } from '../../router/journal/types.ts'

export interface JournalHome {
  readonly folder: string
  readonly file: string
  readonly old: string
  /** Lines for the person. */
  readonly told: string[]
  now: number
  /** A journal of a process of its own. */
  open(options?: Partial<JournalOptions>): Journal
  /** The process of a journal is gone, at once. */
  kill(journal: Journal): void
  text(): string
  records(): { kind: string; [field: string]: unknown }[]
  remove(): void
}

export function createHome(): JournalHome {
  const root = mkdtempSync(join(tmpdir(), 'journal-'))
  const folder = join(root, 'ask-anywhere')
  const running = new Map<number, string>()
  const told: string[] = []
  let pid = 100
  const home: JournalHome = {
    folder, told, file: join(folder, 'journal.jsonl'), old: join(folder, 'journal.1.jsonl'), now: 1_000_000,
    open(options = {}) {
      pid += 1
      running.set(pid, `start-${pid}`)
      return createJournal({
        folder, mode: 'full', sync: false, maxBytes: 4_000_000, run: `run-${pid}`, pid, startOf: (each) => running.get(each),
        now: () => home.now, log: (line) => told.push(line), ...options,
      })
    },
    kill(journal) {
      running.delete(Number(journal.run.replace('run-', '')))
      // Only the system closes the files of a process that is killed: what is said while closing never was.
      const bytes = readFileSync(home.file)
      journal.close()
      writeFileSync(home.file, bytes)
    },
    text: () => readFileSync(home.file, 'utf8'),
    records: () => home.text().split('\n').filter((row) => row !== '').map((row) => JSON.parse(row)),
    remove: () => rmSync(root, { recursive: true }),
  }
  return home
}

export const asked = (ask: string, more: Partial<Extract<JournalRecord, { kind: 'asked' }>> = {}): JournalRecord => ({
  kind: 'asked', ask, timed: true, count: 1, session: 'session-1', call: `call-${ask}`, project: '/home/me/secret-project',
  questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }] }], ...more,
})

export const WANG = { surface: 'feishu', id: 'ou_1', name: 'Wang Fang' }
export const SQLITE = { answers: [{ id: 'db', selected: ['SQLite'] }] }

export const won = (ask: string): JournalRecord[] => [
  { kind: 'acted', ask, actor: WANG, verdict: 'won' },
  { kind: 'settled', ask, outcome: 'answered', actor: WANG, answer: SQLITE },
]
export const timedOut = (ask: string): JournalRecord => ({ kind: 'settled', ask, outcome: 'timed-out', continued: true })
export const accepted = (ask: string): JournalRecord => ({ kind: 'late', ask, step: 'accepted', actor: WANG, answer: SQLITE })
