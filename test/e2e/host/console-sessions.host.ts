/** Leaving the console and coming back: the earlier transcript is there, and the conversation goes on. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRig, type Rig } from './rig.ts'
import { guardOver } from './tasks.ts'
import { enter, leave, send } from './typing.ts'

let rig: Rig
/** Ids of the two conversations, older first. */
let older: string
let newer: string

beforeAll(async () => {
  rig = await createRig({ feishu: false })
  older = await converse('Build a boat', 'The boat is built.')
  newer = await converse('Build a raft', 'The raft is built.')
})

afterEach(() => rig.stop())
afterAll(() => rig?.close())

/** One console that gets one task and is left when it is done; returns the session's id. */
async function converse(task: string, reply: string): Promise<string> {
  rig.model.script(task, { text: reply })
  const { terminal, driven } = await rig.startInTerminal({ args: [task] })
  await terminal.until((screen) => screen.includes(reply) && screen.includes('idle'), 'the reply')
  const { id } = await driven.sessionThatHeard(task)
  expect(await leave(terminal)).toBe(0)
  await rig.stop()
  return id
}

it('goes on with the latest conversation of the folder on --continue', async () => {
  rig.model.script('Make it longer', { text: 'It is longer.' })
  const { terminal } = await rig.startInTerminal({ args: ['--continue'] })
  const screen = await terminal.until((text) => text.includes('Build a raft') && text.includes('The raft is built.'), 'the earlier transcript')
  expect(screen).not.toContain('boat')
  await send(terminal, 'Make it longer')
  await terminal.until(/It is longer\./)
  const said = rig.model.requests('Make it longer')[0]?.messages.map(({ content }) => content)
  expect(said).toEqual(expect.arrayContaining(['Build a raft', 'The raft is built.', 'Make it longer']))
})

it('goes on with the conversation that --resume names', async () => {
  const { terminal, driven } = await rig.startInTerminal({ args: ['--resume', older] })
  await terminal.until((text) => text.includes('Build a boat') && text.includes('The boat is built.'), 'the earlier transcript')
  rig.model.script('Name it', { text: 'Argo.' })
  await send(terminal, 'Name it')
  await terminal.until(/Argo\./)
  expect((await driven.sessionThatHeard('Name it')).id).toBe(older)
})

it('says in one line that there is no such session', async () => {
  const terminal = await rig.openInTerminal({ args: ['--resume', 'session-of-nobody'] })
  await terminal.until(/session-of-nobody/)
})

it('picks an earlier conversation by /sessions', async () => {
  const { terminal } = await rig.startInTerminal()
  await send(terminal, '/sessions')
  await terminal.until((screen) => screen.includes('Build a boat') && screen.includes('Build a raft'), 'both conversations')
  await terminal.type('boat')
  await terminal.until((screen) => !screen.includes('Build a raft'), 'the matching one alone')
  // A list takes no Enter so soon after it has opened.
  await guardOver()
  await enter(terminal)
  await terminal.until(/The boat is built\./)
})

it('knows no conversation of another folder', async () => {
  const elsewhere = join(rig.profile.home, 'elsewhere')
  mkdirSync(elsewhere)
  const { terminal } = await rig.startInTerminal({ cwd: elsewhere })
  await send(terminal, '/sessions')
  await terminal.until((screen) => !screen.includes('Build a'), 'no conversation of the other folder')
  expect(newer).not.toBe(older)
})
