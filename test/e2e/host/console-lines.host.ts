/** A task on the command line without a terminal: the final answer goes to stdout, and the host ends. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { HeadlessHost } from './process.ts'
import { createRig, type Rig } from './rig.ts'

let rig: Rig

beforeAll(async () => {
  rig = await createRig()
})

afterEach(async () => {
  await rig.stop()
  rig.profile.patch(rig.layer)
})

afterAll(() => rig?.close())

const QUESTION = { questions: [{ id: 'colour', question: 'Which colour?', options: [{ label: 'Red' }, { label: 'Green' }] }] }

/** Its end, which has to come by itself. */
async function ended(host: HeadlessHost): Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const timer = setTimeout(() => process.kill(host.pid, 'SIGKILL'), 20_000)
  const code = await host.exit
  clearTimeout(timer)
  return { code, stdout: host.stdout(), stderr: host.stderr() }
}

function withoutPhone(): void {
  rig.profile.patch([...rig.layer, { id: 'ask-feishu', disabled: true }])
}

it('prints the final answer alone and ends with 0', async () => {
  rig.model.script('Sum it up', { text: 'Let me see.', calls: [{ id: 'sum', name: 'bash', arguments: { command: 'echo 42', description: 'Sums' } }] }, { text: 'It is 42.' })
  expect(await ended(rig.openHeadless({ args: ['Sum it up'] }))).toEqual({ code: 0, stdout: 'It is 42.\n', stderr: '' })
})

it('takes several words as one task', async () => {
  expect(await ended(rig.openHeadless({ args: ['Count', 'the', 'sheep'] }))).toMatchObject({ code: 0, stdout: 'Done.\n' })
  expect(rig.model.requests('Count the sheep')).toHaveLength(1)
})

it('says in one line on stderr why a task failed and ends with 1', async () => {
  rig.model.script('Fail at once', { status: 401, message: 'This key is not known' })
  const { code, stdout, stderr } = await ended(rig.openHeadless({ args: ['Fail at once'] }))
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^[^\n]*This key is not known[^\n]*\n$/)
})

it('refuses a question at once with nobody to ask, and the task goes on to its end', async () => {
  withoutPhone()
  rig.model.script('Ask nobody', { calls: [{ id: 'nobody', name: 'ask_user_question', arguments: QUESTION }] }, { text: 'I chose myself.' })
  expect(await ended(rig.openHeadless({ args: ['Ask nobody'] }))).toMatchObject({ code: 0, stdout: 'I chose myself.\n' })
  expect(rig.model.toolResult('nobody')).toMatch(/^Error: /)
})

it('asks on the phone, and goes on with the answer', async () => {
  rig.model.script('Ask the phone', { calls: [{ id: 'phone', name: 'ask_user_question', arguments: QUESTION }] }, { text: 'Green it is.' })
  const { host } = await rig.startHeadless({ args: ['Ask the phone'] })
  await rig.phone.submit(await rig.phone.card('Which colour?'), 'Green')
  expect(await ended(host)).toMatchObject({ code: 0, stdout: 'Green it is.\n' })
})

it('goes on with the latest conversation of the folder on --continue', async () => {
  rig.model.script('Once more', { text: 'As you like.' })
  expect(await ended(rig.openHeadless({ args: ['--continue', 'Once more'] }))).toMatchObject({ code: 0, stdout: 'As you like.\n' })
  expect(rig.model.requests('Once more')[0]?.messages.map(({ content }) => content)).toEqual(expect.arrayContaining(['Ask the phone', 'Green it is.']))
})

it('stays out of a terminal on --no-terminal', async () => {
  withoutPhone()
  rig.model.script('Stay plain', { text: 'Plain it is.' })
  const terminal = await rig.openInTerminal({ args: ['--no-terminal', 'Stay plain'] })
  expect(await terminal.exitCode()).toBe(0)
  expect(await terminal.screen()).toMatch(/Plain it is\.\n\[exit code 0\]/)
})
