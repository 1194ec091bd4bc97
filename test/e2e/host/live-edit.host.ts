/** The profile's layer is edited while a question is open: the host applies it in the same process. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PatchEntry } from './profile.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, type Tasks } from './tasks.ts'

let rig: Rig
let run: TerminalRun
let tasks: Tasks

beforeAll(async () => {
  rig = await createRig()
  layer = rig.layer
  run = await rig.startInTerminal()
  tasks = createTasks(rig.model, () => run.driven)
})

afterEach(() => tasks.interrupt())
afterAll(() => rig?.close())

let layer: readonly PatchEntry[] = []

/** Writes the layer with one row changed or added. */
function edit(change: PatchEntry & { readonly id: string }): void {
  layer = [...layer.filter((entry) => !('id' in entry) || entry.id !== change.id), change]
  rig.profile.patch(layer)
}

it('ends an open question as aborted on every screen when the core row changes, and the next one works', async () => {
  await tasks.ask('Before the edit')
  const card = await rig.phone.card('Before the edit: which colour?')
  await run.terminal.until(/Before the edit: which colour\?/)

  edit({ id: 'ask-core', config: { approvals: 'terminal', askTool: true } })

  expect(await tasks.result('Before the edit')).toMatch(/abort|withdrawn|dispos/i)
  await rig.phone.final(card)
  await run.terminal.until((screen) => !screen.includes('Before the edit: which colour?'), 'the panel without the question')

  await rig.phone.connected()
  await tasks.ask('After the edit')
  const next = await rig.phone.card('After the edit: which colour?')
  await run.terminal.until(/After the edit: which colour\?/)
  await rig.phone.submit(next, 'Red')
  expect(await tasks.result('After the edit')).toBe(answered('Red'))
  await run.terminal.until((screen) => !screen.includes('After the edit: which colour?'), 'the collapsed panel')
})

it('keeps an open question on the phone while the terminal row changes, and shows it on the new panel', async () => {
  await tasks.ask('Through the edit')
  const card = await rig.phone.card('Through the edit: which colour?')
  await run.terminal.until(/Through the edit: which colour\?/)

  edit({ id: 'ask-terminal', config: { locale: 'zh' } })

  await run.terminal.until((screen) => /提交/.test(screen) && screen.includes('Through the edit: which colour?'), 'the panel in Chinese')
  await rig.phone.submit(card, 'Blue')
  expect(await tasks.result('Through the edit')).toBe(answered('Blue'))
  await run.terminal.until((screen) => !screen.includes('Through the edit: which colour?'), 'the collapsed panel')
})

it('keeps what a row was edited to when the core row changes after it', async () => {
  edit({ id: 'ask-core', config: { approvals: 'off', askTool: true } })
  await rig.phone.connected()
  await tasks.ask('After both edits')
  const card = await rig.phone.card('After both edits: which colour?')
  await run.terminal.until((screen) => /提交/.test(screen) && screen.includes('After both edits: which colour?'), 'the panel in Chinese')
  await rig.phone.submit(card, 'Green')
  expect(await tasks.result('After both edits')).toBe(answered('Green'))
})

it('asks on without the phone while its row is disabled', async () => {
  edit({ id: 'ask-feishu', disabled: true })
  await tasks.ask('Without a phone')
  await run.terminal.until(/Without a phone: which colour\?/)
  expect(rig.phone.simulator.messages().some(({ card }) => JSON.stringify(card).includes('Without a phone'))).toBe(false)
})
