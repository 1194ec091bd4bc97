/** What the phone does with a form before it sends it: defaults, and the checks that only the phone makes. */
import { formAround, isInteractive, isObject, nodesOf, type CardNode } from './card-nodes.ts'
import type { Card, FieldValue, FormValue, JsonObject } from './types.ts'

/** How the phone reports a field that was left empty; the documents don't say which, so both can be asked for. */
export type EmptyFields = 'empty' | 'absent'

function fieldsOf(card: Card, form: CardNode): readonly CardNode[] {
  return nodesOf(card).filter((node) => isInteractive(node) && node.tag !== 'button' && formAround(node)?.path === form.path)
}

function nameOf({ node }: CardNode): string {
  return typeof node['name'] === 'string' ? node['name'] : ''
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function optionValues(node: JsonObject): readonly string[] {
  const options = Array.isArray(node['options']) ? node['options'] : []
  return options.flatMap((option) => (isObject(option) && typeof option['value'] === 'string' ? [option['value']] : []))
}

/** What a field holds before anybody has touched it. */
function defaultOf({ tag, node }: CardNode): FieldValue {
  switch (tag) {
    case 'checker':
      return node['checked'] === true
    case 'multi_select_static':
      return strings(node['selected_values'])
    case 'select_static': {
      const index = node['initial_index']
      const byIndex = typeof index === 'number' ? optionValues(node)[index - 1] : undefined
      return typeof node['initial_option'] === 'string' ? node['initial_option'] : (byIndex ?? '')
    }
    default:
      return typeof node['default_value'] === 'string' ? node['default_value'] : ''
  }
}

function isEmpty(value: FieldValue): boolean {
  return typeof value === 'boolean' ? !value : value.length === 0
}

/** The whole `form_value` of a submit. Values for fields that the card doesn't have travel along, as a forger's would. */
export function readFormValue(card: Card, form: CardNode, given: FormValue, emptyFields: EmptyFields): FormValue {
  const defaults = fieldsOf(card, form).map((field) => [nameOf(field), defaultOf(field)] as const)
  const all = Object.entries({ ...Object.fromEntries(defaults), ...given })
  const kept = emptyFields === 'empty' ? all : all.filter(([, value]) => typeof value === 'boolean' || !isEmpty(value))
  return Object.fromEntries(kept)
}

/** Names of the fields that keep the form on the phone: required and empty, too long, not offered, or of the wrong kind. */
export function unfinishedFields(card: Card, form: CardNode, value: FormValue): readonly string[] {
  return fieldsOf(card, form)
    .filter((field) => !isAcceptable(field, value[nameOf(field)] ?? ''))
    .map(nameOf)
}

function isAcceptable({ tag, node }: CardNode, value: FieldValue): boolean {
  if (node['required'] === true && isEmpty(value)) return false
  if (isEmpty(value)) return true
  switch (tag) {
    case 'checker':
      return typeof value === 'boolean'
    case 'multi_select_static':
      return Array.isArray(value) && value.every((one) => optionValues(node).includes(one))
    case 'select_static':
      return typeof value === 'string' && optionValues(node).includes(value)
    default:
      return typeof value === 'string' && value.length <= (typeof node['max_length'] === 'number' ? node['max_length'] : 1000)
  }
}
