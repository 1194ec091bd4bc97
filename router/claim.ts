/** A claim on the host's timed wait: a stream of one frame that stands for the claim until it is closed. */

/** What the host's stream yields, read as foreign data. */
export type WaitStream = AsyncIterable<{ readonly remainingMs: number }>

export interface ClaimPorts {
  /** Milliseconds that the host still waits; not called when the wait is over or after the claim was given back. */
  readonly told: (left: number) => void
  /** The host's stream threw or told nonsense; its own clock goes on then. */
  readonly contain: (error: unknown) => void
}

/**
 * Takes one claim. A host that throws, says nothing or never answers only leaves its clock to itself.
 * @returns gives the claim back, once; the host's clock goes on when it was the last.
 */
export function takeClaim(attach: (signal: AbortSignal) => WaitStream, { told, contain }: ClaimPorts): () => void {
  const closing = new AbortController()
  let stream: AsyncIterator<{ readonly remainingMs: number }> | undefined
  const read = async () => {
    stream = attach(closing.signal)[Symbol.asyncIterator]()
    const frame = await stream.next()
    if (frame.done || closing.signal.aborted) return
    const { remainingMs } = frame.value
    if (typeof remainingMs !== 'number' || Number.isNaN(remainingMs)) throw new TypeError('the frame of a timed wait has no remainingMs')
    told(remainingMs)
  }
  // A claim that is given back while the host hesitates may well be answered by an error.
  const containWhileOpen = (error: unknown) => {
    if (!closing.signal.aborted) contain(error)
  }
  read().catch(containWhileOpen)
  return () => {
    if (closing.signal.aborted) return
    closing.abort()
    // Not awaited: behind a stream that hangs it never settles.
    Promise.resolve().then(() => stream?.return?.()).catch(containWhileOpen)
  }
}
