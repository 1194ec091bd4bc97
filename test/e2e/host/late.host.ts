/** Questions for a bounded time on the real host: the clock, who holds it, and answers that come after it. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, guardOver, pending, pick, pointAt, type Tasks } from './tasks.ts'

/** Seconds that leave a person time to act before they are over. */
const WINDOW = 6

let rig: Rig
let run: TerminalRun
let tasks: Tasks

beforeAll(async () => {
  rig = await createRig({ era: 'waterfall' })
  run = await rig.startInTerminal()
  tasks = createTasks(rig.model, () => run.driven)
})

afterEach(() => tasks.interrupt())
afterAll(() => rig?.close())

/** Lets a question run out of time; it still takes an answer then. */
async function runOut(task: string) {
  const session = await tasks.ask(task, 1)
  const card = await rig.phone.card(`${task}: which colour?`)
  expect(await tasks.result(task)).toBe(pending(task))
  await run.terminal.until((screen) => screen.includes(`${task}: which colour?`) && screen.includes('a late answer is sent as a message'), 'the panel after its window')
  expect(await session.turnEnd()).toBe('completed')
  return { session, card }
}

it('takes a late answer from the phone as a new turn, and the terminal says so', async () => {
  const { session, card } = await runOut('Paint the door')
  const reply = await rig.phone.submit(card, 'Green')
  expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success' } })
  expect(await tasks.reply('Paint the door')).toBe('Green')
  expect(await session.turnEnd(2)).toBe('completed')
  await run.terminal.until((screen) => screen.includes('王芳 answered on Feishu: Green') && !screen.includes('Paint the door: which colour?'), 'who answered late')
  expect(await rig.phone.final(card)).toContain('王芳 answered late on Feishu')
})

it('takes a late answer in the panel that stayed, and the card says so', async () => {
  const { session, card } = await runOut('Paint the wall')
  await pick(run.terminal, 3)
  expect(await tasks.reply('Paint the wall')).toBe('Blue')
  await run.terminal.until(/Late answer sent as a message: Blue/)
  expect(await session.turnEnd(2)).toBe('completed')
  expect(await rig.phone.final(card)).toMatch(/answered late at the terminal[^]*Blue/)
})

it('takes a late answer to a question that was put away, from the list of asks', async () => {
  await runOut('Paint the roof')
  await guardOver()
  await run.terminal.press('Escape')
  await run.terminal.until(/Put away/)
  await run.terminal.press('C-g')
  await run.terminal.until((screen) => screen.includes('1 late') && screen.includes('Paint the roof: which colour?'), 'the list of asks')
  await run.terminal.press('Enter')
  await run.terminal.until((screen) => !screen.includes('1 late') && screen.includes('Paint the roof: which colour?'), 'the panel again')
  await pick(run.terminal, 1)
  expect(await tasks.reply('Paint the roof')).toBe('Red')
})

it('tells the second of two late answers who was first', async () => {
  const { session, card } = await runOut('Paint the fence')
  const second = rig.phone.seal(card, 'Green')
  await pick(run.terminal, 1)
  expect(await tasks.reply('Paint the fence')).toBe('Red')
  expect((await second.post()).toast?.text).toMatch(/answered late at the terminal.*Red/)
  expect(await session.turnEnd(2)).toBe('completed')
  expect(tasks.replies('Paint the fence')).toEqual(['Red'])
})

it('waits beyond the deadline for whoever took the time, by a button on the phone or by the first edit in the panel', async () => {
  const begun = Date.now()
  await tasks.ask('Paint the hall', WINDOW)
  await run.terminal.until((screen) => screen.includes('Paint the hall: which colour?') && / left/.test(screen), 'a panel that counts down')
  await tasks.ask('Paint the attic', WINDOW)
  const attic = await rig.phone.card('Paint the attic: which colour?')
  expect((await rig.phone.choose(attic, 'Take your time')).toast).toMatchObject({ type: 'success' })
  await pointAt(run.terminal, 2)
  await run.terminal.press('Space')
  await run.terminal.until(/ left, held/)
  const asked = Date.now()
  expect(asked - begun).toBeLessThan(WINDOW * 1_000)

  await delay((WINDOW + 1) * 1_000)
  expect(rig.model.toolResult('Paint the hall')).toBeUndefined()
  expect(rig.model.toolResult('Paint the attic')).toBeUndefined()
  await run.terminal.press('Enter')
  expect(await tasks.result('Paint the hall')).toBe(answered('Green'))
  await rig.phone.submit(attic, 'Blue')
  expect(await tasks.result('Paint the attic')).toBe(answered('Blue'))
})

it('leaves the clock to the host once every surface is gone, and takes the answer when one is back', async () => {
  const begun = Date.now()
  await tasks.ask('Paint the cellar', WINDOW)
  const card = await rig.phone.card('Paint the cellar: which colour?')
  await run.terminal.until(/Paint the cellar: which colour\?/)
  rig.profile.patch([...rig.layer, { id: 'ask-terminal', disabled: true }, { id: 'ask-feishu', disabled: true }])
  await rig.phone.final(card)
  expect(rig.model.toolResult('Paint the cellar')).toBeUndefined()
  expect(await tasks.result('Paint the cellar')).toBe(pending('Paint the cellar'))
  expect(Date.now() - begun).toBeGreaterThan(WINDOW * 1_000 - 500)

  rig.profile.patch(rig.layer)
  await run.terminal.until(/still takes a late answer/)
  await run.terminal.press('C-g')
  await run.terminal.until(/1 late/)
  await run.terminal.press('Enter')
  await run.terminal.until((screen) => !screen.includes('1 late') && screen.includes('Paint the cellar: which colour?'), 'the panel again')
  await pick(run.terminal, 1)
  expect(await tasks.reply('Paint the cellar')).toBe('Red')
})
