/** What this project adds to the host's start while Feishu is off: nobody shall wait for what they do not use. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRig, type Rig } from './rig.ts'

const PAIRS = 9
const LIMIT = 1.25

let stock: Rig
let ours: Rig

beforeAll(async () => {
  ours = await createRig({ feishu: false })
  stock = await createRig({ feishu: false, packages: [inject('driverTarball')] })
})

afterAll(async () => {
  await ours?.close()
  await stock?.close()
})

/** Boots once; milliseconds until every row was up. */
async function boot(rig: Rig, where: 'terminal' | 'headless'): Promise<number> {
  const { driven } = await (where === 'terminal' ? rig.startInTerminal() : rig.startHeadless())
  await rig.stop()
  return driven.bootMs
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

it.each(['headless', 'terminal'] as const)(`boots at most ${LIMIT} times as long as the base alone: %s`, async (where) => {
  const pairs: { stock: number; ours: number }[] = []
  // The first of each warms the file cache.
  await boot(stock, where)
  await boot(ours, where)
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push({ stock: await boot(stock, where), ours: await boot(ours, where) })
  const ratio = median(pairs.map((pair) => pair.ours / pair.stock))
  console.log(`${where}: base ${Math.round(median(pairs.map((pair) => pair.stock)))} ms, with us ${Math.round(median(pairs.map((pair) => pair.ours)))} ms, median ratio ${ratio.toFixed(3)}`)
  expect(ratio).toBeLessThanOrEqual(LIMIT)
})
