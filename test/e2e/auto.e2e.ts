/** Both humans played through the real edges, every scripted round, on either kind of host. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'ask-auto-')) })
afterAll(() => rmSync(folder, { recursive: true }))

function start(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['lib/app/demo/main.js', ...args], { timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

it.each(['slot', 'waterfall'])('plays every scripted round on a host of the %s era and writes what it saw', async (era) => {
  const path = join(folder, 'rounds.json')
  const { code, stdout, stderr } = await start('--auto', '--era', era, '--seed', '7', '--json', path)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ {4}round \(times: ms from the ask\) +outcome +terminal shown→ended.*\nok {2}phone wins /)
  expect(stdout).toContain('28 of 28 rounds ended as scripted')
  expect(code).toBe(0)
  const { version, ok, rounds } = JSON.parse(readFileSync(path, 'utf8'))
  expect([version, ok, rounds.length]).toEqual([1, true, 28])
  const instant = rounds.filter(({ name }: { name: string }) => name.startsWith('same instant'))
  for (const surface of ['terminal', 'feishu']) expect(instant.filter(({ by }: { by: string }) => by === surface).length).toBeGreaterThanOrEqual(5)
  expect(new Set(rounds.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['answered', 'aborted', 'dismissed']))
}, 60_000)
