/** A process that ends without a word while it asks, on a host that gives its questions up then: what the next start tells. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { run as runCommand } from './command.ts'
import { eventually } from './driven.ts'
import { NODE } from './install.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, type Tasks } from './tasks.ts'

const ENDED = 'Ended with a restart: ask again'

interface JournalRow { readonly kind: string; readonly ask?: string; readonly [field: string]: unknown }

let rig: Rig
let run: TerminalRun
let tasks: Tasks

beforeAll(async () => {
  rig = await createRig()
  tasks = createTasks(rig.model, () => run.driven)
})

afterEach(() => rig.stop())
afterAll(() => rig?.close())

const journalFile = () => join(rig.profile.home, 'ask-anywhere/journal.jsonl')
const journalText = () => readFileSync(journalFile(), 'utf8')
const rows = (): readonly JournalRow[] => journalText().split('\n').filter(Boolean).map((line) => JSON.parse(line))

async function open(task: string) {
  await tasks.ask(task)
  return rig.phone.card(`${task}: which colour?`)
}

function sendsOf(task: string): number {
  return rig.phone.simulator.messages().filter(({ history }) => JSON.stringify(history).includes(`${task}: which colour?`)).length
}

it('makes every card final after a kill, also those whose send was never confirmed, and says so to a click', async () => {
  const { faults } = rig.phone.simulator
  run = await rig.startInTerminal()
  const gate = await open('Paint the gate')
  const click = rig.phone.seal(gate, 'Green')
  faults.set({ name: 'slow', on: ['send'], times: 1, ms: 60_000 })
  const pipe = await open('Paint the pipe')
  faults.set({ name: 'failed-after-delivery', on: ['send'] })
  const tank = await open('Paint the tank')
  await run.kill()
  expect([gate, pipe, tank].map((card) => rig.phone.isLive(card))).toEqual([true, true, true])
  faults.clear()

  run = await rig.startInTerminal()
  for (const card of [gate, pipe, tank]) expect(await rig.phone.final(card)).toContain(ENDED)
  expect((await click.post()).toast?.text).toContain(ENDED)
  expect(['Paint the gate', 'Paint the pipe', 'Paint the tank'].map(sendsOf)).toEqual([1, 1, 1])
  expect(rig.model.toolResult('Paint the gate')).toBeUndefined()
})

it('tells from the journal what was asked and what became of it', async () => {
  expect(statSync(journalFile()).mode & 0o777).toBe(0o600)
  const cli = join(rig.profile.home, 'profiles/ask/node_modules/dsh-ask-anywhere/lib/app/cli.js')
  const { stdout } = await runCommand(NODE, [cli, 'log', '--locale', 'en'], { cwd: rig.folder, env: { ...process.env, ...rig.env } })
  expect(stdout).toMatch(/asked 1 question.*Paint the gate: which colour\?/)
  expect(stdout).toMatch(/shown on feishu/)
  expect(stdout.match(/ended with a restart/g)).toHaveLength(3)
})

it('leaves a card live when an exception ends the process, until the next start, and keeps no word where none is to be kept', async () => {
  rig.profile.patch([...rig.layer, { id: 'ask-core', config: { journal: 'ids' } }])
  run = await rig.startInTerminal()
  const before = journalText().length
  const card = await open('Paint the shed')
  await run.driven.crash('exception')
  expect(await run.terminal.exitCode()).toBe(1)
  expect(rig.phone.isLive(card)).toBe(true)
  await rig.stop()

  run = await rig.startInTerminal()
  expect(await rig.phone.final(card)).toContain(ENDED)
  const written = journalText().slice(before)
  expect(written).toMatch(/"kind":"asked"/)
  expect(written).not.toMatch(/Paint the shed|Green|王芳|workshop/)
  rig.profile.patch(rig.layer)
})

it('takes over nothing from a process that still runs with the same home and bot', async () => {
  run = await rig.startInTerminal()
  const card = await open('Paint the mill')
  const ask = rows().findLast(({ kind }) => kind === 'asked')?.ask
  const second = await rig.startHeadless({ clicks: false })
  // Its own router is up and has looked at what others have left.
  await eventually('the start of the second process', () => rows().find(({ kind, pid }) => kind === 'started' && pid === second.driven.pid))
  await tasks.ask('Paint the barn')
  await rig.phone.card('Paint the barn: which colour?')
  expect(rig.phone.isLive(card)).toBe(true)
  expect(rows().filter((row) => row.kind === 'decided' && row.ask === ask)).toEqual([])
  await rig.phone.submit(card, 'Blue')
  expect(await tasks.result('Paint the mill')).toBe(answered('Blue'))
})
