/** The cards of an ask, one or several per recipient, as one thing. */
import type { Card } from './card.ts'
import type { Chats, Likelihood } from './chats.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Courier, type CourierPorts, createCourier } from './courier.ts'
import { createDeferred } from './deferred.ts'
import { isOver, isUnplaced, type MessagePlace, placeOf } from './delivery.ts'
import { FeishuError } from './error.ts'
import { createGate } from './gate.ts'
import type { Log } from './log.ts'
import type { PersonIds } from './operators.ts'
import type { Sleep } from './retry.ts'

export interface DeliveriesPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Learns where cards arrive. */
  readonly chats: Chats
}

/** What to send for one ask, and whom to tell. */
export interface DeliveryOrder {
  readonly ask: string
  readonly recipients: readonly Recipient[]
  /** In the order in which each recipient gets them. */
  readonly cards: readonly Card[]
  /** Takes the place of cards that arrived when another of the same ask did not. */
  readonly broken: Card
  /** Sent as a text message where the platform refuses a card. */
  readonly pointer: string
  /** A recipient has all cards; the message is the last of them. */
  readonly onShown: (messageId: string) => void
  /** All cards of a recipient are final. */
  readonly onCollapsed: (messageId: string) => void
}

/** Where a click comes from and whose it is, as the platform tells. */
export interface ClickOrigin {
  readonly place: Partial<MessagePlace>
  /** Which of the ask's cards it names, from 1. */
  readonly part: number
  readonly person: PersonIds
}

/** Whether a click comes from a card of this ask; `unbound` when it may, since a card's place is not known yet. */
export type PlaceMatch = 'ours' | 'unbound' | 'foreign'

/** The cards of one ask. */
export interface AskDeliveries {
  /** Resolves when no recipient can be reached; stays pending otherwise. */
  readonly allFailed: Promise<FeishuError>
  match(click: ClickOrigin): PlaceMatch
  /** Whether the message shows a card of this ask. */
  has(place: MessagePlace): boolean
  /** Binds the place of an unbound click to the card that is waiting for its own, unless several could be meant. */
  clicked(click: ClickOrigin): void
  /** Makes every card final, each as its position says. Resolves when nothing more will happen to them; only the first call counts. */
  end(cards: readonly Card[]): Promise<void>
  /**
   * Holds the final cards back while a click is being answered: an update that overtakes the answer may be
   * reverted on the phone. Call the returned function when the answer has left.
   */
  hold(): () => void
}

export interface Deliveries {
  /** Starts sending at once. */
  begin(order: DeliveryOrder): AskDeliveries
  /** Gives up all retries. */
  close(): void
}

export function createDeliveries(ports: DeliveriesPorts): Deliveries {
  const closing = new AbortController()
  return {
    begin: (order) => beginDeliveries(order, ports, closing.signal),
    close: () => closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' })),
  }
}

function beginDeliveries(order: DeliveryOrder, ports: DeliveriesPorts, signal: AbortSignal): AskDeliveries {
  const { recipients } = order
  const allFailed = createDeferred<FeishuError>()
  const allOver = createDeferred<void>()
  const gate = createGate()
  let failures = 0
  let isEnded = false

  const onFailed = (error: FeishuError): void => {
    failures += 1
    if (failures === recipients.length) allFailed.resolve(error)
  }
  const onChanged = (): void => {
    if (couriers.every(({ state }) => isOver(state()))) allOver.resolve()
  }
  const { client, sleep, log, chats } = ports
  const shared = { client, sleep, log, onSent: chats.noteDelivery, signal, mayPatch: () => gate.opened(), onChanged }
  const couriers = recipients.flatMap((recipient) => createSet(order, recipient, { ...shared, onFailed }))

  return {
    allFailed: allFailed.promise,
    match: (click) => matchPlace(couriers, click, ports.chats),
    has: ({ messageId, chatId }) => couriers.map(({ state }) => placeOf(state())).some((place) => place?.messageId === messageId && place.chatId === chatId),
    clicked: (click) => {
      const { messageId, chatId } = click.place
      if (messageId === undefined || chatId === undefined || matchPlace(couriers, click, ports.chats) !== 'unbound') return
      findReceiver(couriers, chatId, click, ports.chats)?.clicked({ messageId, chatId })
    },
    end: (cards) => {
      if (!isEnded) {
        isEnded = true
        for (const courier of couriers) courier.end(cards[courier.part - 1] ?? order.broken)
      }
      return allOver.promise
    },
    hold: () => gate.hold(),
  }
}

/** The cards for one recipient: shown and final when all of them are, and failed when one of them is. */
function createSet(order: DeliveryOrder, recipient: Recipient, ports: Omit<CourierPorts, 'onShown' | 'onCollapsed'>): readonly Courier[] {
  const { ask, cards, broken, pointer } = order
  const set: Courier[] = []
  const counted = (report: (messageId: string) => void): ((messageId: string) => void) => {
    let count = 0
    return (messageId) => {
      count += 1
      if (count === cards.length) report(messageId)
    }
  }
  let isBroken = false
  const onFailed = (error: FeishuError): void => {
    if (isBroken) return
    isBroken = true
    ports.onFailed(error)
    // Nobody can answer by a part of the cards, so those that are there say so.
    if (cards.length > 1) for (const courier of set) courier.end(broken)
  }
  const setPorts: CourierPorts = { ...ports, onFailed, onShown: counted(order.onShown), onCollapsed: counted(order.onCollapsed) }
  for (const [index, card] of cards.entries()) {
    const after = set.at(-1)?.settled
    set.push(createCourier({ ask, recipient, part: index + 1, card, pointer, ...(after ? { after } : {}) }, setPorts))
  }
  return set
}

/** A click names message and chat; both must be those of the card that it names, as far as they are known. */
function matchPlace(couriers: readonly Courier[], click: ClickOrigin, chats: Chats): PlaceMatch {
  const { place: { messageId, chatId }, part } = click
  if (messageId === undefined || chatId === undefined) return 'foreign'
  const own = couriers.find(({ state }) => placeOf(state())?.messageId === messageId)
  if (own) return own.part === part && placeOf(own.state())?.chatId === chatId ? 'ours' : 'foreign'
  return candidates(couriers, chatId, click, chats).length > 0 ? 'unbound' : 'foreign'
}

interface Candidate {
  readonly courier: Courier
  readonly likelihood: Likelihood
}

/** Cards that do not know their place and may be the clicked one. */
function candidates(couriers: readonly Courier[], chatId: string, { part, person }: ClickOrigin, chats: Chats): readonly Candidate[] {
  return couriers
    .filter((courier) => courier.part === part && isUnplaced(courier.state()))
    .map((courier) => ({ courier, likelihood: chats.likelihoodOf(courier.recipient, chatId, person) }))
    .filter(({ likelihood }) => likelihood !== 'impossible')
}

/** Whose card was clicked; nobody when several could be meant. */
function findReceiver(...clicked: Parameters<typeof candidates>): Courier | undefined {
  const found = candidates(...clicked)
  return found.find(({ likelihood }) => likelihood === 'sure')?.courier ?? (found.length === 1 ? found[0]?.courier : undefined)
}
