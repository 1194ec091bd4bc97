/** The order that a person has chosen, on a real disk. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptFile } from '../../router/own-file.ts'
import { StandingOrder } from '../../router/standing-order.ts'
import type { AskOrder } from '../../router/types.ts'

const TOGETHER: AskOrder = { mode: 'together', delaySeconds: 30 }
const PHONE_FIRST: AskOrder = { mode: 'phone-first', delaySeconds: 5 }
let folder: string
let file: string
let lines: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ask-order-'))
  file = join(folder, 'ask-anywhere', 'order.json')
  lines = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (configured = TOGETHER) => new StandingOrder({ configured, file: keptFile(file), log: (line) => lines.push(line) })

it('is what the row says, and nothing is written, until somebody chooses', () => {
  expect(start(PHONE_FIRST).current).toEqual(PHONE_FIRST)
  expect([existsSync(file), lines]).toEqual([false, []])
})

it('outlives the process, readable for its user alone', () => {
  expect(start().choose(PHONE_FIRST)).toBe(true)
  expect(start().current).toEqual(PHONE_FIRST)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'ask-anywhere')).mode & 0o777).toBe(0o700)
  expect([readdirSync(join(folder, 'ask-anywhere')), lines]).toEqual([['order.json'], []])
})

it('ends with the process where it has no file, without a word', () => {
  const standing = new StandingOrder({ configured: TOGETHER, log: (line) => lines.push(line) })
  expect([standing.current, standing.choose(PHONE_FIRST), standing.current, lines]).toEqual([TOGETHER, false, PHONE_FIRST, []])
})

it('replaces an earlier choice whole, and leaves no draft where it cannot', () => {
  const standing = start()
  standing.choose(PHONE_FIRST)
  standing.choose({ mode: 'terminal-first', delaySeconds: 6 })
  expect(start().current).toEqual({ mode: 'terminal-first', delaySeconds: 6 })
  rmSync(file)
  mkdirSync(join(file, 'in the way'), { recursive: true })
  expect(standing.choose(PHONE_FIRST)).toBe(false)
  expect(readdirSync(join(folder, 'ask-anywhere'))).toEqual(['order.json'])
})

it('keeps nothing of what it is given but the order itself', () => {
  const standing = start()
  standing.choose(Object.assign({ more: 1 }, PHONE_FIRST))
  expect(standing.current).toStrictEqual(PHONE_FIRST)
  expect(start().current).toStrictEqual(PHONE_FIRST)
})

it('gives way to a row that was changed after it was chosen, and comes back with it', () => {
  start().choose(PHONE_FIRST)
  expect(start({ mode: 'terminal-first', delaySeconds: 60 }).current).toEqual({ mode: 'terminal-first', delaySeconds: 60 })
  expect(start({ ...TOGETHER, delaySeconds: 31 }).current).toEqual({ ...TOGETHER, delaySeconds: 31 })
  expect(start({ ...TOGETHER, mode: 'terminal-first' }).current).toEqual({ ...TOGETHER, mode: 'terminal-first' })
  expect(lines).toEqual([])
  expect(start().current).toEqual(PHONE_FIRST)
})

it('counts in this process also where it cannot be written, and says so in one line', () => {
  writeFileSync(join(folder, 'ask-anywhere'), 'in the way')
  const standing = start()
  lines.length = 0
  expect(standing.choose(PHONE_FIRST)).toBe(false)
  expect(standing.current).toEqual(PHONE_FIRST)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(file)
})

it.each<[string, string, () => unknown]>([
  ['no JSON', 'not ours', () => writeFileSync(file, '{')],
  ['another mode', 'not ours', () => writeFileSync(file, JSON.stringify({ mode: 'nowhere', delaySeconds: 5, over: TOGETHER }))],
  ['no config that it was chosen over', 'not ours', () => writeFileSync(file, JSON.stringify(PHONE_FIRST))],
  ['no fields', 'not ours', () => writeFileSync(file, 'null')],
  ['a config that is no order', 'not ours', () => writeFileSync(file, JSON.stringify({ ...PHONE_FIRST, over: { mode: 'together' } }))],
  ['text', 'not ours', () => writeFileSync(file, '"over"')],
  ['more than we write', 'EFBIG', () => writeFileSync(file, JSON.stringify({ ...PHONE_FIRST, over: TOGETHER, more: 'x'.repeat(5_000) }))],
  ['a link', 'ELOOP', () => symlinkSync('/dev/zero', file)],
  ['a folder', 'EINVAL', () => mkdirSync(file)],
  ['a pipe', 'EINVAL', () => execFileSync('mkfifo', [file])],
  ['words that anybody may write', 'not ours', () => { writeFileSync(file, JSON.stringify({ ...PHONE_FIRST, over: TOGETHER })); chmodSync(file, 0o666) }],
])('does not believe a file with %s, and says why (%s) and what to do', (_what, why, put) => {
  mkdirSync(join(folder, 'ask-anywhere'))
  put()
  expect(start().current).toEqual(TOGETHER)
  expect(lines).toEqual([`the order of asking in ${file} cannot be read (${why}), so that of the row counts: remove the file, or choose again with /where`])
})

it('refuses what is no order and stays as it was', () => {
  const standing = start()
  expect(() => standing.choose({ mode: 'phone-first', delaySeconds: 0 })).toThrow(TypeError)
  expect(standing.current).toEqual(TOGETHER)
  expect(existsSync(file)).toBe(false)
})

it('writes the choice and the config that it was made over', () => {
  start().choose(PHONE_FIRST)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...PHONE_FIRST, over: TOGETHER })
})

it('believes a file as large as it may be, and none that is larger', () => {
  mkdirSync(join(folder, 'ask-anywhere'))
  const text = JSON.stringify({ ...PHONE_FIRST, over: TOGETHER })
  writeFileSync(file, text.padEnd(4_096))
  expect(start().current).toEqual(PHONE_FIRST)
  writeFileSync(file, text.padEnd(4_097))
  expect(start().current).toEqual(TOGETHER)
})
