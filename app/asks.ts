/** Reads a file of asks: `[{ name?, questions: […], seconds?, wait? }, …]`. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AskUserQuestionItem } from '../router/types.ts'
import { sanitiseLine } from '../surfaces/terminal/sanitise.ts'
import { intentFault } from './intents.ts'
import { UsageError } from './usage-error.ts'

/** One thing that the scripted agent asks. */
export interface ScriptedAsk {
  readonly name: string
  readonly questions: AskUserQuestionItem[]
  readonly wait?: { callId: string; timed?: boolean }
  /** How long the agent waits before it goes on without an answer. */
  readonly seconds?: number
}

const text = z.string().min(1)

const question = z.strictObject({
  id: text,
  question: z.string(),
  detail: z.string().optional(),
  header: z.string().optional(),
  options: z.array(z.strictObject({ label: text, description: z.string().optional() })).optional(),
  multiSelect: z.boolean().optional(),
  intent: z.looseObject({ kind: text }).optional(),
})

const ask = z.strictObject({
  name: text.optional(),
  questions: z.array(question).min(1, 'needs at least one question').check((check) => {
    const ids = new Set<string>()
    for (const [index, { id }] of check.value.entries()) {
      if (ids.has(id)) check.issues.push({ code: 'custom', input: id, path: [index, 'id'], message: `repeats the id ${JSON.stringify(id)}` })
      ids.add(id)
    }
  }),
  wait: z.strictObject({ callId: text, timed: z.boolean().optional() }).optional(),
  seconds: z.int().min(1).max(86_400).optional(),
})

const file = z.array(ask).min(1, 'needs at least one ask')

/**
 * The asks of a file, each with a name.
 * @throws {UsageError} one line with the file, the field and the next step.
 */
export function readAsksFile(path: string): ScriptedAsk[] {
  return parseAsks(readText(path), path)
}

/** @throws {UsageError} as `readAsksFile`; `source` names where the text came from. */
export function parseAsks(json: string, source: string): ScriptedAsk[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`${source}: not valid JSON (${oneLine(error)}); correct the file and start again`)
  }
  const read = file.safeParse(value)
  if (!read.success) throw fieldFault(source, read.error.issues[0] ?? { path: [], message: 'not an ask' })
  const asks = read.data.map((entry, index) => withoutAbsent({ ...entry, name: entry.name ?? `ask ${index + 1}`, ...waitOf(entry, index) }))
  for (const [index, entry] of asks.entries()) {
    const fault = intentFault(entry)
    if (fault !== undefined) throw fieldFault(source, { ...fault, path: [index, ...fault.path] })
  }
  return asks
}

/** A host waits for a bounded time only for a tool call that it can name. */
function waitOf({ seconds, wait }: z.infer<typeof ask>, index: number): { wait?: { callId: string; timed: true } } {
  return seconds === undefined ? {} : { wait: { callId: wait?.callId ?? `call-${index + 1}`, timed: true } }
}

function fieldFault(source: string, { path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): UsageError {
  return new UsageError(`${source}: ${fieldName(path)}: ${sanitiseLine(message)}; correct the file and start again`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path}: cannot be read (${oneLine(error)}); name a readable JSON file`)
  }
}

/** zod marks an absent optional field as possibly undefined; JSON never holds undefined, so nothing is lost. */
function withoutAbsent(value: z.infer<typeof ask> & { name: string }): ScriptedAsk {
  return JSON.parse(JSON.stringify(value))
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => (typeof part === 'number' ? `${name}[${part}]` : `${name}.${String(part)}`), 'asks')
}

/** A complaint may quote the file. */
function oneLine(error: unknown): string {
  return sanitiseLine(error instanceof Error ? error.message : String(error))
}
