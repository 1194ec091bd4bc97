/** A question of the model on the real host, from the tool call to the request that carries its result. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRig, ERAS, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, pick, type Tasks } from './tasks.ts'

describe.each(ERAS)('on a host of the %s era', (era) => {
  let rig: Rig
  let run: TerminalRun
  let tasks: Tasks

  beforeAll(async () => {
    rig = await createRig({ era })
    run = await rig.startInTerminal()
    tasks = createTasks(rig.model, () => run.driven)
  })

  afterEach(() => tasks.interrupt())
  afterAll(() => rig?.close())

  it('offers the model the tool to ask', async () => {
    expect(await run.driven.hasTool('ask_user_question')).toBe(true)
  })

  it('carries an answer from the phone into the next request, and the panel collapses by itself', async () => {
    const session = await tasks.ask('Paint the door')
    const card = await rig.phone.card('Paint the door: which colour?')
    await run.terminal.until(/Paint the door: which colour\?/)
    const reply = await rig.phone.submit(card, 'Green')
    expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success' } })
    expect(await tasks.result('Paint the door')).toBe(answered('Green'))
    const screen = await run.terminal.until((text) => !text.includes('Paint the door: which colour?') && text.includes('Green'), 'the collapsed panel')
    expect(screen).toContain('王芳 answered on Feishu: Green')
    expect(await session.turnEnd()).toBe('completed')
  })

  it('carries an answer from the terminal into the next request, and the card turns final', async () => {
    await tasks.ask('Paint the wall')
    const card = await rig.phone.card('Paint the wall: which colour?')
    await run.terminal.until(/Paint the wall: which colour\?/)
    await pick(run.terminal, 3)
    expect(await tasks.result('Paint the wall')).toBe(answered('Blue'))
    const text = await rig.phone.final(card)
    expect(text).toContain('answered at the terminal')
    expect(text).toContain('Blue')
  })

  it('withdraws card and panel when the turn is interrupted', async () => {
    const session = await tasks.ask('Paint the roof')
    const card = await rig.phone.card('Paint the roof: which colour?')
    await run.terminal.until(/Paint the roof: which colour\?/)
    await session.interrupt()
    await rig.phone.final(card)
    await run.terminal.until((text) => !text.includes('Paint the roof: which colour?'), 'the panel without the question')
    expect(await session.turnEnd()).toBe('aborted')
    expect(rig.model.requests('Paint the roof')).toHaveLength(1)
  })

  it('keeps apart two sessions that ask the same ids at once', async () => {
    const [left, right] = [await tasks.ask('Paint the left side'), await tasks.ask('Paint the right side')]
    const rightCard = await rig.phone.card('Paint the right side: which colour?')
    const leftCard = await rig.phone.card('Paint the left side: which colour?')
    await run.terminal.until(/1 more waiting/)
    await rig.phone.submit(rightCard, 'Red')
    await rig.phone.submit(leftCard, 'Blue')
    expect(await tasks.result('Paint the right side')).toBe(answered('Red'))
    expect(await tasks.result('Paint the left side')).toBe(answered('Blue'))
    expect(await left.turnEnd()).toBe('completed')
    expect(await right.turnEnd()).toBe('completed')
  })
})
