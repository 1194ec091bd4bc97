/** The row `ask-feishu` in a profile's own layer: what it says, and how it comes to say something else. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type RefField, REFS } from '../bundle.ts'
import { type Path, readYaml, removeAt, setAt, YamlFault } from './yaml-text.ts'

const ROW = 'ask-feishu'

export interface Person {
  readonly id: string
  readonly name?: string
  readonly role: 'answer' | 'approve'
}

/** What the row shall say; what is not named here stays as it is. */
export interface WantedRow {
  readonly appId: string
  readonly domain: string
  readonly transport: 'webhook' | 'long-connection'
  /** For a webhook only. */
  readonly webhook?: { readonly port: number; readonly path: string }
  readonly refs: Readonly<Partial<Record<RefField, string>>>
  /** Gets cards, and may answer them. */
  readonly person?: Person
}

type Config = Readonly<Record<string, unknown>>

/** A layer in which nobody else's entry is looked at. */
export interface Layer {
  /** Index of our entry; one beyond the last when there is none. */
  readonly index: number
  readonly hasEntry: boolean
  readonly config: Config
  /** Index of the entry that switches the row off. */
  readonly disabledAt?: number
}

/** What was changed in our entry, by its place in it and what stood there before, if anything did. */
export const layerChangesSchema = z.object({
  entryAdded: z.boolean(),
  fields: z.array(z.object({ path: z.array(z.string()), before: z.unknown().optional(), after: z.unknown() })),
  elements: z.array(z.object({ list: z.enum(['recipients', 'operators']), before: z.unknown().optional(), after: z.unknown() })),
})
export type LayerChanges = z.infer<typeof layerChangesSchema>

/** @throws {YamlFault} when the host could not read it either, or our row in it. */
export function readLayer(text: string): Layer {
  const root = readYaml(text) ?? []
  if (!Array.isArray(root)) throw new YamlFault('is no list of entries')
  const ours = root.flatMap((entry: unknown, index) => (isMapping(entry) && entry['id'] === ROW && !('insert' in entry) ? [{ entry, index }] : []))
  // A later entry replaces what an earlier one says, key by key.
  const found = ours.findLast(({ entry }) => 'config' in entry) ?? ours.at(-1)
  const config = found?.entry['config'] ?? {}
  if (!isMapping(config)) throw new YamlFault(`says something for the row ${ROW} that is no mapping`)
  // What stood there could not be given back.
  if (!isMapping(config['webhook'] ?? {})) throw new YamlFault(`says something for the webhook of the row ${ROW} that is no mapping`)
  const off = ours.findLast(({ entry }) => 'disabled' in entry)
  return { index: found?.index ?? root.length, hasEntry: found !== undefined, config, ...(off?.entry['disabled'] === true ? { disabledAt: off.index } : {}) }
}

/** @throws {YamlFault} when the text is laid out in a way that can't be changed. */
export function changeLayer(text: string, wanted: WantedRow): { readonly text: string; readonly changes: LayerChanges } {
  const { index, hasEntry, config, disabledAt } = readLayer(text)
  const fields = fieldsOf(wanted, config).filter(({ path, after }) => !isDeepStrictEqual(valueAt(config, path), after))
  const elements = wanted.person === undefined ? [] : elementsFor(wanted.person, config)
  const changes: LayerChanges = {
    entryAdded: !hasEntry,
    fields: [
      ...fields.map(({ path, after }) => {
        const before = valueAt(config, path)
        return { path: ['config', ...path], ...(before === undefined ? {} : { before }), after }
      }),
      ...(disabledAt === undefined ? [] : [{ path: ['disabled'], before: true, after: false }]),
    ],
    elements,
  }
  let next = text
  if (!hasEntry || Object.keys(config).length === 0) {
    const whole = fields.reduce<Config>((all, { path, after }) => withField(all, path, after), {})
    const lists = Object.fromEntries(elements.map(({ list, after }) => [list, [after]]))
    const value = { ...whole, ...lists }
    next = hasEntry ? setAt(next, [index, 'config'], value) : setAt(next, [index], { id: ROW, config: value })
  } else {
    for (const { path, after } of fields) next = setAt(next, [index, 'config', ...path], after)
    for (const { list, before, after } of elements) next = setAt(next, [index, 'config', list, placeOf(config[list], before)], after)
  }
  if (disabledAt !== undefined) next = setAt(next, [disabledAt, 'disabled'], false)
  return { text: next, changes }
}

/** Takes back what is still as it was written, in a text that others have changed since. @throws {YamlFault} */
export function revertLayer(text: string, { entryAdded, fields, elements }: LayerChanges): string {
  let next = text
  for (const { path, before, after } of fields) {
    const { index, hasEntry, config } = readLayer(next)
    const at = path[0] === 'disabled' ? entryWith(next, 'disabled') : index
    const current = path[0] === 'disabled' ? false : valueAt({ config }, path)
    if (!hasEntry || at === undefined || !isDeepStrictEqual(current, after)) continue
    next = before === undefined ? without(next, [at, ...path]) : setAt(next, [at, ...path], before)
  }
  // Of two changes to one person the later is taken back first.
  for (const { list, before, after } of elements.toReversed()) {
    const { index, config } = readLayer(next)
    const at = arrayOf(config[list]).findIndex((each) => isDeepStrictEqual(each, after))
    if (at === -1) continue
    next = before === undefined ? without(next, [index, 'config', list, at]) : setAt(next, [index, 'config', list, at], before)
  }
  return entryAdded ? withoutEmptyEntry(next) : next
}

/** Takes a field out, and what held nothing else with it. */
function without(text: string, path: Path): string {
  const next = removeAt(text, path)
  const parent = path.slice(0, -1)
  const held = valueAt(readYaml(next), parent.map(String))
  const isEmpty = typeof held === 'object' && held !== null && Object.keys(held).length === 0
  return isEmpty && parent.length > 2 ? without(next, parent) : next
}

/** An entry of ours that says nothing any more would blank the row's own settings. */
function withoutEmptyEntry(text: string): string {
  const { index, hasEntry, config } = readLayer(text)
  const root = readYaml(text)
  const entry: unknown = Array.isArray(root) ? root[index] : undefined
  const saysNothing = hasEntry && isMapping(entry) && Object.keys(entry).every((key) => key === 'id' || key === 'config')
    && Object.values(config).every((value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return saysNothing ? removeAt(text, [index]) : text
}

function entryWith(text: string, key: string): number | undefined {
  const root = readYaml(text)
  const index = Array.isArray(root) ? root.findLastIndex((entry: unknown) => isMapping(entry) && entry['id'] === ROW && entry[key] === false) : -1
  return index === -1 ? undefined : index
}

interface Field {
  readonly path: readonly string[]
  readonly after: unknown
}

function fieldsOf({ appId, domain, transport, webhook, refs }: WantedRow, config: Config): readonly Field[] {
  return [
    { path: ['appId'], after: appId },
    { path: ['domain'], after: domain },
    { path: ['transport'], after: transport },
    ...(webhook === undefined ? [] : [{ path: ['webhook', 'port'], after: webhook.port }, { path: ['webhook', 'path'], after: webhook.path }]),
    // The usual name goes without saying.
    ...Object.entries(refs).flatMap(([field, after]) => (config[field] === undefined && after === Reflect.get(REFS, field) ? [] : [{ path: [field], after }])),
  ]
}

function elementsFor({ id, name, role }: Person, config: Config): LayerChanges['elements'] {
  const isThey = (each: unknown) => isMapping(each) && each['id'] === id
  const operator = arrayOf(config['operators']).find(isThey)
  const wanted = { ...(isMapping(operator) ? operator : {}), id, ...(name === undefined ? {} : { name }), role }
  return [
    ...(arrayOf(config['recipients']).some(isThey) ? [] : [{ list: 'recipients' as const, after: { id, idType: 'open_id' } }]),
    ...(isDeepStrictEqual(operator, wanted) ? [] : [{ list: 'operators' as const, ...(operator === undefined ? {} : { before: operator }), after: wanted }]),
  ]
}

function placeOf(list: unknown, element: unknown): number {
  const items = arrayOf(list)
  const found = items.findIndex((each) => isDeepStrictEqual(each, element))
  return found === -1 ? items.length : found
}

function withField(config: Config, [step = '', ...rest]: readonly string[], value: unknown): Config {
  const inner = config[step]
  return { ...config, [step]: rest.length === 0 ? value : withField(isMapping(inner) ? inner : {}, rest, value) }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value)
}

function isMapping(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
