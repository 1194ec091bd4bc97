/** The journal of this process, on a real disk and the system's timers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { journalIn } from '../../../router/host/live-journal.ts'
import { processStart } from '../../../router/process-lock.ts'
import { asked } from '../../helpers/journal-home.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-journal-')), 'ask-anywhere')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(join(folder, '..'), { recursive: true })
})

const open = (maxBytes: number) => journalIn(folder).open({ mode: 'full', sync: false, maxBytes, log: () => {} })

it('says which process writes, and when', () => {
  const before = Date.now()
  const journal = open(1_000_000)
  const started = JSON.parse(readFileSync(join(folder, 'journal.jsonl'), 'utf8'))
  expect(started).toMatchObject({ kind: 'started', run: journal.run, pid: process.pid, start: processStart(process.pid) })
  expect(started.at).toBeGreaterThanOrEqual(before)
  expect(open(1_000_000).run).not.toBe(journal.run)
})

it('begins a new file a moment later, when the screens have been painted', () => {
  const journal = open(1)
  journal.append(asked('a'))
  expect([vi.getTimerCount(), readdirSync(folder)]).toEqual([1, ['journal.jsonl']])
  vi.advanceTimersByTime(99)
  expect(readdirSync(folder)).toEqual(['journal.jsonl'])
  vi.advanceTimersByTime(1)
  expect(readdirSync(folder).toSorted()).toEqual(['journal.1.jsonl', 'journal.jsonl'])
  journal.close()
})

it('leaves no timer behind', () => {
  const journal = open(1)
  journal.append(asked('a'))
  journal.close()
  expect(vi.getTimerCount()).toBe(0)
})
