/** Values out of JSON from outside, told apart by hand: every click passes here. Pure. */

export type JsonObject = Readonly<Record<string, unknown>>

/** Neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}
