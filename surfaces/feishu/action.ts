/** A click as the platform reports it, read as an act on an ask. Everything in it is user input. */
import { z } from 'zod'
import type { Field } from '../form/fields.ts'
import type { Draft, FieldValue } from '../form/values.ts'
import { type CardAsk, isFixed } from './ask.ts'
import type { Target } from './card.ts'
import { controlNames, listsOf } from './controls.ts'
import type { MessagePlace } from './delivery.ts'
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

const context = z.object({ open_message_id: z.string().optional(), open_chat_id: z.string().optional() })
const id = z.string().optional()
const jsonObject = z.record(z.string(), z.unknown())

const trigger = z.object({
  event: z.object({
    operator: z.object({ open_id: id, union_id: id, user_id: id }),
    action: z.object({
      name: z.string().optional().catch(undefined),
      value: z.union([jsonObject, z.string().transform(parseObject)]).optional().catch(undefined),
      form_value: jsonObject.nullish(),
    }),
    context: context.nullish(),
  }),
  // Some payloads are reported to carry the context beside the event.
  context: context.nullish(),
})

/** The act that a `card.action.trigger` payload reports, or nothing when it is none of ours. */
export function parseCardAct(payload: unknown): CardAct | undefined {
  const result = trigger.safeParse(payload)
  if (!result.success) return undefined
  const { event, context: outer } = result.data
  const { action, operator } = event
  // It is disputed which of the two survives a form submit; where both do, they must agree.
  const targets = [readValue(action.value), readName(action.name)].filter((target) => target !== undefined)
  const [target, other] = targets
  if (target === undefined || (other !== undefined && !isSameTarget(target, other))) return undefined
  const messageId = event.context?.open_message_id ?? outer?.open_message_id
  const chatId = event.context?.open_chat_id ?? outer?.open_chat_id
  return {
    ...target,
    person: { openId: operator.open_id, unionId: operator.union_id, userId: operator.user_id },
    place: { ...(messageId ? { messageId } : {}), ...(chatId ? { chatId } : {}) },
    form: action.form_value ?? {},
  }
}

const ACTS: ReadonlySet<string> = new Set<ActName>(['submit', 'dismiss', 'approve', 'always', 'reject', 'hold', 'show'])

function isAct(act: unknown): act is ActName {
  return typeof act === 'string' && ACTS.has(act)
}

function isSameTarget(one: Target, other: Target): boolean {
  return one.act === other.act && one.ask === other.ask && one.part === other.part
}

function readValue(value: Readonly<Record<string, unknown>> | undefined): Target | undefined {
  const { ask, act, part } = value ?? {}
  return typeof ask === 'string' && ask !== '' && isAct(act) ? { ask, act, part: Number(part ?? 1) } : undefined
}

function readName(name: string | undefined): Target | undefined {
  const [, act, part, ask] = /^([a-z]+)(?:~(\d+))?_(.+)$/su.exec(name ?? '') ?? []
  return ask !== undefined && isAct(act) ? { ask, act, part: Number(part ?? 1) } : undefined
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return jsonObject.catch({}).parse(JSON.parse(text))
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
  return typed.catch('').parse(values[controlNames(0).text])
}

/** An empty optional control is absent, null, empty text or an empty list. */
const oneOrMany = z.union([z.array(z.string()), z.string().transform((one) => (one === '' ? [] : [one])), z.null().transform((): string[] => [])]).default([])
const typed = z.string().nullish().transform((text) => text ?? '')
const checked = z.union([z.boolean(), z.enum(['true', 'false', '']).transform((text) => text === 'true')]).nullish()

function parseField(field: Field, values: FormValues, fixed: boolean): FieldValue | undefined {
  const names = controlNames(field.index)
  const lists = Array.from({ length: listsOf(field) }, (_, list) => oneOrMany.safeParse(values[names.select(list)]))
  const text = typed.safeParse(values[names.text])
  const skipped = checked.safeParse(values[names.skip])
  if (!lists.every(({ success }) => success) || !text.success || !skipped.success) return undefined
  const given = lists.map(({ data = [] }) => data)
  const chosen = field.choices.filter(({ index }) => given.some((list) => list.includes(String(index)))).map(({ index }) => index)
  const isOffered = new Set(given.flat()).size === chosen.length && (field.kind === 'multi' || given.every((list) => list.length <= 1))
  // The card of a permission has neither a text nor a skip, so a click that brings one is forged.
  const isForged = fixed && field.kind !== 'text' && (text.data !== '' || skipped.data === true)
  return isOffered && !isForged ? { chosen, text: text.data, skipped: skipped.data === true } : undefined
}
