/** The console where it is used in ways that are rare: odd first tasks, a second process, another size, a later era. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Terminal } from '../terminal.ts'
import { createRig, type Rig } from './rig.ts'
import { answered, pick } from './tasks.ts'
import { leave, send } from './typing.ts'
import { atRate, endlessLines } from './writing.ts'

let rig: Rig

async function resize({ socket }: Terminal, columns: number, rows: number): Promise<void> {
  await promisify(execFile)('tmux', ['-L', socket, 'resize-window', '-t', 'main', '-x', String(columns), '-y', String(rows)])
}

describe('on a host of the slot era', () => {
  beforeAll(async () => {
    rig = await createRig({ feishu: false })
  })

  afterEach(() => rig.stop())
  afterAll(() => rig?.close())

  it.each([
    ['begins with a dash', ' -v does not work', '-v does not work'],
    ['names a file', 'Look at @src/some file.ts', 'Look at @src/some file.ts'],
    ['is very long', `Begin ${'and go on '.repeat(900)}to the end`, 'to the end'],
  ])('gives the agent a first task as it stands that %s', async (_what, given, part) => {
    rig.model.script(part, { text: 'Understood.' })
    const { terminal } = await rig.startInTerminal({ args: [given] })
    await terminal.until((screen) => screen.includes('Understood.') && screen.includes('idle'), 'the reply')
    expect(rig.model.requests(part).at(-1)?.messages.map(({ content }) => content)).toContain(given.trim())
    expect(await leave(terminal)).toBe(0)
  })

  it('says at a command how it ended', async () => {
    rig.model.script('Call nobody', { calls: [{ id: 'nobody', name: 'bash', arguments: { command: 'no-such-command', description: 'Calls' } }] }, { text: 'Nobody is there.' })
    const { terminal } = await rig.startInTerminal({ args: ['Call nobody'] })
    const rows = (await terminal.until(/Nobody is there\./)).split('\n')
    const at = rows.findIndex((row) => row.includes('bash') && row.includes('no-such-command'))
    expect(rows[at]).toMatch(/✕ exit 127$/)
    expect(rows[at + 1]).toMatch(/no-such-command: command not found/)
  })

  it('opens no session that another process drives, gives the task back, and opens it once that is left', async () => {
    rig.model.script('Dig a well', { text: 'The well is deep.' })
    const first = await rig.startInTerminal({ args: ['Dig a well'] })
    await first.terminal.until((screen) => screen.includes('The well is deep.') && screen.includes('idle'), 'the reply')
    const { id } = await first.driven.sessionThatHeard('Dig a well')
    const second = await rig.startInTerminal({ args: ['--resume', id, 'Dig deeper'] })
    await second.terminal.until((screen) => /Another process \(\d+\) drives that session/.test(screen) && /› Dig deeper/.test(screen), 'why not')
    expect(rig.model.requests('Dig deeper')).toEqual([])
    expect(await leave(first.terminal)).toBe(0)
    await second.terminal.press('C-u')
    await send(second.terminal, `/sessions ${id}`)
    await second.terminal.until(/The well is deep\./)
  })

  it('gives back what was typed and what waited when the session row is switched off', async () => {
    rig.model.script('Write a book', { deltas: atRate(endlessLines(4), 20) })
    const { terminal } = await rig.startInTerminal({ args: ['Write a book'] })
    await terminal.until(/line 2 of the reply/)
    await send(terminal, 'A short one')
    await terminal.until(/waiting: A short one/)
    await terminal.type('and another')
    await terminal.until(/› and another/)
    rig.profile.patch([...rig.layer, { id: 'ask-session', disabled: true }])
    await terminal.until((screen) => !/running/.test(screen) && /› and another/.test(screen), 'the draft without an agent')
    await terminal.press('C-y')
    await terminal.until(/› and anotherA short one/)
    rig.profile.patch(rig.layer)
  })

  it('stays at what is read back to when the window changes its size, while text streams', async () => {
    rig.model.script('Tell a story', { deltas: atRate(endlessLines(4), 100) })
    const { terminal } = await rig.startInTerminal({ args: ['Tell a story'], size: { columns: 100, rows: 30 } })
    await terminal.until(/line 60 of the reply/)
    await terminal.press('PPage')
    const [first = ''] = /line \d+ of the reply/.exec(await terminal.until(/\d+ more below/)) ?? []
    for (const [columns, rows] of [[60, 20], [36, 10], [140, 40], [100, 30]] as const) {
      await resize(terminal, columns, rows)
      await terminal.until((screen) => screen.includes(first) && /\d+ more below/.test(screen), `"${first}" at ${columns}x${rows}`)
    }
  })
})

it('is answered on a host of the waterfall era as on any other', async () => {
  rig = await createRig({ era: 'waterfall', feishu: false })
  try {
    const questions = [{ id: 'colour', question: 'Which colour?', options: ['Red', 'Green'].map((label) => ({ label })) }]
    rig.model.script('Paint it', { calls: [{ id: 'paint', name: 'ask_user_question', arguments: { questions } }] }, { text: 'Painted.' })
    const { terminal } = await rig.startInTerminal({ args: ['Paint it'] })
    await terminal.until(/│ Which colour\?/)
    await pick(terminal, 2)
    const screen = await terminal.until((text) => text.includes('Painted.') && text.includes('idle'), 'the end of the turn')
    expect(screen).toMatch(/ask_user_question {2}Which colour\? +✓ done\n\s*└ Green/)
    expect(screen).not.toContain('"answers"')
    expect(rig.model.toolResult('paint')).toBe(answered('Green'))
    expect(await leave(terminal)).toBe(0)
  } finally {
    await rig.close()
  }
})
