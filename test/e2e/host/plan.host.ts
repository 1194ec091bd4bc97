/** Plan mode on the real host: the plan is reviewed on either screen. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRig, ERAS, type Rig, type TerminalRun } from './rig.ts'
import { createTasks, pointAt, type Tasks } from './tasks.ts'

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

  /** Lets the model present a plan. */
  function present(task: string) {
    return tasks.start(task, 'exit_plan_mode', { plan: `# ${task}\n\n1. Sand it\n2. **Paint** it` }, (session) => session.planMode(true))
  }

  it('leaves plan mode when the plan is approved on the phone', async () => {
    const session = await present('Restore the door')
    const card = await rig.phone.card('Sand it')
    await run.terminal.until(/Sand it/)
    await rig.phone.choose(card, 'Approve')
    expect(await tasks.result('Restore the door')).toContain('Plan approved')
    await run.terminal.until((screen) => !screen.includes('Sand it'), 'the panel without the plan')
    await session.turnEnd()
    expect(session.events('plan/mode').at(-1)).toEqual({ active: false })
  })

  it('stays in plan mode with the words typed at the terminal when changes are asked for', async () => {
    const session = await present('Restore the gate')
    const card = await rig.phone.card('Restore the gate')
    await run.terminal.until(/Restore the gate/)
    await pointAt(run.terminal, 3)
    await run.terminal.type('Use two coats')
    await run.terminal.until(/Use two coats/)
    await run.terminal.press('Enter')
    expect(await tasks.result('Restore the gate')).toContain('their feedback: Use two coats')
    expect(await rig.phone.final(card)).toContain('Use two coats')
    await session.turnEnd()
    expect(session.events('plan/mode').at(-1)).toEqual({ active: true })
  })
})
