/** Runs one job after the other, as they are sent; each in a world of its own that must leave nothing behind here. */
import type { Job } from './plan.ts'
import { runOrdeal } from './kill/ordeal.ts'
import { runSeed, type SeedReport } from './world.ts'

/** Times faster than real time: waits are short, and sockets still answer in what is a moment. */
const SPEED = 15

function run({ kind, seed, asks }: Job): Promise<SeedReport> {
  switch (kind) {
    case 'world':
      return runSeed({ seed, asks, speed: SPEED })
    case 'ordeal':
      return runOrdeal({ seed, asks, speed: SPEED })
  }
}

process.on('message', (job: Job) => {
  run(job).then((report) => process.send?.(report)).catch((error: unknown) => { throw error })
})
process.send?.('ready')
// What is imported on demand is there only while this module is being run.
await new Promise((resolve) => { process.on('disconnect', resolve) })
process.exit()
