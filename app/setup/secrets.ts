/** The host's own file of secrets: a mapping of names to texts, readable by its owner alone. */
import { z } from 'zod'
import { digestOf } from './history.ts'
import { readYaml, removeAt, setAt, YamlFault } from './yaml-text.ts'

/** Secrets by their names. */
export type Secrets = Readonly<Record<string, string>>

/** What was stored, by name: the digest of what is there since, and what was there before, if anything was. */
export const secretChangesSchema = z.record(z.string(), z.object({ before: z.string().optional(), mark: z.string() }))
export type SecretChanges = z.infer<typeof secretChangesSchema>

/** Permission bits of the file; the host refuses to start with any other. */
export const SECRETS_MODE = 0o600

/** @throws {YamlFault} when the host could not read it either; without quoting it. */
export function readSecrets(text: string): Secrets {
  const read = z.record(z.string(), z.string().min(1)).safeParse(readYaml(text) ?? {})
  if (!read.success) throw new YamlFault('is no mapping of names to texts')
  return read.data
}

/** Stores what is not there as it shall be. @throws {YamlFault} */
export function changeSecrets(text: string, wanted: Secrets): { readonly text: string; readonly changes: SecretChanges } {
  const present = readSecrets(text)
  const differing = Object.entries(wanted).filter(([ref, value]) => present[ref] !== value)
  return {
    text: differing.reduce((next, [ref, value]) => setAt(next, [ref], value), text),
    changes: Object.fromEntries(differing.map(([ref, value]) => {
      const before = present[ref]
      return [ref, { ...(before === undefined ? {} : { before }), mark: digestOf(value) }]
    })),
  }
}

/** Takes back what is still as it was stored. @throws {YamlFault} */
export function revertSecrets(text: string, changes: SecretChanges): string {
  const present = readSecrets(text)
  return Object.entries(changes).reduce((next, [ref, { before, mark }]) => {
    const value = present[ref]
    if (value === undefined || digestOf(value) !== mark) return next
    return before === undefined ? removeAt(next, [ref]) : setAt(next, [ref], before)
  }, text)
}
