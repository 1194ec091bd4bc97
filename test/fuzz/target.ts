/** One boundary of the product, as the fuzzer sees it. */
import type { Random } from '../load/random.ts'

export interface Target {
  readonly name: string
  /** How many of a run's cases it gets, beside the others. */
  readonly share: number
  open(): Promise<OpenTarget> | OpenTarget
}

export interface OpenTarget {
  /** The whole of one case, so that a file can hold it. */
  make(random: Random): Buffer
  /** @throws {Broken} when something does not hold; anything else that it throws has come out of the boundary. */
  run(input: Buffer): void | Promise<void>
  /** Whatever reads a text of any length: its work may grow no faster than that. */
  readonly sinks?: Readonly<Record<string, (text: string) => unknown>>
  /** Pieces that its texts are made of, beside those of every text. */
  readonly pieces?: readonly string[]
  close?(): Promise<void> | void
}

/** An invariant does not hold. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

export function hold(isHeld: boolean, what: () => string): void {
  if (!isHeld) throw new Broken(what())
}
