/** Every event that any transport has let in: each takes effect once, whichever way and however often it comes. */
import { LRUCache } from 'lru-cache'
import { CARD_ACTION } from './action.ts'
import { type Answer, answerBytes } from './answer.ts'
import { MESSAGE_RECEIVED } from './reply.ts'
import type { JournalPort } from './slips.ts'

/** An event whose sender is known to be the platform. */
export interface InboundEvent {
  /** The same for each delivery of it. */
  readonly id: string
  readonly type: string
  /** The whole event as JSON. */
  readonly payload: unknown
}

export interface InboxPorts {
  /** Answers a click, at once: the platform shows an error after 3 s. */
  readonly handle: (payload: unknown) => Answer
  /** Answers a click that has had its effect before a restart. */
  readonly repeat: (payload: unknown) => Answer
  /** Takes a message; whatever is said to it comes later. */
  readonly hear: (payload: unknown) => void
  /** Whether it comes from somebody who may act; absent: everything does. */
  readonly mayAct?: (payload: unknown) => boolean
  /** Remembers across restarts; looked up anew each time. */
  readonly journal?: () => Pick<JournalPort, 'seen' | 'remember'> | undefined
}

/** An answer on its way, as JSON. */
export interface InboxAnswer extends Pick<Answer, 'sent'> {
  readonly bytes: Buffer
}

/** Answers an event. A repeat gets the answer of the first time, or hears after a restart how it stands, and has no effect. */
export type Inbox = (event: InboundEvent) => InboxAnswer

/** Events are pushed again for hours; this many of them are answered from memory. */
const REMEMBERED = 5_000
/** Of people who may not act, and of no effect: however many these are, they make nobody forget one that had its effect. */
const OTHERS_REMEMBERED = 1_000

const nothing = (): void => undefined
const NOTHING: Answer = { body: {}, sent: nothing }

export function createInbox({ handle, repeat, hear, mayAct = () => true, journal = () => undefined }: InboxPorts): Inbox {
  const answered = new LRUCache<string, Buffer>({ max: REMEMBERED })
  const others = new LRUCache<string, Buffer>({ max: OTHERS_REMEMBERED })
  return ({ id, type, payload }) => {
    const earlier = answered.get(id) ?? others.get(id)
    if (earlier !== undefined) return { bytes: earlier, sent: nothing }
    const hasEffect = type === CARD_ACTION || type === MESSAGE_RECEIVED
    if (hasEffect && journal()?.seen('feishu', id)) return withBytes(type === CARD_ACTION ? repeat(payload) : NOTHING)
    const answer = withBytes(type === CARD_ACTION ? handle(payload) : NOTHING)
    let isKept = hasEffect && mayAct(payload)
    if (isKept) answered.set(id, answer.bytes)
    else others.set(id, answer.bytes)
    if (type === MESSAGE_RECEIVED) {
      hear(payload)
      // A code makes somebody who may act of whoever sends it.
      isKept ||= mayAct(payload)
    }
    // Afterwards: should the process end in between, a repeat does no harm, but nothing that was said is lost.
    if (isKept) journal()?.remember('feishu', id)
    return answer
  }
}

function withBytes({ body, sent }: Answer): InboxAnswer {
  return { bytes: answerBytes(body), sent }
}
