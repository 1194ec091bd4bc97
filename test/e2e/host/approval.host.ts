/** A command that wants out of the sandbox: the permission request reaches both screens and fails closed. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type DrivenSession } from './driven.ts'
import { createRig, ERAS, type Rig, type TerminalRun } from './rig.ts'
import { createTasks, pick, type Tasks } from './tasks.ts'

const decision = (session: DrivenSession) => eventually('the decision', () => session.events('approval/decided')[0])

describe.each(ERAS)('on a host of the %s era', (era) => {
  let rig: Rig
  let run: TerminalRun
  let tasks: Tasks
  /** Outside of the workspace and of the temporary folder, where the sandbox lets nobody write. */
  let outside: string

  beforeAll(async () => {
    outside = mkdtempSync(join(homedir(), '.ask-e2e-'))
    rig = await createRig({ era })
    run = await rig.startInTerminal()
    tasks = createTasks(rig.model, () => run.driven)
  })

  afterEach(() => tasks.interrupt())

  afterAll(async () => {
    await rig?.close()
    rmSync(outside, { recursive: true, force: true })
  })

  /** Lets the model ask to write a file outside of the sandbox; the file is named after the task. */
  function escalate(task: string) {
    return tasks.start(task, 'bash', {
      command: `touch ${join(outside, task)}`,
      description: 'Writes a file',
      sandbox_permissions: 'danger-full-access',
      justification: 'The file belongs there.',
    })
  }

  it('runs the command once it is granted on the phone', async () => {
    const session = await escalate('grant')
    const card = await rig.phone.card(join(outside, 'grant'))
    await run.terminal.until(/touch/)
    await rig.phone.choose(card, 'Allow')
    expect(await decision(session)).toMatchObject({ outcome: 'allowed-once' })
    expect(await session.turnEnd()).toBe('completed')
    expect(existsSync(join(outside, 'grant'))).toBe(true)
    await run.terminal.until((screen) => !screen.includes(join(outside, 'grant')), 'the panel without the command')
  })

  it('does not run the command when it is refused at the terminal', async () => {
    const session = await escalate('refuse')
    const card = await rig.phone.card(join(outside, 'refuse'))
    await run.terminal.until(/touch/)
    await pick(run.terminal, 2)
    expect(await decision(session)).toMatchObject({ outcome: 'rejected' })
    await session.turnEnd()
    expect(existsSync(join(outside, 'refuse'))).toBe(false)
    expect(await rig.phone.final(card)).toContain('at the terminal')
  })

  it('cancels the request with the turn', async () => {
    const session = await escalate('interrupt')
    const card = await rig.phone.card(join(outside, 'interrupt'))
    await session.interrupt()
    expect(await decision(session)).toMatchObject({ outcome: 'cancelled' })
    await rig.phone.final(card)
    expect(existsSync(join(outside, 'interrupt'))).toBe(false)
  })
})
