/** Waiting for a message that may have come already. */
import type { SimEvents } from './events.ts'
import type { SimMessage } from './types.ts'

export interface MessageWait {
  readonly messages: () => readonly SimMessage[]
  readonly events: Pick<SimEvents, 'on'>
  /** Each of them ends the wait by aborting. */
  readonly signals: readonly AbortSignal[]
}

/** The first message that fits, past or to come. Rejects with the reason of the first signal that aborts. */
export function awaitMessage({ messages, events, signals }: MessageWait, fits: (message: SimMessage) => boolean): Promise<SimMessage> {
  return new Promise((resolve, reject) => {
    const earlier = messages().find(fits)
    if (earlier) return resolve(earlier)
    const end = () => {
      off()
      for (const signal of signals) signal.removeEventListener('abort', onAbort)
    }
    const onAbort = () => {
      end()
      const reason: unknown = signals.find(({ aborted }) => aborted)?.reason
      reject(reason instanceof Error ? reason : new Error('The wait for a message was given up'))
    }
    const off = events.on((event) => {
      if (!('message' in event) || !fits(event.message)) return
      end()
      resolve(event.message)
    })
    for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true })
    if (signals.some(({ aborted }) => aborted)) onAbort()
  })
}
