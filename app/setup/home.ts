/** Where the host keeps what is set up: the files of a dsh home. */
import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dshHome, homeFolder } from '../../router/dsh-home.ts'
import { labelOf } from '../../router/errors.ts'
import { BUNDLE } from '../bundle.ts'
import { UsageError } from '../usage-error.ts'

/** What a dsh home is found by. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface HomeFiles {
  readonly home: string
  /** The layer that is the user's own in the profile. */
  readonly layer: string
  /** The layer of all profiles, which comes after. */
  readonly homeLayer: string
  /** Secrets by name, for the owner alone. */
  readonly credentials: string
  /** What was changed, for taking it back. */
  readonly record: string
  readonly manifest: string
}

/** @throws {UsageError} when it is no name that the host takes. */
export function homeFiles(env: Environment, profile: string): HomeFiles {
  if (!/^[^/\\\p{Cc}]+$/u.test(profile) || ['.', '..', 'node_modules', '__proto__'].includes(profile)) {
    throw new UsageError('setup: --profile: give the name of a profile, without slashes')
  }
  const home = dshHome(env)
  const folder = join(home, 'profiles', profile)
  return {
    home,
    layer: join(folder, 'cordis.patch.yml'),
    homeLayer: join(home, 'cordis.patch.yml'),
    credentials: join(home, '.credentials.yaml'),
    record: join(homeFolder(env), 'setup.json'),
    manifest: join(folder, 'package.json'),
  }
}

const manifest = z.object({ dsh: z.object({ profile: z.object({ bundles: z.array(z.string()) }) }) })

/** Whether the profile is there and has our rows. */
export function hasBundle({ manifest: file }: HomeFiles): boolean {
  const text = readText(file)
  if (text === undefined) return false
  try {
    return manifest.parse(JSON.parse(text)).dsh.profile.bundles.includes(BUNDLE)
  } catch {
    // A profile that the host can't read either.
    return false
  }
}

/** What the host is told to install: the one tarball of this package that lies in the folder, else the package by its name. */
export function packageToAdd(folder: string): string {
  const [tarball, ...others] = namesIn(folder).filter((name) => /^dsh-ask-anywhere-\d[\w.-]*\.tgz$/.test(name))
  return tarball === undefined || others.length > 0 ? BUNDLE : `./${tarball}`
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // One that can't be read has no tarball for us.
    return []
  }
}

/** Undefined when there is no such file. @throws {UsageError} when it can't be read, or is no text. */
export function readText(file: string): string | undefined {
  try {
    const bytes = readFileSync(file)
    // Other bytes would not come back as they were.
    if (!isUtf8(bytes)) throw new UsageError(`setup: ${file} is not in UTF-8; convert it and run this again`)
    return bytes.toString()
  } catch (error) {
    if (error instanceof UsageError) throw error
    const code = labelOf(error)
    if (code === 'ENOENT') return undefined
    throw new UsageError(`setup: ${file} can't be read (${code}); run this as the user who runs dsh`)
  }
}

/** Permission bits; undefined when there is no such file. */
export function modeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mode
}
