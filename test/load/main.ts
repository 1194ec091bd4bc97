/** `npm run load -- [--seed N] [--quick] [--callbacks | --hostile]`: both parts without a choice. Exits with 1 when something did not hold. */
import { parseArgs } from 'node:util'
import { runCallbacks } from './callbacks.ts'
import { runHostile } from './hostile.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seed: { type: 'string', default: '1' }, quick: { type: 'boolean', default: false }, callbacks: { type: 'boolean', default: false }, hostile: { type: 'boolean', default: false }, requests: { type: 'string' } },
})
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number')
const quick = values.quick
let broken = 0
if (!values.callbacks) broken += await runHostile({ seed, requests: Number(values.requests ?? (quick ? 4_000 : 200_000)), patienceMs: quick ? 250 : 100 })
if (!values.hostile) broken += await runCallbacks({ seed, asks: quick ? 200 : 1_000, perSecond: 200, seconds: quick ? 5 : 60 })
process.exit(broken === 0 ? 0 : 1)
