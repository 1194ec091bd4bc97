/** A question of the model on the real host, from the tool call to the request that carries its result. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { askCall, colourQuestion, GUARD_MS } from './asks.ts'
import { eventually, type DrivenSession } from './driven.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'

let rig: Rig
let run: TerminalRun

beforeAll(async () => {
  rig = await createRig()
  run = await rig.startInTerminal()
})

afterAll(() => rig?.close())

/** Lets the model ask one colour question in a session of its own. */
async function ask(task: string): Promise<DrivenSession> {
  rig.model.script(task, { calls: [askCall(task, colourQuestion(`${task}: which colour?`))] }, { text: `${task}: thanks.` })
  const session = await run.driven.createSession()
  await session.say(task)
  return session
}

it('offers the model the tool to ask', async () => {
  expect(await run.driven.hasTool('ask_user_question')).toBe(true)
})

it('carries an answer from the phone into the next request, and the panel collapses by itself', async () => {
  const session = await ask('Paint the door')
  const card = await rig.phone.card('Paint the door: which colour?')
  await run.terminal.until(/Paint the door: which colour\?/)
  const reply = await rig.phone.submit(card, 'Green')
  expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success' } })
  expect(await eventually('the tool result', () => rig.model.toolResult('Paint the door'))).toBe('{"answers":[{"id":"colour","selected":["Green"]}]}')
  const screen = await run.terminal.until((text) => !text.includes('Paint the door: which colour?') && text.includes('Green'), 'the collapsed panel')
  expect(screen).toContain('王芳 answered on Feishu: Green')
  expect(await session.turnEnd()).toBe('completed')
})

it('carries an answer from the terminal into the next request, and the card turns final', async () => {
  await ask('Paint the wall')
  const card = await rig.phone.card('Paint the wall: which colour?')
  await run.terminal.until(/Paint the wall: which colour\?/)
  await delay(GUARD_MS)
  await run.terminal.press('3')
  await run.terminal.press('Space')
  await run.terminal.press('Enter')
  expect(await eventually('the tool result', () => rig.model.toolResult('Paint the wall'))).toBe('{"answers":[{"id":"colour","selected":["Blue"]}]}')
  const text = await rig.phone.final(card)
  expect(text).toMatch(/terminal/)
  expect(text).toContain('Blue')
})

it('withdraws card and panel when the turn is interrupted', async () => {
  const session = await ask('Paint the roof')
  const card = await rig.phone.card('Paint the roof: which colour?')
  await run.terminal.until(/Paint the roof: which colour\?/)
  await session.interrupt()
  await rig.phone.final(card)
  await run.terminal.until((text) => !text.includes('Paint the roof: which colour?'), 'the panel without the question')
  expect(await session.turnEnd()).toBe('aborted')
  expect(rig.model.requests('Paint the roof')).toHaveLength(1)
})

it('keeps apart two sessions that ask the same ids at once', async () => {
  const [left, right] = [await ask('Paint the left side'), await ask('Paint the right side')]
  const rightCard = await rig.phone.card('Paint the right side: which colour?')
  const leftCard = await rig.phone.card('Paint the left side: which colour?')
  await rig.phone.submit(rightCard, 'Red')
  await rig.phone.submit(leftCard, 'Blue')
  expect(await eventually('the right result', () => rig.model.toolResult('Paint the right side'))).toBe('{"answers":[{"id":"colour","selected":["Red"]}]}')
  expect(await eventually('the left result', () => rig.model.toolResult('Paint the left side'))).toBe('{"answers":[{"id":"colour","selected":["Blue"]}]}')
  expect(await left.turnEnd()).toBe('completed')
  expect(await right.turnEnd()).toBe('completed')
})
