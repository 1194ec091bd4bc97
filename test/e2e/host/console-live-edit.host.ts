/** The profile's layer is edited under the console: it comes back with the same session and transcript. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './driven.ts'
import type { PatchEntry } from './profile.ts'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { send } from './typing.ts'
import { holdBack } from './writing.ts'

let rig: Rig
let run: TerminalRun

beforeAll(async () => {
  rig = await createRig({ feishu: false })
  rig.model.script('Plant a tree', { text: 'The tree is planted.' })
  run = await rig.startInTerminal({ args: ['Plant a tree'] })
  await run.terminal.until((screen) => screen.includes('The tree is planted.') && screen.includes('idle'), 'the reply')
})

afterAll(() => rig?.close())

function speak(locale: string): void {
  rig.profile.patch([{ id: 'ask-terminal', config: { locale } }])
}

it('shows the transcript in the other language, and the next message goes to the same session', async () => {
  speak('zh')
  await run.terminal.until((screen) => /空闲/.test(screen) && screen.includes('The tree is planted.'), 'the console in Chinese')
  rig.model.script('Water it', { text: 'It is wet.' })
  await send(run.terminal, 'Water it')
  await run.terminal.until(/It is wet\./)
  const first = await run.driven.sessionThatHeard('Plant a tree')
  expect((await run.driven.sessionThatHeard('Water it')).id).toBe(first.id)
  // The first task of the command line is not given a second time.
  expect(first.events('user/message').filter((data) => JSON.stringify(data).includes('Plant a tree'))).toHaveLength(1)
})

it('shows the whole reply when it is edited while one streams', async () => {
  const slow = holdBack({ text: 'One branch, ' }, { text: 'two branches, ' }, { text: 'three branches.' })
  rig.model.script('Prune it', { deltas: slow.deltas })
  await send(run.terminal, 'Prune it')
  await run.terminal.until(/One branch,/)
  speak('en')
  await run.terminal.until((screen) => /running/.test(screen) && screen.includes('One branch,'), 'the console in English')
  slow.release()
  slow.release()
  await run.terminal.until((screen) => screen.includes('One branch, two branches, three branches.') && screen.includes('idle'), 'the whole reply')
})

it('goes on with the same session when the session row is switched off and on', async () => {
  await edit([TERMINAL, { id: 'ask-session', disabled: true }], (screen) => !/idle|running/.test(screen))
  await edit([TERMINAL], (screen) => screen.includes('idle') && screen.includes('three branches.'))
  rig.model.script('Harvest', { text: 'Ten apples.' })
  await send(run.terminal, 'Harvest')
  await run.terminal.until(/Ten apples\./)
  expect((await run.driven.sessionThatHeard('Harvest')).id).toBe((await run.driven.sessionThatHeard('Plant a tree')).id)
})

const TERMINAL: PatchEntry = { id: 'ask-terminal', config: { locale: 'en' } }

/** Writes the layer until it has come through: the host's watcher misses a file that changes while it applies the last one. */
async function edit(layer: readonly PatchEntry[], shown: (screen: string) => boolean): Promise<void> {
  let next = 0
  await eventually('the edited layer to be applied', async () => {
    if (Date.now() >= next) {
      rig.profile.patch(layer)
      next = Date.now() + 3_000
    }
    return shown(await run.terminal.screen()) || undefined
  })
}
