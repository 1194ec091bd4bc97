/** `npm start`: reads the command line and runs the demo. */
import { readOptions } from './options.ts'
import { UsageError } from '../usage-error.ts'

async function main(argv: readonly string[]): Promise<number> {
  const options = await readOptions(argv)
  if (options === undefined) return 0
  if (options.auto) return (await import('./auto/index.ts')).playAuto(options)
  return (await import('./interactive.ts')).runInteractive(options)
}

if (!process.stdout.isTTY) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads may have seen enough, e.g. `| head`: the run goes on to its end and cleans up.
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
