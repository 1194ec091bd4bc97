/** A profile's patch layers, read and composed as the host does it. Pure: texts in, rows out. */
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { yamlFault } from '../yaml-fault.ts'
import { Expression } from './expression.ts'

/** One file of entries. */
export interface Layer {
  readonly file: string
  readonly entries: readonly LayerEntry[]
}

const entry = z.looseObject({ id: z.unknown().optional(), name: z.unknown().optional(), insert: z.array(z.looseObject({})).optional() })
type LayerEntry = z.infer<typeof entry>

/** A row of the composed tree. */
export interface Row {
  readonly id: string
  readonly name: string
  /** A truthy `disabled` counts, as it does for the host; an expression is on or off, nobody but the host knows. */
  readonly disabled: boolean | Expression
  readonly config: unknown
}

export interface Composition {
  readonly rows: readonly Row[]
  /** Entries that change a row which is not there: the host skips them. */
  readonly lost: readonly { readonly file: string; readonly row: string }[]
}

/** The layer, or why its text is none. `why` names a place and never quotes the text, which may hold a secret. */
export type ReadLayer = { readonly kind: 'layer'; readonly layer: Layer } | { readonly kind: 'broken'; readonly why: string } | { readonly kind: 'shape' }

/** Reads one file's text; `file` is only named. */
export function parseLayer(file: string, text: string): ReadLayer {
  const document = parseDocument(text, { customTags: [{ tag: 'tag:yaml.org,2002:js', resolve: (source: string) => new Expression(source) }], logLevel: 'silent' })
  const why = yamlFault(document)
  if (why !== undefined) return { kind: 'broken', why }
  const entries = z.array(entry).safeParse(document.toJS())
  return entries.success ? { kind: 'layer', layer: { file, entries: entries.data } } : { kind: 'shape' }
}

type Open = Record<string, unknown>

/** All layers as one list, in order: later ones change or add to what earlier ones have put in. */
export function compose(layers: readonly Layer[]): Composition {
  const roots: Open[] = []
  const known = new Map<string, Open>()
  const lost: { file: string; row: string }[] = []
  const index = (rows: readonly Open[]): void => {
    for (const row of rows) {
      if (typeof row['id'] === 'string') known.set(row['id'], row)
      if (row['group']) index(childrenOf(row))
    }
  }
  for (const { file, entries } of layers) {
    for (const { id, insert, name, ...changes } of entries) {
      const target = typeof id === 'string' ? known.get(id) : undefined
      const isLost = id === undefined ? insert === undefined : target === undefined || (insert === undefined ? name !== undefined && name !== target['name'] : !target['group'])
      if (isLost) {
        lost.push({ file, row: typeof id === 'string' ? id : '?' })
        continue
      }
      // An own copy of each row: a later change must not reach back into the layer.
      if (insert !== undefined) {
        const added = structuredCopy(insert)
        if (target === undefined) roots.push(...added)
        else target['config'] = [...childrenOf(target), ...added]
        index(added)
      } else if (target !== undefined) Object.assign(target, changes)
    }
  }
  return { rows: flatten(roots), lost }
}

function childrenOf(row: Open): Open[] {
  return Array.isArray(row['config']) ? row['config'].filter(isOpen) : []
}

function isOpen(value: unknown): value is Open {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function structuredCopy(rows: readonly Open[]): Open[] {
  return rows.map((row) => ({ ...row, ...(row['group'] ? { config: structuredCopy(childrenOf(row)) } : {}) }))
}

function flatten(rows: readonly Open[]): readonly Row[] {
  return rows.flatMap((row) => [
    { id: textOf(row['id']), name: textOf(row['name']), disabled: row['disabled'] instanceof Expression ? row['disabled'] : Boolean(row['disabled']), config: row['config'] },
    ...(row['group'] ? flatten(childrenOf(row)) : []),
  ])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
