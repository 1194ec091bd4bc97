/** A click as the platform reports it, read as an act on an ask. Everything in it is user input. */
import type { Field } from '../form/fields.ts'
import type { Draft, FieldValue } from '../form/values.ts'
import { type CardAsk, isFixed } from './ask.ts'
import type { Target } from './card.ts'
import { controlNames, listsOf } from './controls.ts'
import type { MessagePlace } from './delivery.ts'
import { MAX_CARDS } from './fit.ts'
import { isObject, isOptionalText, type JsonObject } from './json.ts'
import type { PersonIds } from './operators.ts'
import type { ActName } from './view.ts'

/** The type of the event that reports a click. */
export const CARD_ACTION = 'card.action.trigger'

export interface CardAct extends Target {
  readonly person: PersonIds
  readonly place: Partial<MessagePlace>
  readonly form: FormValues
}

/** What was filled in, by control name. */
export type FormValues = Readonly<Record<string, unknown>>

/** The act that a `card.action.trigger` payload reports, or nothing when it is none of ours. */
export function parseCardAct(payload: unknown): CardAct | undefined {
  if (!isObject(payload) || !isObject(payload['event'])) return undefined
  const { operator, action, context } = payload['event']
  const person = readPerson(operator)
  const place = readPlace(context)
  // Some payloads are reported to carry the context beside the event.
  const outer = readPlace(payload['context'])
  if (!isObject(action) || person === undefined || place === undefined || outer === undefined) return undefined
  const { form_value: form = null } = action
  if (form !== null && !isObject(form)) return undefined
  // It is disputed which of the two survives a form submit; where both do, they must agree.
  const [byValue, byName] = [readValue(action['value']), readName(action['name'])]
  const target = byValue ?? byName
  if (target === undefined || (byName !== undefined && !isSameTarget(target, byName))) return undefined
  return { ...target, person, place: { ...outer, ...place }, form: form ?? {} }
}

/** Whoever has clicked or written, as the payload of either tells it. */
export function personIn(payload: unknown): PersonIds | undefined {
  const event = isObject(payload) ? payload['event'] : undefined
  if (!isObject(event)) return undefined
  const { operator, sender } = event
  return readPerson(isObject(sender) ? sender['sender_id'] : operator)
}

function readPerson(operator: unknown): PersonIds | undefined {
  if (!isObject(operator)) return undefined
  const { open_id: openId, union_id: unionId, user_id: userId } = operator
  return isOptionalText(openId) && isOptionalText(unionId) && isOptionalText(userId) ? { openId, unionId, userId } : undefined
}

/** As far as the context tells it; nothing when it is none. */
function readPlace(context: unknown): Partial<MessagePlace> | undefined {
  if (context === undefined || context === null) return {}
  if (!isObject(context)) return undefined
  const { open_message_id: messageId, open_chat_id: chatId } = context
  if (!isOptionalText(messageId) || !isOptionalText(chatId)) return undefined
  return { ...(messageId ? { messageId } : {}), ...(chatId ? { chatId } : {}) }
}

const ACTS: ReadonlySet<unknown> = new Set<ActName>(['submit', 'dismiss', 'approve', 'always', 'reject', 'hold', 'show'])

function isAct(act: unknown): act is ActName {
  return ACTS.has(act)
}

function isSameTarget(one: Target, other: Target): boolean {
  return one.act === other.act && one.ask === other.ask && one.part === other.part
}

/** An object, or one as text. */
function readValue(value: unknown): Target | undefined {
  const { ask, act, part } = typeof value === 'string' ? parseObject(value) : isObject(value) ? value : {}
  return typeof ask === 'string' && ask !== '' && isAct(act) ? targetOf(ask, act, part) : undefined
}

function readName(name: unknown): Target | undefined {
  if (typeof name !== 'string') return undefined
  const [, act, part, ask] = /^([a-z]+)(?:~(\d+))?_(.+)/su.exec(name) ?? []
  return ask !== undefined && isAct(act) ? targetOf(ask, act, part) : undefined
}

/** Nothing when no card of an ask can stand at that position: whatever is made for each card up to it would be made without end. */
function targetOf(ask: string, act: ActName, part: unknown): Target | undefined {
  const at = part === undefined || part === null ? 1 : typeof part === 'string' || typeof part === 'number' ? Number(part) : 0
  return Number.isInteger(at) && at >= 1 && at <= MAX_CARDS ? { ask, act, part: at } : undefined
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {} // Not JSON: then the button's name has to tell.
  }
}

/** What the filled-in values say. */
export type ReadForm =
  | { readonly kind: 'draft'; readonly draft: Draft }
  /** A value is none that the card offers. */
  | { readonly kind: 'foreign' }
  /** Options of one single-select question were chosen in several of its lists; the indexes of such questions. */
  | { readonly kind: 'conflicts'; readonly fields: readonly number[] }

export function parseFormValues(ask: CardAsk, values: FormValues): ReadForm {
  const draft = ask.form.map((field) => parseField(field, values, isFixed(ask, field.index)))
  if (!draft.every((value) => value !== undefined)) return { kind: 'foreign' }
  const fields = ask.form.flatMap(({ index, kind }) => (kind !== 'multi' && (draft[index]?.chosen.length ?? 0) > 1 ? [index] : []))
  return fields.length > 0 ? { kind: 'conflicts', fields } : { kind: 'draft', draft }
}

/** What was typed into a decision's only field; blank when nothing was. */
export function parseTyped(values: FormValues): string {
  return readText(values[controlNames(0).text]) ?? ''
}

// An empty optional control is absent, null, empty text or an empty list. Each reads one kind of control: nothing for a value that is none of it.

function readChosen(value: unknown = null): readonly string[] | undefined {
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}

function readText(value: unknown = null): string | undefined {
  if (value === null) return ''
  return typeof value === 'string' ? value : undefined
}

function readCheck(value: unknown = null): boolean | undefined {
  if (value === null || value === '' || value === 'false') return false
  return value === 'true' || (typeof value === 'boolean' ? value : undefined)
}

function parseField(field: Field, values: FormValues, fixed: boolean): FieldValue | undefined {
  const names = controlNames(field.index)
  const lists = Array.from({ length: listsOf(field) }, (_, list) => readChosen(values[names.select(list)]))
  const text = readText(values[names.text])
  const skipped = readCheck(values[names.skip])
  if (!lists.every((list) => list !== undefined) || text === undefined || skipped === undefined) return undefined
  const chosen = field.choices.filter(({ index }) => lists.some((list) => list.includes(String(index)))).map(({ index }) => index)
  const isOffered = new Set(lists.flat()).size === chosen.length && (field.kind === 'multi' || lists.every((list) => list.length <= 1))
  // The card of a permission has neither a text nor a skip, so a click that brings one is forged.
  const isForged = fixed && field.kind !== 'text' && (text !== '' || skipped)
  return isOffered && !isForged ? { chosen, text, skipped } : undefined
}
