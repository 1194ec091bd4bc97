/** Every way out of the host with a question open: the terminal is given back and the card says what happened. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Terminal } from '../terminal.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { createTasks, guardOver, type Tasks } from './tasks.ts'

let rig: Rig
let run: TerminalRun
let tasks: Tasks

beforeAll(async () => {
  rig = await createRig()
  tasks = createTasks(rig.model, () => run.driven)
})

afterEach(() => rig.stop())
afterAll(() => rig?.close())

/** Boots the host and opens a question on both screens. */
async function open(task: string) {
  run = await rig.startInTerminal()
  await tasks.ask(task)
  const card = await rig.phone.card(`${task}: which colour?`)
  await run.terminal.until((screen) => screen.includes(`${task}: which colour?`), 'the panel')
  return card
}

async function expectRestored(terminal: Terminal): Promise<void> {
  expect(await terminal.display('#{alternate_on} #{cursor_flag} #{mouse_any_flag}')).toBe('0 1 0')
  // The shell's line mode is back: what is typed is echoed by the terminal itself.
  await terminal.type('echoed')
  await terminal.until(/echoed/)
}

it.each([['SIGTERM', 0], ['SIGINT', 130], ['SIGHUP', 129]] as const)('on %s ends with %i', async (signal, code) => {
  const card = await open(signal)
  process.kill(run.driven.pid, signal)
  expect(await run.terminal.exitCode()).toBe(code)
  await expectRestored(run.terminal)
  expect(await rig.phone.final(card)).toContain(`${signal}: which colour?`)
})

it('on ^C at rest, pressed twice while a question is open, ends with 0', async () => {
  const card = await open('leave')
  await guardOver()
  await run.terminal.press('Escape')
  await run.terminal.until(/1 question open/)
  await run.terminal.press('C-c')
  await run.terminal.until(/again/)
  await run.terminal.press('C-c')
  expect(await run.terminal.exitCode()).toBe(0)
  await expectRestored(run.terminal)
  await rig.phone.final(card)
})

it('on ^C right behind the boot ends with 0, however far the host has come', async () => {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    run = await rig.startInTerminal({ clicks: false })
    await run.terminal.press('C-c')
    expect(await run.terminal.exitCode()).toBe(0)
    await expectRestored(run.terminal)
    await rig.stop()
  }
})

it('on a rejection that nobody reads ends with 1', async () => {
  const card = await open('rejection')
  await run.driven.crash('rejection')
  expect(await run.terminal.exitCode()).toBe(1)
  await expectRestored(run.terminal)
  expect(await run.terminal.screen()).toContain('a fault that the test made')
  await rig.phone.final(card)
})

it('on an exception that nobody catches ends with 1', async () => {
  await open('exception')
  await run.driven.crash('exception')
  expect(await run.terminal.exitCode()).toBe(1)
  await expectRestored(run.terminal)
  expect(await run.terminal.screen()).toContain('a fault that the test made')
})
