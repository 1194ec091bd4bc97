/** What is going to be written, before anything is: whole texts, and what a person is shown of them. */
import { YamlFault } from './yaml-text.ts'
import { UsageError } from '../usage-error.ts'
import { type HomeFiles, modeOf, readText } from './home.ts'
import { changeLayer, revertLayer, type WantedRow } from './layer.ts'
import { type History, rewound } from './history.ts'
import { EMPTY, parseRecord, renderRecord, type SetupRecord, withLayer, withSecrets } from './record.ts'
import { changeSecrets, readSecrets, revertSecrets, type Secrets, SECRETS_MODE } from './secrets.ts'

/** One file as it is and as it shall be; undefined: no file. */
export interface FileChange {
  readonly file: string
  readonly kind: 'layer' | 'secrets' | 'record'
  readonly before: string | undefined
  readonly after: string | undefined
  /** Permission bits to be. */
  readonly mode: number
}

/** In the order in which they are made: a row is never there before its secrets are. */
export type Plan = readonly FileChange[]

const PRIVATE = 0o600
const PERMISSIONS = 0o777

/** @throws {UsageError} one line that names the file at fault. */
export function planSetup(files: HomeFiles, profile: string, row: WantedRow, secrets: Secrets): Plan {
  const recordText = readText(files.record)
  const [layerText, secretsText] = [readText(files.layer), readText(files.credentials)]
  const layer = inFile(files.layer, () => changeLayer(layerText ?? '', row))
  const stored = Object.keys(secrets).length === 0
    ? { text: secretsText ?? '', changes: {} }
    : inFile(files.credentials, () => changeSecrets(secretsText ?? '', secrets))
  const record = withSecrets(
    withLayer(parseRecord(recordText, files.record), profile, Object.values(row.refs), { before: layerText, after: layer.text, changes: layer.changes }),
    { before: secretsText ?? (stored.text === '' ? '' : undefined), after: stored.text, changes: stored.changes },
  )
  return needed([
    { file: files.record, kind: 'record', before: recordText, after: renderRecord(record), mode: PRIVATE },
    { file: files.credentials, kind: 'secrets', before: secretsText, after: secretsText === undefined && stored.text === '' ? undefined : stored.text, mode: Object.keys(secrets).length === 0 ? keptMode(files.credentials) : SECRETS_MODE },
    { file: files.layer, kind: 'layer', before: layerText, after: layer.text, mode: keptMode(files.layer) },
  ])
}

/** Empty when nothing of ours is left in the profile. @throws {UsageError} one line that names the file at fault. */
export function planUndo(files: HomeFiles, profile: string): Plan {
  const recordText = readText(files.record)
  const record = parseRecord(recordText, files.record)
  const ours = record.profiles[profile]
  if (ours === undefined) return []
  const [layerText, secretsText] = [readText(files.layer), readText(files.credentials)]
  const { [profile]: _undone, ...others } = record.profiles
  const secrets = undoneSecrets({ ...record, profiles: others }, secretsText, files.credentials)
  return needed([
    { file: files.layer, kind: 'layer', before: layerText, after: undone(ours.history, layerText, (text) => inFile(files.layer, () => revertLayer(text, ours.changes))), mode: keptMode(files.layer) },
    { file: files.credentials, kind: 'secrets', before: secretsText, after: secrets.text, mode: SECRETS_MODE },
    { file: files.record, kind: 'record', before: recordText, after: renderRecord({ ...EMPTY, profiles: others, ...(secrets.left === undefined ? {} : { secrets: secrets.left }) }), mode: PRIVATE },
  ])
}

/** Secrets that another profile still names stay, and so does the way back from them. */
function undoneSecrets({ profiles, secrets }: SetupRecord, text: string | undefined, file: string): { readonly text: string | undefined; readonly left?: SetupRecord['secrets'] } {
  if (secrets === undefined) return { text }
  const used = new Set(Object.values(profiles).flatMap(({ refs }) => refs))
  const changes = Object.entries(secrets.changes)
  const going = Object.fromEntries(changes.filter(([ref]) => !used.has(ref)))
  const staying = changes.filter(([ref]) => used.has(ref))
  const revert = (current: string) => inFile(file, () => revertSecrets(current, going))
  if (staying.length === 0) return { text: undone(secrets.history, text, revert) }
  return { text: text === undefined ? undefined : revert(text), left: { history: secrets.history, changes: Object.fromEntries(staying) } }
}

/** Byte for byte where nobody else wrote since, else without what is still as we wrote it. */
function undone(history: History, text: string | undefined, revert: (text: string) => string): string | undefined {
  const exact = rewound(history, text)
  if (exact !== undefined) return exact.text
  if (text === undefined) return undefined
  const reverted = revert(text)
  return history.created && reverted.trim() === '' ? undefined : reverted
}

/** The names whose secret is there afterwards and was not before, differs, or is gone. @throws {UsageError} */
export function secretNames({ file, before, after }: FileChange): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const [old, next] = inFile(file, () => [readSecrets(before ?? ''), readSecrets(after ?? '')] as const)
  return {
    removed: Object.keys(old).filter((ref) => old[ref] !== next[ref]),
    added: Object.keys(next).filter((ref) => old[ref] !== next[ref]),
  }
}

function needed(changes: Plan): Plan {
  return changes.filter(({ file, before, after, mode }) => before !== after || (after !== undefined && ((modeOf(file) ?? mode) & PERMISSIONS) !== mode))
}

function keptMode(file: string): number {
  return (modeOf(file) ?? PRIVATE) & PERMISSIONS
}

/** @throws {UsageError} one line that names the file whose YAML is at fault. */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof YamlFault) throw new UsageError(`setup: ${file} ${error.message}; correct it by hand and run this again. Nothing was written`)
    throw error
  }
}
