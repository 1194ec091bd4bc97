/** Packages as a registry would serve them: the project's own and the test's driver. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.ts'
import { CACHE, REPOSITORY } from './install.ts'

const DRIVER = new URL('driver/', import.meta.url).pathname

/** Builds and packs this repository; returns the tarball's path. */
export async function packProject(): Promise<string> {
  await run('npm', ['run', 'build'], { cwd: REPOSITORY })
  return inTemporary(async (folder) => {
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: REPOSITORY })
    const [packed] = readdirSync(folder)
    if (packed === undefined) throw new Error('npm pack made nothing')
    await run('tar', ['xf', packed], { cwd: folder })
    return packFolder(join(folder, 'package'))
  })
}

/** Compiles and packs the driver; returns the tarball's path. */
export function packDriver(): Promise<string> {
  return inTemporary(async (folder) => {
    for (const file of ['package.json', 'cordis.patch.yml']) cpSync(join(DRIVER, file), join(folder, file))
    await run('npx', ['tsc', '-p', DRIVER, '--outDir', join(folder, 'lib')], { cwd: REPOSITORY })
    return packFolder(folder)
  })
}

/** Packs a folder under a version that names its content: pnpm takes a known version for known content. */
async function packFolder(folder: string): Promise<string> {
  const manifest = join(folder, 'package.json')
  const { scripts: _scripts, ...fields } = JSON.parse(readFileSync(manifest, 'utf8'))
  const version = `0.0.0-${hashOf(folder)}`
  const tarball = join(CACHE, 'tarballs', `${fields.name}-${version}.tgz`)
  if (existsSync(tarball)) return tarball
  writeFileSync(manifest, JSON.stringify({ ...fields, version }, undefined, 2))
  mkdirSync(join(CACHE, 'tarballs'), { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', join(CACHE, 'tarballs')], { cwd: folder })
  return tarball
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file))
  return `h${hash.digest('hex').slice(0, 16)}`
}

async function inTemporary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ask-pack-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
