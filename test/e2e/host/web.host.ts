/** The host's own web profile with this project in it: browser, terminal and phone show one question, each wins once. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { freePort } from './port.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, pick, type Tasks } from './tasks.ts'

let rig: Rig
let run: TerminalRun
let tasks: Tasks
let browser: Browser
let page: Page

beforeAll(async () => {
  const port = await freePort()
  rig = await createRig({ profile: 'web', args: ['--no-open', '--port', String(port)] })
  run = await rig.startInTerminal()
  tasks = createTasks(rig.model, () => run.driven)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The list of sessions is there with the first one, and closed until somebody opens it.
  await (await run.driven.createSession()).say('Hello')
  await page.getByText('Ungrouped').click()
})

afterEach(() => tasks.interrupt())

afterAll(async () => {
  await browser?.close()
  await rig?.close()
})

/** Opens the task's session in the browser and waits for its question, or for what else is given. */
async function openInBrowser(task: string, shown = page.getByText(`${task}: which colour?`)): Promise<Locator> {
  await page.getByText(task, { exact: true }).first().click()
  await shown.waitFor()
  return shown
}

/** Lets the model ask for a command to run outside of the sandbox. */
function escalate(task: string, command: string) {
  return tasks.start(task, 'bash', { command, description: 'Says something', sandbox_permissions: 'danger-full-access', justification: 'For the test.' })
}

async function showsNoQuestion(task: string): Promise<void> {
  await run.terminal.until((screen) => !screen.includes(`${task}: which colour?`), 'the panel without the question')
}

it('lets the browser win: panel and card collapse', async () => {
  await tasks.ask('Paint the fence')
  const card = await rig.phone.card('Paint the fence: which colour?')
  await run.terminal.until(/Paint the fence: which colour\?/)
  await openInBrowser('Paint the fence')
  await page.getByText('Green', { exact: true }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await tasks.result('Paint the fence')).toBe(answered('Green'))
  await showsNoQuestion('Paint the fence')
  expect(await rig.phone.final(card)).toContain('Green')
})

it('lets the phone win: panel and browser collapse', async () => {
  await tasks.ask('Paint the shed')
  const card = await rig.phone.card('Paint the shed: which colour?')
  await run.terminal.until(/Paint the shed: which colour\?/)
  const question = await openInBrowser('Paint the shed')
  await rig.phone.submit(card, 'Blue')
  expect(await tasks.result('Paint the shed')).toBe(answered('Blue'))
  await showsNoQuestion('Paint the shed')
  await question.waitFor({ state: 'detached' })
})

it('lets the terminal win: card and browser collapse', async () => {
  await tasks.ask('Paint the bench')
  const card = await rig.phone.card('Paint the bench: which colour?')
  await run.terminal.until(/Paint the bench: which colour\?/)
  const question = await openInBrowser('Paint the bench')
  await pick(run.terminal, 1)
  expect(await tasks.result('Paint the bench')).toBe(answered('Red'))
  expect(await rig.phone.final(card)).toContain('answered at the terminal')
  await question.waitFor({ state: 'detached' })
})

it('withdraws the question from all three when the turn is interrupted', async () => {
  const session = await tasks.ask('Paint the gate')
  const card = await rig.phone.card('Paint the gate: which colour?')
  await run.terminal.until(/Paint the gate: which colour\?/)
  const question = await openInBrowser('Paint the gate')
  await session.interrupt()
  await rig.phone.final(card)
  await showsNoQuestion('Paint the gate')
  await question.waitFor({ state: 'detached' })
  expect(await session.turnEnd()).toBe('aborted')
})

it('lets the browser grant a permission: panel and card collapse', async () => {
  await escalate('Speak from the browser', 'echo browser granted')
  const card = await rig.phone.card('echo browser granted')
  await run.terminal.until(/echo browser granted/)
  const allow = await openInBrowser('Speak from the browser', page.getByRole('button', { name: 'Allow once' }))
  await allow.click()
  expect(await tasks.result('Speak from the browser')).toContain('browser granted')
  await run.terminal.until((screen) => !screen.includes('echo browser granted'), 'the panel without the command')
  await rig.phone.final(card)
})

it('lets the phone refuse a permission: panel and browser collapse', async () => {
  await escalate('Speak from the phone', 'echo never said')
  const card = await rig.phone.card('echo never said')
  await run.terminal.until(/echo never said/)
  const allow = await openInBrowser('Speak from the phone', page.getByRole('button', { name: 'Allow once' }))
  await rig.phone.choose(card, 'Reject')
  expect(await tasks.result('Speak from the phone')).toContain('rejected')
  await run.terminal.until((screen) => !screen.includes('echo never said'), 'the panel without the command')
  await allow.waitFor({ state: 'detached' })
})
