/**
 * One listener per host signal, however many rounds hang on it. A turn's signal outlives its asks: a listener
 * per round would pile up (and warn after ten), and `AbortSignal.any` keeps every derived signal alive.
 */

type Callback = () => void

const waiting = new WeakMap<AbortSignal, Set<Callback>>()

/**
 * Calls `callback` once when `signal` aborts; must not be called with an aborted signal. `callback` must not throw.
 * @returns removes the callback, and the listener with the last one.
 */
export function onAbort(signal: AbortSignal, callback: Callback): () => void {
  const known = waiting.get(signal)
  const callbacks = known ?? new Set<Callback>()
  if (known === undefined) {
    waiting.set(signal, callbacks)
    signal.addEventListener('abort', notify, { once: true })
  }
  callbacks.add(callback)
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return
    waiting.delete(signal)
    signal.removeEventListener('abort', notify)
  }
}

function notify(this: AbortSignal): void {
  const callbacks = waiting.get(this)
  waiting.delete(this)
  for (const callback of callbacks ?? []) callback()
}
