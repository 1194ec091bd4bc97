/** A record as a line of text, and back. Pure; what a line holds that this version doesn't know is skipped. */
import { z } from 'zod'
import { parseJson } from '../json.ts'
import type { JournalLine, JournalMode, JournalRecord } from './types.ts'

/** How every line begins; inside of a line quotes are escaped, so that nothing a person wrote looks like it. */
const HEAD = '{"v":1,"run":"'

export type ReadLine =
  | { readonly kind: 'known'; readonly line: JournalLine }
  /** Of a later version. */
  | { readonly kind: 'foreign' }
  /** Torn, or nothing of ours. */
  | { readonly kind: 'broken' }

/** @returns one line with its end. */
export function writeLine({ run, n, at }: Pick<JournalLine, 'run' | 'n' | 'at'>, record: JournalRecord): string {
  // The head comes first and in this order, whatever the record brings along.
  return `${JSON.stringify({ v: 1, run, n, at, ...record })}\n`
}

/** Reads one line without its end. What stands behind a torn line, in the same line, is read as well as may be. */
export function readLine(text: string): ReadLine {
  const value = parseJson(text) ?? parseJson(text.slice(Math.max(0, text.lastIndexOf(HEAD))))
  if (!head.safeParse(value).success) return { kind: 'broken' }
  const line = knownLine(value)
  return line ? { kind: 'known', line } : { kind: 'foreign' }
}

function knownLine(value: unknown): JournalLine | undefined {
  try {
    return schema.safeParse(value).data
  } catch {
    return undefined // Nested so deeply that reading it exhausts the stack: nothing that this version writes.
  }
}

/** Which line it is; the same in whatever file it stands. */
export function identityOf({ run, n }: JournalLine): string {
  return `${run} ${n}`
}

/** The record without its words, where the mode leaves them out. */
export function redact<Some extends JournalRecord>(record: Some, mode: JournalMode): Some
export function redact(record: JournalRecord, mode: JournalMode): JournalRecord {
  if (mode === 'full') return record
  switch (record.kind) {
    case 'asked': {
      const { questions: _questions, project: _project, ...ids } = record
      return ids
    }
    case 'acted':
      return { ...record, actor: anonymous(record.actor) }
    case 'settled':
    case 'late': {
      const { answer: _answer, actor, ...ids } = record
      return { ...ids, ...(actor ? { actor: anonymous(actor) } : {}) }
    }
    case 'started':
    case 'stopped':
    case 'delivery':
    case 'decided':
    case 'adopted':
    case 'event':
      return record
  }
}

/** Whether something in it is left out of a record without words. */
export function hasWords(record: JournalRecord): boolean {
  switch (record.kind) {
    case 'asked':
      return record.questions !== undefined || record.project !== undefined
    case 'acted':
      return record.actor.name !== undefined
    case 'settled':
    case 'late':
      return record.answer !== undefined || record.actor?.name !== undefined
    case 'started':
    case 'stopped':
    case 'delivery':
    case 'decided':
    case 'adopted':
    case 'event':
      return false
  }
}

function anonymous<Named extends { readonly name?: string }>({ name: _name, ...actor }: Named): Omit<Named, 'name'> {
  return actor
}

const actor = z.object({ surface: z.string(), id: z.string().exactOptional(), name: z.string().exactOptional() })
const answer = z.object({ answers: z.array(z.object({ id: z.string(), selected: z.array(z.string()), custom: z.string().exactOptional() })) })
const question = z.looseObject({
  id: z.string(),
  question: z.string(),
  detail: z.string().exactOptional(),
  header: z.string().exactOptional(),
  options: z.array(z.looseObject({ label: z.string(), description: z.string().exactOptional() })).exactOptional(),
  multiSelect: z.boolean().exactOptional(),
  intent: z.looseObject({ kind: z.string() }).exactOptional(),
})

type Data = Extract<JournalRecord, { kind: 'delivery' }>['data'] & {}
const field: z.ZodType<Data[string]> = z.lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()])), data]))
const data: z.ZodType<Data> = z.record(z.string(), field)

const head = z.object({ v: z.number(), run: z.string(), kind: z.string() })
const common = { v: z.literal(1), run: z.string(), n: z.int(), at: z.number() }
const ofAsk = { ...common, ask: z.string() }
const schema: z.ZodType<JournalLine> = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('started'), pid: z.int(), start: z.string() }),
  z.object({ ...common, kind: z.literal('stopped') }),
  z.object({
    ...ofAsk, kind: z.literal('asked'), timed: z.boolean(), count: z.int(),
    session: z.string().exactOptional(), project: z.string().exactOptional(), call: z.string().exactOptional(), questions: z.array(question).exactOptional(),
  }),
  z.object({ ...ofAsk, kind: z.literal('delivery'), surface: z.string(), place: z.string(), data: data.exactOptional() }),
  z.object({ ...ofAsk, kind: z.literal('acted'), actor, verdict: z.enum(['won', 'lost', 'refused']) }),
  z.object({
    ...ofAsk, kind: z.literal('settled'), outcome: z.enum(['answered', 'dismissed', 'aborted', 'timed-out', 'failed']),
    actor: actor.exactOptional(), continued: z.boolean().exactOptional(), cause: z.enum(['withdrawn', 'disposed']).exactOptional(), answer: answer.exactOptional(),
  }),
  z.object({
    ...ofAsk, kind: z.literal('late'), step: z.enum(['accepted', 'delivered', 'failed', 'closed']), actor: actor.exactOptional(), answer: answer.exactOptional(),
    code: z.enum(['NOT_ANSWERABLE', 'REPLY_QUEUED', 'BAD_ANSWER', 'NO_SESSION', 'settled-elsewhere', 'gone']).exactOptional(),
  }),
  z.object({
    ...ofAsk, kind: z.literal('decided'), decision: z.enum(['continued', 'redeliver', 'over']),
    why: z.enum(['restarted', 'settled-elsewhere', 'gone']).exactOptional(),
  }),
  z.object({ ...common, kind: z.literal('adopted'), asks: z.array(z.string()) }),
  z.object({ ...common, kind: z.literal('event'), surface: z.string(), id: z.string() }),
])
