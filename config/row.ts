/** Row configuration that never stops the host: on hosts of the slot era any failing row ends the whole boot. */
import type z from '@deepseek-ai/schemastery'

/** A row's config as read; `fault` is one line with row, field and remedy, and the row runs with its defaults. */
export interface ReadRow<T> {
  readonly config: T
  readonly fault?: string
}

export interface RowConfig<T> {
  /** For the host: describes the fields and accepts anything, so that a fault is ours to tell. */
  readonly Config: object
  read(given: unknown): ReadRow<T>
}

export function createRowConfig<S extends object, T>(row: string, schema: z<S, T>): RowConfig<T> {
  const lenient = {
    version: 1,
    vendor: 'dsh-ask-anywhere',
    validate: (value: unknown) => ({ value }),
  }
  // The schema's own members stay visible, for hosts that draw a form from them.
  const Config = new Proxy(schema, { get: (target, key) => (key === '~standard' ? lenient : Reflect.get(target, key)) })
  return {
    Config,
    read(given) {
      try {
        const problem = strayOf(schema, given ?? {})
        if (problem !== undefined) throw new TypeError(problem)
        return { config: parse(schema, given ?? {}) }
      } catch (error) {
        const problem = error instanceof Error ? readProblem(error) : 'the config is not valid'
        return { config: parse(schema, {}), fault: `${row}: ${problem}; correct the row's config in cordis.patch.yml. It runs with its defaults until then` }
      }
    },
  }
}

/** Without the value that was given: who confuses two fields may have put a secret there. */
function readProblem({ message }: Error): string {
  return message.replace(/^\$\.?/, '').replace(/ but got .*$/s, '').replace(/\s+/g, ' ')
}

/** A schema is its own parser; what it takes is what it checks. @throws {Error} naming the field at fault. */
function parse<S, T>(schema: z<S, T>, value: unknown): T {
  return Reflect.apply(schema, undefined, [value])
}

function strayOf<S, T>(schema: z<S, T>, given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'the config must be a mapping'
  const fields = Object.keys(schema.dict ?? {})
  const stray = Object.keys(given).find((key) => !fields.includes(key))
  return stray === undefined ? undefined : `"${stray}" is no field of it, which are ${fields.join(', ')}`
}
