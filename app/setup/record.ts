/** What was changed in a home, kept beside it for taking it back; it may hold secrets that were replaced, and is the owner's alone. */
import { z } from 'zod'
import { UsageError } from '../usage-error.ts'
import { extended, historySchema } from './history.ts'
import { layerChangesSchema, type LayerChanges } from './layer.ts'
import { secretChangesSchema, type SecretChanges } from './secrets.ts'

const recordSchema = z.object({
  version: z.literal(1),
  profiles: z.record(z.string(), z.object({
    history: historySchema,
    changes: layerChangesSchema,
    /** Secrets that the row names: they stay as long as one profile does. */
    refs: z.array(z.string()),
  })),
  secrets: z.object({ history: historySchema, changes: secretChangesSchema }).optional(),
})

export type SetupRecord = z.infer<typeof recordSchema>

export const EMPTY: SetupRecord = { version: 1, profiles: {} }

/** @throws {UsageError} when it is not ours to understand. */
export function parseRecord(text: string | undefined, file: string): SetupRecord {
  if (text === undefined) return EMPTY
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`setup: ${file} is damaged or of another version; move it away to set up anew, --undo is then not possible`)
  }
}

/** Undefined when there is nothing left to take back. */
export function renderRecord(record: SetupRecord): string | undefined {
  return Object.keys(record.profiles).length === 0 && record.secrets === undefined ? undefined : `${JSON.stringify(record, undefined, 2)}\n`
}

/** One text as it was and as it shall be. */
export interface TextChange<Changes> {
  /** Undefined where there is no file. */
  readonly before: string | undefined
  readonly after: string
  readonly changes: Changes
}

export function withLayer(record: SetupRecord, profile: string, refs: readonly string[], { before, after, changes }: TextChange<LayerChanges>): SetupRecord {
  const earlier = record.profiles[profile]
  if (earlier === undefined && before === after) return record
  return {
    ...record,
    profiles: {
      ...record.profiles,
      [profile]: {
        history: extended(earlier?.history, before, after),
        changes: earlier === undefined ? changes : mergedLayer(earlier.changes, changes),
        refs: [...refs],
      },
    },
  }
}

export function withSecrets(record: SetupRecord, { before, after, changes }: TextChange<SecretChanges>): SetupRecord {
  if (before === after) return record
  const earlier = record.secrets
  const merged = Object.entries(changes).map(([ref, change]) => {
    const first = earlier?.changes[ref]
    // What was there before the first change is what an undo goes back to.
    return [ref, first === undefined ? change : { ...first, mark: change.mark }] as const
  })
  return { ...record, secrets: { history: extended(earlier?.history, before, after), changes: { ...earlier?.changes, ...Object.fromEntries(merged) } } }
}

function mergedLayer(earlier: LayerChanges, later: LayerChanges): LayerChanges {
  const fields = new Map(earlier.fields.map((field) => [placeOf(field), field]))
  for (const field of later.fields) fields.set(placeOf(field), { ...field, ...beforeOf(fields.get(placeOf(field)) ?? field) })
  return { entryAdded: earlier.entryAdded || later.entryAdded, fields: [...fields.values()], elements: [...earlier.elements, ...later.elements] }
}

type Field = LayerChanges['fields'][number]

function placeOf({ path }: Field): string {
  return path.join('.')
}

/** One that was absent stays so. */
function beforeOf(field: Field): { readonly before?: unknown } {
  return 'before' in field ? { before: field.before } : { before: undefined }
}
