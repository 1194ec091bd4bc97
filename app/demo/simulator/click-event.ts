/** A person's act as the event that the app receives: pure but for the ids and the clock that come in. */
import { findElement, formAround, isObject, isSubmit, type CardNode } from './card-nodes.ts'
import { renderHeader, renderPersonIds, TENANT, type EventOptions } from './event.ts'
import { readFormValue, type EmptyFields } from './filled-form.ts'
import type { Card, Json, JsonObject, SimAct, SimPerson } from './types.ts'

/** Points on which reports about real payloads disagree. */
export interface PayloadVariant {
  /** How an empty field of a form travels. */
  readonly emptyFields: EmptyFields
  /** Whether the button's value survives a form submit. */
  readonly submitValue: 'kept' | 'lost'
  /** Where `host` and `context` stand. */
  readonly context: 'event' | 'top-level'
}

export const USUAL_PAYLOAD: PayloadVariant = { emptyFields: 'empty', submitValue: 'kept', context: 'event' }

/** Where the act happens. */
export interface ActPlace {
  readonly card: Card
  readonly chatId: string
  readonly person: SimPerson
  readonly element: CardNode
}

/** The element that an act names. Throws when the card has none: the caller's own mistake. */
export function actedElement(card: Card, act: SimAct): CardNode {
  const element = findElement(card, act.element)
  if (element === undefined) throw new Error(`Message ${act.messageId} has no interactive element "${act.element}"`)
  return element
}

/** The value that a button was given, from its callback behaviour or from the older property. */
function buttonValue(node: JsonObject): Json | undefined {
  const behaviors = Array.isArray(node['behaviors']) ? node['behaviors'] : []
  const callback = behaviors.filter(isObject).find((behavior) => behavior['type'] === 'callback')
  return callback?.['value'] ?? node['value']
}

/** Whether touching the element sends anything: a plain button without a callback doesn't. */
export function isLive(element: CardNode): boolean {
  if (element.node['disabled'] === true) return false
  return element.tag !== 'button' || isSubmit(element) || buttonValue(element.node) !== undefined
}

/** The `action` part of the event. */
function readAction({ card, element }: ActPlace, act: SimAct, variant: PayloadVariant): JsonObject {
  const { tag, node } = element
  const form = formAround(element)
  const name = typeof node['name'] === 'string' ? { name: node['name'] } : {}
  const base = { tag, ...name, timezone: 'Asia/Shanghai' }
  switch (tag) {
    case 'button': {
      const submitted = form && isSubmit(element) ? readFormValue(card, form, act.formValue ?? {}, variant.emptyFields) : undefined
      const value = submitted && variant.submitValue === 'lost' ? undefined : buttonValue(node)
      return { ...base, ...(value === undefined ? {} : { value }), ...(submitted ? { form_value: submitted } : {}) }
    }
    case 'checker':
      return { ...base, checked: act.value === true }
    case 'input':
      return { ...base, input_value: typeof act.value === 'string' ? act.value : '' }
    default:
      return { ...base, option: typeof act.value === 'string' ? act.value : '' }
  }
}

/** The event in the clear. */
export function renderClick(place: ActPlace, act: SimAct, eventId: string, variant: PayloadVariant, options: EventOptions): JsonObject {
  const where = { host: 'im_message', context: { open_message_id: act.messageId, open_chat_id: place.chatId } }
  const inside = variant.context === 'event'
  return {
    schema: '2.0',
    header: renderHeader('card.action.trigger', eventId, options),
    event: {
      operator: { tenant_key: TENANT, ...renderPersonIds(place.person) },
      token: `c-${options.newId()}`,
      action: readAction(place, act, variant),
      ...(inside ? where : {}),
    },
    ...(inside ? {} : where),
  }
}
