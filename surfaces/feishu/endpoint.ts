/** From the bytes of a request to the bytes of its answer: knows policy, and no transport. */
import type { Inbox } from './inbox.ts'
import type { Log } from './log.ts'
import type { Sleep } from './retry.ts'
import { type InboundRequest, RequestRefusal, type VerifierKeys, verifyRequest } from './verify.ts'

/** What to send back. Call `sent` when the answer has left or the connection is gone; calling it again changes nothing. */
export interface EndpointReply {
  readonly status: 200 | 401
  readonly body: unknown
  readonly sent: () => void
}

export interface EndpointPorts {
  readonly keys: VerifierKeys
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
  readonly inbox: Inbox
  readonly log: Log
}

export interface Endpoint {
  /** Never rejects. */
  readonly receive: (request: InboundRequest) => Promise<EndpointReply>
}

/** Every refusal is answered this many milliseconds after it came, so that the time tells nothing of the reason. */
export const REFUSAL_TIME = 25

const nothing = (): void => undefined

export function createEndpoint({ keys, now, sleep, inbox, log }: EndpointPorts): Endpoint {
  const refuse = async (reason: string, came: number): Promise<EndpointReply> => {
    log.warn(`request refused: ${reason}`)
    await sleep(Math.max(0, REFUSAL_TIME - (now() - came))).catch(nothing)
    return { status: 401, body: { code: 401, msg: 'unauthorized' }, sent: nothing }
  }

  return {
    receive: async (request) => {
      const came = now()
      try {
        const verified = verifyRequest(request, keys, came)
        return verified.kind === 'challenge' ? { status: 200, body: { challenge: verified.challenge }, sent: nothing } : { status: 200, ...inbox(verified) }
      } catch (error) {
        return refuse(error instanceof RequestRefusal ? error.reason : 'broken', came)
      }
    },
  }
}
