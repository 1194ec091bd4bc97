/** How a model's text comes in pieces: at a rate, without an end, or when a test lets it. */
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** One piece of what the model writes. */
export type ModelDelta = { readonly text: string } | { readonly reasoning: string }

/** Pieces at a rate; late timers are caught up with, so that the rate holds over a second. */
export async function* atRate(deltas: Iterable<ModelDelta>, perSecond: number): AsyncGenerator<ModelDelta> {
  const start = performance.now()
  let written = 0
  for (const delta of deltas) {
    const due = start + written * 1_000 / perSecond
    if (due > performance.now()) await delay(due - performance.now())
    yield delta
    written += 1
  }
}

/** `line N of the reply, …` without an end, each line in as many pieces; numbers begin at 1. */
export function* endlessLines(pieces: number): Generator<ModelDelta> {
  for (let line = 1; ; line += 1) {
    yield { text: `line ${line} of the reply` }
    for (let piece = 2; piece < pieces; piece += 1) yield { text: `, piece ${piece} of it` }
    yield { text: '.\n' }
  }
}

/** Text that is written step by step. */
export interface HeldText {
  readonly deltas: AsyncIterable<ModelDelta>
  /** Lets the next piece out. */
  release(): void
}

/** Each piece but the first waits until it is let out; what is never let out is never written. */
export function holdBack(first: ModelDelta, ...rest: readonly ModelDelta[]): HeldText {
  const deltas = new PassThrough({ objectMode: true })
  const waiting = [...rest]
  deltas.write(first)
  return {
    deltas,
    release() {
      deltas.write(waiting.shift())
      if (waiting.length === 0) deltas.end()
    },
  }
}
