/** What stands under a name in a value that anybody may have made; undefined where it has no fields. A getter of it may throw. */
export function fieldOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
