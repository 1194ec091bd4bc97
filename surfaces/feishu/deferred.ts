/** A promise with its resolver at hand. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  /** Only the first call counts. */
  readonly resolve: (value: T) => void
}

/** It never rejects, and may stay pending for ever. */
export function createDeferred<T>(): Deferred<T> {
  let settle: ((value: T) => void) | undefined
  const promise = new Promise<T>((resolve) => { settle = resolve })
  return { promise, resolve: (value) => settle?.(value) }
}
