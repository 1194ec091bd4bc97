/** The other way in: events over a connection that we opened. Knows which events count, and no policy about asks. */
import { z } from 'zod'
import type { FeishuClient } from './client.ts'
import { createDeferred } from './deferred.ts'
import type { FeishuError } from './error.ts'
import type { Inbox } from './inbox.ts'
import type { Log } from './log.ts'

export interface LongConnectionPorts {
  readonly client: Pick<FeishuClient, 'openLink'>
  readonly appId: string
  readonly inbox: Inbox
  /** Runs a task once the acknowledgement of the event that is being answered has been handed to the socket. */
  readonly defer: (task: () => void) => void
  /** Told on each change, in order. */
  readonly onLink: (up: boolean) => void
  readonly log: Log
}

export interface LongConnection {
  /** Whether events can come. */
  isUp(): boolean
  /** Resolves when the connection is up for the first time, with an error when the platform refuses it for good. */
  readonly started: Promise<FeishuError | undefined>
  close(): void
}

/**
 * An event as the vendor's dispatcher hands it over: header and event in one object, whose `token` is the event's
 * own. That the sender is the platform is known from the connection, which needs the app's secret.
 */
const flattened = z.looseObject({ event_id: z.string().min(1), event_type: z.string(), app_id: z.string() })

/** Connects, and reconnects for as long as it is not closed or refused. */
export function createLongConnection({ client, appId, inbox, defer, onLink, log }: LongConnectionPorts): LongConnection {
  const started = createDeferred<FeishuError | undefined>()
  let state: 'connecting' | 'up' | 'down' | 'refused' | 'closed' = 'connecting'

  const move = (next: typeof state, line: string): void => {
    if (state === next || state === 'closed') return
    const wasUp = state === 'up'
    state = next
    log.info(line)
    if (next === 'up' || wasUp) onLink(next === 'up')
  }

  const received = async (data: unknown): Promise<object> => {
    const event = flattened.safeParse(data)
    if (!event.success || event.data.app_id !== appId) {
      log.warn(`event refused: ${event.success ? 'app' : 'json'}`)
      return {}
    }
    const { event_id: id, event_type: type, context } = event.data
    const { bytes, sent } = inbox({ id, type, payload: { event: event.data, context } })
    defer(sent)
    // The vendor's client makes JSON of it once more.
    const body: object = JSON.parse(bytes.toString())
    return body
  }

  const link = client.openLink({
    received,
    opened: () => {
      move('up', 'the long connection is up')
      started.resolve(undefined)
    },
    lost: () => move('down', 'the long connection is down: no new question goes to Feishu until it is back, open ones stay'),
    refused: (error) => {
      move('refused', `the long connection is refused: ${error.message}`)
      started.resolve(error)
    },
  })

  return {
    isUp: () => state === 'up',
    started: started.promise,
    close: () => {
      state = 'closed'
      link.close()
    },
  }
}
