/** Reads data of hosts of any age: what is missing or of another kind is read as nothing. Pure. */
import { fieldOf as fieldUnder } from '../../router/field.ts'

/** What stands at the end of a path of names; undefined when it leads nowhere. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce(fieldUnder, value)
}

/** The text at the end of a path; empty where there is none. */
export function textOf(value: unknown, ...path: readonly (string | number)[]): string {
  const found = fieldOf(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The number at the end of a path; undefined where there is none. */
export function numberOf(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = fieldOf(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** The list at the end of a path; empty where there is none. */
export function listOf(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found: unknown = fieldOf(value, ...path)
  return Array.isArray(found) ? found : []
}
