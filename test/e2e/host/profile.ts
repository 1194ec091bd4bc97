/** A dsh home in a temporary folder: profiles made by the host's own plugin command, and their patch layers. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.ts'
import { DSH, hostEnv, NODE } from './install.ts'

/** One entry of a patch layer: a change to a row by its id, or rows to insert. */
export type PatchEntry =
  | { readonly id: string; readonly disabled?: boolean; readonly config?: unknown }
  | { readonly insert: readonly { readonly id: string; readonly name: string; readonly config?: unknown }[] }

export interface Profile {
  readonly name: string
  /** `DSH_HOME`. */
  readonly home: string
  /** Installs packages from tarballs; bundles among them join the profile's layers. */
  add(...tarballs: readonly string[]): Promise<void>
  /** Removes packages by name. */
  remove(...packages: readonly string[]): Promise<void>
  /** Writes the profile's own layer; a running host applies it live. */
  patch(entries: readonly PatchEntry[]): void
  /** Names of the bundles, in the order of their layers. */
  bundles(): readonly string[]
  /** The composed tree as the host prints it. */
  dumpConfig(env?: Readonly<Record<string, string>>): Promise<string>
  /** Program and arguments that boot the profile. */
  readonly command: readonly [string, ...string[]]
  /** Deletes the home. */
  dispose(): void
}

/** The variables that every run of the host in a home gets. */
export function homeEnv(home: string): Readonly<Record<string, string>> {
  return { DSH_HOME: home, DSH_TELEMETRY_DISABLED: '1' }
}

export function createProfile(name = 'ask'): Profile {
  const home = mkdtempSync(join(tmpdir(), 'ask-home-'))
  const folder = join(home, 'profiles', name)
  const dsh = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await run(NODE, [DSH, ...args], { cwd: home, env: { ...hostEnv(), ...homeEnv(home), ...env } })).stdout
  const plugin = async (...args: readonly string[]) => void await dsh(['plugin', '--profile', name, ...args])
  return {
    name,
    home,
    add: (...tarballs) => plugin('add', '--prefer-offline', ...tarballs),
    remove: (...packages) => plugin('remove', ...packages),
    patch(entries) {
      const file = join(folder, 'cordis.patch.yml')
      // JSON is YAML. Renamed into place: the host's watcher now and then misses a file that it saw half written.
      writeFileSync(`${file}.new`, JSON.stringify(entries, undefined, 2))
      renameSync(`${file}.new`, file)
    },
    bundles: () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dsh.profile.bundles,
    dumpConfig: (env) => dsh(['--profile', name, '--dump-config'], env),
    command: [NODE, DSH, '--profile', name],
    dispose: () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
  }
}
