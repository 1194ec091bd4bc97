/** Copies of the project in which sources are changed, with the mutator beside the project's own packages. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STRYKER = '9.6.1'
const PACKAGES = [`@stryker-mutator/core@${STRYKER}`, `@stryker-mutator/vitest-runner@${STRYKER}`]
const COPIED = ['router', 'surfaces', 'app', 'config', 'test', 'package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'CONTRIBUTING.md']

/** Makes a new copy below `cache` and returns its folder; runs of different names don't meet. */
export function prepareTree(root: string, cache: string, name: string): string {
  const folder = join(cache, name.replaceAll('/', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(preparePackages(root, cache), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Packages stay there for every run as long as the project's own are the same. They show up complete or not at all. */
function preparePackages(root: string, cache: string): string {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const ready = join(cache, `packages-${createHash('sha256').update(STRYKER).update(lock).digest('hex').slice(0, 12)}`)
  if (existsSync(ready)) return ready
  const folder = `${ready}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const path of ['package.json', 'package-lock.json', 'node_modules']) cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], { cwd: folder, stdio: 'pipe' })
  if (existsSync(ready)) rmSync(folder, { recursive: true, force: true })
  else renameSync(folder, ready)
  return ready
}

interface Trial {
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  readonly files: readonly string[]
  readonly titles: readonly string[]
  readonly jobs: number
}

/** The runner tries tests in threads, which take flags from their process only. `files` and `titles` are left out of the tests. */
export function writeConfig(folder: string, { sources, tests, files, titles, jobs }: Trial): void {
  const mirrored = sources.map((path) => path.replace(/:.*$/u, '').replace(/\.ts$/u, '.test.ts'))
  writeFileSync(join(folder, 'mutation.vitest.config.ts'), `import { statSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'
const mirrored: string[] = ${JSON.stringify(mirrored)}
/** The first test that fails ends a try: those of the same name as a source come first, then the shortest. */
class Likeliest extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => (mirrored.some((path) => moduleId.endsWith('/test/' + path)) ? 0 : statSync(moduleId).size)
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}
const titles: string[] = ${JSON.stringify(titles)}
export default {
  plugins: [{
    name: 'left-out', enforce: 'pre',
    transform: (code: string, id: string) => id.endsWith('.test.ts')
      ? titles.reduce((text, title) => text.replace(\`it('\${title}'\`, \`it.skip('\${title}'\`).replace(\`)('\${title}', \`, \`)('\${title}', { skip: true }, \`), code)
      : undefined,
  }],
  test: { include: ${JSON.stringify(tests)}, exclude: ${JSON.stringify(files)}, testTimeout: 15_000, sequence: { sequencer: Likeliest } },
}
`)
  writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify({
    testRunner: 'vitest', plugins: ['@stryker-mutator/vitest-runner'], vitest: { configFile: 'mutation.vitest.config.ts', related: true },
    testRunnerNodeArgs: ['--expose-gc'], coverageAnalysis: 'perTest', ignoreStatic: true, inPlace: true, concurrency: jobs, timeoutMS: 10_000, dryRunTimeoutMinutes: 10,
    // Types hold the texts that decide, golden files those that people read.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Another compiler than the one that it asks for.
    tsconfigFile: 'none.json',
    mutate: sources, reporters: ['json', 'progress-append-only'], jsonReporter: { fileName: 'reports/mutation.json' },
  }, undefined, 2))
}
