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
  const callbacks = waiting.get(signal) ?? nobodyOn(signal)
  if (callbacks.size === 0) signal.addEventListener('abort', notify, { once: true })
  callbacks.add(callback)
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) signal.removeEventListener('abort', notify)
  }
}

/** Stays with the signal: a turn asks one thing after the other on it. */
function nobodyOn(signal: AbortSignal): Set<Callback> {
  const callbacks = new Set<Callback>()
  waiting.set(signal, callbacks)
  return callbacks
}

function notify(this: AbortSignal): void {
  const callbacks = waiting.get(this)
  waiting.delete(this)
  for (const callback of callbacks ?? []) callback()
}
