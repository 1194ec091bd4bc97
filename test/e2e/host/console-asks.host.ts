/** The agent of the console asks: answered here or on the phone, and the transcript tells of both. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, guardOver, pick } from './tasks.ts'
import { send } from './typing.ts'

let rig: Rig
let run: TerminalRun

beforeAll(async () => {
  rig = await createRig()
  run = await rig.startInTerminal()
})

afterEach(async () => {
  await run.terminal.until(/idle/)
})

afterAll(() => rig?.close())

/** Lets the agent of the console ask for a colour; the call's id is the task. */
async function ask(task: string): Promise<void> {
  const questions = [{ id: 'colour', question: `${task}: which colour?`, options: ['Red', 'Green', 'Blue'].map((label) => ({ label })) }]
  rig.model.script(task, { calls: [{ id: task, name: 'ask_user_question', arguments: { questions } }] }, { text: `${task}: thanks.` })
  await send(run.terminal, task)
  await run.terminal.until((screen) => screen.includes(`│ ${task}: which colour?`), 'the panel')
}

/** Takes the keyboard into a panel that left it with the input line, where somebody was typing. */
async function intoPanel(): Promise<void> {
  await run.terminal.until(/Tab to answer/)
  await run.terminal.press('Tab')
  await run.terminal.until((screen) => !screen.includes('Tab to answer'), 'the panel with the keyboard')
}

it('names in the title where asks go', async () => {
  await run.terminal.until((screen) => /asks: .*feishu/i.test(screen.split('\n')[0] ?? ''), 'the places')
})

it('takes an answer in the panel, and the turn goes on below it', async () => {
  await ask('Paint the door')
  expect((await run.terminal.screen()).split('\n')[0]).toContain('asking')
  await intoPanel()
  await pick(run.terminal, 3)
  const screen = await run.terminal.until((text) => text.includes('Paint the door: thanks.') && text.includes('idle'), 'the end of the turn')
  expect(screen).toContain('Blue')
  expect(rig.model.toolResult('Paint the door')).toBe(answered('Blue'))
})

it('tells in the transcript who answered on the phone, what and when', async () => {
  await ask('Paint the wall')
  await rig.phone.submit(await rig.phone.card('Paint the wall: which colour?'), 'Green')
  const screen = await run.terminal.until((text) => text.includes('Paint the wall: thanks.') && text.includes('idle'), 'the end of the turn')
  expect(screen.split('\n').find((row) => row.includes('王芳') && row.includes('Feishu') && row.includes('Green'))).toMatch(/\b\d{1,2}:\d{2}\b/)
})

it('takes a message while a question is open, which stays open', async () => {
  // Enter counts for nothing so soon after an answer from elsewhere.
  await guardOver()
  await ask('Paint the roof')
  await intoPanel()
  await guardOver()
  await run.terminal.press('Escape')
  await run.terminal.until(/1 question open/)
  await send(run.terminal, 'Take your time')
  await run.terminal.until(/waiting.*Take your time/)
  await rig.phone.submit(await rig.phone.card('Paint the roof: which colour?'), 'Red')
  await run.terminal.until((screen) => screen.includes('thanks.') && screen.includes('idle'), 'the end of the turn')
  expect(rig.model.requests('Take your time').length).toBeGreaterThan(0)
})

it('shows a plan for review in plan mode and leaves it when the plan is approved in the panel', async () => {
  await guardOver()
  await send(run.terminal, '/plan')
  await run.terminal.until(/plan mode/i)
  rig.model.script('Restore the gate', { calls: [{ id: 'gate', name: 'exit_plan_mode', arguments: { plan: '# Restore the gate\n\n1. Sand it\n2. **Paint** it' } }] }, { text: 'On it.' })
  await send(run.terminal, 'Restore the gate')
  await intoPanel()
  await run.terminal.until(/Sand it/)
  await pick(run.terminal, 1)
  await run.terminal.until((screen) => screen.includes('On it.') && screen.includes('idle'), 'the end of the turn')
  expect(rig.model.toolResult('gate')).toContain('Plan approved')
  const session = await run.driven.sessionThatHeard('Restore the gate')
  expect(session.events('plan/mode').at(-1)).toEqual({ active: false })
})

it('names the session that a question of another one comes from', async () => {
  const card = await askElsewhere('Dig a well')
  const screen = await run.terminal.until(/Dig a well: how deep\?/)
  expect(screen).toMatch(/┌.*workshop.*┐|┌.*Dig a well.*┐/)
  await rig.phone.submit(card, 'Deep')
  await run.terminal.until((text) => !text.includes('how deep?'), 'the collapsed panel')
})

it('counts in the strip what is open elsewhere where the terminal shows its own session alone', async () => {
  rig.profile.patch(rig.layer.map((entry) => ('id' in entry && entry.id === 'ask-terminal' ? { id: entry.id, config: { locale: 'en', claim: 'shown' } } : entry)))
  await run.terminal.until((screen) => screen.includes('idle') && !screen.includes('how deep?'), 'the console anew')
  const card = await askElsewhere('Fill the well')
  const screen = await run.terminal.until(/1 open elsewhere/)
  expect(screen).not.toContain('how deep?')
  await rig.phone.submit(card, 'Deep')
  await run.terminal.until((text) => !text.includes('elsewhere'), 'nothing open')
})

/** Lets an agent of another session ask; returns the phone's card. */
async function askElsewhere(task: string) {
  const questions = [{ id: 'depth', question: `${task}: how deep?`, options: [{ label: 'Deep' }, { label: 'Shallow' }] }]
  rig.model.script(task, { calls: [{ id: task, name: 'ask_user_question', arguments: { questions } }] }, { text: 'Thanks.' })
  await (await run.driven.createSession()).say(task)
  return rig.phone.card(`${task}: how deep?`)
}
