/** A process that ends without a word while it asks, on a host that lets its questions go on: the next start takes their answers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SimMessage } from '../../../app/demo/simulator/index.ts'
import type { ModelReply } from './model.ts'
import type { SealedClick } from './phone.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { createTasks, pending, pick, type Tasks } from './tasks.ts'
import { holdBack } from './writing.ts'

let rig: Rig
let run: TerminalRun
let tasks: Tasks
/** Asked before the kill: its window had closed, was still open, it had none; it had been answered late, read or unread. */
let late: SimMessage
let timed: SimMessage
let blocking: SimMessage
let replied: SealedClick
let unread: SimMessage

beforeAll(async () => {
  rig = await createRig({ era: 'waterfall' })
  tasks = createTasks(rig.model, () => run.driven)
  run = await rig.startInTerminal()
  late = await runOut('Paint the mast')
  timed = await open('Paint the keel', 600)
  blocking = await open('Paint the deck')
  replied = rig.phone.seal(await runOut('Paint the sail'), 'Blue')
  await replied.post()
  await tasks.reply('Paint the sail')
  unread = await runOut('Paint the oar', { deltas: holdBack({ text: 'Still at it' }, { text: '.' }).deltas })
  await rig.phone.submit(unread, 'Green')
  await rig.phone.final(unread)
  await run.kill()
  await rig.stop()
  run = await rig.startInTerminal()
})

afterAll(() => rig?.close())

async function open(task: string, timeout?: number, then?: ModelReply): Promise<SimMessage> {
  await tasks.ask(task, timeout, then)
  return rig.phone.card(`${task}: which colour?`)
}

async function runOut(task: string, then?: ModelReply): Promise<SimMessage> {
  const card = await open(task, 1, then)
  expect(await tasks.result(task)).toBe(pending(task))
  return card
}

it('brings an answer that the agent had not read yet to it once more, and only once', async () => {
  expect(await tasks.reply('Paint the oar')).toBe('Green')
  await run.terminal.until(/王芳 answered on Feishu: Green/)
  expect(await rig.phone.final(unread)).toContain('王芳 answered late on Feishu')
  expect(tasks.replies('Paint the oar')).toEqual(['Green'])
})

it('lists at the terminal what still takes an answer', async () => {
  await run.terminal.press('C-g')
  await run.terminal.until((screen) => screen.includes('3 late') && ['mast', 'keel', 'deck'].every((part) => screen.includes(`Paint the ${part}: which colour?`)), 'the three that are left')
  await run.terminal.press('Escape')
  await run.terminal.until((screen) => !screen.includes('3 late'), 'the list closed')
})

it('takes the answer of the phone to a question whose window had closed, and opens its session for it', async () => {
  expect(rig.phone.isLive(late)).toBe(true)
  expect(await rig.phone.submit(late, 'Green')).toMatchObject({ kind: 'answered', toast: { type: 'success' } })
  expect(await tasks.reply('Paint the mast')).toBe('Green')
  expect(await rig.phone.final(late)).toContain('answered late on Feishu')
})

it('takes the answer of the phone to a question whose window was still open', async () => {
  expect(rig.phone.isLive(timed)).toBe(true)
  await rig.phone.submit(timed, 'Red')
  expect(await tasks.reply('Paint the keel')).toBe('Red')
  expect(rig.model.toolResult('Paint the keel')).not.toMatch(/Red|pending/)
  expect(await rig.phone.final(timed)).toContain('answered late on Feishu')
})

it('takes the answer of the terminal to a question that had no window', async () => {
  await run.terminal.press('C-g')
  await run.terminal.until((screen) => screen.includes('1 late') && screen.includes('Paint the deck: which colour?'), 'the list of asks')
  await run.terminal.press('Enter')
  await run.terminal.until((screen) => !screen.includes('1 late') && screen.includes('Paint the deck: which colour?'), 'the panel')
  await pick(run.terminal, 3)
  expect(await tasks.reply('Paint the deck')).toBe('Blue')
  expect(await rig.phone.final(blocking)).toMatch(/answered late at the terminal[^]*Blue/)
})

it('takes an event that had its effect before the kill for what it is', async () => {
  expect((await replied.post()).toast?.text).toContain('王芳 answered late on Feishu')
  expect(tasks.replies('Paint the sail')).toEqual(['Blue'])
})
