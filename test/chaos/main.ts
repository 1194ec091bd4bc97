/** `npm run chaos`: plays seeds in a few processes, prints what came of them, and ends with 1 when anything was broken. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { type Job, parseSeeds, planJobs } from './plan.ts'
import type { SeedReport } from './world.ts'

interface Options {
  readonly asks: string
  readonly seeds: string
  readonly seed?: string
  readonly kill: string | boolean
  readonly jobs: string
  readonly quick?: true
}

/** A job that takes longer hangs, in milliseconds. */
const JOB_LIMIT = 300_000
/** Breaches that are printed with their traces. */
const TOLD = 12

const command = new Command('npm run chaos --')
  .description('Asks, people, faults and kills by seed: see test/chaos/README.md.')
  .option('--asks <n>', 'of all seeds together', '20000')
  .option('--seeds <a-b>', 'the seeds', '1-50')
  .option('--seed <n>', 'one seed, to play a failure again')
  .option('--kill [n]', 'asks that meet a kill, besides; 1000 where no number is given', false)
  .option('--jobs <n>', 'processes', '4')
  .option('--quick', 'a few seeds of each kind, within 40 seconds')
  .parse(process.argv.slice(3), { from: 'user' })
const options: Options = command.opts()
const [from, to] = parseSeeds(options.seed ?? (options.quick ? '1-4' : options.seeds)) ?? command.error('the seeds are a number, or two with a dash between them')
const killed = options.quick ? 20 : options.kill === true ? 1_000 : Number(options.kill || 0)
const jobs = [...planJobs({ asks: options.quick ? 160 : Number(options.asks), from, to, killed })]
if (jobs.some(({ asks }) => !Number.isInteger(asks))) command.error('--asks and --kill are numbers')

const began = performance.now()
const reports: SeedReport[] = []
const broken: string[] = []
console.log(`seeds ${from}-${to}, ${jobs.length} jobs in ${Math.min(Number(options.jobs), jobs.length)} processes`)

/** One process, until there are no jobs left. Resolves when it has ended. */
function work(): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('../helpers/run.js', import.meta.url)), [fileURLToPath(new URL('worker.ts', import.meta.url))])
    let current: Job | undefined
    let limit: NodeJS.Timeout | undefined
    const next = (): void => {
      clearTimeout(limit)
      current = jobs.shift()
      if (current === undefined) return child.disconnect()
      limit = setTimeout(() => child.kill('SIGKILL'), JOB_LIMIT)
      child.send(current)
    }
    child.on('message', (report: SeedReport | 'ready') => {
      if (report !== 'ready') {
        reports.push(report)
        tell(report, current)
      }
      next()
    })
    child.on('error', (error) => broken.push(`a process could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      clearTimeout(limit)
      if (current !== undefined) broken.push(`${nameOf(current)} ended its process with ${code ?? signal}`)
      // What it leaves over is taken by another.
      if (current !== undefined && jobs.length > 0) work().then(resolve, resolve)
      else resolve()
    })
  })
}

function nameOf({ kind, seed }: Job): string {
  return `seed ${seed} (${kind})`
}

function tell({ seed, asks, breaches, seconds, counts }: SeedReport, job: Job | undefined): void {
  console.log(`${job ? nameOf(job) : seed}: ${asks} asks, ${counts['answered'] ?? 0} answered, ${breaches.length} broken, ${seconds.toFixed(1)} s`)
  for (const { ask, line, trace } of breaches.slice(0, TOLD)) {
    console.log(`  BROKEN seed ${seed}, ask ${ask ?? '-'}: ${line}`)
    for (const step of trace) console.log(`    ${step.slice(0, 700)}`)
  }
  if (breaches.length > 0) console.log(`  again: npm run chaos -- --seed ${seed} ${job?.kind === 'ordeal' ? `--asks 0 --kill ${job.asks}` : `--asks ${asks}`}`)
}

await Promise.all(Array.from({ length: Math.min(Number(options.jobs), jobs.length) }, work))

const counts = new Map<string, number>()
for (const report of reports) for (const [what, count] of Object.entries(report.counts)) counts.set(what, (counts.get(what) ?? 0) + count)
for (const [what, count] of [...counts].toSorted(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(7)}  ${what}`)
for (const line of broken) console.log(`BROKEN ${line}`)
const breaches = reports.reduce((sum, report) => sum + report.breaches.length, broken.length)
const asks = reports.reduce((sum, report) => sum + report.asks, 0)
console.log(`${asks} asks, ${breaches} broken, ${((performance.now() - began) / 1_000).toFixed(0)} s`)
process.exitCode = breaches > 0 ? 1 : 0
