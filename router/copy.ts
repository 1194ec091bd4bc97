/** Copies of what is handed out, so that nobody can change under another what was asked or decided. Pure. */
import type { AskUserQuestionAnswer, Outcome } from './types.ts'

/** A list may claim any length, and need not hold anything for that. */
const LONGEST_LIST = 1_000_000

/** A deep copy of lists and plain objects; anything else, such as the host's agent, is the same object. */
export function copyPlain<T>(value: T): T
export function copyPlain(value: unknown): unknown {
  if (Array.isArray(value)) return copyList(value)
  if (!isPlain(value)) return value
  // The spread keeps the object's shape, which costs a fraction of building it anew; most fields are texts.
  const copy: Record<string, unknown> = { ...value }
  // All its own: a list of its keys would be one more thing to make.
  for (const key in copy) {
    const field = copy[key]
    if (typeof field === 'object') copy[key] = copyPlain(field)
  }
  return copy
}

function copyList(list: readonly unknown[]): unknown[] {
  // Read once, and by position: whose list it is may let it grow, or iterate without end.
  const { length } = list
  if (length > LONGEST_LIST) throw new RangeError('the list is too long to be copied')
  // At its full length from the start: a list that grows keeps room for many more.
  const copy = Array<unknown>(length)
  for (let index = 0; index < length; index += 1) copy[index] = copyPlain(list[index])
  return copy
}

/** The outcome with its answer and actor frozen: every surface and every verdict holds this one object. */
export function frozen<T extends Outcome>(outcome: T): T {
  if ('actor' in outcome) Object.freeze(outcome.actor)
  if (outcome.kind === 'answered') freezeAnswer(outcome.answer)
  return Object.freeze(outcome)
}

function freezeAnswer({ answers }: AskUserQuestionAnswer): void {
  for (const item of answers) {
    Object.freeze(item.selected)
    Object.freeze(item)
  }
  Object.freeze(answers)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
