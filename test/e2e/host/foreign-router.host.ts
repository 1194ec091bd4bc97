/** A profile that holds another plugin's router: our surfaces register with it, in either order of the rows. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PatchEntry } from './profile.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, pick, type Tasks } from './tasks.ts'

/** The driver's layer stands before ours, the profile's own behind it. */
const ORDERS: readonly (readonly [string, PatchEntry])[] = [
  ['before ours', { id: 'foreign-router', disabled: false }],
  ['behind ours', { insert: [{ id: 'late-foreign-router', name: 'ask-e2e-driver/foreign-router' }] }],
]

describe.each(ORDERS)('%s', (_order, router) => {
  let rig: Rig
  let run: TerminalRun
  let tasks: Tasks

  beforeAll(async () => {
    rig = await createRig({ patch: [router] })
    run = await rig.startInTerminal()
    tasks = createTasks(rig.model, () => run.driven)
  })

  afterEach(() => tasks.interrupt())
  afterAll(() => rig?.close())

  it('lets the phone win once, and the panel collapses', async () => {
    await tasks.ask('Foreign phone')
    const card = await rig.phone.card('Foreign phone: which colour?')
    await run.terminal.until(/Foreign phone: which colour\?/)
    await rig.phone.submit(card, 'Green')
    expect(await tasks.result('Foreign phone')).toBe(answered('Green'))
    await run.terminal.until((screen) => !screen.includes('Foreign phone: which colour?'), 'the panel without the question')
    expect(cardsAbout('Foreign phone')).toBe(1)
  })

  it('lets the terminal win once, and the card turns final', async () => {
    await tasks.ask('Foreign desk')
    const card = await rig.phone.card('Foreign desk: which colour?')
    await run.terminal.until(/Foreign desk: which colour\?/)
    await pick(run.terminal, 3)
    expect(await tasks.result('Foreign desk')).toBe(answered('Blue'))
    await rig.phone.final(card)
    expect(cardsAbout('Foreign desk')).toBe(1)
  })

  function cardsAbout(task: string): number {
    return rig.phone.simulator.messages().filter(({ card }) => JSON.stringify(card).includes(task)).length
  }
})
