/** Whether an input has ended, found out without taking anything from whoever reads it later. */
import type { Readable } from 'node:stream'

/** Watches until the returned function is called, which tells what has been seen. */
export function watchEnd(input: Readable): () => boolean {
  const look = () => {
    if (input.readableLength > 0) return
    // With nothing in the buffer, a read makes a stream that is at its end say so.
    const chunk: unknown = input.read()
    if (chunk !== null) input.unshift(chunk)
  }
  input.on('readable', look)
  return () => {
    input.off('readable', look)
    return input.readableEnded
  }
}
