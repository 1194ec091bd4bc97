/** Each row of the bundle is the user's to disable or to misconfigure: the host boots, and what is left asks on. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PatchEntry } from './profile.ts'
import { createRig, ERAS, type Rig } from './rig.ts'
import { answered, createTasks, pick } from './tasks.ts'

/** The tool that the core row would have mounted; the later era's service brings one. */
const ASK_TOOL: PatchEntry = { insert: [{ id: 'tool-ask-user', name: '@deepseek-ai/dsh-tool-ask-user' }] }

describe.each(ERAS)('on a host of the %s era', (era) => {
  let rig: Rig

  beforeAll(async () => {
    rig = await createRig({ era })
  })

  afterEach(() => rig.stop())
  afterAll(() => rig?.close())

  /** The rig's layer with rows changed or added: the last word on a row counts. */
  function patch(...changes: readonly PatchEntry[]): void {
    rig.profile.patch([...rig.layer, ...changes])
  }

  it('asks on the phone alone without the terminal row', async () => {
    patch({ id: 'ask-terminal', disabled: true })
    const { driven } = await rig.startHeadless()
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('Phone only')
    await rig.phone.submit(await rig.phone.card('Phone only: which colour?'), 'Green')
    expect(await tasks.result('Phone only')).toBe(answered('Green'))
  })

  it('asks at the terminal alone without the Feishu row', async () => {
    patch({ id: 'ask-feishu', disabled: true })
    const { terminal, driven } = await rig.startInTerminal({ clicks: false })
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('Terminal only')
    await terminal.until(/Terminal only: which colour\?/)
    await pick(terminal, 1)
    expect(await tasks.result('Terminal only')).toBe(answered('Red'))
  })

  it('lets a surface answer by itself without the core row', async () => {
    patch({ id: 'ask-core', disabled: true }, { id: 'ask-feishu', disabled: true }, ...(era === 'slot' ? [ASK_TOOL] : []))
    const { terminal, driven } = await rig.startInTerminal({ clicks: false })
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('Alone')
    await terminal.until(/Alone: which colour\?/)
    await pick(terminal, 2)
    expect(await tasks.result('Alone')).toBe(answered('Green'))
  })

  it('tells the model at once that nobody can be asked without any surface', async () => {
    patch({ id: 'ask-terminal', disabled: true }, { id: 'ask-feishu', disabled: true })
    const { driven } = await rig.startHeadless({ clicks: false })
    const tasks = createTasks(rig.model, () => driven)
    await tasks.ask('Nobody')
    expect(await tasks.result('Nobody')).toMatch(/^Error: /)
  })

  it('boots with configs that make no sense and says so on the screen', async () => {
    patch({ id: 'ask-core', config: { approvals: 'sometimes' } }, { id: 'ask-terminal', config: { locale: 'tlh' } }, { id: 'ask-feishu', config: { appId: 7 } })
    const { terminal, driven } = await rig.startInTerminal({ clicks: false })
    await terminal.until((screen) => ['ask-core', 'ask-terminal', 'ask-feishu'].every((row) => screen.includes(row)), 'a line for each row')
    expect(await driven.hasTool('ask_user_question')).toBe(true)
  })

  it('boots with a secret missing and names it', async () => {
    patch({ id: 'ask-feishu', config: { ...rig.phone.config, appSecretRef: 'NO_SUCH_SECRET' } })
    const { terminal, driven } = await rig.startInTerminal({ clicks: false })
    await terminal.until(/NO_SUCH_SECRET/)
    expect(await driven.hasTool('ask_user_question')).toBe(true)
  })
})
