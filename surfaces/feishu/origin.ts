/** Where a click comes from: which card it was made on, as far as the platform tells. Pure. */
import type { Chats, Likelihood } from './chats.ts'
import type { Courier } from './courier.ts'
import { isUnplaced, type MessagePlace, placeOf } from './delivery.ts'
import type { PersonIds } from './operators.ts'

/** Where a click comes from and whose it is, as the platform tells. */
export interface ClickOrigin {
  readonly place: Partial<MessagePlace>
  /** Which of the ask's cards it names, from 1. */
  readonly part: number
  readonly person: PersonIds
}

/** Whether a click comes from a card of this ask; `unbound` when it may, since a card's place is not known yet. */
export type PlaceMatch = 'ours' | 'unbound' | 'foreign'

/** A click names message and chat; both must be those of the card that it names, as far as they are known. */
export function matchPlace(couriers: readonly Courier[], click: ClickOrigin, chats: Chats): PlaceMatch {
  const { place: { messageId, chatId }, part } = click
  if (messageId === undefined || chatId === undefined) return 'foreign'
  for (const { facts, state } of couriers) {
    const known = placeOf(state)
    if (known?.messageId === messageId) return facts.part === part && known.chatId === chatId ? 'ours' : 'foreign'
  }
  return candidates(couriers, chatId, click, chats).length > 0 ? 'unbound' : 'foreign'
}

interface Candidate {
  readonly courier: Courier
  readonly likelihood: Likelihood
}

/** Cards that do not know their place and may be the clicked one. */
function candidates(couriers: readonly Courier[], chatId: string, { part, person }: ClickOrigin, chats: Chats): readonly Candidate[] {
  return couriers
    .filter(({ facts, state }) => facts.part === part && isUnplaced(state))
    .map((courier) => ({ courier, likelihood: chats.likelihoodOf(courier.facts.recipient, chatId, person) }))
    .filter(({ likelihood }) => likelihood !== 'impossible')
}

/** Whose card was clicked; nobody when several could be meant. */
export function findReceiver(...clicked: Parameters<typeof candidates>): Courier | undefined {
  const found = candidates(...clicked)
  return found.find(({ likelihood }) => likelihood === 'sure')?.courier ?? (found.length === 1 ? found[0]?.courier : undefined)
}
