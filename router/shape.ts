/** Foreign JSON read by its shape. Pure, and loaded in no time: the router is part of every start. */

/** The value as far as the shape names it, copied; undefined where it isn't of that shape. */
export type Shape<T> = (value: unknown) => T | undefined

type Fields = Readonly<Record<string, Shape<unknown>>>
type Read<S> = S extends Shape<infer T> ? T : never
type Named<Some extends Fields> = { readonly [Name in keyof Some]: Read<Some[Name]> }

/** A field of this name would change what its object inherits. */
const PROTOTYPE = '__proto__'

export const anything: Shape<unknown> = (value) => value
export const text: Shape<string> = (value) => (typeof value === 'string' ? value : undefined)
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
/** Finite: JSON's longest numbers are read as infinite. */
export const number: Shape<number> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
/** Whole and exact. */
export const whole: Shape<number> = (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined)

export function among<const Values extends readonly (string | number | null)[]>(...values: Values): Shape<Values[number]> {
  return (value) => values.find((each) => each === value)
}

/** As the first of these shapes that it has. */
export function eitherOf<T>(...shapes: readonly Shape<T>[]): Shape<T> {
  return (value) => {
    for (const shape of shapes) {
      const read = shape(value)
      if (read !== undefined) return read
    }
    return undefined
  }
}

export function listOf<T>(item: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const found: T[] = []
    for (const each of value as unknown[]) {
      const read = item(each)
      if (read === undefined) return undefined
      found.push(read)
    }
    return found
  }
}

/** An object with fields of any name. */
export function recordOf<T>(field: Shape<T>): Shape<Record<string, T>> {
  return (value) => {
    if (!isObject(value)) return undefined
    const found: Record<string, T> = {}
    for (const name of Object.keys(value)) {
      if (name === PROTOTYPE) continue
      const read = field(value[name])
      if (read === undefined) return undefined
      found[name] = read
    }
    return found
  }
}

/** An object with these fields; others are left out. */
export function objectOf<Must extends Fields>(required: Must): Shape<Named<Must>>
export function objectOf<Must extends Fields, May extends Fields>(required: Must, optional: May): Shape<Named<Must> & Partial<Named<May>>>
export function objectOf(required: Fields, optional: Fields = {}): Shape<object> {
  const fields = [...Object.entries(required), ...Object.entries(optional)]
  return (value) => {
    if (!isObject(value)) return undefined
    const found: Record<string, unknown> = {}
    for (const [name, shape] of fields) {
      const given = value[name]
      if (given === undefined && !Object.hasOwn(required, name)) continue
      const read = shape(given)
      if (read === undefined) return undefined
      found[name] = read
    }
    return found
  }
}

/** An object with these fields, and whatever else it has. */
export function atLeast<Must extends Fields>(required: Must): Shape<Named<Must>>
export function atLeast<Must extends Fields, May extends Fields>(required: Must, optional: May): Shape<Named<Must> & Partial<Named<May>>>
export function atLeast(required: Fields, optional: Fields = {}): Shape<object> {
  const [named, all] = [objectOf(required, optional), recordOf(anything)]
  return (value) => {
    const found = named(value)
    return found && { ...all(value), ...found }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
