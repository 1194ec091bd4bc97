/** The simulator's one stream of events. */
import type { SimEvent, SimHappening, Timestamp } from './types.ts'

export interface SimEvents {
  /** Calls the listener with each later event until the returned function is called. */
  on(listener: (event: SimEvent) => void): () => void
  emit(happening: SimHappening): void
}

/** Listeners run in order of registration; a listener that throws stops nobody else. */
export function createEvents(now: () => Timestamp): SimEvents {
  const listeners = new Set<(event: SimEvent) => void>()
  return {
    on(listener) {
      const own = (event: SimEvent) => listener(event)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
    emit(happening) {
      const event: SimEvent = { ...happening, at: now() }
      for (const listener of listeners) {
        try {
          listener(event)
        } catch {
          // A watcher's own fault: the platform goes on.
        }
      }
    },
  }
}
