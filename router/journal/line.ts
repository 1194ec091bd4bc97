/** A record as a line of text, and back. Pure; what a line holds that this version doesn't know is skipped. */
import { parseJson } from '../json.ts'
import { among, atLeast, eitherOf, flag, listOf, number, objectOf, recordOf, type Shape, text, whole } from '../shape.ts'
import type { DeliveryData, JournalLine, JournalMode, JournalRecord } from './types.ts'

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
export function readLine(row: string): ReadLine {
  const value = parseJson(row) ?? parseJson(row.slice(Math.max(0, row.lastIndexOf(HEAD))))
  const known = head(value)
  if (known === undefined) return { kind: 'broken' }
  const line = isKind(known.kind) ? knownLine(known.kind, value) : undefined
  return line ? { kind: 'known', line } : { kind: 'foreign' }
}

function knownLine(kind: JournalRecord['kind'], value: unknown): JournalLine | undefined {
  try {
    return shapes[kind](value)
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

const actor = objectOf({ surface: text }, { id: text, name: text })
const answer = objectOf({ answers: listOf(objectOf({ id: text, selected: listOf(text) }, { custom: text })) })
const question = atLeast({ id: text, question: text }, {
  detail: text,
  header: text,
  options: listOf(atLeast({ label: text }, { description: text })),
  multiSelect: flag,
  intent: atLeast({ kind: text }),
})
const data: Shape<DeliveryData> = recordOf((value) => field(value))
const field = eitherOf<DeliveryData[string]>(text, number, flag, among(null), listOf(eitherOf<string | number>(text, number)), data)

const head = objectOf({ v: number, run: text, kind: text })
const common = { v: among(1), run: text, n: whole, at: number }
const ofAsk = { ...common, ask: text }
const shapes: { readonly [Kind in JournalRecord['kind']]: Shape<Extract<JournalLine, { readonly kind: Kind }>> } = {
  started: objectOf({ ...common, kind: among('started'), pid: whole, start: text }),
  stopped: objectOf({ ...common, kind: among('stopped') }),
  asked: objectOf({ ...ofAsk, kind: among('asked'), timed: flag, count: whole }, { session: text, project: text, call: text, questions: listOf(question) }),
  delivery: objectOf({ ...ofAsk, kind: among('delivery'), surface: text, place: text }, { data }),
  acted: objectOf({ ...ofAsk, kind: among('acted'), actor, verdict: among('won', 'lost', 'refused') }),
  settled: objectOf(
    { ...ofAsk, kind: among('settled'), outcome: among('answered', 'dismissed', 'aborted', 'timed-out', 'failed') },
    { actor, continued: flag, cause: among('withdrawn', 'disposed'), answer },
  ),
  late: objectOf(
    { ...ofAsk, kind: among('late'), step: among('accepted', 'delivered', 'failed', 'closed') },
    { actor, answer, code: among('NOT_ANSWERABLE', 'REPLY_QUEUED', 'BAD_ANSWER', 'NO_SESSION', 'settled-elsewhere', 'gone') },
  ),
  decided: objectOf({ ...ofAsk, kind: among('decided'), decision: among('continued', 'redeliver', 'over') }, { why: among('restarted', 'settled-elsewhere', 'gone') }),
  adopted: objectOf({ ...common, kind: among('adopted'), asks: listOf(text) }),
  event: objectOf({ ...common, kind: among('event'), surface: text, id: text }),
}

function isKind(kind: string): kind is JournalRecord['kind'] {
  return Object.hasOwn(shapes, kind)
}
