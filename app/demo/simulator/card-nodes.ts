/** A card taken apart: every tagged node with its place, in document order. */
import type { Card, Json, JsonObject } from './types.ts'

/** One object of the card that has a `tag`. */
export interface CardNode {
  readonly tag: string
  readonly node: JsonObject
  /** e.g. `body.elements.2.elements.0` */
  readonly path: string
  /** The tagged nodes around it, outermost first. */
  readonly ancestors: readonly CardNode[]
}

const INTERACTIVE = new Set(['button', 'input', 'select_static', 'multi_select_static', 'checker'])

/** Whether a person can operate the element. */
export function isInteractive({ tag }: CardNode): boolean {
  return INTERACTIVE.has(tag)
}

/** Whether pressing the button submits the form around it. */
export function isSubmit({ tag, node }: CardNode): boolean {
  return tag === 'button' && node['form_action_type'] === 'submit'
}

/** The form around a node. */
export function formAround({ ancestors }: CardNode): CardNode | undefined {
  return ancestors.find(({ tag }) => tag === 'form')
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What an app attaches to a button or fills into a table is its own data and no part of the card's structure. */
const OPAQUE = new Set(['value', 'behaviors', 'rows', 'card_link'])

export function nodesOf(card: Card): readonly CardNode[] {
  const nodes: CardNode[] = []
  const visit = (value: Json, path: string, ancestors: readonly CardNode[]): void => {
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => visit(item, `${path}.${index}`, ancestors))
      return
    }
    if (!isObject(value)) return
    const tag = value['tag']
    let around = ancestors
    if (typeof tag === 'string') {
      const node: CardNode = { tag, node: value, path, ancestors }
      nodes.push(node)
      around = [...ancestors, node]
    }
    for (const [key, child] of Object.entries(value)) {
      if (!OPAQUE.has(key)) visit(child, path === '' ? key : `${path}.${key}`, around)
    }
  }
  visit(card, '', [])
  return nodes
}

/** The interactive element with that name, element id or path. */
export function findElement(card: Card, key: string): CardNode | undefined {
  const elements = nodesOf(card).filter(isInteractive)
  return (
    elements.find(({ node }) => node['name'] === key) ??
    elements.find(({ node, path }) => node['element_id'] === key || path === key)
  )
}
