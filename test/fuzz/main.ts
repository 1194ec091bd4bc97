/**
 * `npm run fuzz -- [--seed N] [--runs N] [--only NAME] [--from N] [--quick]`. Runs every target in a process of its own that is
 * watched: a case that does not end is a fault, too. Exits with 1 when something did not hold.
 */
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { TARGETS } from './targets.ts'

/** Milliseconds that a case may take, on a machine that does much else. */
const HANG = 20_000

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seed: { type: 'string', default: '1' }, runs: { type: 'string' }, only: { type: 'string' }, from: { type: 'string', default: '0' }, quick: { type: 'boolean', default: false } },
})
const [seed, runs, from] = [Number(values.seed), Number(values.runs ?? (values.quick ? 400 : 40_000)), Number(values.from)]
if (![seed, runs, from].every((each) => Number.isSafeInteger(each) && each >= 0)) throw new Error('--seed, --runs and --from take whole numbers')
const names = TARGETS.map(({ name }) => name).filter((name) => values.only === undefined || name === values.only)
if (names.length === 0) throw new Error(`--only takes one of ${TARGETS.map(({ name }) => name).join(', ')}`)
process.stdout.write(`seed ${seed}, ${runs} runs${from === 0 ? '' : ` from ${from}`}\n`)

/** Resolves with the targets that are still to be run, and whether those that were have held. */
function runRest(rest: readonly string[]): Promise<{ readonly left: readonly string[]; readonly held: boolean }> {
  return new Promise((resolve) => {
    const child = fork('test/helpers/run.js', ['test/fuzz/child.ts', JSON.stringify({ seed, runs, from, names: rest })], { execArgv: ['--expose-gc'] })
    let left = rest
    let held = true
    let at = `${rest[0] ?? ''}: start`
    const hung = (): void => {
      process.stdout.write(`BROKEN ${at} did not end within ${HANG / 1000} s\n`)
      child.kill('SIGKILL')
    }
    let timer = setTimeout(hung, HANG)
    child.on('message', (message: { readonly at?: string; readonly done?: string; readonly held?: boolean }) => {
      clearTimeout(timer)
      timer = setTimeout(hung, HANG)
      if (message.at !== undefined) at = message.at
      if (message.done === undefined) return
      left = left.filter((name) => name !== message.done)
      held &&= message.held === true
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      if (left.length > 0) {
        process.stdout.write(`BROKEN ${at}: the process ended with ${code ?? signal ?? 'nothing'}\n`)
        resolve({ left: left.slice(1), held: false })
      } else {
        resolve({ left, held })
      }
    })
  })
}

let isHeld = true
for (let left: readonly string[] = names; left.length > 0;) {
  const ran = await runRest(left)
  left = ran.left
  isHeld &&= ran.held
}
process.exit(isHeld ? 0 : 1)
