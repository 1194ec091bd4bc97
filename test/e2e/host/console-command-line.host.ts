/** The command line of the profile: whose it is, and what it says before any screen is taken. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './port.ts'
import { createRig, type Rig } from './rig.ts'
import { createTasks } from './tasks.ts'

let rig: Rig

afterEach(() => rig.stop())

describe('of a profile of ours', () => {
  beforeAll(async () => {
    rig = await createRig()
  })

  afterAll(() => rig?.close())

  it('prints the usage on the terminal as it is and ends with 0', async () => {
    const terminal = await rig.openInTerminal({ args: ['--help'] })
    expect(await terminal.exitCode()).toBe(0)
    const screen = await terminal.screen()
    for (const word of ['Usage:', '--resume', '--continue', '--no-terminal', '--help']) expect(screen).toContain(word)
    expect(await terminal.display('#{alternate_on}')).toBe('0')
  })

  it.each([
    ['a flag that nobody knows', ['--no-such-flag'], /--no-such-flag/],
    ['two flags that exclude each other', ['--continue', '--resume', 'x'], /--resume|--continue/],
  ])('says in one line on the terminal as it is what is wrong with %s', async (_what, args, said) => {
    const terminal = await rig.openInTerminal({ args })
    expect(await terminal.exitCode()).not.toBe(0)
    const lines = (await terminal.screen()).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(said)
    expect(await terminal.display('#{alternate_on}')).toBe('0')
  })

  it('runs no agent at this terminal while the terminal row is disabled, and the phone answers', async () => {
    rig.profile.patch([...rig.layer, { id: 'ask-terminal', disabled: true }])
    const { terminal, driven } = await rig.startInTerminal()
    expect(await terminal.display('#{alternate_on}')).toBe('0')
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('Without a screen')
    await rig.phone.submit(await rig.phone.card('Without a screen: which colour?'), 'Green')
    expect(await tasks.result('Without a screen')).toContain('Green')
    rig.profile.patch(rig.layer)
  })
})

it('of the host\'s web profile is that profile\'s: it boots, and there is a panel but no console', async () => {
  rig = await createRig({ profile: 'web', feishu: false, args: ['--no-open', '--port', String(await freePort())] })
  try {
    const { terminal, driven } = await rig.startInTerminal()
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('On the web')
    const screen = await terminal.until(/On the web: which colour\?/)
    expect(screen).not.toMatch(/idle|deepseek-v4-flash/)
    await tasks.interrupt()
  } finally {
    await rig.close()
  }
})

it('of the host\'s headless profile is that profile\'s: it runs the task once and prints its answer', async () => {
  rig = await createRig({ profile: 'headless', feishu: false })
  try {
    rig.model.script('Do it headless', { text: 'It is done.' })
    const host = rig.openHeadless({ args: ['Do it headless'] })
    expect(await host.exit).toBe(0)
    expect(host.stdout().match(/It is done\./g)).toHaveLength(1)
    expect(rig.model.requests('Do it headless')).toHaveLength(1)
  } finally {
    await rig.close()
  }
})
