/** Whether a card consists of known objects with known properties of the right kind: the first fault found, if any. */
import { isObject } from './card-nodes.ts'
import { REQUIRED, SHAPES, TAGS, type Kind, type Shape, type ShapeName } from './card-shapes.ts'

/** One broken rule, with the platform's inner code. */
export interface CardFault {
  /** 200861 unknown tag · 200621 unknown or wrong property · 200830 schema mix · 11310 too many tables. */
  readonly code: number
  readonly path: string
  readonly reason: string
}

const ELEMENT_TAGS = new Set([
  'markdown', 'div', 'hr', 'form', 'input', 'select_static', 'multi_select_static', 'checker', 'button', 'collapsible_panel', 'column_set', 'table',
])

function fault(code: number, path: string, reason: string): CardFault {
  return { code, path, reason }
}

function isTag(tag: unknown): tag is keyof typeof TAGS {
  return typeof tag === 'string' && Object.hasOwn(TAGS, tag)
}

/** Calls `check` for each item of a list. */
function eachOf(value: unknown, path: string, check: (item: unknown, path: string) => CardFault | undefined): CardFault | undefined {
  if (!Array.isArray(value)) return fault(200621, path, 'must be a list')
  for (const [index, item] of value.entries()) {
    const found = check(item, `${path}.${index}`)
    if (found) return found
  }
  return undefined
}

function checkTagged(value: unknown, path: string, allowed: (tag: string) => boolean): CardFault | undefined {
  if (!isObject(value)) return fault(200621, path, 'must be an object')
  const tag = value['tag']
  if (!isTag(tag) || !allowed(tag)) return fault(200861, path, `unsupported tag ${typeof tag === 'string' ? tag : '(none)'} in schema V2`)
  return checkProperties(value, TAGS[tag], REQUIRED[tag] ?? [], path)
}

function checkShape(value: unknown, name: ShapeName, path: string): CardFault | undefined {
  if (!isObject(value)) return fault(200621, path, 'must be an object')
  return checkProperties(value, SHAPES[name], REQUIRED[name] ?? [], path)
}

function checkProperties(value: Readonly<Record<string, unknown>>, shape: Shape, required: readonly string[], path: string): CardFault | undefined {
  const missing = required.find((key) => value[key] === undefined)
  if (missing !== undefined) return fault(200621, path, `property ${missing} is missing`)
  for (const [key, child] of Object.entries(value)) {
    const kind = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (kind === undefined) return fault(200621, path, `unknown property ${key}`)
    const found = checkKind(child, kind, path === '' ? key : `${path}.${key}`)
    if (found) return found
  }
  return undefined
}

function checkType(isRight: boolean, path: string, what: string): CardFault | undefined {
  return isRight ? undefined : fault(200621, path, `must be ${what}`)
}

function checkKind(value: unknown, kind: Kind, path: string): CardFault | undefined {
  if (typeof kind !== 'string') return checkType(typeof value === 'string' && kind.includes(value), path, `one of ${kind.join(', ')}`)
  switch (kind) {
    case 'string':
      return checkType(typeof value === 'string', path, 'a string')
    case 'boolean':
      return checkType(typeof value === 'boolean', path, 'true or false')
    case 'number':
      return checkType(typeof value === 'number', path, 'a number')
    case 'object':
      return checkType(typeof value === 'object' && value !== null, path, 'an object')
    case 'callbackValue':
      return checkType(isObject(value) || typeof value === 'string', path, 'an object or a string')
    case 'strings':
      return eachOf(value, path, (item, at) => checkType(typeof item === 'string', at, 'a string'))
    case 'text':
      return checkTagged(value, path, (tag) => tag === 'plain_text')
    case 'richText':
      return checkTagged(value, path, (tag) => tag === 'plain_text' || tag === 'lark_md')
    case 'elements':
      return eachOf(value, path, (item, at) => checkTagged(item, at, (tag) => ELEMENT_TAGS.has(tag)))
    case 'columns':
      return eachOf(value, path, (item, at) => checkTagged(item, at, (tag) => tag === 'column'))
    case 'tags':
      return eachOf(value, path, (item, at) => checkTagged(item, at, (tag) => tag === 'text_tag'))
    case 'options':
      return eachOf(value, path, (item, at) => checkShape(item, '$option', at))
    case 'tableColumns':
      return eachOf(value, path, (item, at) => checkShape(item, '$tableColumn', at))
    case 'behaviors':
      return eachOf(value, path, (item, at) => checkShape(item, isObject(item) && item['type'] === 'open_url' ? '$openUrl' : '$callback', at))
    case '$icon':
      return checkTagged(value, path, (tag) => tag === 'standard_icon')
    case '$body':
    case '$config':
    case '$summary':
    case '$header':
    case '$confirm':
    case '$panelHeader':
    case '$border':
    case '$texts':
      return checkShape(value, kind, path)
  }
}

/** The first unknown or misshapen part of a card, in document order. */
export function findStructureFault(card: unknown): CardFault | undefined {
  return checkShape(card, '$card', '')
}
