/** The card validator: what the platform refuses to send or to show, told in its own codes. Pure. */
import { formAround, isInteractive, isObject, isSubmit, nodesOf, type CardNode } from './card-nodes.ts'
import { findStructureFault, type CardFault } from './card-structure.ts'
import { refusalOf, type Refusal } from './refusal.ts'
import type { Card } from './types.ts'

/**
 * The platform's limits for one card. Every object with a tag counts as one of its 200 elements, the texts of
 * buttons and options too: the strictest reading of the documents.
 */
const CARD_LIMITS = { bytes: 30 * 1024, nodes: 200, depth: 5, tables: 4, headerTags: 3, text: 100, inputLength: 1000 } as const

const CONTAINERS = new Set(['form', 'collapsible_panel', 'column_set', 'column'])

/** Where the documents name no inner code, a broken rule has 200621. */
type Rule = (nodes: readonly CardNode[], card: Card) => CardFault | undefined

/** The first node that breaks a rule, as a fault. */
function firstOf(nodes: readonly CardNode[], reason: string, isBroken: (node: CardNode) => boolean, code = 200621): CardFault | undefined {
  const broken = nodes.find(isBroken)
  return broken && { code, path: broken.path, reason }
}

/** The first value that appears a second time. */
function firstDouble(values: readonly unknown[]): unknown {
  return values.find((value, index) => values.indexOf(value) !== index)
}

function isNameless({ node }: CardNode): boolean {
  return typeof node['name'] !== 'string' || node['name'] === ''
}

function textLength(value: unknown): number {
  return isObject(value) && typeof value['content'] === 'string' ? value['content'].length : 0
}

/** Tables written in markdown count like table elements: each has one line of dashes between bars. */
function markdownTables({ tag, node }: CardNode): number {
  if ((tag !== 'markdown' && tag !== 'lark_md') || typeof node['content'] !== 'string') return 0
  return node['content'].split('\n').filter((line) => line.includes('|') && /^[\s|:-]*-[\s|:-]*$/u.test(line)).length
}

const tooManyNodes: Rule = (nodes) =>
  nodes.length > CARD_LIMITS.nodes ? { code: 200621, path: 'body', reason: `more than ${CARD_LIMITS.nodes} elements` } : undefined

const tooDeep: Rule = (nodes) =>
  firstOf(nodes, `nested deeper than ${CARD_LIMITS.depth}`, ({ tag, ancestors }) =>
    CONTAINERS.has(tag) && ancestors.filter((around) => CONTAINERS.has(around.tag)).length >= CARD_LIMITS.depth)

const tooManyTables: Rule = (nodes) => {
  const tables = nodes.reduce((sum, node) => sum + (node.tag === 'table' ? 1 : markdownTables(node)), 0)
  return tables > CARD_LIMITS.tables ? { code: 11310, path: 'body', reason: 'card table number over limit' } : undefined
}

const notShared: Rule = (_nodes, card) =>
  isObject(card['config']) && card['config']['update_multi'] === false
    ? { code: 200621, path: 'config.update_multi', reason: 'schema 2.0 only knows shared cards, update_multi must be true' }
    : undefined

const tooManyHeaderTags: Rule = (_nodes, card) => {
  const tags = isObject(card['header']) ? card['header']['text_tag_list'] : undefined
  return Array.isArray(tags) && tags.length > CARD_LIMITS.headerTags
    ? { code: 200621, path: 'header.text_tag_list', reason: `more than ${CARD_LIMITS.headerTags} tags` }
    : undefined
}

const formNotAtRoot: Rule = (nodes) =>
  firstOf(nodes, 'a form stands only at the root of the body', ({ tag, ancestors }) => tag === 'form' && ancestors.length > 0)

const tableInForm: Rule = (nodes) =>
  firstOf(nodes, 'a form holds no table', (node) => node.tag === 'table' && formAround(node) !== undefined)

const formWithoutSubmit: Rule = (nodes) =>
  firstOf(nodes, 'a form needs a submit button', (form) =>
    form.tag === 'form' && !nodes.some((node) => isSubmit(node) && formAround(node)?.path === form.path))

const submitOutsideForm: Rule = (nodes) =>
  firstOf(nodes, 'form_action_type stands only inside a form', (node) => node.node['form_action_type'] !== undefined && !formAround(node))

const namelessFormChild: Rule = (nodes) =>
  firstOf(nodes, 'an interactive element of a form needs a name', (node) =>
    (node.tag === 'form' || (isInteractive(node) && formAround(node) !== undefined)) && isNameless(node))

const doubleName: Rule = (nodes) => {
  const named = nodes.filter((node) => (node.tag === 'form' || isInteractive(node)) && !isNameless(node))
  const double = firstDouble(named.map(({ node }) => node['name']))
  return firstOf(named.toReversed(), `the name ${String(double)} is used twice`, ({ node }) => double !== undefined && node['name'] === double)
}

const doubleOption: Rule = (nodes) =>
  firstOf(nodes, 'two options have the same value', ({ node }) =>
    Array.isArray(node['options']) && firstDouble(node['options'].map((option) => (isObject(option) ? option['value'] : option))) !== undefined)

const multiSelectOutsideForm: Rule = (nodes) =>
  firstOf(nodes, 'multi_select_static stands only inside a form', (node) => node.tag === 'multi_select_static' && !formAround(node))

const buttonTextTooLong: Rule = (nodes) =>
  firstOf(nodes, `a button's text is longer than ${CARD_LIMITS.text}`, ({ tag, node }) => tag === 'button' && textLength(node['text']) > CARD_LIMITS.text)

const placeholderTooLong: Rule = (nodes) =>
  firstOf(nodes, `a placeholder is longer than ${CARD_LIMITS.text}`, ({ node }) => textLength(node['placeholder']) > CARD_LIMITS.text)

const badInputLength: Rule = (nodes) =>
  firstOf(nodes, `max_length is a whole number from 1 to ${CARD_LIMITS.inputLength}`, ({ tag, node }) => {
    const length = node['max_length']
    return tag === 'input' && length !== undefined && !(Number.isInteger(length) && Number(length) >= 1 && Number(length) <= CARD_LIMITS.inputLength)
  })

const RULES: readonly Rule[] = [
  tooManyNodes, tooDeep, tooManyTables, notShared, tooManyHeaderTags, formNotAtRoot, tableInForm, formWithoutSubmit, submitOutsideForm,
  namelessFormChild, doubleName, doubleOption, multiSelectOutsideForm, buttonTextTooLong, placeholderTooLong, badInputLength,
]

/** A card that carries parts of both schemas: 1.0 has its elements at the top, 2.0 in a body. */
function schemaMix(card: Card): CardFault | undefined {
  const isNew = card['schema'] === '2.0'
  const hasOld = card['elements'] !== undefined || card['i18n_elements'] !== undefined
  if (isNew && hasOld) return { code: 200830, path: 'elements', reason: 'schema 2.0 keeps its elements in body' }
  return !isNew && card['body'] !== undefined ? { code: 200830, path: 'body', reason: 'body needs schema 2.0' } : undefined
}

/** What is nested too deep to be written down has no size that would pass. */
function bytesOf(card: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(card) ?? '')
  } catch {
    // The stack ran out, or the object holds itself.
    return Number.POSITIVE_INFINITY
  }
}

function renderRefusal({ code, path, reason }: CardFault): Refusal {
  const errPath = path === '' ? 'ROOT' : `ROOT -> ${path.replaceAll('.', ' -> ')}`
  return { http: 400, code: 230099, msg: `Failed to create card content, ext=ErrCode: ${code}; ErrPath: ${errPath}; ErrMsg: ${reason}` }
}

/** Why the platform refuses the card, or nothing when it takes it. */
export function validateCard(card: unknown): Refusal | undefined {
  if (bytesOf(card) > CARD_LIMITS.bytes) return refusalOf('too-long')
  if (!isObject(card)) return renderRefusal({ code: 200621, path: '', reason: 'the content is not a JSON object' })
  const misshapen = schemaMix(card) ?? findStructureFault(card)
  if (misshapen) return renderRefusal(misshapen)
  const nodes = nodesOf(card)
  for (const rule of RULES) {
    const broken = rule(nodes, card)
    if (broken) return renderRefusal(broken)
  }
  return undefined
}

/** The card in a message's `content`, or why it is refused. The bytes are counted as they came. */
export function parseCard(content: string): { readonly card: Card } | { readonly refusal: Refusal } {
  if (Buffer.byteLength(content) > CARD_LIMITS.bytes) return { refusal: refusalOf('too-long') }
  let card: unknown
  try {
    card = JSON.parse(content)
  } catch {
    return { refusal: renderRefusal({ code: 200621, path: '', reason: 'the content is not JSON' }) }
  }
  const refusal = validateCard(card)
  return refusal === undefined && isObject(card) ? { card } : { refusal: refusal ?? refusalOf('bad-request') }
}
