/** Other inputs than the one that is given, near to it. */
import type { Random } from '../load/random.ts'
import { PIECES, textOf } from './pieces.ts'

/** Bytes flipped, cut out, doubled, put in or moved. */
export function mutateBytes(given: Buffer, random: Random): Buffer {
  let bytes = given
  for (let times = 1 + random.below(4); times > 0; times -= 1) {
    const at = random.below(bytes.length + 1)
    const end = Math.min(bytes.length, at + random.below(16))
    switch (random.below(7)) {
      case 0: {
        bytes = Buffer.from(bytes)
        const changed = bytes[at]
        if (changed !== undefined) bytes[at] = changed ^ (1 << random.below(8))
        break
      }
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(8)), bytes.subarray(at)])
        break
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(PIECES)), bytes.subarray(at)])
        break
      case 5:
        bytes = Buffer.concat([bytes.subarray(0, at), random.bytes(end - at), bytes.subarray(end)])
        break
      default:
        bytes = bytes.subarray(0, at)
    }
  }
  return bytes
}

const KEYS = ['id', 'text', 'type', 'kind', 'content', 'value', 'name', 'data', 'message', 'event', '__proto__', 'constructor', 'toString', 'length', 'then', '$'] as const

/** Any JSON, of any shape and now and then very deep. */
export function jsonOf(random: Random, depth = 3): unknown {
  switch (random.below(depth > 0 ? 10 : 7)) {
    case 0:
      return null
    case 1:
      return random.below(2) === 0
    case 2:
      return random.pick([0, -1, 1, 1.5, -0.5, 1e21, 2 ** 53, -(2 ** 31), Number.MAX_VALUE, 5e-324])
    case 3:
      return ''
    case 4:
    case 5:
      return textOf(random)
    case 6:
      return random.below(20) === 0 ? nested(random, 1 + random.below(1_500)) : String(random.below(100))
    case 7:
      return Array.from({ length: random.below(5) }, () => jsonOf(random, depth - 1))
    default:
      return Object.fromEntries(Array.from({ length: random.below(5) }, () => [random.pick(KEYS), jsonOf(random, depth - 1)]))
  }
}

function nested(random: Random, depth: number): unknown {
  const isList = random.below(2) === 0
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value }
  return value
}

type Container = unknown[] | Record<string, unknown>

/** The value with a few places in it changed, left out, doubled, renamed or swapped. It is not touched itself. */
export function mutateJson(given: unknown, random: Random): unknown {
  const root = { whole: structuredClone(given) }
  for (let times = 1 + random.below(3); times > 0; times -= 1) change(random.pick(placesOf(root)), random, root)
  return root.whole
}

interface Place { readonly holder: Container; readonly key: string }

function placesOf(root: { whole: unknown }): [Place, ...Place[]] {
  const places: [Place, ...Place[]] = [{ holder: root, key: 'whole' }]
  for (let at = 0; at < places.length && places.length < 400; at += 1) {
    const place = places[at]
    const value = place && Reflect.get(place.holder, place.key)
    if (!isContainer(value)) continue
    for (const key of Object.keys(value)) places.push({ holder: value, key })
  }
  return places
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** A key such as `__proto__` has to become one of the object itself, as it is when JSON is read. */
function put(to: Container, name: string, what: unknown): void {
  Object.defineProperty(to, name, { value: what, writable: true, enumerable: true, configurable: true })
}

function change({ holder, key }: Place, random: Random, root: { whole: unknown }): void {
  const value: unknown = Reflect.get(holder, key)
  switch (random.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else if (key !== 'whole') Reflect.deleteProperty(holder, key)
      break
    case 1:
      if (Array.isArray(holder)) holder.push(...Array.from({ length: 1 + random.below(40) }, () => structuredClone(value)))
      else put(holder, `${key}${random.pick(PIECES)}`, value)
      break
    case 2: {
      const other = random.pick(placesOf(root))
      put(holder, key, structuredClone(Reflect.get(other.holder, other.key)))
      break
    }
    case 3:
      if (typeof value === 'string') put(holder, key, mutateBytes(Buffer.from(value), random).toString())
      else put(holder, key, jsonOf(random))
      break
    case 4:
      if (typeof value === 'number') put(holder, key, random.pick([0, -1, value + 1, -value, value * 1_000, 1.5, 1e21]))
      else put(holder, key, textOf(random))
      break
    case 5:
      if (isContainer(value) && !Array.isArray(value)) put(value, random.pick(KEYS), jsonOf(random))
      else put(holder, key, [value])
      break
    case 6:
      put(holder, key, typeof value === 'string' ? `${value}${textOf(random)}` : null)
      break
    default:
      put(holder, key, jsonOf(random))
  }
}

/** JSON as bytes; a lone half of a character stands escaped in it, as a peer may write it. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? 'null')
}

/** What bytes say as JSON; nothing when they say nothing. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
