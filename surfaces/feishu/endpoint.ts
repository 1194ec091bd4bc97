/** From the bytes of a request to the bytes of its answer: knows policy, and no transport. */
import type { Inbox } from './inbox.ts'
import type { Log } from './log.ts'
import { createRefusals } from './refusals.ts'
import type { Sleep } from './retry.ts'
import { type InboundRequest, type RefusalReason, RequestRefusal, type VerifierKeys, verifyHeaders, verifyRequest } from './verify.ts'

/** What to send back. Call `sent` when the answer has left or the connection is gone; calling it again changes nothing. */
export interface EndpointReply {
  readonly status: 200 | 401
  /** JSON. */
  readonly body: Buffer
  readonly sent: () => void
}

/** What to do with a request of which only the headers have come. */
export type Admission =
  | { readonly kind: 'read'; /** Bytes. */ readonly limit: number }
  /** Nothing that its body may say can mend it. */
  | { readonly kind: 'refuse'; readonly reason: RefusalReason }

export interface EndpointPorts {
  readonly keys: VerifierKeys
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
  readonly inbox: Inbox
  readonly log: Log
}

export interface Endpoint {
  readonly admit: (request: Omit<InboundRequest, 'body'>) => Admission
  /** Never rejects. */
  readonly receive: (request: InboundRequest) => Promise<EndpointReply>
  /** Says no to a request that a transport knows to be none of the platform's; `from` is its address. Never rejects. */
  readonly refuse: (reason: RefusalReason, from: string) => Promise<EndpointReply>
}

/** Every refusal is answered this many milliseconds after it came, so that the time tells nothing of the reason. */
export const REFUSAL_TIME = 25
/** Bytes, more than any event: a submit holds at most one card's inputs. */
export const MAX_SIGNED = 256 * 1024
/** Bytes. Only the check of the address comes unsigned, which is short; whoever wants more of a stranger's bytes read must sign. */
export const MAX_UNSIGNED = 4 * 1024

/** The body of every refusal. */
export const REFUSED = { code: 401, msg: 'unauthorized' } as const
export const REFUSAL = Buffer.from(JSON.stringify(REFUSED))

const nothing = (): void => undefined

export function createEndpoint({ keys, now, sleep, inbox, log }: EndpointPorts): Endpoint {
  const refusals = createRefusals({ now, log })

  const refuse = async (reason: RefusalReason, from: string, due: Promise<void>): Promise<EndpointReply> => {
    refusals.note(reason, from)
    await due
    return { status: 401, body: REFUSAL, sent: nothing }
  }

  return {
    admit: (request) => {
      try {
        if (verifyHeaders(request.headers, now())) return { kind: 'read', limit: MAX_SIGNED }
      } catch (error) {
        return { kind: 'refuse', reason: reasonOf(error) }
      }
      return refusals.isLimited(request.from ?? '') ? { kind: 'refuse', reason: 'limit' } : { kind: 'read', limit: MAX_UNSIGNED }
    },
    receive: async (request) => {
      // From before any work is done: that must not add to the time. A good one lets it run out, which costs less than to stop it.
      const due = sleep(REFUSAL_TIME).catch(nothing)
      try {
        const verified = verifyRequest(request, keys, now())
        const reply = verified.kind === 'challenge' ? { bytes: Buffer.from(JSON.stringify({ challenge: verified.challenge })), sent: nothing } : inbox(verified)
        return { status: 200, body: reply.bytes, sent: reply.sent }
      } catch (error) {
        return refuse(reasonOf(error), request.from ?? '', due)
      }
    },
    refuse: (reason, from) => refuse(reason, from, sleep(REFUSAL_TIME).catch(nothing)),
  }
}

function reasonOf(error: unknown): RefusalReason {
  return error instanceof RequestRefusal ? error.reason : 'broken'
}
