/** Changes to one place in a YAML text: every other character, comments among them, stays as it was written. */
import { isDeepStrictEqual } from 'node:util'
import { Document, isAlias, isCollection, isMap, isNode, isPair, isScalar, type Pair, parseDocument, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import { yamlFault } from '../yaml-fault.ts'

/** Keys of mappings and indexes of sequences, from the root. */
export type Path = readonly (string | number)[]

/** The text cannot be read or changed; the message says why, without quoting it. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault'
}

/** What the text says; undefined when it says nothing. @throws {YamlFault} when it is no single document. */
export function readYaml(text: string): unknown {
  return parse(text).toJS() ?? undefined
}

/** The text with `value` at `path`; a missing last step is added at the end. @throws {YamlFault} */
export function setAt(text: string, path: Path, value: unknown): string {
  const document = parse(text)
  return checked(placed(text, document, path, value), withAt(document.toJS(), path, value))
}

/** The text without what is at `path`. @throws {YamlFault} */
export function removeAt(text: string, path: Path): string {
  const document = parse(text)
  const [parent, last] = [document.getIn(path.slice(0, -1), true), path.at(-1)]
  if (!isCollection(parent) || !parent.has(last)) return text
  const index = isMap(parent) ? parent.items.findIndex((pair) => keyOf(pair) === last) : Number(last)
  const wanted = document.clone()
  wanted.deleteIn(path)
  return checked(parent.items.length === 1 ? emptied(text, parent, path.length === 1) : without(text, parent, index), wanted.toJS())
}

function parse(text: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: 'error', prettyErrors: true })
  const why = yamlFault(document)
  if (why !== undefined) throw new YamlFault(`is not valid YAML (${why})`)
  return document
}

/** What comes out must say what was meant: no odd layout may ever turn a change into another. */
function checked(text: string, wanted: unknown): string {
  if (!isDeepStrictEqual(emptyAsNull(readYaml(text)), emptyAsNull(wanted))) throw new YamlFault('is laid out in a way that cannot be changed without touching the rest')
  return text
}

/** A mapping that lost its last line says nothing, which is as good as being empty. */
function emptyAsNull(value: unknown): unknown {
  return value === undefined || isDeepStrictEqual(value, {}) ? null : value
}

function withAt(value: unknown, [step, ...rest]: Path, inner: unknown): unknown {
  if (step === undefined) return inner
  if (typeof step === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return [...items.slice(0, step), withAt(items[step], rest, inner), ...items.slice(step + 1)]
  }
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {}
  return { ...fields, [step]: withAt(fields[step], rest, inner) }
}

function placed(text: string, document: Document.Parsed, path: Path, value: unknown): string {
  let node: unknown = document.contents
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) throw new YamlFault('uses an alias where a value has to be changed')
    if (!isCollection(node)) return replaced(text, node, nested(path.slice(depth), value), depth)
    const item: unknown = isMap(node) ? node.items.find((pair) => keyOf(pair) === step) : node.items[Number(step)]
    if (item === undefined) return added(text, node, step, nested(path.slice(depth + 1), value), depth)
    node = isPair(item) ? item.value : item
  }
  return replaced(text, node, value, path.length)
}

function nested(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value)
}

/** In the place of a value. At the root there is none, but perhaps comments. */
function replaced(text: string, node: unknown, value: unknown, depth: number): string {
  // The tag would stay in front, and an expression's makes code of a value.
  if (isNode(node) && node.tag !== undefined) throw new YamlFault('has a tag, such as !!js, on a value that has to be changed')
  if (depth === 0) return lines(text, text.length, block(value, 0, 2))
  const [start, end] = [startOf(node), endOf(node)]
  // A value that is left out stands right behind its colon.
  return splice(text, start, end, start === end && text[start - 1] !== ' ' ? ` ${flow(value)}` : `${flow(value)}${text.slice(start, end).endsWith('\n') ? newlineOf(text) : ''}`)
}

function added(text: string, node: YAMLMap | YAMLSeq, step: string | number, value: unknown, depth: number): string {
  const item = isMap(node) ? { [step]: value } : [value]
  const last = node.items.at(-1)
  if (last === undefined) {
    // An empty one at the root is how the host says "nothing yet".
    return splice(text, startOf(node), endOf(node), depth === 0 ? block(item, 0, 2).join(newlineOf(text)) : flow(item))
  }
  if (node.flow === true) return splice(text, endOf(last), endOf(last), `, ${(isJson(text) ? JSON.stringify(item) : flow(item)).slice(1, -1).trim()}`)
  return lines(text, lineEnd(text, endOf(last)), block(item, columnOf(text, startOf(node)), depth === 0 ? 2 : 1))
}

/** Whole lines, or a stretch up to the neighbour. */
function without(text: string, node: YAMLMap | YAMLSeq, index: number): string {
  const [own, next, previous] = [node.items[index], node.items[index + 1], node.items[index - 1]]
  if (node.flow !== true) return splice(text, lineStart(text, startOf(own)), lineEnd(text, endOf(own)), '')
  return next === undefined ? splice(text, endOf(previous), endOf(own), '') : splice(text, startOf(own), startOf(next), '')
}

function emptied(text: string, node: YAMLMap | YAMLSeq, isRoot: boolean): string {
  // A mapping at the root needs no sign of its own: a text of comments says the same.
  if (isRoot && isMap(node) && node.flow !== true) return splice(text, lineStart(text, startOf(node)), lineEnd(text, endOf(node)), '')
  const end = endOf(node)
  return splice(text, startOf(node), end, `${isMap(node) ? '{}' : '[]'}${text[end - 1] === '\n' ? newlineOf(text) : ''}`)
}

function keyOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : undefined
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = isNode(node) ? node.range : undefined
  if (!range) throw new YamlFault('holds a value that has no place of its own')
  return [range[0], range[1]]
}

function startOf(item: unknown): number {
  return rangeOf(isPair(item) ? item.key : item)[0]
}

/** Behind the last character of it; a block's own range goes on over comments that follow. */
function endOf(item: unknown): number {
  if (isPair(item)) return endOf(item.value ?? item.key)
  const last = isCollection(item) && item.flow !== true ? item.items.at(-1) : undefined
  return last === undefined ? rangeOf(item)[1] : endOf(last)
}

/** One text for each line: a block down to `depth`, and one line for what is deeper. */
function block(value: unknown, indent: number, depth: number): readonly string[] {
  const margin = ' '.repeat(indent)
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => block(item, indent + 2, depth).map((line, index) => (index === 0 ? `${margin}- ${line.trimStart()}` : line)))
  }
  if (typeof value !== 'object' || value === null) return [`${margin}${flow(value)}`]
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    depth > 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length > 0
      ? [`${margin}${flow(key)}:`, ...block(inner, indent + 2, depth - 1)]
      : [`${margin}${flow(key)}: ${flow(inner)}`])
}

/** On one line, and read alike by parsers that take numbers and dates in more shapes than others. */
function flow(value: unknown): string {
  const document = new Document(value)
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && (!/^[\p{L}/_]\P{Cc}*$/u.test(node.value) || node.value.trimEnd() !== node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ collectionStyle: 'flow', lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity }).trimEnd()
}

/** Whole lines put in at the start of a line, which the end of the text becomes if it is none. */
function lines(text: string, at: number, added: readonly string[]): string {
  const newline = newlineOf(text)
  const isLineStart = at === 0 || text[at - 1] === '\n' || (at === 1 && text.startsWith(MARK))
  return splice(text, at, at, `${isLineStart ? '' : newline}${added.join(newline)}${newline}`)
}

/** Some editors begin a file with it. */
const MARK = '\uFEFF'

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The start of the next line; the text's end in the last one. A block text ends with its own line. */
function lineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return at
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

function columnOf(text: string, at: number): number {
  const start = lineStart(text, at)
  return at - start - (start === 0 && text.startsWith(MARK) ? 1 : 0)
}

/** Written like JSON from its root on, as programs write it. */
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return `${text.slice(0, start)}${inserted}${text.slice(end)}`
}
