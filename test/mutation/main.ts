/** `npm run mutation`: changes sources one by one and runs the tests that reach them; ends with 1 when too few changes are found. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { z } from 'zod'
import { FILES_NOT_TRIED, type Scope, SCOPES, TITLES_NOT_TRIED } from './scope.ts'
import { rangesOf } from './share.ts'
import { prepareTree, writeConfig } from './tree.ts'
import { judge, reportShape, scoreOf, survivorShape } from './verdict.ts'

interface Options {
  readonly scope: readonly string[]
  readonly file: readonly string[]
  readonly tests: readonly string[]
  readonly share: string
  readonly seed: string
  readonly jobs: string
  readonly quick?: true
}

/** A scope that takes longer hangs, in milliseconds. */
const LIMIT = 3 * 3_600_000
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = `${ROOT}.cache/mutation`

const command = new Command('npm run mutation --')
  .description('Whether the tests find changes of the sources: see test/mutation/README.md.')
  .option('--scope <names...>', `of ${SCOPES.map(({ name }) => name).join(', ')}, or what they have before a slash; all but the first when absent`, [])
  .option('--file <paths...>', 'these sources of the scopes alone', [])
  .option('--tests <patterns...>', 'these tests instead of those of the scopes', [])
  .option('--share <percent>', 'of the lines, drawn by the seed', '100')
  .option('--seed <n>', 'which lines', '1')
  .option('--jobs <n>', 'processes', String(availableParallelism()))
  .option('--quick', 'the first scope alone, within a minute')
  .parse(process.argv.slice(3), { from: 'user' })
const options: Options = command.opts()
const [percent, seed, jobs] = [Number(options.share), Number(options.seed), Number(options.jobs)]
if (![seed, jobs].every(Number.isInteger) || !(percent > 0 && percent <= 100)) command.error('--share is a percentage, --seed and --jobs are whole numbers')
const names = options.quick ? ['answer'] : options.scope.length > 0 ? options.scope : SCOPES.slice(1).map(({ name }) => name)
const isNamed = (scope: Scope, name: string): boolean => scope.name === name || scope.name.startsWith(`${name}/`)
if (names.some((name) => !SCOPES.some((scope) => isNamed(scope, name)))) command.error(`scopes are ${SCOPES.map(({ name }) => name).join(', ')}`)

const survivors = z.array(survivorShape).parse(JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8')))
let failed = false
for (const { name, sources, apart = [], tests, least } of SCOPES.filter((scope) => names.some((wanted) => isNamed(scope, wanted)))) {
  const files = sources.flatMap(filesOf).filter((path) => !apart.some((left) => path === left || path.startsWith(`${left}/`)) && (options.file.length === 0 || options.file.includes(path))).toSorted()
  if (files.length === 0) continue
  const folder = prepareTree(ROOT, CACHE, name)
  const mutate = percent === 100 ? files : files.flatMap((path) => rangesOf(path, readFileSync(`${ROOT}${path}`, 'utf8'), { percent, seed }))
  writeConfig(folder, { sources: mutate, tests: options.tests.length > 0 ? options.tests : tests, files: FILES_NOT_TRIED, titles: TITLES_NOT_TRIED, jobs })
  await run(folder)
  const verdict = judge(reportShape.parse(JSON.parse(readFileSync(`${folder}/reports/mutation.json`, 'utf8'))), survivors)
  for (const { file, line, mutator, was, becomes } of verdict.survived) console.log(`${file}:${line} ${mutator}\n  - ${was}\n  + ${becomes}`)
  if (percent === 100) for (const { file, was, becomes } of verdict.stale) console.log(`${file} need not be listed any more\n  - ${was}\n  + ${becomes}`)
  const score = scoreOf(verdict)
  const isLow = score < least
  failed ||= isLow
  console.log(`${isLow ? 'LOW ' : ''}${name}: ${score.toFixed(1)} % of ${verdict.total} changes found (at least ${least} %), ${verdict.listed} more listed as survivors${percent === 100 ? '' : `; ${percent} % of the lines, seed ${seed}`}`)
}
process.exit(failed ? 1 : 0)

function filesOf(source: string): readonly string[] {
  if (source.endsWith('.ts')) return [source]
  return readdirSync(`${ROOT}${source}`, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).map((path) => `${source}/${path}`)
}

/** Resolves when the mutator has written its report; what it prints goes on to ours only where that tells how far it is. */
function run(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT })
    let output = ''
    const hear = (piece: Buffer): void => {
      output = `${output}${piece.toString()}`.slice(-20_000)
      const progress = /Mutation testing +\d+%[^\n]*/u.exec(piece.toString())?.[0]
      if (progress !== undefined) console.log(progress)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the mutator ended with ${code}\n${output}`))))
  })
}
