/** The way back of one file, change by change: the text before is made again byte for byte, if nobody else wrote since. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

const step = z.object({
  /** Digests of the text before and after. */
  before: z.string(),
  after: z.string(),
  /** What stands between the characters that both have at their beginning and end. */
  at: z.number(),
  removed: z.string(),
  length: z.number(),
})

export const historySchema = z.object({
  /** There was no file before the first change. */
  created: z.boolean(),
  steps: z.array(step),
})

export type History = z.infer<typeof historySchema>

/** With one more change; `before` is undefined where there was no file. */
export function extended(history: History | undefined, before: string | undefined, after: string): History {
  const { created, steps } = history ?? { created: before === undefined, steps: [] }
  return before === after ? { created, steps } : { created, steps: [...steps, stepBetween(before ?? '', after)] }
}

/** The text before the first change, undefined where there was no file; no result when somebody else wrote in between. */
export function rewound({ created, steps }: History, text: string | undefined): { readonly text: string | undefined } | undefined {
  let current = text ?? ''
  for (const { before, after, at, removed, length } of steps.toReversed()) {
    if (digestOf(current) !== after) return undefined
    current = `${current.slice(0, at)}${removed}${current.slice(at + length)}`
    if (digestOf(current) !== before) return undefined
  }
  return { text: created ? undefined : current }
}

/** Tells whether a text is still the one that was written, without keeping it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function stepBetween(before: string, after: string): History['steps'][number] {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at++
  let tail = 0
  while (tail < shorter - at && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { before: digestOf(before), after: digestOf(after), at, removed: before.slice(at, before.length - tail), length: after.length - tail - at }
}
