/** One place is asked first, the other after a delay: on the real host, changed by whoever is there. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { OWNER } from './phone.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, guardOver, pick, type Tasks } from './tasks.ts'
import { eventually } from './driven.ts'
import { send } from './typing.ts'

/** Seconds. */
const DELAY = 6

let rig: Rig
let run: TerminalRun
let tasks: Tasks

beforeAll(async () => {
  rig = await createRig({ patch: [{ id: 'ask-core', config: { order: 'terminal-first', delaySeconds: DELAY } }] })
  run = await rig.startInTerminal({ size: { columns: 140, rows: 40 } })
  tasks = createTasks(rig.model, () => run.driven)
})

afterEach(() => tasks.interrupt())
afterAll(() => rig?.close())

const hasCard = (text: string): boolean => rig.phone.simulator.messages().some(({ card }) => card !== undefined && JSON.stringify(card).includes(text))
const said = (): readonly string[] => rig.phone.simulator.messages().flatMap(({ text, senderId }) => (text !== undefined && senderId === undefined ? [text] : []))

it('says in the title who is asked first', async () => {
  await run.terminal.until((screen) => screen.split('\n')[0]?.includes(`terminal first, phone after ${DELAY} s`) === true, 'the order in the title')
})

it('asks the phone only after the delay, where the first answer still counts', async () => {
  await tasks.ask('Paint the door')
  await run.terminal.until(/Paint the door: which colour\?/)
  const from = Date.now()
  await delay(DELAY * 500)
  expect(hasCard('Paint the door')).toBe(false)
  const card = await rig.phone.card('Paint the door: which colour?')
  expect(Date.now() - from).toBeGreaterThan((DELAY - 2) * 1_000)
  await rig.phone.submit(card, 'Green')
  expect(await tasks.result('Paint the door')).toBe(answered('Green'))
  await run.terminal.until((screen) => !screen.includes('Paint the door: which colour?'), 'the collapsed panel')
})

it('sends no card at all when the terminal answers before', async () => {
  await tasks.ask('Paint the wall')
  await run.terminal.until(/Paint the wall: which colour\?/)
  await pick(run.terminal, 3)
  expect(await tasks.result('Paint the wall')).toBe(answered('Blue'))
  await delay((DELAY + 1) * 1_000)
  expect(hasCard('Paint the wall')).toBe(false)
})

it('holds the phone back while keys are pressed at the terminal, and asks it once they rest', async () => {
  await tasks.ask('Paint the roof')
  await run.terminal.until(/Paint the roof: which colour\?/)
  const until = Date.now() + (DELAY + 4) * 1_000
  while (Date.now() < until) {
    await run.terminal.press('Down')
    await delay(500)
  }
  expect(hasCard('Paint the roof')).toBe(false)
  const card = await rig.phone.card('Paint the roof: which colour?')
  await rig.phone.submit(card, 'Red')
  expect(await tasks.result('Paint the roof')).toBe(answered('Red'))
})

it('is changed by a text on the phone, which asks whoever waits at once', async () => {
  await tasks.ask('Paint the gate')
  await run.terminal.until(/Paint the gate: which colour\?/)
  rig.phone.simulator.say({ personId: OWNER.openId, text: 'where together' })
  const card = await rig.phone.card('Paint the gate: which colour?')
  await eventually('an answer to "where"', () => said().find((text) => text.startsWith('From now on: Questions are asked at the terminal and on the phone at once')))
  await run.terminal.until((screen) => screen.split('\n')[0]?.includes('asks: here, Feishu') === true, 'the usual title')
  await rig.phone.submit(card, 'Blue')
  expect(await tasks.result('Paint the gate')).toBe(answered('Blue'))
  await run.terminal.until((screen) => !screen.includes('Paint the gate: which colour?'), 'the collapsed panel')
})

it('is changed by /where at the terminal, and a restart keeps it', async () => {
  // A panel that has just gone takes an Enter with it.
  await guardOver()
  await send(run.terminal, '/where terminal-first 600')
  await run.terminal.until(/From now on: Questions are asked at the terminal first/)
  await run.kill()
  run = await rig.startInTerminal({ size: { columns: 140, rows: 40 } })
  await run.terminal.until((screen) => screen.split('\n')[0]?.includes('terminal first, phone after 600 s') === true, 'the order in the title')
})

it('asks the phone at once when the terminal goes while it is asked', async () => {
  await tasks.ask('Paint the shed')
  await run.terminal.until(/Paint the shed: which colour\?/)
  expect(hasCard('Paint the shed')).toBe(false)
  rig.profile.patch([...rig.layer.filter((entry) => !('id' in entry) || entry.id !== 'ask-terminal'), { id: 'ask-terminal', disabled: true }])
  const card = await rig.phone.card('Paint the shed: which colour?')
  await rig.phone.submit(card, 'Blue')
  expect(await tasks.result('Paint the shed')).toBe(answered('Blue'))
})

it('asks the phone at once where there is no terminal', async () => {
  await tasks.ask('Paint the fence')
  const card = await rig.phone.card('Paint the fence: which colour?')
  await rig.phone.submit(card, 'Red')
  expect(await tasks.result('Paint the fence')).toBe(answered('Red'))
})
