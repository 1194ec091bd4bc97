/** Secrets as the host's credentials resolve them: by name, from four places in a row. Values stay in memory. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { codeOf, labelOf } from '../../router/errors.ts'
import { yamlFault } from '../yaml-fault.ts'
import { type Finding, finding } from './finding.ts'

export type SecretSource = 'environment' | '.credentials.yaml' | '.env'

export interface Secret {
  readonly value: string
  readonly source: SecretSource
}

export interface Secrets {
  /** What is wrong with the places themselves. */
  readonly findings: readonly Finding[]
  resolve(name: string): Secret | undefined
}

export interface SecretPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The dsh home. */
  readonly home: string
  /** Where dsh is started. */
  readonly cwd: string
}

const stored = z.record(z.string().regex(/^[A-Za-z_]\w*$/u), z.string().min(1))

/** Reads the files at once; what cannot be read is a finding, and the host's own order of places is kept. */
export function readSecrets({ env, home, cwd }: SecretPlaces): Secrets {
  const file = readStore(join(home, '.credentials.yaml'))
  const fallbacks = [readDotenv(join(cwd, '.env')), readDotenv(join(home, '.env'))]
  return {
    findings: file.findings,
    resolve: (name) => {
      const inherited = env[name]
      if (inherited) return { value: inherited, source: 'environment' }
      const kept = file.values.get(name)
      if (kept !== undefined) return { value: kept, source: '.credentials.yaml' }
      const found = fallbacks.find((values) => values[name])?.[name]
      return found ? { value: found, source: '.env' } : undefined
    },
  }
}

function readStore(file: string): { readonly values: ReadonlyMap<string, string>; readonly findings: readonly Finding[] } {
  const refused = (code: 'secrets.file-open' | 'secrets.file-broken', facts: Readonly<Record<string, string>>): ReturnType<typeof readStore> => ({ values: new Map(), findings: [finding(code, { file, ...facts })] })
  try {
    const { mode } = statSync(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return refused('secrets.file-open', { mode: (mode & 0o777).toString(8) })
    const document = parseDocument(readFileSync(file, 'utf8'), { logLevel: 'silent' })
    const why = yamlFault(document)
    if (why !== undefined) return refused('secrets.file-broken', { why })
    const values = stored.safeParse(document.toJS() ?? {})
    return values.success ? { values: new Map(Object.entries(values.data)), findings: [] } : refused('secrets.file-broken', { why: 'not NAME: "value"' })
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { values: new Map(), findings: [] } : refused('secrets.file-broken', { why: labelOf(error) })
  }
}

function readDotenv(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch {
    return {} // Not there, or not to be read: the host goes on without it, too.
  }
}
