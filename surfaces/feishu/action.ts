/** A click as the platform reports it, read as an act on an ask. Everything in it is user input. */
import { z } from 'zod'
import type { Field, Form } from '../form/fields.ts'
import type { Draft, FieldValue } from '../form/values.ts'
import type { ActName } from './card.ts'
import type { MessagePlace } from './delivery.ts'
import type { PersonIds } from './operators.ts'
import { controlNames } from './view.ts'

/** The type of the event that reports a click. */
export const CARD_ACTION = 'card.action.trigger'

export interface CardAct {
  readonly act: ActName
  readonly ask: string
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
  if (target === undefined || (other !== undefined && (other.act !== target.act || other.ask !== target.ask))) return undefined
  const messageId = event.context?.open_message_id ?? outer?.open_message_id
  const chatId = event.context?.open_chat_id ?? outer?.open_chat_id
  return {
    ...target,
    person: { openId: operator.open_id, unionId: operator.union_id, userId: operator.user_id },
    place: { ...(messageId ? { messageId } : {}), ...(chatId ? { chatId } : {}) },
    form: action.form_value ?? {},
  }
}

type Target = Pick<CardAct, 'act' | 'ask'>

function readValue(value: Readonly<Record<string, unknown>> | undefined): Target | undefined {
  const { ask, act } = value ?? {}
  return typeof ask === 'string' && ask !== '' && (act === 'submit' || act === 'dismiss') ? { ask, act } : undefined
}

function readName(name: string | undefined): Target | undefined {
  const [, act, ask] = /^(submit|dismiss)_(.+)$/su.exec(name ?? '') ?? []
  return ask !== undefined && (act === 'submit' || act === 'dismiss') ? { ask, act } : undefined
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return jsonObject.catch({}).parse(JSON.parse(text))
  } catch {
    return {} // Not JSON: then the button's name has to tell.
  }
}

/** The draft that the filled-in values say, or nothing when a value is none that the card offers. */
export function parseFormValues(form: Form, values: FormValues): Draft | undefined {
  const draft = form.map((field) => parseField(field, values))
  return draft.every((value) => value !== undefined) ? draft : undefined
}

/** An empty optional control is absent, null, empty text or an empty list. */
const oneOrMany = z.union([z.array(z.string()), z.string().transform((one) => (one === '' ? [] : [one])), z.null().transform((): string[] => [])]).default([])
const typed = z.string().nullish().transform((text) => text ?? '')
const checked = z.union([z.boolean(), z.enum(['true', 'false', '']).transform((text) => text === 'true')]).nullish()

function parseField(field: Field, values: FormValues): FieldValue | undefined {
  const names = controlNames(field.index)
  const options = oneOrMany.safeParse(values[names.select])
  const text = typed.safeParse(values[names.text])
  const skipped = checked.safeParse(values[names.skip])
  if (!options.success || !text.success || !skipped.success) return undefined
  const chosen = field.choices.filter(({ index }) => options.data.includes(String(index))).map(({ index }) => index)
  const isOffered = new Set(options.data).size === chosen.length && (field.kind === 'multi' || chosen.length <= 1)
  return isOffered ? { chosen, text: text.data, skipped: skipped.data === true } : undefined
}
