/** One answer, from an option of the command line or from a person: read the same way, refused with the same words. */
import { UsageError } from '../usage-error.ts'
import type { Prompt } from './prompt.ts'
import type { SetupWords } from './words.ts'

/** What an answer was read as, or why it is none. */
export type Read<T> = { readonly value: T } | { readonly fault: string }

export interface Question<T> {
  /** The option that answers it. */
  readonly flag: string
  /** What the option said. */
  readonly given: string | undefined
  readonly text: string
  /** Taken for an empty line, and where nobody can be asked. */
  readonly usual?: string
  readonly read: (text: string) => Read<T>
}

/** @throws {UsageError} one line, where there is no terminal to ask again at. */
export async function answer<T>({ flag, given, text, usual, read }: Question<T>, prompt: Prompt | undefined, { faults }: SetupWords): Promise<T> {
  if (given !== undefined || prompt === undefined) {
    const said = given ?? usual
    const result = said === undefined ? { fault: faults.missing(flag) } : read(said)
    if ('value' in result) return result.value
    throw new UsageError(`setup: ${flag}: ${result.fault}`)
  }
  for (let question = `\n${text}\n${usual === undefined || usual === '' ? '' : `[${usual}] `}> `; ;) {
    const result = read((await prompt.ask(question)).trim() || (usual ?? ''))
    if ('value' in result) return result.value
    prompt.say(`  ${result.fault}`)
    question = `${usual === undefined || usual === '' ? '' : `[${usual}] `}> `
  }
}

/** One of some values, by name or by its number in the list that is shown. */
export function readChoice<Value extends string>(values: readonly Value[], { faults }: SetupWords): (text: string) => Read<Value> {
  return (text) => {
    const value = values.find((each, index) => each === text.toLowerCase() || String(index + 1) === text)
    return value === undefined ? { fault: faults.choice(values.join(' / ')) } : { value }
  }
}

export function readMatching(pattern: RegExp, fault: string): (text: string) => Read<string> {
  return (text) => (pattern.test(text) ? { value: text } : { fault })
}

/** Asks until it is y or n. `usual` is taken for an empty line. */
export async function confirmed(prompt: Prompt, text: string, usual: 'y' | 'n' | undefined, { faults }: SetupWords): Promise<boolean> {
  for (;;) {
    const line = (await prompt.ask(text)).trim().toLowerCase() || usual
    if (line === 'y' || line === 'yes' || line === '是') return true
    if (line === 'n' || line === 'no' || line === '否') return false
    prompt.say(`  ${faults.yes}`)
  }
}
